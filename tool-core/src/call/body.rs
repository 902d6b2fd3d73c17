//! Prepares the text of a response for reading.

use std::borrow::Cow;

use crate::call::Api;
use crate::call::wire::{self, Fields};

/// Removes a byte order mark, and replaces each escape of half a character: JSON readers reject
/// `\ud83d` without its other half. Servers that cut their output between two tokens send it.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    let text = text.trim_start_matches('\u{feff}');
    let may_have_half = text.contains("\\ud") || text.contains("\\uD");
    let Some(first) = may_have_half.then(|| find_half(text, 0)).flatten() else {
        return Cow::Borrowed(text);
    };
    let mut cleaned = String::with_capacity(text.len());
    let (mut start, mut half) = (0, Some(first));
    while let Some(at) = half {
        cleaned.push_str(&text[start..at]);
        cleaned.push_str("\\ufffd");
        start = at + ESCAPE;
        half = find_half(text, start);
    }
    cleaned.push_str(&text[start..]);
    Cow::Owned(cleaned)
}

/// Length of an escape such as `\ud83d`.
const ESCAPE: usize = 6;

/// Returns the start of the next escape of half a character.
fn find_half(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == b'\\')?;
        at += match (read_unit(bytes, at), read_unit(bytes, at + ESCAPE)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE,
            (Some(0xd800..=0xdfff), _) => return Some(at),
            (Some(_), _) => ESCAPE,
            // A backslash escapes the next byte, which may be a backslash, too.
            (None, _) => 2,
        };
    }
}

/// Reads an escape such as `\ud83d`.
fn read_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let escape = bytes.get(at..at + ESCAPE)?;
    let digits = std::str::from_utf8(escape.strip_prefix(b"\\u")?).ok()?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}

/// Returns whether a body is an array of the events of a stream.
pub(crate) fn is_list_of_events(body: &str) -> bool {
    let list = body.trim_start().strip_prefix('[');
    list.is_some_and(|items| items.trim_start().starts_with('{'))
}

/// Paths to a body inside the line of a batch: of `OpenAI` and Mistral, of Anthropic, and of
/// Gemini.
const IN_BATCH: [&[&str]; 4] = [
    &["response", "body"],
    &["result", "message"],
    &["result", "error"],
    &["response"],
];

/// Returns the body of a response inside the line of a batch. Returns any other text unchanged.
pub(crate) fn take_from_batch(text: &str) -> Cow<'_, str> {
    let may_be_line = ["\"response\"", "\"result\""];
    if !may_be_line.iter().any(|key| text.contains(key)) {
        return Cow::Borrowed(text);
    }
    let Ok(places) = wire::object(text) else {
        return Cow::Borrowed(text);
    };
    let line = Fields::of(&places);
    if BODY_MEMBERS.iter().any(|key| line.has(key)) {
        return Cow::Borrowed(text);
    }
    let found = IN_BATCH.iter().find_map(|path| {
        let (last, outer) = path.split_last()?;
        let holder = outer.iter().fold(line, |at, key| at.fields(key));
        let body = holder.get(last)?.source();
        body.starts_with('{').then(|| body.to_owned())
    });
    found.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Members that only the body of a response has, and not the line of a batch.
const BODY_MEMBERS: [&str; 7] = [
    "choices",
    "output",
    "content",
    "candidates",
    "steps",
    "message",
    "outputs",
];

/// Returns whether an event of a stream is the body of a whole response. Servers that do not
/// stream send it. `has` returns whether the event has a member.
pub(crate) fn is_whole_body(api: Api, has: impl Fn(&str) -> bool) -> bool {
    // A member that each body has, and one that only events have.
    let (of_body, of_event) = match api {
        Api::OpenAiResponses => ("output", "type"),
        Api::Anthropic => ("content", "index"),
        Api::GeminiInteractions => ("steps", "event_type"),
        Api::Bedrock => ("output", "contentBlockIndex"),
        Api::Cohere => ("message", "type"),
        Api::MistralConversations => ("outputs", "type"),
        // An event has the form of a body, or nearly so.
        Api::OpenAiChat | Api::Gemini | Api::Ollama => return false,
    };
    has(of_body) && !has(of_event)
}
