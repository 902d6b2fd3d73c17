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
mod generous;
mod info;
mod json_string;
mod keys;
mod map_entries;
mod scalars;
mod schemas;
mod text;
mod xml_string;

pub use crate::issue::rule::{Rule, RuleClass};
pub(crate) use arguments::{
    Envelope, find_own_name, is_name, is_name_alone, is_wrapper, read_envelope, unwrap_arguments,
};
pub(crate) use enum_member::{member_name, names_member};
pub(crate) use generous::{GUESSING_RULES, VALUE_BOX};
pub use info::{ExampleInput, ExampleOutcome, RuleExample, RuleInfo, all};
pub(crate) use json_string::read_text;
pub(crate) use keys::{
    find_meant_property, find_nested, folded_key, is_alias, is_blank, is_dropped, is_empty,
    is_filler, names_property, read_nested_text,
};
pub(crate) use scalars::{boolean_word, number_in};

use crate::issue::{IssueKind, JsonType, Path, TypeSet};
use crate::limits::Limits;
use crate::plan::{Child, Choice, Node, ObjectPlan, Plan};
use crate::tree::{Tree, may_be_rounded};

/// A value whose form a rule recognizes and that has a fault in that form: invalid JSON text,
/// or several entries with one key.
pub(crate) struct Faulty<'t> {
    /// The faults, with their paths inside the value.
    pub(crate) faults: Vec<(Path, IssueKind)>,
    /// The value without the faults, if it can be read.
    pub(crate) read: Option<Tree<'t>>,
}

/// Finds the fault that prevents `json_string` or `map_entries` from reading a value.
pub(crate) fn find_faults<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Faulty<'t>> {
    match tree {
        Tree::String(text) => json_string::find_faults(text, context),
        Tree::Array(items) => map_entries::find_faults(items, context),
        _ => None,
    }
}

/// The context of an invalid value, for a rule.
pub(crate) struct RuleContext<'p> {
    pub(crate) plan: &'p Plan,
    /// The schema that the rule tries, with the hints of its place.
    pub(crate) child: Child,
    /// The types that this schema allows.
    pub(crate) types: TypeSet,
    /// The types that the place allows. In a union, these are the types of all branches.
    pub(crate) allowed: TypeSet,
    /// `true` if the value is the arguments as a whole.
    pub(crate) is_root: bool,
    /// `true` if the standard rules are on.
    pub(crate) is_lenient: bool,
    /// The source text. `None` for a `Value` or another format: there, a number may be an `f64`
    /// that has rounded a longer integer.
    pub(crate) source: Option<&'p str>,
    /// Limits for text inside the value.
    pub(crate) limits: Limits,
}

impl<'p> RuleContext<'p> {
    fn choice(&self) -> Option<&'p Choice> {
        self.plan.choice(self.child.node)
    }

    fn object(&self) -> Option<&'p ObjectPlan> {
        self.plan.object(self.child.node)
    }

    /// Returns whether the schema describes a map. A strict export may show a map as an array
    /// of entries.
    fn takes_entries(&self) -> bool {
        let is_map = |object: &ObjectPlan| object.is_map() && !(self.is_root && object.is_open());
        let object = match self.plan.node(self.child.node) {
            Node::Union(union) => union
                .only(JsonType::Object)
                .and_then(|only| self.plan.object(only.node)),
            _ => self.object(),
        };
        self.is_lenient && !self.allowed.contains(JsonType::Array) && object.is_some_and(is_map)
    }

    /// Returns whether the text is XML for a field that requests it. Such text is never an item
    /// of a list.
    fn is_xml(&self, text: &str) -> bool {
        self.child.xml_string && text.trim_start().starts_with('<')
    }

    fn has_digits_of(&self, number: &str) -> bool {
        self.source.is_some() || !may_be_rounded(number)
    }
}

/// The function of a rule.
enum Apply {
    Value(for<'t> fn(&Tree<'t>, &RuleContext<'_>) -> Option<Tree<'t>>),
    /// Reads the text of a string.
    Text(fn(&str, &RuleContext<'_>) -> Option<Tree<'static>>),
    /// Extracts a JSON number from the trimmed text of a string.
    Number(fn(&str) -> Option<String>),
    /// Reads the JSON text of an array or object that needs this guess.
    Json,
}

/// The condition that turns a rule on.
#[derive(Clone, Copy)]
pub(crate) enum Activation {
    /// In every mode: JSON Schema itself treats the two values as equal.
    Always,
    /// By the leniency of the reader, or by a place that requests the rule.
    ByClass,
    /// By a place that requests the rule.
    OnRequest,
}

/// A rule that reads one value as another.
pub(crate) struct ValueRule {
    pub(crate) info: RuleInfo,
    /// The types of values that the rule reads.
    pub(crate) reads: TypeSet,
    /// The types of values that the rule returns. The reader skips the rule if a place allows
    /// none of them.
    pub(crate) makes: TypeSet,
    apply: Apply,
    /// `true` if the result must be valid without another rule.
    pub(crate) is_alone: bool,
    pub(crate) activation: Activation,
    /// Returns whether a place requests the rule. A request turns it on in strict mode, too.
    pub(crate) is_requested: fn(Child) -> bool,
    /// `true` if the rule reads the text of an XML element. XML has no other form for a scalar.
    pub(crate) reads_xml: bool,
}

impl ValueRule {
    const fn new(info: RuleInfo, apply: Apply) -> Self {
        let (reads, makes) = match apply {
            Apply::Value(_) => (TypeSet::ALL, TypeSet::ALL),
            Apply::Text(_) => (TypeSet::STRING, TypeSet::ALL),
            Apply::Number(_) => (TypeSet::STRING, TypeSet::NUMBER),
            Apply::Json => (TypeSet::STRING, TypeSet::CONTAINER),
        };
        Self {
            info,
            reads,
            makes,
            apply,
            is_alone: false,
            activation: Activation::ByClass,
            is_requested: |_| false,
            reads_xml: false,
        }
    }

    pub(crate) fn apply<'t>(&self, tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
        match (&self.apply, tree) {
            (Apply::Value(apply), tree) => apply(tree, context),
            (Apply::Text(apply), Tree::String(text)) => apply(text, context),
            (Apply::Number(apply), Tree::String(text)) => {
                scalars::make_number(&apply(text.trim())?, context)
            }
            (Apply::Json, Tree::String(text)) => {
                json_string::read_guess(self.info.rule, text, context)
            }
            _ => None,
        }
    }
}

/// The standard rules for values, in the order in which the reader tries them.
pub(crate) const VALUE_RULES: &[ValueRule] = &[
    scalars::FLOAT_TO_INTEGER,
    enum_member::ENUM_MEMBER,
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
        '[' | '{' => Some(&json_string::JSON_STRING),
        '<' => Some(&xml_string::XML_STRING),
        _ => None,
    }
}
