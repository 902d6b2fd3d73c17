use serde::Serialize;
use serde_json::Value;

use crate::issue::Path;

/// What is known of a required property that is absent.
///
/// ```
/// use tool_core::issue::IssueKind;
/// use tool_core::Tool;
///
/// /// Read a file.
/// #[derive(Debug, Tool)]
/// struct ReadFile {
///     file_path: String,
/// }
///
/// let error = ReadFile::parse(r#"{"path": "a"}"#).unwrap_err();
/// let IssueKind::Required { missing, .. } = &error.issues()[0].kind else {
///     panic!("a required property is absent");
/// };
/// assert_eq!(missing.sent_as.as_ref().unwrap().to_string(), "path");
/// assert_eq!(error.issues().len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Missing {
    /// The values of a tag, in the order of the schema.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Value>,
    /// The shape of an array or object: `array of {start: integer}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// The path of the value that probably is the missing one: under another name
    /// beside it, or inside of an undeclared key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent_as: Option<Path>,
    /// Further undeclared keys of the same open object, with the first property
    /// that it lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
}
