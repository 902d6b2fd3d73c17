use super::skeleton::skeleton;
use super::{TextLimits, list};
use crate::ToolArgError;

/// The [list], and below it the shape that the arguments must have, for a call
/// that [fails as an earlier one did](ToolArgError::is_same_failure): the words
/// alone did not help.
///
/// ```
/// use tool_core::{Tool, ToolArgError};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
///     reason: Option<String>,
/// }
///
/// fn told(error: &ToolArgError, earlier: Option<&ToolArgError>) -> String {
///     match earlier {
///         Some(earlier) if error.is_same_failure(earlier) => error.list_again(),
///         _ => error.list(),
///     }
/// }
///
/// let first = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// let second = Wait::parse(r#"{"seconds": "eleven"}"#).unwrap_err();
/// assert_eq!(told(&first, None), first.list());
/// assert_eq!(
///     told(&second, Some(&first)),
///     "Nothing was run. Send the whole call again with these fixed:\n\
///      - seconds: expected integer, got string \"eleven\"\n\
///      The arguments must have this shape, where ? marks what is optional:\n\
///      {\"seconds\": integer 0.., \"reason\"?: string | null}",
/// );
/// ```
#[must_use]
pub fn list_again(error: &ToolArgError, limits: TextLimits) -> String {
    let list = list(error, limits);
    match skeleton(error, limits.max_shape()) {
        Some(shape) => format!(
            "{list}\nThe arguments must have this shape, where ? marks what is optional:\n{shape}"
        ),
        None => list,
    }
}

impl ToolArgError {
    /// [`retry::list_again`](list_again) with the default limits.
    #[must_use]
    pub fn list_again(&self) -> String {
        list_again(self, TextLimits::default())
    }
}
