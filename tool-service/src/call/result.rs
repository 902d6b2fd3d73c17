use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;
use tool_core::issue::Repair;

use crate::{Content, ToolError, ToolOutput};

/// The result of a call. Each call has one, even if it failed.
///
/// It serializes as the text for the model, without the error for the host: `id`, `tool`, `content`
/// (blocks of the Model Context Protocol), `structuredContent` and `isError`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolResult {
    /// Id that the provider gave the call.
    pub id: Option<String>,
    /// Name of the tool. If no tool has the name, the name as the model sent it.
    pub tool: String,
    /// Content for the model.
    pub content: Vec<Content>,
    /// The output as JSON, if the tool provides it.
    #[serde(rename = "structuredContent", skip_serializing_if = "Option::is_none")]
    pub structured: Option<Value>,
    /// `true` if the call failed.
    pub is_error: bool,
    /// Error of a failed call, for the host.
    #[serde(skip)]
    pub error: Option<ToolError>,
    /// Repairs of the arguments and the name, for the host.
    #[serde(skip)]
    pub repairs: Vec<Repair>,
    /// Number of attempts.
    #[serde(skip)]
    pub attempts: u32,
}

impl ToolResult {
    /// Creates the result of a successful call, for example in a layer that replaces the tool.
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

    /// Creates the result of a failed call.
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

    /// Creates the result of a call that has not ended. It lacks the id and the name.
    #[inline]
    pub(crate) fn unfinished() -> Self {
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

    /// Sets the id and the name of the call. If the call was resolved to a tool of another name,
    /// the result keeps the name of the tool.
    #[inline]
    pub(crate) fn end(&mut self, id: Option<String>, name: String) {
        self.id = id;
        if self.tool.is_empty() {
            self.tool = name;
        }
    }

    /// Joins the text of all text parts, one part per line.
    #[must_use]
    pub fn text(&self) -> String {
        let texts: Vec<_> = self.content.iter().filter_map(Content::as_text).collect();
        texts.join("\n")
    }

    /// Neutralizes the markers of calls and the control tokens in the texts.
    pub(crate) fn neutralize(&mut self) {
        for part in &mut self.content {
            if let Content::Text(text) = part
                && let Cow::Owned(changed) = tool_core::text::neutralize(text)
            {
                *text = changed;
            }
        }
    }
}
