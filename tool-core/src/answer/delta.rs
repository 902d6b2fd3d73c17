/// New output of the model.
///
/// ```
/// use tool_core::answer::{AnswerStream, Delta};
/// use tool_core::call::Api;
///
/// let mut stream = AnswerStream::new(Api::OpenAiChat);
/// stream.push(r#"{"choices": [{"delta": {"reasoning_content": "Hm.", "content": "Yes"}}]}"#)?;
/// assert_eq!(
///     stream.take_deltas(),
///     [Delta::Reasoning("Hm.".into()), Delta::Text("Yes".into())],
/// );
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
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
