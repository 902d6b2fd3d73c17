use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::Deserializer;
use serde_json::value::RawValue;

use crate::call::answer::Ending;
use crate::call::response::open_ai_chat::function;
use crate::call::whole::is_cut_off;
use crate::call::wire::{self, Fields};

/// The meaning of an object in text.
pub(super) enum Object {
    Call {
        id: Option<String>,
        name: String,
        raw: String,
        /// `true` if the object is a call even without a mark.
        alone: bool,
        /// The end of the object around the arguments.
        wrapper: Wrapper,
    },
    Other,
}

/// The object around the arguments of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrapper {
    /// Valid JSON, and closed.
    Whole,
    /// Invalid JSON.
    Broken,
    /// The text ends before the object is closed.
    Open,
}

/// Reads an object that may be a call.
pub(super) fn object(text: &str) -> Object {
    match wire::object(text) {
        Ok(places) => call(Fields::of(&places)),
        Err(_) => broken(text),
    }
}

fn call(fields: Fields<'_>) -> Object {
    let id = fields.some_text("id");
    let alone = fields.only(&["id", "type", "function", "name", "arguments", "parameters"]);
    let fields = function(fields);
    let key = ["arguments", "parameters"]
        .into_iter()
        .find(|key| fields.names(key));
    let call = fields
        .call(id, key.unwrap_or("arguments"), Ending::Unknown)
        .call;
    if !fields.names("name") {
        return Object::Other;
    }
    Object::Call {
        alone: alone && key.is_some(),
        id: call.id,
        name: call.name,
        raw: call.raw,
        wrapper: Wrapper::Whole,
    }
}

/// The start of a call object whose last property is the arguments. The arguments may have any
/// form.
static START: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let start = r#"^\s*\{\s*"name"\s*:\s*"([^"\\]*)"\s*,\s*"(?:arguments|parameters)"\s*:\s*"#;
    Regex::new(start).ok()
});

fn broken(text: &str) -> Object {
    let start = START.as_ref().and_then(|start| start.captures(text));
    let Some((whole, name)) = start.and_then(|start| Some((start.get(0)?, start.get(1)?))) else {
        return Object::Other;
    };
    let raw = text[whole.end()..].trim_end();
    let is_open = is_cut_off(text);
    let closed = raw.strip_suffix('}').filter(|_| !is_open);
    Object::Call {
        id: None,
        name: name.as_str().to_owned(),
        raw: closed.unwrap_or(raw).trim_end().to_owned(),
        alone: false,
        wrapper: if is_open {
            Wrapper::Open
        } else {
            Wrapper::Broken
        },
    }
}

/// The name at the start of an unsupported call: in JSON, in Python, or before tags.
static NAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let quoted = r#"\{\s*["']name["']\s*:\s*["']([^"'\\]*)["']"#;
    Regex::new(&format!(r"^\s*(?:{quoted}|([\w.-]+)\s*(?:[<{{]|$))")).ok()
});

/// Returns this name, or an empty text.
pub(super) fn name_at_start(text: &str) -> &str {
    let found = NAME.as_ref().and_then(|name| name.captures(text));
    let name = found.and_then(|found| found.get(1).or(found.get(2)));
    name.map_or("", |name| name.as_str())
}

/// Returns the content of a code fence if the text has no other content.
pub(super) fn fenced(text: &str) -> &str {
    let inside = text
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"));
    let inside =
        inside.map(|inside| inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric()));
    inside.map_or(text, str::trim)
}

/// Returns the JSON value at the start of a text, and the rest.
pub(super) fn split_value(text: &str) -> Option<(&str, &str)> {
    let mut values = Deserializer::from_str(text).into_iter::<&RawValue>();
    let value = values.next()?.ok()?;
    Some((value.get(), &text[values.byte_offset()..]))
}

/// Returns the objects of a text that contains nothing else: one object, several with `;` or
/// white space between them, or an array of them.
pub(super) fn objects(text: &str) -> Option<Vec<&str>> {
    if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) {
        let items: Vec<&str> = items.into_iter().map(RawValue::get).collect();
        return items
            .iter()
            .all(|item| item.starts_with('{'))
            .then_some(items);
    }
    let mut all = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (value, behind) = split_value(rest)?;
        if !value.starts_with('{') {
            return None;
        }
        all.push(value);
        rest = behind.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
    }
    Some(all)
}
