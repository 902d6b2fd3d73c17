//! The calls that Groq rejected.

use serde_json::value::RawValue;
use serde_json::{Deserializer, Value};

use crate::call::wire::read_calls;
use crate::call::{Api, Call, Calls, Definitions};
use crate::finish::Finish;
use crate::text::{TextOptions, read_text};

/// Reads the calls that Groq rejected: `{"code": "tool_use_failed", "failed_generation"}`. Assigns
/// IDs, because Groq sends none. Groq has the chat API and the Responses API of `OpenAI`.
pub(super) fn read_failed_generation(api: Api, error: &Value) -> Option<Calls> {
    let is_of_groq = api.has_message() || api == Api::OpenAiResponses;
    if !is_of_groq || error.get("code")?.as_str()? != "tool_use_failed" {
        return None;
    }
    let generation = error.get("failed_generation")?.as_str()?;
    let mut read = match read_calls(strip_frame(generation)).or_else(|| read_tags(generation)) {
        Some(calls) => Calls::new(calls, Vec::new()),
        None => read_text(generation, &Definitions::default(), &TextOptions::new()).into(),
    };
    for (at, call) in read.calls.iter_mut().enumerate() {
        call.id = Some(format!("failed_generation_{}", at + 1));
    }
    (!read.calls.is_empty() || !read.dropped.is_empty()).then_some(read)
}

/// Removes fences or the tags `<tool-use>` around JSON.
fn strip_frame(mut text: &str) -> &str {
    for start in ["```json", "```", "<tool-use>"] {
        text = text.trim();
        text = text.strip_prefix(start).unwrap_or(text);
    }
    for end in ["```", "</tool-use>"] {
        text = text.trim();
        text = text.strip_suffix(end).unwrap_or(text);
    }
    text
}

/// Reads calls of Llama with a misplaced or missing character around the arguments, such as
/// `<function=read{"path": "a"}</function>`. The calls are the end of the text.
fn read_tags(text: &str) -> Option<Vec<Call>> {
    let start = OPENINGS.iter().filter_map(|opening| text.find(opening));
    let mut rest = text[start.min().unwrap_or(0)..].trim();
    let mut calls = Vec::new();
    while !rest.is_empty() {
        let (call, after) = read_tag(rest)?;
        calls.push(call);
        rest = after.trim_start();
    }
    (!calls.is_empty()).then_some(calls)
}

const OPENINGS: [&str; 4] = ["<function=", "<function/", "<function(", "(function="];

/// Reads a name and one object of arguments, up to the end of the call.
fn read_tag(text: &str) -> Option<(Call, &str)> {
    let mut openings = OPENINGS.iter();
    let opened = openings.find_map(|opening| text.strip_prefix(opening));
    let text = opened.unwrap_or(text);
    let is_of_name = |letter: char| letter.is_alphanumeric() || "_-./:".contains(letter);
    let name_end = text.find(|letter| !is_of_name(letter))?;
    let (name, text) = text.split_at_checked(name_end).filter(|_| name_end > 0)?;
    let text =
        text.trim_start_matches(|letter: char| letter.is_whitespace() || "=>(),[".contains(letter));
    let mut values = Deserializer::from_str(text).into_iter::<&RawValue>();
    let object = values.next()?.ok()?.get();
    let after = text.get(values.byte_offset()..)?;
    let after =
        after.trim_start_matches(|letter: char| letter.is_whitespace() || ")]>".contains(letter));
    // Llama repeats the opening tag in place of the end, or omits the end.
    let ends = ["</function>", "<function>"];
    let closed = ends.iter().find_map(|end| after.strip_prefix(end));
    let after = closed.or_else(|| opened.filter(|_| after.is_empty()).and(Some(after)))?;
    let call = Call::new(None, name.to_owned(), object.to_owned(), Finish::Unknown);
    object.starts_with('{').then_some((call, after))
}
