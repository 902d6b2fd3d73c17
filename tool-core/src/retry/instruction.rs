use std::fmt::{self, Write};

use super::TextLimits;
use super::cut::ROOM;
use super::got::Detail;
use super::line::add_line;
use super::remark::remark;
use crate::ToolArgError;
use crate::issue::INSTRUCTION;

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
    let told = error.issues().len().min(limits.max_issues());
    let mut text = String::with_capacity(INSTRUCTION.len() + told * ROOM);
    text.push_str(INSTRUCTION);
    add_errors(&mut text, error, limits);
    text
}

/// `file_path: Required; limit: expected number, got string`
pub(super) fn add_errors(text: &mut String, error: &ToolArgError, limits: TextLimits) {
    let told = error.issues().iter().take(limits.max_issues());
    let count = told.len();
    for (position, issue) in told.enumerate() {
        if position > 0 {
            text.push_str("; ");
        }
        add_line(text, issue, Detail::Short, limits.room(issue));
    }
    let more = untold(error, count);
    if more > 0 {
        // Writing to a string never fails.
        let lead = if count > 0 { "; " } else { "" };
        let _ = write!(text, "{lead}and {more} more");
    }
    text.push_str(&remark(error, limits));
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
