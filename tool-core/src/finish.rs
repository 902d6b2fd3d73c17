/// How the model's output ended.
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
    /// The output is complete. A reader closes arrays and objects that are open at its
    /// end, after a string or a container that is closed. Set it only if you know it by
    /// more than a stop reason: servers report `tool_calls` for output that a limit cut.
    /// So the calls of [`call`](crate::call) are never read with it.
    Complete,
    /// The output was cut off: `length`, `max_tokens`.
    Truncated,
    /// It is not known how the output ended.
    #[default]
    Unknown,
}

impl Finish {
    /// Its stable name: `complete`, `truncated` or `unknown`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Truncated => "truncated",
            Self::Unknown => "unknown",
        }
    }
}
