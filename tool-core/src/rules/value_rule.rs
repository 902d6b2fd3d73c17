//! A rule for values, and the value that it reads.

use crate::issue::{IssueKind, JsonType, Path, TypeSet};
use crate::limits::Limits;
use crate::plan::{Child, Choice, Node, ObjectPlan, Plan};
use crate::rules::RuleInfo;
use crate::tree::{Tree, may_be_rounded};

/// A value that a rule reads the form of, and that has a fault in that form: text that is
/// no JSON, or a key that several entries have.
pub(crate) struct Faulty<'t> {
    /// The faults, with their paths inside the value.
    pub(crate) faults: Vec<(Path, IssueKind)>,
    /// The value without them, if there is one.
    pub(crate) read: Option<Tree<'t>>,
}

/// What a rule sees of a place that fails.
pub(crate) struct RuleContext<'p> {
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

impl<'p> RuleContext<'p> {
    pub(super) fn choice(&self) -> Option<&'p Choice> {
        self.plan.choice(self.child.node)
    }

    pub(super) fn object(&self) -> Option<&'p ObjectPlan> {
        self.plan.object(self.child.node)
    }

    /// Whether the objects of the schema at hand are maps, which a strict export may show
    /// as an array of entries.
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

    /// Whether text is meant as XML: what cannot be read so is no item of a list.
    pub(super) fn is_xml(&self, text: &str) -> bool {
        self.child.xml_string && text.trim_start().starts_with('<')
    }

    pub(super) fn has_digits_of(&self, number: &str) -> bool {
        self.source.is_some() || !may_be_rounded(number)
    }
}

/// How a rule reads a value.
pub(super) enum Apply {
    Value(for<'t> fn(&Tree<'t>, &RuleContext<'_>) -> Option<Tree<'t>>),
    /// Reads the text of a string.
    Text(fn(&str, &RuleContext<'_>) -> Option<Tree<'static>>),
    /// Finds the JSON number that the trimmed text of a string stands for.
    Number(fn(&str) -> Option<String>),
    /// Reads the text of an array or an object that takes this guess.
    Json,
}

/// What turns a rule on.
#[derive(Clone, Copy)]
pub(crate) enum Activation {
    /// JSON Schema itself says what the rule says.
    Always,
    /// The leniency of the reader, or a place that requests the rule.
    ByClass,
    /// A place that requests the rule.
    OnRequest,
}

/// A rule that reads one value as another.
pub(crate) struct ValueRule {
    pub(crate) info: RuleInfo,
    /// The types of values that it reads.
    pub(crate) reads: TypeSet,
    /// The types of values that it makes. A place that takes none of them does not try it.
    pub(crate) makes: TypeSet,
    pub(super) apply: Apply,
    /// Whether the value that it makes must pass without any further rule.
    pub(crate) is_alone: bool,
    pub(crate) activation: Activation,
    /// Whether a place requests the rule, which turns it on in strict mode too.
    pub(crate) is_requested: fn(Child) -> bool,
    /// Whether the rule reads the text of an XML element, which is the only form of a scalar
    /// there.
    pub(crate) reads_xml: bool,
}

impl ValueRule {
    pub(super) const fn new(info: RuleInfo, apply: Apply) -> Self {
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
}
