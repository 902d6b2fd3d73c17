use serde_json::{Value, json};

use super::fields::{RequestFields, merge};
use super::forms::ChoiceForm;
use super::loss::{Kept, Loss};
use super::target::Target;

/// Which tools the model may or must call.
///
/// [`Target::tool_choice`] writes it in the format of each API. To force the retry of one tool,
/// use [`tool`](Self::tool).
///
/// ```
/// use tool_core::json;
/// use tool_core::provider::{Anthropic, OpenAi, ToolChoice};
///
/// let choice = ToolChoice::tool("read_file").parallel(false);
/// let chat = OpenAi::chat().tool_choice(&choice);
/// assert_eq!(
///     json!(chat.as_map()),
///     json!({
///         "tool_choice": {"type": "function", "function": {"name": "read_file"}},
///         "parallel_tool_calls": false,
///     }),
/// );
/// let messages = Anthropic::messages().tool_choice(&choice);
/// assert_eq!(
///     json!(messages.as_map()),
///     json!({"tool_choice": {"type": "tool", "name": "read_file", "disable_parallel_tool_use": true}}),
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ToolChoice {
    mode: Mode,
    parallel: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Mode {
    Auto,
    None,
    /// Any of these tools, or of all tools if the list is empty.
    Required(Vec<String>),
}

impl ToolChoice {
    fn new(mode: Mode) -> Self {
        Self {
            mode,
            parallel: None,
        }
    }

    /// The model decides whether it calls tools. This is the default of the providers.
    pub fn auto() -> Self {
        Self::new(Mode::Auto)
    }

    /// The model calls no tool.
    pub fn none() -> Self {
        Self::new(Mode::None)
    }

    /// The model calls at least one tool.
    pub fn required() -> Self {
        Self::new(Mode::Required(Vec::new()))
    }

    /// The model calls this tool.
    pub fn tool(name: impl Into<String>) -> Self {
        Self::new(Mode::Required(vec![name.into()]))
    }

    /// The model calls at least one of these tools. An empty list means all tools.
    pub fn tools(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::new(Mode::Required(names.into_iter().map(Into::into).collect()))
    }

    /// Sets whether the model may make several calls in one answer. Default: as the provider
    /// decides.
    pub fn parallel(mut self, parallel: bool) -> Self {
        self.parallel = Some(parallel);
        self
    }
}

impl Target {
    /// Returns the members of a request that express the choice of tools. For a choice that the API
    /// cannot express, the members allow more, and [`RequestFields::losses`] lists the difference
    /// with the keyword `tool_choice` or `parallel_tool_calls`.
    #[must_use]
    pub fn tool_choice(self, choice: &ToolChoice) -> RequestFields {
        let mut losses = Vec::new();
        let mut lose = |keyword: &str, value: Value| {
            losses.push(Loss::of_request(keyword, value, Kept::Nowhere));
        };
        let form = self.provider().choice;
        let (mut fields, is_exact) = write(form, choice);
        if !is_exact {
            lose("tool_choice", describe(choice));
        }
        if let Some(parallel) = choice.parallel {
            match parallel_field(form, choice, parallel) {
                Some(field) => merge(&mut fields, &field),
                // The default of every API is to allow several calls.
                None if parallel => {}
                None => lose("parallel_tool_calls", json!(parallel)),
            }
        }
        RequestFields::new(fields, losses)
    }
}

/// Returns the members, and whether they express the choice exactly.
fn write(form: ChoiceForm, choice: &ToolChoice) -> (Value, bool) {
    let ToolChoice { mode, .. } = choice;
    match (form, mode) {
        (ChoiceForm::Chat { .. } | ChoiceForm::Responses { .. }, Mode::Auto) => {
            (json!({"tool_choice": "auto"}), true)
        }
        (ChoiceForm::Chat { .. } | ChoiceForm::Responses { .. }, Mode::None) => {
            (json!({"tool_choice": "none"}), true)
        }
        (ChoiceForm::Chat { several, .. }, Mode::Required(names)) => {
            let tool = |name: &String| json!({"type": "function", "function": {"name": name}});
            require(
                names,
                several,
                tool,
                |tools| json!({"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": tools}}),
            )
        }
        (ChoiceForm::Responses { several }, Mode::Required(names)) => {
            let tool = |name: &String| json!({"type": "function", "name": name});
            require(
                names,
                several,
                tool,
                |tools| json!({"type": "allowed_tools", "mode": "required", "tools": tools}),
            )
        }
        (ChoiceForm::Anthropic, mode) => {
            let (choice, is_exact) = match mode {
                Mode::Auto => (json!({"type": "auto"}), true),
                Mode::None => (json!({"type": "none"}), true),
                Mode::Required(names) => match names.as_slice() {
                    [name] => (json!({"type": "tool", "name": name}), true),
                    names => (json!({"type": "any"}), names.is_empty()),
                },
            };
            (json!({"tool_choice": choice}), is_exact)
        }
        (ChoiceForm::Gemini, mode) => {
            let config = match mode {
                Mode::Auto => json!({"mode": "AUTO"}),
                Mode::None => json!({"mode": "NONE"}),
                Mode::Required(names) if names.is_empty() => json!({"mode": "ANY"}),
                Mode::Required(names) => json!({"mode": "ANY", "allowedFunctionNames": names}),
            };
            (
                json!({"toolConfig": {"functionCallingConfig": config}}),
                true,
            )
        }
        (ChoiceForm::Bedrock, mode) => {
            let (choice, is_exact) = match mode {
                Mode::Auto => (json!({"auto": {}}), true),
                // Without `toolChoice`, the model decides.
                Mode::None => return (json!({}), false),
                Mode::Required(names) => match names.as_slice() {
                    [name] => (json!({"tool": {"name": name}}), true),
                    names => (json!({"any": {}}), names.is_empty()),
                },
            };
            (json!({"toolConfig": {"toolChoice": choice}}), is_exact)
        }
        (ChoiceForm::Cohere | ChoiceForm::Missing, Mode::Auto) => (json!({}), true),
        (ChoiceForm::Cohere, Mode::None) => (json!({"tool_choice": "NONE"}), true),
        (ChoiceForm::Cohere, Mode::Required(names)) => {
            (json!({"tool_choice": "REQUIRED"}), names.is_empty())
        }
        (ChoiceForm::Missing, _) => (json!({}), false),
    }
}

/// Returns `required`, one tool, or a list of tools.
fn require(
    names: &[String],
    several: bool,
    tool: impl Fn(&String) -> Value,
    list: impl Fn(Vec<Value>) -> Value,
) -> (Value, bool) {
    let (choice, is_exact) = match names {
        [] => (json!("required"), true),
        [name] => (tool(name), true),
        names if several => (list(names.iter().map(tool).collect()), true),
        _ => (json!("required"), false),
    };
    (json!({"tool_choice": choice}), is_exact)
}

/// Returns the members for calls in parallel. `None` if the API has no such member.
fn parallel_field(form: ChoiceForm, choice: &ToolChoice, parallel: bool) -> Option<Value> {
    match form {
        ChoiceForm::Chat { parallel: true, .. } | ChoiceForm::Responses { .. } => {
            Some(json!({"parallel_tool_calls": parallel}))
        }
        // A choice of no tool has no such member.
        ChoiceForm::Anthropic if choice.mode != Mode::None => {
            Some(json!({"tool_choice": {"disable_parallel_tool_use": !parallel}}))
        }
        ChoiceForm::Anthropic => Some(json!({})),
        _ => None,
    }
}

/// Returns the choice in the words of `OpenAI`, for a loss.
fn describe(choice: &ToolChoice) -> Value {
    match &choice.mode {
        Mode::Auto => json!("auto"),
        Mode::None => json!("none"),
        Mode::Required(names) if names.is_empty() => json!("required"),
        Mode::Required(names) => json!(names),
    }
}
