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
///
/// stream.push(
///     r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "1",
///         "function": {"name": "wait", "arguments": "{\"s\": 5"}}]}}]}"#,
/// )?;
/// let deltas = stream.take_deltas();
/// let Delta::Call { index, added } = &deltas[0] else { panic!("a call") };
/// assert_eq!((*index, added.as_str()), (0, "{\"s\": 5"));
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Delta {
    /// Text for the user.
    Text(String),
    /// Reasoning.
    Reasoning(String),
    /// A call has begun or has grown.
    Call {
        /// The position of the call in
        /// [`AnswerStream::partial`](crate::answer::AnswerStream::partial), which shows its name and the
        /// values of its arguments.
        index: usize,
        /// The text that was added to the arguments, which are JSON. Empty if only the name has
        /// grown, or if the provider sends no text of the arguments. Never run a tool with it.
        added: String,
    },
}
