use serde::Serialize;
use serde_json::{Value, json};
use tool_core::__private::Returns;
use tool_core::Definition;

use crate::{Failure, ToolError};

/// One part of the output of a tool. It serializes as a content block of the Model Context
/// Protocol.
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
        /// Bytes of the image in base64.
        data: String,
        /// MIME type, such as `image/png`.
        mime_type: String,
    },
    /// An audio recording.
    Audio {
        /// Bytes of the recording in base64.
        data: String,
        /// MIME type, such as `audio/wav`.
        mime_type: String,
    },
    /// Any other block of the protocol as JSON, such as a resource or a resource link.
    Other(Value),
}

impl Content {
    /// Returns the text of a text part.
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

/// The output of a tool.
///
/// A native tool returns this type, or any value that serde can serialize.
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
    /// Parts for the model.
    pub content: Vec<Content>,
    /// The output as JSON for programs, if the tool provides it.
    pub structured: Option<Value>,
    /// `true` if the tool failed. The content then describes the failure to the model.
    pub is_error: bool,
}

impl ToolOutput {
    /// Creates output that consists of text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            content: vec![Content::Text(text.into())],
            ..Self::default()
        }
    }

    /// Creates output from parts.
    #[must_use]
    pub fn new(content: impl IntoIterator<Item = Content>) -> Self {
        Self {
            content: content.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Creates output from a JSON value. A string becomes text. Any other value becomes its JSON
    /// text, and an object is also the structured output.
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

    /// Sets the structured output.
    #[must_use]
    pub fn structured(mut self, value: Value) -> Self {
        self.structured = Some(value);
        self
    }

    /// Validates the output against the output schema of the tool, if it has one. The output of a
    /// failed call is not validated.
    #[inline]
    pub(crate) fn check(&self, definition: &Definition) -> Result<(), ToolError> {
        if self.is_error || definition.output_schema().is_none() {
            return Ok(());
        }
        let message = match (&self.structured, &self.content[..]) {
            (Some(value), _) => describe_misfit(definition, value),
            // A value other than an object is text.
            (None, [Content::Text(text)]) => {
                let misfit_of_text = describe_misfit(definition, &Value::from(text.as_str()));
                misfit_of_text.and_then(|message| match serde_json::from_str(text) {
                    Ok(value) => describe_misfit(definition, &value),
                    Err(_) => Some(message),
                })
            }
            (None, _) => Some("the output has no structured data".to_owned()),
        };
        let Some(message) = message else {
            return Ok(());
        };
        let name = definition.name();
        let words = format!("The tool {name} gave a result that does not fit its output schema.");
        Err(ToolError::ToolExecution(
            Failure::new(message).with_model_message(words),
        ))
    }

    /// Marks the output as a failure of the tool.
    #[must_use]
    pub fn error(mut self) -> Self {
        self.is_error = true;
        self
    }
}

/// Describes the places where a value violates the output schema, without the values.
fn describe_misfit(definition: &Definition, value: &Value) -> Option<String> {
    /// Maximum number of places in the text.
    const MAX_PLACES: usize = 5;

    let error = definition.check_output(value).err()?;
    let places = error.issues().iter().take(MAX_PLACES);
    let places: Vec<_> = places
        .map(|issue| match issue.path.to_string() {
            path if path.is_empty() => "the root".to_owned(),
            path => path,
        })
        .collect();
    let places = places.join(", ");
    Some(format!(
        "the output violates the output schema of the tool at {places}"
    ))
}

/// A return type of a native tool: any value that serde can serialize, or a [`ToolOutput`].
///
/// ```
/// use tool_service::convert::IntoOutput;
/// use tool_service::ToolOutput;
///
/// assert_eq!("milk".into_output()?, ToolOutput::text("milk"));
/// assert_eq!([1, 2].into_output()?, ToolOutput::text("[1,2]"));
/// # Ok::<(), tool_service::ToolError>(())
/// ```
pub trait IntoOutput {
    /// Converts the value into output.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be serialized as JSON.
    fn into_output(self) -> Result<ToolOutput, ToolError>;
}

impl<T: Serialize> IntoOutput for T {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        let value = serde_json::to_value(self).map_err(|error| {
            let failure = Failure::new("the tool output could not be serialized to JSON");
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

/// A return type of a function of the tool `T`. If the tool declares `#[tool(output = ..)]`, this
/// is the declared type or a [`ToolOutput`]. Otherwise it is any value that serde can serialize, or
/// a [`ToolOutput`].
///
/// ```
/// use serde::Serialize;
/// use tool_core::Tool;
/// use tool_service::convert::OutputOf;
/// use tool_service::ToolOutput;
///
/// #[derive(Serialize, schemars::JsonSchema)]
/// struct Weather {
///     celsius: f64,
/// }
///
/// /// Look up the weather.
/// #[derive(Debug, Tool)]
/// #[tool(output = Weather)]
/// struct LookUp {
///     city: String,
/// }
///
/// fn may_return<O: OutputOf<LookUp>>() {}
/// may_return::<Weather>();
/// may_return::<ToolOutput>();
/// ```
///
/// Any other type is a compile error:
///
/// ```compile_fail,E0277
/// use tool_core::Tool;
///
/// /// Name a city.
/// #[derive(Debug, Tool)]
/// #[tool(output = String)]
/// struct NameCity {}
///
/// let service = tool_service::ToolService::new();
/// service.register(async |_: NameCity| Ok::<_, String>(42)).unwrap();
/// ```
pub trait OutputOf<T>: IntoOutput {}

impl<T: Returns<O>, O: Serialize> OutputOf<T> for O {}

impl<T> OutputOf<T> for ToolOutput {}
