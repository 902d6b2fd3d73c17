use serde::Serialize;
use serde_json::Value;

/// A difference between an export and the definition's schema: one keyword at one place.
///
/// The reader validates arguments against the definition's schema, so a loss never admits
/// invalid arguments. The following parts are dropped without a loss: identifiers and comments
/// (`$schema`, `$id`, `$anchor`, `$comment`, `$vocabulary`), unused definitions, number formats
/// in the output schema, and details of a tool that a provider has no field for (title,
/// annotations and examples).
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::{Kept, OpenAi};
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"path": {"type": "string", "minLength": 1}},
///     "required": ["path"],
///     "additionalProperties": false,
/// });
/// let read = Definition::new("read", "Read a file.", schema)?;
/// let export = read.export(OpenAi::chat().strict())?;
///
/// let loss = &export.losses()[0];
/// assert_eq!((loss.path.as_str(), loss.keyword.as_str()), ("/properties/path", "minLength"));
/// assert_eq!(loss.value, json!(1));
/// assert_eq!(loss.kept, Kept::Description);
/// let path = &export.tool()["function"]["parameters"]["properties"]["path"];
/// assert_eq!(path["description"], "(minLength: 1)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Loss {
    /// The place in the definition's schema, as a JSON Pointer. Empty for the root. It begins with
    /// `/outputSchema` for a malformed keyword of the output schema.
    pub path: String,
    /// The keyword that is not exported unchanged. For the output schema, this is `outputSchema`, at
    /// the root. For a shortened description of the tool, this is `description`, at the root.
    pub keyword: String,
    /// The value of the keyword. Null if the schema implies it without a keyword: for example,
    /// an object without `additionalProperties` is open.
    pub value: Value,
    /// The treatment of the keyword.
    pub kept: Kept,
}

/// The treatment of a keyword that a provider does not support.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::{Kept, OpenAi};
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"seconds": {"type": "integer"}},
///     "additionalProperties": false,
/// });
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(OpenAi::chat())?;
/// let closed = &export.losses()[0];
/// assert_eq!((closed.keyword.as_str(), closed.kept), ("additionalProperties", Kept::Reading));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kept {
    /// The description of the place contains it as text for the model. For the schema of an answer,
    /// [`ResponseFormat::instructions`](super::ResponseFormat::instructions) contains it.
    Description,
    /// The model does not see it, and the reader enforces or undoes it. Examples are the range
    /// of a number format, and null for an optional property.
    Reading,
    /// It is dropped: an annotation, a malformed keyword, the end of a long description, a value
    /// that the export no longer allows, or a part of a [choice](super::ToolChoice) that the API
    /// cannot express.
    Nowhere,
}

impl Loss {
    /// Creates the loss of the output schema.
    pub(super) fn of_output(schema: &Value) -> Self {
        Self {
            path: String::new(),
            keyword: "outputSchema".to_owned(),
            value: schema.clone(),
            kept: Kept::Nowhere,
        }
    }

    /// Creates the loss of a keyword that only the reader enforces.
    #[cfg(feature = "text")]
    pub(crate) fn of_reading(path: &str, keyword: &str, value: &Value) -> Self {
        Self {
            path: path.to_owned(),
            keyword: keyword.to_owned(),
            value: value.clone(),
            kept: Kept::Reading,
        }
    }

    /// Creates the loss of strict mode for a schema that it cannot constrain.
    pub(super) fn of_strict() -> Self {
        Self {
            path: String::new(),
            keyword: "strict".to_owned(),
            value: Value::Bool(true),
            kept: Kept::Reading,
        }
    }
}
