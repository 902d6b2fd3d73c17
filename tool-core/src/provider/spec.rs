use serde_json::{Value, json};

use super::Loss;
use super::names::NameRule;
use super::pass::Pass;
use crate::tool::Definition;

/// What is known of one provider's API.
#[derive(Clone, Copy, Debug)]
pub(super) struct Provider {
    pub(super) name: &'static str,
    pub(super) tool_name: NameRule,
    /// How many characters the description of a tool may have.
    pub(super) description: Option<usize>,
    /// What bends the schema, in this order.
    pub(super) plain: &'static [Pass],
    /// The same for strict mode, if there is one.
    pub(super) strict: Option<&'static [Pass]>,
    /// The tool object, from its parts.
    pub(super) tool: fn(Parts<'_>) -> Value,
    /// The field of the tool object that says what the tool gives back, if there is one.
    pub(super) output: Option<&'static str>,
    /// The tools of a request, from the tool objects.
    pub(super) tools: fn(Vec<Value>) -> Value,
    pub(super) limits: &'static RequestLimits,
}

/// What a tool object is made of.
pub(super) struct Parts<'d> {
    pub(super) definition: &'d Definition,
    /// What the model is told of the tool, and of its arguments as a whole.
    pub(super) description: String,
    pub(super) schema: Value,
    pub(super) strict: bool,
    /// For what is lost of the definition beside its schema.
    pub(super) losses: &'d mut Vec<Loss>,
}

impl Parts<'_> {
    /// An object with the name, and with the description if there is one.
    pub(super) fn named(&self) -> Value {
        let mut named = json!({"name": self.definition.name()});
        if !self.description.is_empty() {
            named["description"] = json!(self.description);
        }
        named
    }
}

/// How much a request takes.
#[derive(Debug)]
pub(super) struct RequestLimits {
    pub(super) tools: Option<usize>,
    pub(super) strict_tools: Option<usize>,
    /// Optional properties of strict tools.
    pub(super) optional: Option<usize>,
    /// Properties of strict tools that are of several types.
    pub(super) unions: Option<usize>,
    /// Properties of strict tools.
    pub(super) properties: Option<usize>,
    /// Whether all tools have to be strict if one is.
    pub(super) all_strict: bool,
}

impl RequestLimits {
    pub(super) const NONE: Self = Self {
        tools: None,
        strict_tools: None,
        optional: None,
        unions: None,
        properties: None,
        all_strict: false,
    };
}
