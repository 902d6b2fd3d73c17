//! Removes the text that models put around the name of a tool.

use crate::issue::{is_separator, letters_without, without_namespace};

/// Delimiters of special tokens of chat templates.
const TOKENS: [(&str, &str); 2] = [("<|", "|>"), ("<｜", "｜>")];
/// Special tokens without these delimiters.
const PLAIN_TOKENS: [&str; 5] = [
    "[TOOL_CALLS]",
    "[ARGS]",
    "[CALL_ID]",
    "<tool_call>",
    "</tool_call>",
];
const QUOTES: &str = "\"'`“”„‘’‚«»‹›";

/// Returns the possible names, each a part of the sent name: without the surrounding text, and
/// without a namespace.
pub(super) fn list_readings(sent: &str) -> Vec<&str> {
    let plain = trim_name(without_tokens(sent));
    let mut readings = vec![plain];
    if let Some(inside) = without_namespace(plain) {
        readings.push(inside);
        readings.extend(without_number(inside));
    }
    readings
}

/// Returns whether the text outside special tokens contains a letter or a digit.
pub(super) fn is_name(sent: &str) -> bool {
    let mut pieces = split_pieces(sent);
    pieces.any(|(_, piece)| piece.contains(char::is_alphanumeric))
}

fn trim_name(name: &str) -> &str {
    name.trim_matches(|c: char| c.is_whitespace() || QUOTES.contains(c))
}

/// `echo<|channel|>commentary` → `echo`. The text after a token belongs to the token, except
/// after a token that opens a tool call.
fn without_tokens(sent: &str) -> &str {
    for (token, piece) in split_pieces(sent) {
        if let Some(recipient) = find_recipient(piece) {
            return recipient;
        }
        let opens = token.is_none_or(|token| token.to_ascii_lowercase().contains("tool"));
        if opens && !piece.trim().is_empty() {
            return piece;
        }
    }
    sent
}

/// `commentary to=functions.edit` → `functions.edit`. The Harmony template writes the recipient of
/// a message in this form.
fn find_recipient(piece: &str) -> Option<&str> {
    let (before, recipient) = piece.split_once("to=")?;
    let stands_alone = before.is_empty() || before.ends_with(char::is_whitespace);
    let recipient = recipient.split_whitespace().next()?;
    (stands_alone && recipient.starts_with("functions.")).then_some(recipient)
}

/// Returns the texts between special tokens, each with the token before it.
fn split_pieces(sent: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    let mut rest = Some((None, sent));
    std::iter::from_fn(move || {
        let (before, text) = rest?;
        let Some((start, end)) = find_token(text) else {
            rest = None;
            return Some((before, text));
        };
        rest = Some((Some(&text[start..end]), &text[end..]));
        Some((before, &text[..start]))
    })
}

/// Returns the place of the first special token.
fn find_token(text: &str) -> Option<(usize, usize)> {
    let mut starts = text.match_indices(['<', '[']);
    starts.find_map(|(start, _)| Some((start, start + measure_token(&text[start..])?)))
}

/// Returns the length of the token at the start of the text. A token that is not closed extends
/// to the end.
fn measure_token(text: &str) -> Option<usize> {
    let plain = PLAIN_TOKENS.iter().find(|token| text.starts_with(**token));
    let framed = || {
        let (open, close) = TOKENS.iter().find(|(open, _)| text.starts_with(open))?;
        let length = text[open.len()..].find(close);
        Some(length.map_or(text.len(), |length| open.len() + length + close.len()))
    };
    plain.map(|token| token.len()).or_else(framed)
}

/// `edit:0` → `edit`, for templates that add the number of the call.
fn without_number(name: &str) -> Option<&str> {
    let (name, number) = name.rsplit_once(':')?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(name)
}

pub(super) fn fold_name(name: &str) -> String {
    letters(name).collect()
}

/// Returns the characters of a name, without case and style.
pub(super) fn letters(name: &str) -> impl Iterator<Item = char> {
    letters_without(name, is_style)
}

/// Dots are style in names of tools, too.
pub(super) fn is_style(c: char) -> bool {
    is_separator(c) || c == '.'
}
