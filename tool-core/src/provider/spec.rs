use serde_json::{Value, json};

use super::Loss;
use super::forms::{AnswerForm, ChoiceForm};
use super::names::NameRule;
use super::pass::Pass;
use crate::tool::Definition;

/// The specification of one provider's API.
#[derive(Clone, Copy, Debug)]
pub(super) struct Provider {
    pub(super) name: &'static str,
    pub(super) tool_name: NameRule,
    /// Maximum number of characters of the description of a tool.
    pub(super) description: Option<usize>,
    /// The passes of a plain export, in order.
    pub(super) plain: &'static [Pass],
    /// The passes of a strict export, if there is a strict mode.
    pub(super) strict: Option<&'static [Pass]>,
    /// Builds the tool object from its parts.
    pub(super) tool: fn(Parts<'_>) -> Value,
    /// The field of the tool object for the output schema, if there is one.
    pub(super) output: Option<&'static str>,
    pub(super) choice: ChoiceForm,
    pub(super) answer: AnswerForm,
    /// Builds the value of `tools` from the tool objects.
    pub(super) tools: fn(Vec<Value>) -> Value,
    pub(super) limits: &'static RequestLimits,
}

/// The parts of a tool object.
pub(super) struct Parts<'d> {
    pub(super) definition: &'d Definition,
    /// The description of the tool, and of its arguments as a whole.
    pub(super) description: String,
    pub(super) schema: Value,
    pub(super) strict: bool,
    /// The losses outside the schema.
    pub(super) losses: &'d mut Vec<Loss>,
}

impl Parts<'_> {
    /// Returns an object with the name and the description, if there is one.
    pub(super) fn named(&self) -> Value {
        let mut named = json!({"name": self.definition.name()});
        if !self.description.is_empty() {
            named["description"] = json!(self.description);
        }
        named
    }
}

/// The limits of a request.
#[derive(Debug)]
pub(super) struct RequestLimits {
    pub(super) tools: Option<usize>,
    pub(super) strict_tools: Option<usize>,
    /// Maximum number of optional properties of strict tools.
    pub(super) optional: Option<usize>,
    /// Maximum number of properties of strict tools with several types.
    pub(super) unions: Option<usize>,
    /// Maximum number of properties of strict tools.
    pub(super) properties: Option<usize>,
    /// `true` if either all tools are strict or none.
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
