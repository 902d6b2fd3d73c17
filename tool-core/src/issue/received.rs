use serde::Serialize;

use crate::issue::JsonType;

/// What was sent at the place of an issue: its type, and its text when short.
///
/// ```
/// use tool_core::issue::JsonType;
/// use tool_core::Tool;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": [1, 2]}"#).unwrap_err();
/// let received = error.issues()[0].received.as_ref().unwrap();
/// assert_eq!((received.json_type, received.text.as_str()), (JsonType::Array, "[1,2]"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Received {
    /// The type of the value that was sent.
    #[serde(rename = "type")]
    pub json_type: JsonType,
    /// The value as JSON text, cut after [`Received::TEXT_LIMIT`] characters
    /// (then it ends in `…`).
    pub text: String,
}

impl Received {
    /// How many characters of a value are kept.
    pub const TEXT_LIMIT: usize = 40;
}
