use serde::Serialize;
use serde_json::Value;

/// What an export does not say as the definition's schema does: one keyword at
/// one place.
///
/// Arguments are read against the definition's own schema whatever the export
/// says, so that no loss lets anything through. What names or annotates a schema
/// for people and programs (`$schema`, `$id`, `$anchor`, `$comment`, `$vocabulary`)
/// goes without a loss, and so do definitions that nothing refers to, the formats of
/// numbers in what a tool gives back, and what a provider has no place for beside the
/// schema: title, annotations and examples of the tool.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
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
    /// Where in the definition's schema, as a JSON Pointer; empty for its root.
    pub path: String,
    /// The keyword that is not exported as it is; `outputSchema` at the root for what
    /// the tool gives back.
    pub keyword: String,
    /// What the keyword says there; null where the schema says it by silence,
    /// as an object without `additionalProperties` does.
    pub value: Value,
    /// What became of it.
    pub kept: Kept,
}

/// What became of a keyword that an export cannot hold.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
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
    /// The model is told in words: it stands in the description of that place.
    Description,
    /// The model is not told, and the reader holds to it or turns it back: a
    /// range that a `format` means, say, or null for a property that is optional.
    Reading,
    /// It is gone: an annotation, or a freedom that the model does not have.
    Nowhere,
}

impl Loss {
    /// That nothing says what the tool gives back.
    pub(super) fn of_output(schema: &Value) -> Self {
        Self {
            path: String::new(),
            keyword: "outputSchema".to_owned(),
            value: schema.clone(),
            kept: Kept::Nowhere,
        }
    }

    /// That strict mode was asked for, where a schema leaves nothing to hold to.
    pub(super) fn of_strict() -> Self {
        Self {
            path: String::new(),
            keyword: "strict".to_owned(),
            value: Value::Bool(true),
            kept: Kept::Reading,
        }
    }
}
