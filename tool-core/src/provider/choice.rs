use std::fmt;

use serde_json::{Value, json};

use super::fields::RequestFields;
use super::loss::{Kept, Loss};

/// The tools that the model may or must call next.
///
/// [`Exports::choose`](super::Exports::choose) returns the fields of the request.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::{Anthropic, Gemini, OpenAi, ToolChoice};
///
/// let schema = json!({"type": "object"});
/// let read = Definition::new("read", "Read a file.", schema.clone())?;
/// let edit = Definition::new("edit", "Edit a file.", schema)?;
/// let choice = ToolChoice::tool("edit").parallel(false);
///
/// let chat = OpenAi::chat().export_all([&read, &edit]).complete()?.choose(&choice)?;
/// assert_eq!(chat.body()["tool_choice"], json!({"type": "function", "function": {"name": "edit"}}));
/// assert_eq!(chat.body()["parallel_tool_calls"], false);
///
/// let claude = Anthropic::messages().export_all([&read, &edit]).complete()?.choose(&choice)?;
/// let forced = json!({"type": "tool", "name": "edit", "disable_parallel_tool_use": true});
/// assert_eq!(claude.body()["tool_choice"], forced);
///
/// // Gemini cannot limit the number of calls.
/// let gemini = Gemini::json_schema().export_all([&read, &edit]).complete()?.choose(&choice)?;
/// assert_eq!(gemini.losses()[0].keyword, "parallel");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Some models accept only [`auto`](Self::auto) and [`none`](Self::none) while they think:
/// Anthropic's models with extended thinking, for example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ToolChoice {
    pub(super) mode: ChoiceMode,
    pub(super) only: Option<Vec<String>>,
    pub(super) parallel: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChoiceMode {
    Auto,
    None,
    Required,
}

impl ToolChoice {
    const fn of(mode: ChoiceMode) -> Self {
        Self {
            mode,
            only: None,
            parallel: None,
        }
    }

    /// The model may call tools, or answer with text. This is the default of each API.
    pub const fn auto() -> Self {
        Self::of(ChoiceMode::Auto)
    }

    /// The model must not call a tool.
    pub const fn none() -> Self {
        Self::of(ChoiceMode::None)
    }

    /// The model must call a tool.
    pub const fn required() -> Self {
        Self::of(ChoiceMode::Required)
    }

    /// The model must call this tool. Use it to force a retry of one tool.
    pub fn tool(name: impl Into<String>) -> Self {
        Self::required().only([name])
    }

    /// Limits the choice to these tools, by name or by alias.
    ///
    /// For an API without such a field, [`Exports::choose`](super::Exports::choose) returns a list
    /// of `tools` with only these.
    pub fn only<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.only = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Sets whether the model may make several calls in one answer. Default: the default of the
    /// API, which is `true` for most.
    pub const fn parallel(mut self, parallel: bool) -> Self {
        self.parallel = Some(parallel);
        self
    }
}

/// The error of [`Exports::choose`](super::Exports::choose).
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::{OpenAi, ToolChoice};
///
/// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
/// let exports = OpenAi::chat().export_all([&wait]).complete()?;
/// let error = exports.choose(&ToolChoice::tool("weight")).unwrap_err();
/// assert_eq!(error.to_string(), "unknown tool `weight`; the request has `wait`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChoiceError {
    /// The choice names a tool that the request does not have.
    UnknownTool {
        /// The name in the choice.
        name: String,
        /// The names of the tools of the request.
        tools: Vec<String>,
    },
    /// The choice requires a call, but leaves no tool to call.
    NoTool,
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool { name, tools } if tools.is_empty() => {
                write!(f, "unknown tool `{name}`; the request has no tools")
            }
            Self::UnknownTool { name, tools } => {
                let tools = tools.join("`, `");
                write!(f, "unknown tool `{name}`; the request has `{tools}`")
            }
            Self::NoTool => f.write_str("the choice requires a call, but allows no tool"),
        }
    }
}

impl std::error::Error for ChoiceError {}

/// A choice for one request.
pub(super) struct Chosen<'c> {
    pub(super) mode: ChoiceMode,
    /// The names that the model sees, if the choice is limited.
    pub(super) only: Option<Vec<&'c str>>,
    pub(super) parallel: Option<bool>,
}

/// Writes the choice into the fields of a request. Returns whether the request must list only the
/// chosen tools, because the API has no field for them.
pub(super) type WriteChoice = fn(&Chosen<'_>, &mut RequestFields) -> ToolSelection;

/// The tools of a request with a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ToolSelection {
    All,
    OnlyChosen,
    Omitted,
}

impl<'c> Chosen<'c> {
    /// Returns the only tool that the model must call.
    pub(super) fn find_forced(&self) -> Option<&'c str> {
        match (self.mode, self.only.as_deref()) {
            (ChoiceMode::Required, Some([name])) => Some(name),
            _ => None,
        }
    }

    /// Returns the limits that an API without a field for some tools has to express with its list.
    pub(super) fn select_tools(&self) -> ToolSelection {
        match (self.mode, &self.only) {
            (ChoiceMode::None, _) | (_, None) => ToolSelection::All,
            _ => ToolSelection::OnlyChosen,
        }
    }

    /// Returns the mode in the words of OpenAI.
    pub(super) fn word(&self) -> &'static str {
        match self.mode {
            ChoiceMode::Auto => "auto",
            ChoiceMode::None => "none",
            ChoiceMode::Required => "required",
        }
    }

    /// Records that the API cannot limit the number of calls.
    pub(super) fn lose_parallel(&self, fields: &mut RequestFields) {
        if self.parallel == Some(false) && self.mode != ChoiceMode::None {
            fields.lose(loss("parallel", json!(false)));
        }
    }

    /// Records that the API has no field for the mode.
    pub(super) fn lose_mode(&self, fields: &mut RequestFields) {
        fields.lose(loss("choice", json!(self.word())));
    }

    /// Writes `parallel_tool_calls`.
    pub(super) fn write_parallel(&self, fields: &mut RequestFields) {
        if let Some(parallel) = self.parallel.filter(|_| self.mode != ChoiceMode::None) {
            fields.set(&["parallel_tool_calls"], json!(parallel));
        }
    }
}

fn loss(keyword: &str, value: Value) -> Loss {
    Loss {
        path: String::new(),
        keyword: keyword.to_owned(),
        value,
        kept: Kept::Nowhere,
    }
}
