/// How the model's output ended.
///
/// ```
/// use tool_core::{Finish, Tool};
///
/// /// Write a file.
/// #[derive(Debug, Tool)]
/// struct Write {
///     text: String,
/// }
///
/// // Cut off, or does the model only forget the brace? The provider knows.
/// let read = |finish| Write::definition().reader().finish(finish).read::<Write>(r#"{"text": "a""#);
/// assert!(read(Finish::Complete).is_ok());
/// assert!(read(Finish::Truncated).is_err() && read(Finish::Unknown).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Finish {
    /// The provider says that the output is complete. Arrays and objects that are
    /// open at its end are closed, after a string or a container that is closed.
    Complete,
    /// The provider says that the output was cut off: `length`, `max_tokens`.
    Truncated,
    /// The provider did not say.
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
