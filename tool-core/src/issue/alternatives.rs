use serde::Serialize;
use serde_json::Value;

/// All that a union takes.
///
/// ```
/// use tool_core::issue::IssueKind;
/// use tool_core::{Tool, ToolArg};
///
/// /// Set the size.
/// #[derive(Debug, Tool)]
/// struct SetSize {
///     size: Size,
/// }
///
/// #[derive(Debug, ToolArg)]
/// #[serde(rename_all = "snake_case")]
/// enum Size {
///     Small,
///     Custom(u32),
/// }
///
/// let error = SetSize::parse(r#"{"size": "custom"}"#).unwrap_err();
/// let IssueKind::Union { alternatives, .. } = &error.issues()[0].kind else {
///     panic!("the value is none of the alternatives");
/// };
/// assert_eq!(alternatives.members, ["small"]);
/// assert_eq!(alternatives.forms, [r#"{"custom": integer}"#]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Alternatives {
    /// The constants, in the order of the schema.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Value>,
    /// The types and the shapes of objects: `integer`, `{"custom": integer}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<String>,
    /// The one constant, or the one key of a form, that the value is near to, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Value>,
    /// Keys of the object that no form declares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// Properties of the object that no form has all of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mixed: Vec<String>,
}
