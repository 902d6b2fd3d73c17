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
