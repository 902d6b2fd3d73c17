use crate::call::Partial;

/// A call while it arrives.
///
/// ```
/// use tool_core::call::{Api, Assembler};
///
/// let mut stream = Assembler::new(Api::OpenAiChat);
/// stream.push(
///     r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "1",
///         "function": {"name": "write", "arguments": "{\"path\": \"/a\", \"text\": \"Hel"}}]}}]}"#,
/// )?;
/// let call = stream.partial().next().unwrap();
/// assert_eq!((call.id, call.name), (Some("1"), "write"));
/// let text = call.arguments.and_then(|arguments| arguments.get("text")).unwrap();
/// assert_eq!((text.as_str(), text.is_complete()), (Some("Hel"), false));
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PartialCall<'a> {
    /// What the provider calls it, once it has said so.
    pub id: Option<&'a str>,
    /// The name as far as it has arrived.
    pub name: &'a str,
    /// The arguments as far as they are certain; nothing before their first character.
    pub arguments: Option<Partial<'a>>,
}
