//! The calls that Groq rejected.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Deserializer, Value};

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
    let mut read = match read_list(generation).or_else(|| read_tags(generation)) {
        Some(calls) => Calls::new(calls, Vec::new()),
        None => read_text(generation, &Definitions::default(), &TextOptions::new()).into(),
    };
    for (at, call) in read.calls.iter_mut().enumerate() {
        call.id = Some(format!("failed_generation_{}", at + 1));
    }
    (!read.calls.is_empty() || !read.dropped.is_empty()).then_some(read)
}

/// Reads calls in the JSON that Groq asks models for: `{"tool_calls": [{"id", "type", "function":
/// {"name"}, "parameters": {..}}]}`, or one of them as `tool_call`. Fences or the tags `<tool-use>`
/// may be around it.
fn read_list(text: &str) -> Option<Vec<Call>> {
    let whole = read_members(strip_frame(text))?;
    let items = match whole.get("tool_calls") {
        Some(list) => serde_json::from_str::<Vec<&RawValue>>(list.get()).ok()?,
        None => vec![*whole.get("tool_call")?],
    };
    let calls: Option<Vec<_>> = items.into_iter().map(read_item).collect();
    calls.filter(|calls| !calls.is_empty())
}

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

type Members<'a> = BTreeMap<String, &'a RawValue>;

fn read_members(json: &str) -> Option<Members<'_>> {
    serde_json::from_str(json).ok()
}

/// Reads one call. Its arguments are in the function or next to it.
fn read_item(item: &RawValue) -> Option<Call> {
    let outer = read_members(item.get())?;
    let function = outer.get("function").copied().unwrap_or(item);
    let function = read_members(function.get())?;
    let name = read_string(function.get("name")?)?;
    let keys = ["arguments", "parameters"].into_iter();
    let mut places = keys.flat_map(|key| [function.get(key), outer.get(key)]);
    let arguments = places.find_map(|place| place)?;
    let raw = read_string(arguments).unwrap_or_else(|| arguments.get().to_owned());
    Some(build_call(name, raw))
}

fn read_string(json: &RawValue) -> Option<String> {
    serde_json::from_str(json.get()).ok()
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
    let call = build_call(name.to_owned(), object.to_owned());
    object.starts_with('{').then_some((call, after))
}

fn build_call(name: String, raw: String) -> Call {
    Call::new(None, name, raw, Finish::Unknown)
}
