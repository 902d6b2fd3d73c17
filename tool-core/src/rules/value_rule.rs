//! Rules for values, and their input.

use crate::issue::{IssueKind, JsonType, Path, TypeSet};
use crate::limits::Limits;
use crate::plan::{Child, Choice, Node, ObjectPlan, Plan};
use crate::rules::{Rule, RuleInfo};
use crate::tree::{Tree, may_be_rounded};

/// A value in a form that a rule reads, with a fault: text that is not valid JSON, or several
/// entries with the same key.
pub(crate) struct Faulty<'t> {
    /// The faults, with their paths inside the value.
    pub(crate) faults: Vec<(Path, IssueKind)>,
    /// The value without the faults, if available.
    pub(crate) read: Option<Tree<'t>>,
}

/// The context of an invalid value.
pub(crate) struct RuleContext<'p> {
    pub(crate) plan: &'p Plan,
    /// The schema of the value, with its hints.
    pub(crate) child: Child,
    /// The types that this schema accepts.
    pub(crate) types: TypeSet,
    /// The types that are accepted at this path, including types of other branches of a union.
    pub(crate) allowed: TypeSet,
    /// The key of the value, if the schema requests XML.
    #[cfg_attr(not(feature = "xml"), allow(dead_code))]
    pub(crate) field: Option<String>,
    /// `true` for the arguments as a whole.
    pub(crate) is_root: bool,
    /// `true` if the standard rules are on.
    pub(crate) is_lenient: bool,
    /// The input, if it is text. Other inputs, such as a `Value`, may contain a rounded `f64` for
    /// an integer that is too long for them.
    pub(crate) source: Option<&'p str>,
    /// The name of the property that holds the value, or holds the list of the value.
    pub(crate) property: Option<&'p str>,
    /// Limits for text inside the value.
    pub(crate) limits: Limits,
}

impl<'p> RuleContext<'p> {
    pub(super) fn choice(&self) -> Option<&'p Choice> {
        self.plan.choice(self.child.node)
    }

    pub(super) fn object(&self) -> Option<&'p ObjectPlan> {
        self.plan.object(self.child.node)
    }

    /// Returns whether an array of entries can be read as a map. A strict export may show a map as
    /// such an array.
    pub(super) fn takes_entries(&self) -> bool {
        let is_map = |object: &ObjectPlan| object.is_map() && !(self.is_root && object.is_open());
        let object = match self.plan.node(self.child.node) {
            Node::Union(union) => union
                .only(JsonType::Object)
                .and_then(|only| self.plan.object(only.node)),
            _ => self.object(),
        };
        self.is_lenient && !self.allowed.contains(JsonType::Array) && object.is_some_and(is_map)
    }

    /// Returns whether text is meant as XML. If it cannot be read as XML, it is not a list item
    /// either.
    pub(super) fn is_xml(&self, text: &str) -> bool {
        self.child.xml_string && text.trim_start().starts_with(['<', '`'])
    }

    pub(super) fn has_digits_of(&self, number: &str) -> bool {
        self.source.is_some() || !may_be_rounded(number)
    }
}

/// The function of a rule.
#[derive(Clone, Copy)]
pub(super) enum Apply {
    Value(for<'t> fn(&Tree<'t>, &RuleContext<'_>) -> Option<Tree<'t>>),
    /// Reads the text of a string.
    Text(fn(&str, &RuleContext<'_>) -> Option<Tree<'static>>),
    /// Converts the trimmed text of a string to a JSON number.
    Number(fn(&str) -> Option<String>),
    /// Reads the text of an array or an object, with this guess.
    Json,
}

/// The condition that turns a rule on.
#[derive(Clone, Copy)]
pub(crate) enum Activation {
    /// Always on: JSON Schema itself defines the same.
    Always,
    /// On by the leniency of the reader, or by request of the schema.
    ByClass,
    /// On only by request of the schema.
    OnRequest,
}

/// A rule that converts one value to another. Tables of rules hold each with its description `D`.
/// The reader uses them without, which keeps the texts and examples out of its binary.
#[derive(Clone, Copy)]
pub(crate) struct ValueRule<D = Rule> {
    pub(crate) rule: D,
    /// Types of values that the rule reads.
    pub(crate) reads: TypeSet,
    /// Types of values that the rule produces. The rule is tried only if the schema accepts one of
    /// them.
    pub(crate) makes: TypeSet,
    pub(super) apply: Apply,
    pub(crate) activation: Activation,
    /// Returns whether the schema requests the rule, which turns it on in strict mode, too.
    pub(crate) is_requested: fn(Child) -> bool,
    /// `true` if the rule reads the text of an XML element, in which every scalar is text.
    pub(crate) reads_xml: bool,
}

impl ValueRule<RuleInfo> {
    pub(super) const fn new(rule: RuleInfo, apply: Apply) -> Self {
        let (reads, makes) = match apply {
            Apply::Value(_) => (TypeSet::ALL, TypeSet::ALL),
            Apply::Text(_) => (TypeSet::STRING, TypeSet::ALL),
            Apply::Number(_) => (TypeSet::STRING, TypeSet::NUMBER),
            Apply::Json => (TypeSet::STRING, TypeSet::CONTAINER),
        };
        Self {
            rule,
            reads,
            makes,
            apply,
            activation: Activation::ByClass,
            is_requested: |_| false,
            reads_xml: false,
        }
    }

    /// Returns the rule without its description.
    pub(super) const fn named(&self) -> ValueRule {
        ValueRule {
            rule: self.rule.rule,
            reads: self.reads,
            makes: self.makes,
            apply: self.apply,
            activation: self.activation,
            is_requested: self.is_requested,
            reads_xml: self.reads_xml,
        }
    }
}

/// Returns a table of rules without their descriptions.
pub(super) const fn named<const N: usize>(rules: &[ValueRule<RuleInfo>; N]) -> [ValueRule; N] {
    let mut named = [rules[0].named(); N];
    let mut index = 1;
    while index < N {
        named[index] = rules[index].named();
        index += 1;
    }
    named
}
