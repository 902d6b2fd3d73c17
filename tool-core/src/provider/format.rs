use serde_json::Value;

use super::error::ExportError;
use super::fields::RequestFields;
use super::loss::Loss;
use super::target::Target;
use crate::tool::Tool;

/// The fields of a request that make the model answer with a value of a struct.
///
/// Most APIs have a field for the schema of the answer. If an API has no such field, or does not
/// support the schema, the model must call a tool with this schema instead:
/// [`is_call`](Self::is_call). [`Answer::read`](crate::answer::Answer::read) reads both forms.
///
/// ```
/// use tool_core::{Tool, json};
/// use tool_core::answer::Answer;
/// use tool_core::call::Api;
/// use tool_core::provider::{OpenAi, StructuredAnswer};
///
/// /// A place that a text mentions.
/// #[derive(Debug, Tool)]
/// struct Place {
///     name: String,
///     population: Option<u64>,
/// }
///
/// let format = Place::response_format(OpenAi::chat().strict())?;
/// let mut body = json!({"model": "..", "messages": []});
/// format.fields().add_to(&mut body);
/// assert_eq!(body["response_format"]["json_schema"]["name"], "place");
///
/// let response = r#"{"choices": [{"finish_reason": "stop", "message":
///     {"content": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}}]}"#;
/// let answer = Answer::from_body(Api::OpenAiChat, response)?;
/// assert_eq!(answer.read::<Place>()?.value.population, Some(724_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseFormat {
    pub(super) fields: RequestFields,
    pub(super) losses: Vec<Loss>,
    pub(super) schema: Value,
    pub(super) strict: bool,
    pub(super) is_call: bool,
    pub(super) instructions: Option<String>,
    pub(super) base_url: Option<&'static str>,
    pub(super) fallback: Option<ExportError>,
}

impl ResponseFormat {
    /// Returns the fields of the request.
    #[must_use]
    pub fn fields(&self) -> &RequestFields {
        &self.fields
    }

    /// Returns the schema in the fields.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// Returns whether the provider enforces the schema.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// Returns whether the answer is a call of a tool instead of text.
    #[must_use]
    pub fn is_call(&self) -> bool {
        self.is_call
    }

    /// Returns text for the prompt, if the provider does not show the schema to the model. Add it
    /// to the system prompt or to the last message.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    /// use tool_core::provider::DeepSeek;
    ///
    /// let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    /// let place = Definition::new("place", "A place.", schema)?;
    /// let format = place.response_format(DeepSeek::chat())?;
    /// assert_eq!(format.fields().body()["response_format"], json!({"type": "json_object"}));
    /// assert_eq!(
    ///     format.instructions(),
    ///     Some(
    ///         "Answer with one JSON object and no other text. A place. JSON Schema of the object: \
    ///          {\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}"
    ///     ),
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }

    /// Returns the base URL that the request needs: see
    /// [`Exports::base_url`](super::Exports::base_url).
    #[must_use]
    pub fn base_url(&self) -> Option<&'static str> {
        self.base_url
    }

    /// Returns the reason why the format is not strict, or why it is a call.
    #[must_use]
    pub fn fallback(&self) -> Option<&ExportError> {
        self.fallback.as_ref()
    }

    /// Returns the differences to the definition's schema, and the parts that the API lacks.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }
}

/// Formats of answers for each [`Tool`]. Import the trait to use its method.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::provider::{Anthropic, StructuredAnswer as _};
///
/// /// A place that a text mentions.
/// #[derive(Debug, Tool)]
/// struct Place {
///     name: String,
/// }
///
/// let format = Place::response_format(Anthropic::messages())?;
/// assert_eq!(format.fields().body()["output_config"]["format"]["type"], "json_schema");
/// # Ok::<(), tool_core::provider::ExportError>(())
/// ```
pub trait StructuredAnswer: Tool {
    /// Returns the fields of a request that make the model answer with a value of this type.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Definition::response_format`](crate::Definition::response_format).
    ///
    /// # Panics
    ///
    /// Panics if the schema of the type cannot be used: see [`Tool::definition`].
    fn response_format(target: Target) -> Result<ResponseFormat, ExportError> {
        Self::definition().response_format(target)
    }
}

impl<T: Tool> StructuredAnswer for T {}
