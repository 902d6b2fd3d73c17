use std::fmt::Write;

use super::TextLimits;
use super::got::Detail;
use super::instruction::untold;
use super::line::add_line;
use super::remark::remark;
use crate::ToolArgError;

/// A few short lines: what was sent beside what was expected, that nothing was
/// run, and that the whole call is wanted again.
///
/// ```text
/// Nothing was run. Send the whole call again with these fixed:
/// - file_path: Required
/// - limit: expected integer, got string "ten"
/// ```
///
/// ```
/// use tool_core::Tool;
/// use tool_core::retry::{TextLimits, list};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// assert_eq!(
///     list(&error, TextLimits::default()),
///     "Nothing was run. Send the whole call again with these fixed:\n\
///      - seconds: expected integer, got string \"ten\"",
/// );
/// ```
#[must_use]
pub fn list(error: &ToolArgError, limits: TextLimits) -> String {
    let mut text = "Nothing was run. Send the whole call again with these fixed:".to_owned();
    let told = error.issues().iter().take(limits.max_issues());
    let count = told.len();
    for issue in told {
        text.push_str("\n- ");
        add_line(&mut text, issue, Detail::Value, limits.room(issue));
    }
    let more = untold(error, count);
    if more > 0 {
        // Writing to a string never fails.
        let _ = write!(text, "\n- and {more} more");
    }
    text.push_str(&remark(error, limits));
    text
}

impl ToolArgError {
    /// [`retry::list`](list) with the default limits.
    #[must_use]
    pub fn list(&self) -> String {
        list(self, TextLimits::default())
    }
}
