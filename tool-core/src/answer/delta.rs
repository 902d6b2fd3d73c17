/// New output of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Delta {
    /// Text for the user.
    Text(String),
    /// Reasoning.
    Reasoning(String),
    /// A call has begun or has grown; [`AnswerStream::partial`](super::AnswerStream::partial) shows it.
    Call,
}
