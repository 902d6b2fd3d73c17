//! Messages with headers: recipients and channels decide whether a message is a call, an answer or
//! reasoning.

use super::item::{Raw, with_arguments};
use super::value_end::{ValueEnd, find_container_end, find_json_end};
use super::{
    EngineStep, Found, MAX_TAG, MarkerMatch, Source, find_first, find_text, take_end, take_window,
};
use crate::drop_reason::DropReason;
use crate::finish::Finish;

/// The meaning of a message.
pub(in crate::syntax) enum MessageKind {
    /// Calls.
    Calls(EngineStep),
    /// Text for the user, from this position.
    Answer(usize),
    /// Reasoning, from this position.
    Reasoning(usize),
    /// Text that is neither for the user nor reasoning, from this position.
    Other(usize),
    /// A message for a tool, whose body is in another format.
    Body(usize),
    More,
    No,
}

/// The markers that end a message and belong to it.
pub(in crate::syntax) const OWN_ENDS: [&str; 5] =
    ["<|end|>", "<|call|>", "<|return|>", "<|eom|>", "<|eot|>"];

/// The markers that end a message.
pub(in crate::syntax) const ENDS: [&str; 7] = [
    "<|end|>",
    "<|call|>",
    "<|return|>",
    "<|eom|>",
    "<|eot|>",
    "<|start|>",
    "<|channel|>",
];

/// The markers that begin the next message. They do not belong to the last one.
pub(in crate::syntax) const NEXT: [&str; 2] = ["<|start|>", "<|channel|>"];

const MESSAGE: &str = "<|message|>";

/// The text before a recipient.
const TO: &str = "to=";

/// Reads the header at `at`, which begins with `<|start|>`, `<|channel|>` or ` to=`.
pub(in crate::syntax) fn read(source: &Source<'_>, at: usize) -> MessageKind {
    let rest = source.rest(at);
    let visible = take_window(rest);
    let visible = take_words(visible);
    let Some(end) = find_text(visible, MESSAGE) else {
        if visible.len() < rest.len().min(MAX_TAG - 4) {
            return MessageKind::No;
        }
        return match (source.is_over, rest.len() < MAX_TAG) {
            (false, true) => MessageKind::More,
            (true, true) if is_cut_header(source, rest) => {
                let name = find_recipient(rest).and_then(|to| to.strip_prefix("functions."));
                let dropped = Found::cut(name.unwrap_or(""), rest);
                MessageKind::Calls(EngineStep::one(dropped, source.text.len(), false))
            }
            _ => MessageKind::No,
        };
    };
    let header = &rest[..end];
    let body = at + end + MESSAGE.len();
    let role = header.strip_prefix("<|start|>").map(str::trim_start);
    let is_own = role.is_none_or(|role| {
        role.is_empty()
            || role.starts_with("assistant")
            || role.starts_with("<|")
            || role.starts_with("to=")
    });
    if !is_own {
        return MessageKind::Other(body);
    }
    let channel = header.split_once("<|channel|>").map(|(_, behind)| {
        let behind = behind.trim_start();
        let end = behind
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(behind.len());
        &behind[..end]
    });
    match find_recipient(header) {
        Some("self") => MessageKind::Reasoning(body),
        Some("user" | "all" | "assistant") => MessageKind::Answer(body),
        Some(to) if channel.is_some() => {
            let name = to.strip_prefix("functions.").unwrap_or(to);
            let is_builtin = !to.starts_with("functions.") && source.tool(name).is_none();
            MessageKind::Calls(call(source, name, body, is_builtin))
        }
        Some(_) => MessageKind::Body(body),
        None if channel == Some("analysis") => MessageKind::Reasoning(body),
        None => MessageKind::Answer(body),
    }
}

/// Returns the start of a header of only a recipient that ends at `at`, or `at`.
pub(in crate::syntax) fn find_start(text: &str, at: usize) -> usize {
    let Some(header) = text[..at].trim_end().strip_suffix(MESSAGE) else {
        return at;
    };
    let word = take_end(header, MAX_TAG).rsplit(char::is_whitespace).next();
    let word = word.filter(|word| word.starts_with(TO));
    word.map_or(at, |word| header.len() - word.len())
}

/// Returns whether a line may begin with a recipient.
pub(in crate::syntax) fn begins_recipient(line: &[u8]) -> bool {
    line.starts_with(TO.as_bytes()) || TO.as_bytes().starts_with(line)
}

/// Returns whether a text that is the header of a call breaks off: after the recipient, only special
/// tokens and the name of a format follow.
fn is_cut_header(source: &Source<'_>, header: &str) -> bool {
    let Some(to) = find_recipient(header).filter(|to| to.starts_with("functions.")) else {
        return false;
    };
    let behind = header.split_once(to).map_or("", |(_, behind)| behind);
    let mut words = behind.split_whitespace();
    let is_token = |word: &str| word.starts_with('<') || "json".starts_with(word);
    source.finish != Finish::Complete && words.all(is_token)
}

/// Returns the text before the first character that no header has: a header has words and special
/// tokens.
fn take_words(text: &str) -> &str {
    let bytes = text.as_bytes();
    let is_end = |at: &usize| match bytes[*at] {
        b'{' | b'[' | b'"' | b'`' | b'(' => true,
        b'<' => bytes.get(at + 1).is_some_and(|next| *next != b'|'),
        _ => false,
    };
    let end = (0..bytes.len()).find(is_end);
    end.map_or(text, |end| &text[..end])
}

/// Returns the recipient in a header.
fn find_recipient(header: &str) -> Option<&str> {
    let (_, behind) = header.split_once(TO)?;
    let end = behind.find(|c: char| c.is_whitespace() || c == '<');
    Some(&behind[..end.unwrap_or(behind.len())])
}

/// Reads the arguments of a call that begin at `at`.
fn call(source: &Source<'_>, name: &str, at: usize, is_builtin: bool) -> EngineStep {
    let start = source.skip_space(at);
    let cut = || source.cut(name, start);
    if source.is_end(start) {
        return cut();
    }
    if !source.rest(start).starts_with('{') {
        // Code of a built-in tool, or text that is not JSON.
        let rest = source.rest(start);
        return match find_first(rest, &ENDS) {
            Some((end, _)) => {
                let raw = rest[..end].trim();
                let found = match raw {
                    "" if !is_builtin => Found::call(name, "{}"),
                    _ => Found::dropped(name, raw, DropReason::NotJson),
                };
                EngineStep::one(found, start + end, true)
            }
            None => cut(),
        };
    }
    let json = find_json_end(source.text, start);
    let found_end = json.map_or_else(
        || find_container_end(source.text, start, &ENDS),
        ValueEnd::At,
    );
    let (ValueEnd::At(end) | ValueEnd::Stopped(end)) = found_end else {
        return cut();
    };
    let raw = Raw {
        text: &source.text[start..end],
        is_json: json.is_some(),
    };
    let found = if is_builtin {
        Found::dropped(name, raw.text, DropReason::NotJson)
    } else {
        with_arguments(name, raw)
    };
    let next = source.skip_space(end);
    match source.mark(next, &ENDS) {
        MarkerMatch::At(_) if NEXT.iter().any(|mark| source.rest(next).starts_with(mark)) => {
            EngineStep::one(found, next, true)
        }
        MarkerMatch::At(end) => EngineStep::one(found, end, true),
        MarkerMatch::Partly => EngineStep::More,
        MarkerMatch::No => EngineStep::one(found, end, false),
    }
}

/// Reads a call whose header lost its special tokens:
/// `assistantcommentary to=functions.NAME json{..}`.
pub(in crate::syntax) fn read_stripped(source: &Source<'_>, at: usize) -> EngineStep {
    let start = match source.mark(at, &STRIPPED) {
        MarkerMatch::At(end) => end,
        MarkerMatch::Partly => return EngineStep::More,
        MarkerMatch::No => return EngineStep::No,
    };
    let rest = source.rest(start);
    let visible = take_window(rest);
    let Some(end) = visible.find(|c: char| c.is_whitespace() || c == '{' || c == '<') else {
        return if source.is_over || rest.len() >= MAX_TAG {
            EngineStep::No
        } else {
            EngineStep::More
        };
    };
    let name = &rest[..end];
    let mut body = source.skip_space(start + end);
    for word in ["<|constrain|>", "json", "code"] {
        match source.mark(body, &[word]) {
            MarkerMatch::At(end) => body = source.skip_space(end),
            MarkerMatch::Partly => return EngineStep::More,
            MarkerMatch::No => {}
        }
    }
    match source.text.as_bytes().get(body) {
        Some(b'{') => call(source, name, body, false),
        None if !source.is_over => EngineStep::More,
        _ => EngineStep::No,
    }
}

/// Returns whether a text begins with a word that is not the beginning of such a header.
pub(in crate::syntax) fn is_other_word(text: &str) -> bool {
    let is_word = text.starts_with(['a', 'c']);
    let mut headers = STRIPPED.iter().map(|header| &header.as_bytes()[..12]);
    is_word && text.len() >= 12 && !headers.any(|header| text.as_bytes().starts_with(header))
}

/// The beginnings of a header without special tokens.
const STRIPPED: [&str; 2] = [
    "assistantcommentary to=functions.",
    "commentary to=functions.",
];
