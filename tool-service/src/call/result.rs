use serde::Serialize;
use serde_json::Value;
use tool_core::issue::Repair;

use crate::{Content, ToolError, ToolOutput};

/// What a call came to: there is one for each call, whatever went wrong.
///
/// Serialised it is what the model is told, without the error for the host: `id`,
/// `tool`, `content` (blocks of the Model Context Protocol), `structuredContent` and
/// `isError`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolResult {
    /// What the provider calls the call.
    pub id: Option<String>,
    /// The name of the tool; where there is none of it, the name as it was sent.
    pub tool: String,
    /// What the model is told.
    pub content: Vec<Content>,
    /// The same as JSON, where the tool has it so.
    #[serde(rename = "structuredContent", skip_serializing_if = "Option::is_none")]
    pub structured: Option<Value>,
    /// Whether the call failed.
    pub is_error: bool,
    /// Why it failed, for the host.
    #[serde(skip)]
    pub error: Option<ToolError>,
    /// How the call was read otherwise than it was sent, for the host.
    #[serde(skip)]
    pub repairs: Vec<Repair>,
    /// How often the tool was run.
    #[serde(skip)]
    pub attempts: u32,
}

impl ToolResult {
    /// A call that a tool answered: what a layer gives back in the place of the tool.
    ///
    /// ```
    /// use tool_service::{ToolOutput, ToolResult};
    ///
    /// let cached = ToolResult::new(Some("call_1".into()), "read_note", ToolOutput::text("milk"));
    /// assert_eq!((cached.text().as_str(), cached.attempts), ("milk", 0));
    /// ```
    #[must_use]
    pub fn new(id: Option<String>, tool: impl Into<String>, output: ToolOutput) -> Self {
        Self {
            id,
            tool: tool.into(),
            content: output.content,
            structured: output.structured,
            is_error: output.is_error,
            error: None,
            repairs: Vec::new(),
            attempts: 0,
        }
    }

    /// A call that failed.
    #[must_use]
    pub fn failed(id: Option<String>, tool: impl Into<String>, error: ToolError) -> Self {
        let tool = tool.into();
        Self {
            id,
            content: vec![Content::Text(error.for_model(&tool))],
            tool,
            structured: None,
            is_error: true,
            error: Some(error),
            repairs: Vec::new(),
            attempts: 0,
        }
    }

    /// The result of a call that has not ended: without its id and its name.
    #[inline]
    pub(crate) fn begun() -> Self {
        Self::new(None, String::new(), ToolOutput::default())
    }

    /// Sets the output of the tool.
    #[inline]
    pub(crate) fn answer(&mut self, output: ToolOutput) {
        self.content = output.content;
        self.structured = output.structured;
        self.is_error = output.is_error;
    }

    /// Sets the error of the call. `tool` is the name for the model.
    pub(crate) fn fail(&mut self, tool: &str, error: ToolError) {
        self.answer(ToolOutput::text(error.for_model(tool)).error());
        self.error = Some(error);
    }

    /// Sets the id and the name of the call. The result keeps the name of a tool that was found by
    /// another name.
    #[inline]
    pub(crate) fn end(&mut self, id: Option<String>, name: String) {
        self.id = id;
        if self.tool.is_empty() {
            self.tool = name;
        }
    }

    /// The text of all parts that are text, one beneath the other.
    #[must_use]
    pub fn text(&self) -> String {
        let texts: Vec<_> = self.content.iter().filter_map(Content::as_text).collect();
        texts.join("\n")
    }
}
