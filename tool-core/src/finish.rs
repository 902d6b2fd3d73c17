/// How the model's output ended.
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
