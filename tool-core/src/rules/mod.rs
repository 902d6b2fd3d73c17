//! The reading rules as data: the condition of each rule, and examples of inputs that it
//! repairs and inputs that it rejects.
//!
//! ```
//! use tool_core::rules::{self, RuleClass};
//!
//! for info in rules::all().filter(|info| info.class() == RuleClass::Standard) {
//!     println!("{}: {}", info.rule, info.condition);
//! }
//! ```

// A rule for values is a `ValueRule`: a function that takes one invalid value and returns the
// intended value. The walk in `conform` checks whether the result is valid, and applies the
// rules in `keys`. The tolerant parser in `json` applies the rules in `text`. The generous
// rules for JSON text inside a string call the parser through `json_string`.
mod arguments;
mod array_of_one;
mod enum_member;
mod envelope;
mod generous;
mod info;
mod json_string;
mod keys;
mod map_entries;
mod packed;
mod scalars;
mod schemas;
mod several;
mod text;
mod unit_variant;
mod value_rule;
mod xml_string;

pub use crate::issue::rule::{Rule, RuleClass};
pub(crate) use arguments::{
    find_array_property, find_only_array, is_named_by_items, unwrap_arguments, write_arguments_form,
};
pub(crate) use enum_member::{find_member_name, names_member};
pub(crate) use envelope::{
    Envelope, find_own_name, is_message_without_call, is_name, is_name_alone, is_wrapper,
    read_envelope,
};
pub(crate) use generous::{GUESSING_RULES, VALUE_BOX};
pub use info::{ExampleInput, ExampleOutcome, RuleExample, RuleInfo};
pub(crate) use json_string::{read_arguments_text, read_text};
pub(crate) use keys::{
    find_meant_property, find_nested, fold_key, is_alias, is_blank, is_dropped, is_empty,
    is_filler, is_null_word, names_property, read_nested_text,
};
pub(crate) use several::list_items;
pub(crate) use unit_variant::is_unit_entry;
pub(crate) use value_rule::{Activation, Faulty, RuleContext, ValueRule};

use crate::issue::{JsonType, Path};
use crate::tree::Tree;
use value_rule::{Apply, named};

/// Finds the fault that prevents `json_string` or `map_entries` from reading a value.
pub(crate) fn find_faults<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Faulty<'t>> {
    match tree {
        Tree::String(text) if context.is_xml(text) => {
            let kind = xml_string::find_fault(tree, context)?;
            Some(Faulty {
                faults: vec![(Path::root(), kind)],
                read: None,
            })
        }
        Tree::String(text) => json_string::find_faults(text, context),
        Tree::Array(items) => map_entries::find_faults(items, context),
        _ => None,
    }
}

impl ValueRule {
    pub(crate) fn apply<'t>(&self, tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
        // Where no text is allowed, the tags after a scalar have no other meaning.
        if let Tree::String(text) = tree
            && self.reads_tagged(context)
            && let Some(scalar) = packed::strip_closing_tags(text, context.property)
        {
            let scalar = Tree::String(scalar.to_owned().into());
            return self.apply_to(&scalar, context).map(Tree::into_owned);
        }
        self.apply_to(tree, context)
    }

    fn reads_tagged(&self, context: &RuleContext<'_>) -> bool {
        match self.rule {
            Rule::EnumMember => true,
            Rule::StringToNumber | Rule::ToBoolean | Rule::TextToNull => {
                !context.allowed.contains(JsonType::String)
            }
            _ => false,
        }
    }

    fn apply_to<'t>(&self, tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
        match (&self.apply, tree) {
            (Apply::Value(apply), tree) => apply(tree, context),
            (Apply::Text(apply), Tree::String(text)) => apply(text, context),
            (Apply::Number(apply), Tree::String(text)) => {
                scalars::make_number(&apply(text.trim())?, context)
            }
            (Apply::Json, Tree::String(text)) => json_string::read_guess(self.rule, text, context),
            _ => None,
        }
    }
}

/// The standard rules for values, in the order in which the reader tries them.
pub(crate) const VALUE_RULES: &[ValueRule] = &named(&DESCRIBED_VALUE_RULES);

const DESCRIBED_VALUE_RULES: [ValueRule<RuleInfo>; 13] = [
    scalars::FLOAT_TO_INTEGER,
    enum_member::ENUM_MEMBER,
    unit_variant::UNIT_VARIANT,
    scalars::NUMERIC_TEXT,
    scalars::STRING_TO_NUMBER,
    scalars::TO_BOOLEAN,
    scalars::SCALAR_TO_STRING,
    scalars::TEXT_TO_NULL,
    json_string::JSON_STRING,
    xml_string::XML_STRING,
    // Before `ARRAY_OF_ONE`, which would unwrap an array of one entry.
    map_entries::MAP_ENTRIES,
    array_of_one::ARRAY_OF_ONE,
    arguments::NO_ARGUMENTS,
];

pub(crate) fn rule_of_text(text: &str) -> Option<&'static ValueRule> {
    match text.trim_start().chars().next()? {
        '[' | '{' | '"' | '`' if json_string::is_container(text) => {
            Some(const { &json_string::JSON_STRING.named() })
        }
        '<' => Some(const { &xml_string::XML_STRING.named() }),
        _ => None,
    }
}

/// Returns all reading rules: those for values in the order in which the reader tries them,
/// then those for keys and for all arguments, then those for text.
///
/// ```
/// let mut rules = tool_core::rules::all();
/// assert!(rules.any(|info| info.rule.as_str() == "string_to_number"));
/// ```
pub fn all() -> impl Iterator<Item = &'static RuleInfo> {
    const OF_VALUES: &[ValueRule<RuleInfo>] = &DESCRIBED_VALUE_RULES;
    let of_values = OF_VALUES.iter().chain(generous::DESCRIBED);
    let of_arguments = [
        &arguments::WRAPPER,
        &arguments::ARRAY_ARGUMENT,
        &envelope::ENVELOPE,
        &keys::RENAMED_KEY,
    ];
    let of_values = of_values.map(|described| &described.rule);
    of_values
        .chain(&keys::KEY_RULES)
        .chain(of_arguments)
        .chain(&text::TEXT_RULES)
}
