use super::openai::{CHAT, RESPONSES, close, one_form, refuse_no_properties};
use super::pass::{self, Pass, measure};
use super::spec::Provider;
use super::target::Target;
use super::view::{Outcome, View};

/// Azure OpenAI, which takes what OpenAI takes, shorter descriptions, and less of a
/// strict schema.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::Azure;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Azure::chat().strict())?;
/// assert_eq!(export.tool()["function"]["strict"], true);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Azure;

impl Azure {
    /// Chat Completions.
    pub const fn chat() -> Target {
        Target::of(&AZURE_CHAT)
    }

    /// Responses.
    pub const fn responses() -> Target {
        Target::of(&AZURE_RESPONSES)
    }
}

/// OpenAI itself has no such limit any more.
const DESCRIPTION: Option<usize> = Some(1_024);

static AZURE_CHAT: Provider = Provider {
    name: "Azure OpenAI Chat",
    description: DESCRIPTION,
    strict: Some(STRICT),
    ..CHAT
};

static AZURE_RESPONSES: Provider = Provider {
    name: "Azure OpenAI Responses",
    // Not documented there.
    output: None,
    description: DESCRIPTION,
    strict: Some(STRICT),
    ..RESPONSES
};

/// Keywords that a strict schema takes at OpenAI, and not yet here.
const TOLD: &[&str] = &[
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
];

const STRICT: &[Pass] = &[
    refuse_no_properties,
    one_form,
    |view| pass::describe(view, TOLD),
    close,
    within_limits,
];

fn within_limits(view: &mut View<'_>) -> Outcome {
    let size = measure(&view.schema);
    pass::at_most("properties", size.properties, 100)?;
    pass::at_most("levels of objects and arrays", size.depth, 5)?;
    pass::at_most("members of enums", size.members, 500)
}
