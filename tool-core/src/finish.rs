/// The end of the model's output.
///
/// ```
/// use tool_core::{Finish, Input, Tool};
///
/// /// Write a file.
/// #[derive(Debug, Tool)]
/// struct Write {
///     text: String,
/// }
///
/// // Cut off, or does the model only forget the brace? The caller may know.
/// let read = |finish| Write::parse(Input::from(r#"{"text": "a""#).finish(finish));
/// assert!(read(Finish::Complete).is_ok());
/// assert!(read(Finish::Truncated).is_err() && read(Finish::Unknown).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Finish {
    /// The output is complete. The reader closes open arrays and objects at the end of the
    /// text, after a closed string or container. Set this only if you have more evidence than a
    /// stop reason: servers report `tool_calls` for truncated output. Calls of the module
    /// [`call`](crate::call) therefore never have it.
    Complete,
    /// The output was truncated: `length`, `max_tokens`.
    Truncated,
    /// The end of the output is unknown.
    #[default]
    Unknown,
}

impl Finish {
    /// Returns the stable name: `complete`, `truncated` or `unknown`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Truncated => "truncated",
            Self::Unknown => "unknown",
        }
    }
}
