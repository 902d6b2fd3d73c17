use super::openai::{
    CHAT, CHAT_FORMAT, COMPATIBLE, RESPONSES, RESPONSES_FORMAT, close_and_require,
    normalize_and_describe, refuse_no_properties,
};
use super::openai_choice::write_flat_choice;
use super::pass::{self, Pass, list_limits_except, measure};
use super::spec::{AnswerFormat, Provider};
use super::target::Target;
use super::view::{PassResult, View};

/// Azure OpenAI. The exports have the forms of OpenAI's exports.
///
/// Descriptions are limited to 1024 characters, and strict mode supports fewer keywords.
///
/// ```
/// use tool_core::{Definition, json};
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
    /// Returns the target for Chat Completions.
    pub const fn chat() -> Target {
        Target::of(&AZURE_CHAT)
    }

    /// Returns the target for Responses.
    pub const fn responses() -> Target {
        Target::of(&AZURE_RESPONSES)
    }
}

/// OpenAI no longer has this limit.
const DESCRIPTION: Option<usize> = Some(1_024);

static AZURE_CHAT: Provider = Provider {
    name: "Azure OpenAI Chat",
    description: DESCRIPTION,
    strict: Some(AZURE_STRICT),
    // Azure does not document `allowed_tools`.
    choice: COMPATIBLE.choice,
    format: Some(AnswerFormat {
        strict: Some(AZURE_STRICT),
        ..CHAT_FORMAT
    }),
    ..CHAT
};

static AZURE_RESPONSES: Provider = Provider {
    name: "Azure OpenAI Responses",
    // Azure does not document it.
    output: None,
    description: DESCRIPTION,
    strict: Some(AZURE_STRICT),
    choice: write_flat_choice,
    format: Some(AnswerFormat {
        strict: Some(AZURE_STRICT),
        ..RESPONSES_FORMAT
    }),
    ..RESPONSES
};

const AZURE_STRICT: &[Pass] = &[
    refuse_no_properties,
    normalize_and_describe,
    |view| {
        pass::describe_each(
            view,
            &[vec!["pattern", "format"], list_limits_except(&[])].concat(),
        )
    },
    close_and_require,
    check_azure_limits,
];

fn check_azure_limits(view: &mut View<'_>) -> PassResult {
    let size = measure(&view.schema);
    pass::at_most("properties", size.properties, 100)?;
    pass::at_most("levels of objects and arrays", size.depth, 5)?;
    pass::at_most("members of enums", size.members, 500)
}
