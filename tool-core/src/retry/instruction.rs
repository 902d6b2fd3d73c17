use std::fmt;

use super::TextLimits;
use super::got::Detail;
use super::line::line;
use crate::ToolArgError;

/// One line: `Please rewrite the input with valid arguments. Errors:
/// file_path: Required; limit: expected number, got string`.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::retry::{TextLimits, instruction};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// assert_eq!(
///     instruction(&error, TextLimits::default()),
///     "Please rewrite the input with valid arguments. \
///      Errors: seconds: expected integer, got string",
/// );
/// ```
#[must_use]
pub fn instruction(error: &ToolArgError, limits: TextLimits) -> String {
    let errors = errors(error, limits);
    format!("Please rewrite the input with valid arguments. Errors: {errors}")
}

/// `file_path: Required; limit: expected number, got string`
pub(super) fn errors(error: &ToolArgError, limits: TextLimits) -> String {
    let mut parts: Vec<String> = error
        .issues()
        .iter()
        .take(limits.max_issues())
        .map(|issue| line(issue, Detail::Short, limits.max_characters()))
        .collect();
    let more = untold(error, parts.len());
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    parts.join("; ")
}

/// How many issues there are beyond those that were told.
pub(super) fn untold(error: &ToolArgError, told: usize) -> usize {
    (error.issues().len() - told).saturating_add(error.omitted())
}

impl ToolArgError {
    /// [`retry::instruction`](instruction) with the default limits.
    #[must_use]
    pub fn instruction(&self) -> String {
        instruction(self, TextLimits::default())
    }
}

/// The [instruction](ToolArgError::instruction).
impl fmt::Display for ToolArgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.instruction())
    }
}

impl std::error::Error for ToolArgError {}
