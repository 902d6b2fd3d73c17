use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;
use tool_core::answer::{self, CallResult};
use tool_core::issue::Repair;
use tool_core::text::{neutralize_json_tags, neutralize_tags};

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
    /// Error of a failed call, for the host. If the tool reported the failure itself, this is a
    /// [`ToolError::ToolExecution`], and the content is the text of the tool.
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

    /// Neutralizes the markers of calls, the tags of these tools and the control tokens in the
    /// texts, in the blocks of other kinds and in the structured form.
    pub(crate) fn neutralize(&mut self, tools: &[&str]) {
        for part in &mut self.content {
            match part {
                Content::Text(text) => {
                    if let Cow::Owned(changed) = neutralize_tags(text, tools) {
                        *text = changed;
                    }
                }
                Content::Other(block) => neutralize_json_tags(block, tools),
                Content::Image { .. } | Content::Audio { .. } => {}
            }
        }
        if let Some(value) = &mut self.structured {
            neutralize_json_tags(value, tools);
        }
    }
}

/// The result of a tool of the service, for [`Answer::results`](tool_core::answer::Answer::results).
///
/// Text, images and JSON stay what they are. The structured form is the last part, unless a text has
/// the same JSON. An embedded resource becomes its text. A recording and binary data, which no
/// provider accepts in a result, become a sentence.
///
/// ```
/// use serde_json::json;
/// use tool_core::answer::CallResult;
/// use tool_service::{Content, ToolOutput, ToolResult};
///
/// let note = json!({"type": "resource", "resource": {"uri": "file:///note.txt", "text": "milk"}});
/// let image = Content::Image { data: "aGk=".into(), mime_type: "image/png".into() };
/// let output = ToolOutput::new([Content::Other(note), image]);
/// let result = CallResult::from(ToolResult::new(None, "read_note", output));
/// assert_eq!(result, CallResult::text("milk").and_image("image/png", "aGk="));
///
/// let output = ToolOutput::json(json!({"celsius": 21}));
/// let result = CallResult::from(ToolResult::new(None, "weather", output));
/// assert_eq!(result, CallResult::json(json!({"celsius": 21})));
/// ```
impl From<ToolResult> for CallResult {
    fn from(result: ToolResult) -> Self {
        let mut structured = result.structured;
        let parts = result.content.into_iter();
        let mut converted = Self::text("");
        converted.content = parts.map(|part| convert(part, &mut structured)).collect();
        converted
            .content
            .extend(structured.map(answer::Content::Json));
        converted.is_error = result.is_error;
        converted
    }
}

/// Converts one part. A text that is the structured form takes it.
fn convert(part: Content, structured: &mut Option<Value>) -> answer::Content {
    match part {
        Content::Text(text) => {
            let is_structured = |value: &mut Value| {
                serde_json::from_str::<Value>(&text).is_ok_and(|text| text == *value)
            };
            match structured.take_if(is_structured) {
                Some(value) => answer::Content::Json(value),
                None => answer::Content::Text(text),
            }
        }
        Content::Image { data, mime_type } => answer::Content::Image {
            media_type: mime_type,
            data,
        },
        Content::Audio { data, mime_type } => {
            let bytes = data.len() / 4 * 3;
            answer::Content::Text(format!("[A recording: {mime_type}, {bytes} bytes.]"))
        }
        Content::Other(block) => convert_block(block),
    }
}

fn convert_block(block: Value) -> answer::Content {
    let resource = &block["resource"];
    if let Some(text) = resource["text"].as_str() {
        return answer::Content::Text(text.to_owned());
    }
    let Some(data) = resource["blob"].as_str() else {
        return answer::Content::Json(block);
    };
    let (bytes, word) = (data.len() / 4 * 3, |key: &str| {
        resource[key].as_str().unwrap_or("?")
    });
    let (uri, mime_type) = (word("uri"), word("mimeType"));
    answer::Content::Text(format!("[Binary data: {uri}, {mime_type}, {bytes} bytes.]"))
}
