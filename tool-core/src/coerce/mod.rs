//! The reading rules as data: what each rule is about, and examples of where it applies and
//! where it must not.
//!
//! A rule for values is a function in a file of its own. It takes one value at a place that
//! fails, and returns the intended value or nothing. The rules for text are listed in
//! [`text`] and carried out by `json`, those for keys by `conform`; the generous rules that
//! read JSON text inside a string call [`json_string`]. Whether that value passes is for
//! [`conform`](crate::conform) to see.

mod about;
mod array_of_one;
mod duplicate_key;
mod empty_key;
mod empty_to_absent;
mod enum_member;
mod envelope;
mod filler;
mod float_to_integer;
mod generous;
mod json_string;
mod map_entries;
mod nested_name;
mod no_arguments;
mod property_name;
mod scalar_to_string;
mod string_to_number;
mod text;
mod text_to_null;
mod to_boolean;
mod unknown_null;
mod wrapper;
mod xml_string;

pub use about::{About, Example, Form, Outcome, rules};
pub(crate) use empty_key::is_blank;
pub(crate) use empty_to_absent::is_empty;
pub(crate) use enum_member::{member_name, names_member};
pub(crate) use envelope::{Envelope, envelope, is_name, is_name_alone, named_after_tool};
pub(crate) use filler::is_filler;
pub(crate) use generous::VALUE_BOX;
pub(crate) use json_string::read_text;
pub(crate) use nested_name::{nested, nested_in_text};
pub(crate) use property_name::{folded_key, is_alias, meant_property, names_property};
pub(crate) use string_to_number::number_in;
pub(crate) use to_boolean::word as boolean_word;
pub(crate) use unknown_null::is_dropped;
pub(crate) use wrapper::{is_wrapper, unwrapped};

use crate::issue::{IssueKind, JsonType, Path, Rule, TypeSet};
use crate::limits::Limits;
use crate::plan::{Child, Choice, Node, ObjectPlan, Plan};
use crate::tree::{Tree, may_be_rounded};

/// A value that a rule reads the form of, and that has a fault in that form: text that is
/// no JSON, or a key that several entries have.
pub(crate) struct Unread<'t> {
    /// The faults, with their paths inside the value.
    pub(crate) faults: Vec<(Path, IssueKind)>,
    /// The value apart from them, if there is one.
    pub(crate) read: Option<Tree<'t>>,
}

/// Looks for the fault that keeps `json_string` or `map_entries` from reading a value.
pub(crate) fn unread<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Unread<'t>> {
    match tree {
        Tree::String(text) => json_string::unread(text, place),
        Tree::Array(items) => map_entries::unread(items, place),
        _ => None,
    }
}

/// What a rule sees of a place that fails.
pub(crate) struct Place<'p> {
    pub(crate) plan: &'p Plan,
    /// The schema at hand, with the hints beside it.
    pub(crate) child: Child,
    /// The types that the schema at hand takes.
    pub(crate) types: TypeSet,
    /// The types that the place takes: beside those, the ones of the other
    /// branches of a union.
    pub(crate) allowed: TypeSet,
    /// Whether it is the place of the arguments as a whole.
    pub(crate) is_root: bool,
    /// Whether the standard rules are on.
    pub(crate) is_lenient: bool,
    /// The text that was sent. The numbers of a `Value`, or of another format, may be an
    /// `f64` that stands for an integer too long for it.
    pub(crate) source: Option<&'p str>,
    /// What text inside the value may hold.
    pub(crate) limits: Limits,
}

impl<'p> Place<'p> {
    /// The members that an enum takes.
    fn choice(&self) -> Option<&'p Choice> {
        self.plan.choice(self.child.node)
    }

    /// The object that the schema at hand takes.
    fn object(&self) -> Option<&'p ObjectPlan> {
        self.plan.object(self.child.node)
    }

    /// Whether the objects of the schema at hand are maps, which a strict export may show
    /// as an array of entries.
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

    /// Whether text is meant as XML: what cannot be read so is no item of a list.
    fn is_xml(&self, text: &str) -> bool {
        self.child.xml_string && text.trim_start().starts_with('<')
    }

    /// Whether the digits of a number are those that were sent.
    fn has_digits_of(&self, number: &str) -> bool {
        self.source.is_some() || !may_be_rounded(number)
    }
}

/// A rule that reads one value as another.
pub(crate) struct ValueRule {
    pub(crate) about: About,
    /// The types of values that it looks at.
    pub(crate) reads: TypeSet,
    /// The types of what it makes: where none of them is taken, it is not asked.
    pub(crate) makes: TypeSet,
    pub(crate) apply: for<'t> fn(&Tree<'t>, &Place<'_>) -> Option<Tree<'t>>,
    /// Whether it is the only step at its place: what it makes must pass
    /// without any further rule.
    pub(crate) alone: bool,
}

/// The rules for values, in the order in which they are tried.
pub(crate) const VALUE_RULES: &[ValueRule] = &[
    float_to_integer::RULE,
    enum_member::RULE,
    string_to_number::RULE,
    to_boolean::RULE,
    scalar_to_string::RULE,
    text_to_null::RULE,
    json_string::RULE,
    xml_string::RULE,
    // Before an array of one entry is taken for the map itself.
    map_entries::RULE,
    array_of_one::RULE,
    no_arguments::RULE,
];

/// The rules for values that guess, in the order in which they are tried, after
/// those that do not.
pub(crate) const GUESSING_RULES: &[ValueRule] = &[
    generous::thousands::RULE,
    generous::digit_underscore::RULE,
    generous::currency::RULE,
    generous::percent::RULE,
    generous::fraction::RULE,
    generous::hex_text::RULE,
    generous::other_digits::RULE,
    generous::boolean_letter::RULE,
    generous::object_to_string::RULE,
    generous::line_list::RULE,
    generous::comma_list::RULE,
    generous::item_list::RULE,
    generous::indexed_list::RULE,
    generous::empty_container::RULE,
    generous::value_box::RULE,
    generous::bare_scalar::RULE,
    generous::leading_zeros::RULE,
    generous::hex_number::RULE,
    generous::hole::RULE,
    generous::missing_colon::RULE,
    generous::inner_quotes::RULE,
    generous::apostrophe::RULE,
];

impl ValueRule {
    /// Whether the rule is no leniency but what JSON Schema itself says.
    pub(crate) fn is_schema(&self) -> bool {
        self.about.rule == Rule::FloatToInteger
    }

    /// Whether the place asks for the rule, in strict mode, too.
    pub(crate) fn is_asked_for(&self, child: Child) -> bool {
        match self.about.rule {
            Rule::JsonString => child.json_string,
            Rule::XmlString => child.xml_string,
            _ => false,
        }
    }

    /// Whether the rule is on nowhere but where a place asks for it.
    pub(crate) fn has_to_be_asked_for(&self) -> bool {
        self.about.rule == Rule::XmlString
    }

    /// Whether the rule reads text as a value of another type: in XML, that is
    /// what any such value is sent as.
    pub(crate) fn reads_scalars_of_text(&self) -> bool {
        matches!(
            self.about.rule,
            Rule::StringToNumber | Rule::ToBoolean | Rule::TextToNull
        )
    }
}

/// The rule for text that may be that of an array or an object.
pub(crate) fn rule_of_text(text: &str) -> Option<&'static ValueRule> {
    match text.trim_start().chars().next()? {
        '[' | '{' => Some(&json_string::RULE),
        '<' => Some(&xml_string::RULE),
        _ => None,
    }
}
