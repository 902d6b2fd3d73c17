use std::fmt;

use super::TextLimits;
use super::annotated::render_annotated;
use super::instruction::render_instruction;
use super::list::{render_list, render_list_again};
use super::numbered::render_numbered;
use super::preflight::render_preflight;
use crate::tool::ToolArgError;

/// The style of a text from [`ToolArgError::render`].
///
/// ```
/// use tool_core::Tool;
/// use tool_core::feedback::Style;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
///     reason: Option<String>,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// assert_eq!(
///     error.render(Style::Instruction),
///     "Please rewrite the input with valid arguments. \
///      Errors: seconds: expected integer, got string",
/// );
/// assert_eq!(
///     error.render(Style::List),
///     "Nothing was run. Send the whole call again with these fixed:\n\
///      - seconds: expected integer, got string \"ten\"",
/// );
/// assert_eq!(
///     error.render(Style::ListAgain),
///     "Nothing was run. Send the whole call again with these fixed:\n\
///      - seconds: expected integer, got string \"ten\"\n\
///      The arguments must have this shape, where ? marks what is optional:\n\
///      {\"seconds\": integer 0.., \"reason\"?: string | null}",
/// );
/// assert_eq!(
///     error.render(Style::Numbered),
///     "Parameter validation failed:\n\n\
///      1. Field 'seconds' expected integer, got string\n\n\
///      Please fix the parameters and try again.",
/// );
///
/// let missing = Wait::parse("{}").unwrap_err();
/// assert_eq!(
///     missing.render(Style::Preflight),
///     "Invalid arguments: missing required field(s): seconds \
///      (the arguments are empty). Please rewrite the input so it satisfies the expected schema.",
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// One line, which is also the `Display` of the error, with the first 5 issues.
    #[default]
    Instruction,
    /// One line for each of the first 5 issues, with the received values.
    List,
    /// The list and the shape of the arguments, for a call that
    /// [fails as an earlier one did](ToolArgError::is_same_failure).
    ListAgain,
    /// The arguments, with each of the first 5 issues as a comment on its line. Use it for long
    /// arguments.
    ///
    /// A missing property is a comment at its place in the schema's order. Long values, and
    /// values far from an issue, are elided to keep the text within [`TextLimits::echo`]. If
    /// even the lines of the issues do not fit, the text lists as many issues as possible.
    ///
    /// If the text could not be parsed, the part around the syntax error is shown. If a rule
    /// repaired the text, or moved the value of an issue, the repaired arguments are shown.
    ///
    /// ```
    /// use tool_core::feedback::Style;
    /// use tool_core::{Tool, ToolArg};
    ///
    /// /// Replace exact strings in a file.
    /// #[derive(Debug, Tool)]
    /// struct EditFile {
    ///     file_path: String,
    ///     edits: Vec<Edit>,
    /// }
    ///
    /// #[derive(Debug, ToolArg)]
    /// struct Edit {
    ///     old: String,
    ///     new: String,
    /// }
    ///
    /// let raw = r#"{"edits": [{"old": "a", "new": "b"}, {"old": null, "new": "c"}]}"#;
    /// let error = EditFile::parse(raw).unwrap_err();
    /// assert_eq!(
    ///     error.render(Style::Annotated),
    ///     r#"Nothing was run. Send the whole call again, without comments, with these fixed:
    /// {
    ///   // "file_path": Required
    ///   "edits": [
    ///     {"old": "a", "new": "b"},
    ///     {
    ///       "old": null, // expected string
    ///       "new": "c"
    ///     }
    ///   ]
    /// }"#,
    /// );
    /// ```
    Annotated,
    /// All missing fields, if absent required fields are the only issues, or if the arguments are
    /// not an object. For any other call, the instruction.
    Preflight,
    /// All issues, numbered, without limits.
    Numbered,
}

impl ToolArgError {
    /// Returns the text for the model, within the default limits.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        self.render_within(style, TextLimits::default())
    }

    /// Returns the text for the model, within these limits.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_core::feedback::{Style, TextLimits};
    ///
    /// /// Move a mouse.
    /// #[derive(Debug, Tool)]
    /// struct Move {
    ///     x: u32,
    ///     y: u32,
    /// }
    ///
    /// let error = Move::parse(r#"{"x": "left", "y": "up"}"#).unwrap_err();
    /// assert_eq!(
    ///     error.render_within(Style::Instruction, TextLimits::default().issues(1)),
    ///     "Please rewrite the input with valid arguments. \
    ///      Errors: x: expected integer, got string; and 1 more",
    /// );
    /// ```
    #[must_use]
    pub fn render_within(&self, style: Style, limits: TextLimits) -> String {
        match style {
            Style::Instruction => render_instruction(self, limits),
            Style::List => render_list(self, limits),
            Style::ListAgain => render_list_again(self, limits),
            Style::Annotated => render_annotated(self, limits),
            Style::Preflight => render_preflight(self, limits),
            Style::Numbered => render_numbered(self),
        }
    }
}

/// Writes the [instruction](Style::Instruction).
impl fmt::Display for ToolArgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Style::Instruction))
    }
}

impl std::error::Error for ToolArgError {}
