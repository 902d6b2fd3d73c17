use serde::Serialize;
use serde_json::{Value, json};

use crate::{Failure, ToolError};

/// One part of what a tool gives back. Serialised it is a content block of the Model
/// Context Protocol.
///
/// ```
/// use serde_json::json;
/// use tool_service::Content;
///
/// let text = Content::Text("milk".to_owned());
/// assert_eq!(text.as_text(), Some("milk"));
/// assert_eq!(json!(text), json!({"type": "text", "text": "milk"}));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Text for the model.
    Text(String),
    /// An image.
    Image {
        /// Its bytes in base64.
        data: String,
        /// Its MIME type: `image/png`, say.
        mime_type: String,
    },
    /// A recording.
    Audio {
        /// Its bytes in base64.
        data: String,
        /// Its MIME type: `audio/wav`, say.
        mime_type: String,
    },
    /// Any other block of the protocol as JSON: a resource, a link to one.
    Other(Value),
}

impl Content {
    /// The text, if it is text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Serialize for Content {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => json!({"type": "text", "text": text}),
            Self::Image { data, mime_type } => {
                json!({"type": "image", "data": data, "mimeType": mime_type})
            }
            Self::Audio { data, mime_type } => {
                json!({"type": "audio", "data": data, "mimeType": mime_type})
            }
            Self::Other(block) => return block.serialize(serializer),
        }
        .serialize(serializer)
    }
}

/// What a tool gives back.
///
/// A native tool gives back any value that serde can serialise, or this.
///
/// ```
/// use serde_json::json;
/// use tool_service::{Content, ToolOutput};
///
/// let output = ToolOutput::json(json!({"celsius": 21}));
/// assert_eq!(output.content, [Content::Text(r#"{"celsius":21}"#.to_owned())]);
/// assert_eq!(output.structured, Some(json!({"celsius": 21})));
///
/// let failed = ToolOutput::text("there is no such city").error();
/// assert!(failed.is_error);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolOutput {
    /// The parts, for the model.
    pub content: Vec<Content>,
    /// The same as JSON, for programs, where the tool has it so.
    pub structured: Option<Value>,
    /// Whether the tool says that it failed: the content is then what it tells the
    /// model of it.
    pub is_error: bool,
}

impl ToolOutput {
    /// Text alone.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new([Content::Text(text.into())])
    }

    /// Those parts.
    #[must_use]
    pub fn new(content: impl IntoIterator<Item = Content>) -> Self {
        Self {
            content: content.into_iter().collect(),
            ..Self::default()
        }
    }

    /// A JSON value: a string is text as it stands, anything else is its JSON text,
    /// and an object is structured output as well.
    #[must_use]
    pub fn json(value: Value) -> Self {
        match value {
            Value::String(text) => Self::text(text),
            value => Self {
                content: vec![Content::Text(value.to_string())],
                structured: Some(value).filter(Value::is_object),
                is_error: false,
            },
        }
    }

    /// Gives the structured form.
    #[must_use]
    pub fn structured(mut self, value: Value) -> Self {
        self.structured = Some(value);
        self
    }

    /// Says that the tool failed.
    #[must_use]
    pub fn error(mut self) -> Self {
        self.is_error = true;
        self
    }
}

/// What a native tool may give back: any value that serde can serialise, or a
/// [`ToolOutput`].
///
/// ```
/// use tool_service::{IntoOutput, ToolOutput};
///
/// assert_eq!("milk".into_output()?, ToolOutput::text("milk"));
/// assert_eq!([1, 2].into_output()?, ToolOutput::text("[1,2]"));
/// # Ok::<(), tool_service::ToolError>(())
/// ```
pub trait IntoOutput {
    /// The output.
    ///
    /// # Errors
    ///
    /// If the value cannot be serialised as JSON.
    fn into_output(self) -> Result<ToolOutput, ToolError>;
}

impl<T: Serialize> IntoOutput for T {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        let value = serde_json::to_value(self).map_err(|error| {
            let failure = Failure::new("the tool gave back what cannot be written as JSON");
            ToolError::ToolExecution(failure.with_source(error))
        })?;
        Ok(ToolOutput::json(value))
    }
}

impl IntoOutput for ToolOutput {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        Ok(self)
    }
}
