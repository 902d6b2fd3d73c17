//! Texts that arrive in pieces, and the only call of a text.

use serde_json::Value;
use tool_core::text::{TextAnswer, TextOptions, TextReader, read_text};
use tool_core::{Definition, Definitions, Finish};

/// Splits a text into pieces of this number of bytes. A piece ends with a whole character.
pub fn split_into_pieces(text: &str, size: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut end = size.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Reads a text in pieces of this number of bytes.
#[must_use]
pub fn read_in_pieces(
    text: &str,
    tools: &Definitions,
    options: TextOptions,
    finish: Finish,
    size: usize,
) -> TextAnswer {
    let mut reader = TextReader::new(tools, options);
    split_into_pieces(text, size).for_each(|piece| reader.push(piece));
    reader.finish(finish)
}

/// Reads a text as a whole.
///
/// # Panics
///
/// If the text in pieces of 1 to 9 bytes has another result.
#[must_use]
#[track_caller]
pub fn read_text_in_any_pieces(text: &str, tools: &Definitions, finish: Finish) -> TextAnswer {
    let whole = read_text(text, tools, &TextOptions::new().finish(finish));
    for size in 1..10 {
        let pieces = read_in_pieces(text, tools, TextOptions::new(), finish, size);
        assert_eq!(pieces, whole, "{text} by {size}");
    }
    whole
}

/// Returns the arguments of the only call in a text, as the reader of texts reads them for a set of
/// this tool.
#[must_use]
pub fn read_only_call(text: &str, tool: &Definition, finish: Finish) -> Option<Value> {
    let tools = Definitions::new([tool.clone()]).ok()?;
    let answer = read_text(text, &tools, &TextOptions::new().finish(finish));
    let [call] = &answer.calls[..] else {
        return None;
    };
    tool.parse(call).ok()
}
