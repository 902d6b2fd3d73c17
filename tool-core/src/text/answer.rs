use crate::call::{Call, Calls, Dropped};
use crate::finish::Finish;
use crate::syntax::{Format, Found, Output, Piece};

/// The calls in a text, and the text around them.
///
/// ```
/// use tool_core::text::{Format, TextOptions, read_text};
/// use tool_core::{Definitions, Finish};
///
/// let text = "<think>Paris.</think>Let me look.\n\
///     <tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Paris\"}}\n</tool_call>";
/// let options = TextOptions::new().finish(Finish::Complete);
/// let answer = read_text(text, &Definitions::default(), &options);
/// assert_eq!(answer.format, Some(Format::Hermes));
/// assert_eq!(answer.calls[0].raw, r#"{"city": "Paris"}"#);
/// assert_eq!((answer.content.trim(), answer.reasoning.trim()), ("Let me look.", "Paris."));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextAnswer {
    /// The format of the calls. `None` if the text contains no call.
    pub format: Option<Format>,
    /// The complete calls, in the order of the text. A call may name an unknown tool, and its
    /// arguments may be invalid: [`Call::read`] checks them.
    pub calls: Vec<Call>,
    /// Text that looks like a call and cannot run, with reasons.
    pub dropped: Vec<Dropped>,
    /// The text around calls and reasoning, without the markers.
    pub content: String,
    /// The text of the reasoning, without the markers.
    pub reasoning: String,
}

impl TextAnswer {
    pub(super) fn new(output: Output, finish: Finish) -> Self {
        let calls = output.calls.into_iter();
        let dropped = output.dropped.into_iter();
        Self {
            format: output.format,
            calls: calls.map(|found| make_call(found, finish)).collect(),
            dropped: dropped
                .map(|(found, reason)| Dropped::new(found.id, found.name, found.raw, reason))
                .collect(),
            content: output.content,
            reasoning: output.reasoning,
        }
    }
}

fn make_call(found: Found, finish: Finish) -> Call {
    Call::new(found.id, found.name, found.raw, finish)
}

impl From<TextAnswer> for Calls {
    fn from(answer: TextAnswer) -> Self {
        Self::new(answer.calls, answer.dropped)
    }
}

/// New output in a text that arrives in pieces.
///
/// ```
/// use tool_core::Definitions;
/// use tool_core::text::{TextDelta, TextOptions, TextReader};
///
/// let tools = Definitions::default();
/// let mut reader = TextReader::new(&tools, TextOptions::new());
/// reader.push("Let me look. <tool_");
/// assert_eq!(reader.take_deltas(), [TextDelta::Text("Let me look. ".into())]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextDelta {
    /// Text for the user.
    Text(String),
    /// Reasoning.
    Reasoning(String),
    /// A complete call.
    Call(Call),
}

impl From<Piece> for TextDelta {
    fn from(piece: Piece) -> Self {
        match piece {
            Piece::Text(text) => Self::Text(text),
            Piece::Reasoning(text) => Self::Reasoning(text),
            Piece::Call(found) => Self::Call(make_call(found, Finish::Unknown)),
        }
    }
}
