//! Reads one JSON object that describes a call, and the fields of an object that may be broken.

use std::borrow::Cow;

use super::value_end::{ValueEnd, find_container_end, find_json_end, find_string_end};
use super::{Found, Source, trim};
use crate::drop_reason::DropReason;
use crate::issue::folds_alike;
use crate::json::{Tolerance, parse};
use crate::limits::Limits;
use crate::tree::{ParseContext, Tree};

/// A key of an object that describes a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum CallField {
    Name,
    Arguments,
    Function,
    Id,
    ToolCallId,
    Type,
    /// The name in the JSON of `LangChain`, which is one only next to `ActionInput`.
    Action,
    ActionInput,
}

impl CallField {
    /// The first bytes of the keys in [`of`](Self::of).
    pub(in crate::syntax) const STARTS: &[u8] = b"napitf";

    #[expect(
        clippy::inline_always,
        reason = "a call costs as much as the comparison"
    )]
    #[inline(always)]
    pub(in crate::syntax) fn of(key: &[u8]) -> Option<Self> {
        Some(match key {
            b"name" | b"tool_name" => Self::Name,
            b"arguments" | b"parameters" | b"args" => Self::Arguments,
            b"function" => Self::Function,
            b"id" => Self::Id,
            b"tool_call_id" => Self::ToolCallId,
            b"type" => Self::Type,
            b"action" => Self::Action,
            b"action_input" => Self::ActionInput,
            _ => return None,
        })
    }
}

/// The fields of an object, each value as its source text.
#[derive(Debug, Default)]
pub(in crate::syntax) struct RawFields<'t> {
    pub(in crate::syntax) entries: Vec<(Cow<'t, str>, Raw<'t>)>,
    /// The field whose value the text breaks off.
    pub(in crate::syntax) open: Option<(Cow<'t, str>, &'t str)>,
}

/// The source text of a value.
#[derive(Clone, Copy, Debug)]
pub(in crate::syntax) struct Raw<'t> {
    pub(in crate::syntax) text: &'t str,
    /// `true` if the text is known to be a valid array or object.
    pub(in crate::syntax) is_json: bool,
}

impl<'t> From<&'t str> for Raw<'t> {
    fn from(text: &'t str) -> Self {
        let is_json = false;
        Self { text, is_json }
    }
}

/// The end of an object.
#[derive(Debug)]
pub(in crate::syntax) enum SplitObject<'t> {
    /// A closed object, and the position after it.
    Closed(RawFields<'t>, usize),
    /// An end marker at this position precedes the closing bracket. All fields are whole.
    Unclosed(RawFields<'t>, usize),
    /// The text ends inside. Holds the fields that are whole.
    Open(RawFields<'t>),
    /// The text is not an object of keys and values from this position on.
    Broken(usize),
}

/// Splits the object at `at` into its fields. Neither keys nor values need to be valid JSON.
pub(in crate::syntax) fn split_object<'t>(
    text: &'t str,
    at: usize,
    stops: &[&str],
) -> SplitObject<'t> {
    split_object_with(text, at, stops, |_| true)
}

/// Splits an object, like [`split_object`]. A key that is not accepted makes it broken at the key.
pub(in crate::syntax) fn split_object_with<'t>(
    text: &'t str,
    at: usize,
    stops: &[&str],
    accepts: impl Fn(&str) -> bool,
) -> SplitObject<'t> {
    let bytes = text.as_bytes();
    let mut fields = RawFields::default();
    let mut at = at + 1;
    loop {
        at = skip(bytes, at, |byte| byte.is_ascii_whitespace() || byte == b',');
        let Some(&byte) = bytes.get(at) else {
            return SplitObject::Open(fields);
        };
        if byte == b'}' {
            return SplitObject::Closed(fields, at + 1);
        }
        if stops
            .iter()
            .any(|stop| bytes[at..].starts_with(stop.as_bytes()))
        {
            return SplitObject::Unclosed(fields, at);
        }
        if stops
            .iter()
            .any(|stop| stop.as_bytes().starts_with(&bytes[at..]))
        {
            // The end marker may be incomplete.
            return SplitObject::Open(fields);
        }
        let key_end = match byte {
            b'"' | b'\'' => find_string_end(text, at),
            _ => Some(skip(bytes, at, is_word)).filter(|end| *end > at),
        };
        let Some(key_end) = key_end else {
            return match byte {
                b'"' | b'\'' => SplitObject::Open(fields),
                _ => SplitObject::Broken(at),
            };
        };
        if key_end == bytes.len() && !matches!(byte, b'"' | b'\'') {
            // A key without quotes may go on.
            return SplitObject::Open(fields);
        }
        let key = unquote(&text[at..key_end]);
        if !accepts(&key) {
            return SplitObject::Broken(at);
        }
        at = skip(bytes, key_end, |byte| byte.is_ascii_whitespace());
        match bytes.get(at) {
            None => return SplitObject::Open(fields),
            Some(b':' | b'=') => at += 1,
            Some(_) => return SplitObject::Broken(at),
        }
        at = skip(bytes, at, |byte| byte.is_ascii_whitespace());
        // Most values are valid.
        let json = find_json_end(text, at);
        let end = match json.map_or_else(|| find_field_end(text, at, stops), ValueEnd::At) {
            ValueEnd::At(end) => end,
            ValueEnd::Stopped(_) => return SplitObject::Broken(at),
            ValueEnd::Open { .. } => {
                fields.open = text.get(at..).map(|value| (key, value));
                return SplitObject::Open(fields);
            }
        };
        let Some(value) = text.get(at..end) else {
            return SplitObject::Broken(at);
        };
        let value = Raw {
            text: value.trim_end(),
            is_json: json.is_some(),
        };
        fields.entries.push((key, value));
        at = end;
    }
}

/// Finds the end of the value of a field.
fn find_field_end(text: &str, at: usize, stops: &[&str]) -> ValueEnd {
    let bytes = text.as_bytes();
    let open = ValueEnd::Open { in_string: false };
    match bytes.get(at) {
        None => open,
        Some(b'"' | b'\'') => find_string_end(text, at).map_or(open, ValueEnd::At),
        Some(b'{' | b'[') => find_container_end(text, at, stops),
        Some(_) => {
            let is_part = |byte: u8| !matches!(byte, b',' | b'}' | b']' | b'\n' | b'<');
            let end = skip(bytes, at, is_part);
            if end == bytes.len() {
                open
            } else {
                ValueEnd::At(end)
            }
        }
    }
}

fn skip(bytes: &[u8], at: usize, skips: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let skipped = rest.iter().position(|byte| !skips(*byte));
    at + skipped.unwrap_or(rest.len())
}

/// Returns whether a byte can be part of a key without quotes.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'$') || byte >= 0x80
}

/// Returns the content of a string in quotes, or the text itself.
#[inline]
pub(in crate::syntax) fn unquote(text: &str) -> Cow<'_, str> {
    match text.as_bytes() {
        [quote @ (b'"' | b'\''), .., last] if quote == last => {
            read_quoted(text, &text[1..text.len() - 1])
        }
        _ => Cow::Borrowed(text),
    }
}

/// Returns the content of a string. `inside` is the text between its quotes.
fn read_quoted<'t>(text: &'t str, inside: &'t str) -> Cow<'t, str> {
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    if text.starts_with('\'') {
        return Cow::Owned(inside.replace("\\'", "'"));
    }
    match serde_json::from_str(text) {
        Ok(read) => Cow::Owned(read),
        Err(_) => Cow::Borrowed(inside),
    }
}

impl<'t> RawFields<'t> {
    /// Returns whether the object is a call of `LangChain`: `{"action": .., "action_input": ..}`.
    pub(in crate::syntax) fn is_action(&self) -> bool {
        let others = [CallField::Name, CallField::Function, CallField::Arguments];
        let is_other = |key| self.get(key).is_some();
        let is_open = |field| {
            let open = self.open.as_ref();
            open.is_some_and(|(key, _)| CallField::of(key.as_bytes()) == Some(field))
        };
        self.get(CallField::Action).is_some()
            && (self.get(CallField::ActionInput).is_some() || is_open(CallField::ActionInput))
            && !others.into_iter().any(is_other)
    }

    /// Returns the last value of a key.
    pub(in crate::syntax) fn get(&self, key: CallField) -> Option<&'t str> {
        self.find(|known| known == key).map(|value| value.text)
    }

    fn find(&self, accepts: impl Fn(CallField) -> bool) -> Option<Raw<'t>> {
        let mut entries = self.entries.iter().rev();
        let found = entries.find(|(key, _)| CallField::of(key.as_bytes()).is_some_and(&accepts));
        found.map(|(_, value)| *value)
    }

    /// Returns the text of an object with these fields.
    fn to_text(&self) -> String {
        let fields = self.entries.iter();
        let fields = fields.map(|(key, value)| format!("{key:?}: {}", value.text));
        format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
    }

    /// Returns the received part of the arguments of a call whose object breaks off. Returns the
    /// whole object (`raw`) if its name has not arrived.
    pub(in crate::syntax) fn received_arguments(&self, raw: &'t str) -> &'t str {
        let arguments = if self.is_action() {
            CallField::ActionInput
        } else {
            CallField::Arguments
        };
        let open = self.open.as_ref();
        let open = open.filter(|(key, _)| CallField::of(key.as_bytes()) == Some(arguments));
        match open.map_or_else(|| self.get(arguments), |(_, value)| Some(*value)) {
            Some(arguments) => arguments,
            None if self.get(CallField::Name).is_some() => "",
            None => raw,
        }
    }
}

/// Rules for the objects of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum ArgumentsRule {
    /// A call without arguments names a tool that requires none.
    MayBeMissing,
    /// A call without arguments is complete.
    Optional,
    /// An object without arguments is not a call.
    Required,
}

/// Reads the call that these fields describe. Returns `None` if they describe none.
pub(in crate::syntax) fn call_of(
    source: &Source<'_>,
    fields: &RawFields<'_>,
    arguments: ArgumentsRule,
) -> Option<Found> {
    let quoted = |value: &&str| value.starts_with(['"', '\'']);
    if let Some(inside) = fields
        .get(CallField::Function)
        .filter(|value| value.starts_with('{'))
        && let SplitObject::Closed(inside, _) = split_object(inside, 0, &[])
    {
        let mut found = call_of(source, &inside, arguments)?;
        if found.reason.is_none() && is_ambiguous(source, fields, &found.name) {
            found = Found::dropped(&*found.name, fields.to_text(), DropReason::Ambiguous);
        }
        found.id = fields
            .get(CallField::Id)
            .filter(quoted)
            .map(|id| unquote(id).into_owned());
        return Some(found);
    }
    let is_action = fields.is_action();
    let name = if is_action {
        fields.get(CallField::Action)
    } else {
        let name = fields.get(CallField::Name);
        name.or_else(|| fields.get(CallField::Function))
    };
    let name = name.filter(quoted).map(unquote).unwrap_or_default();
    let raw = fields.find(|key| match key {
        CallField::ActionInput => is_action,
        key => key == CallField::Arguments,
    });
    let mut found = match raw {
        // The answer of a model that `LangChain` prompts, which is not a tool.
        _ if is_action && is_final_answer(source, &name) => return None,
        Some(_) if is_ambiguous(source, fields, &name) => {
            Found::dropped(&*name, fields.to_text(), DropReason::Ambiguous)
        }
        Some(raw) => with_arguments(&name, raw),
        None if name.is_empty() => return None,
        None if allows_none(source, &name, arguments) => Found::call(&*name, "{}"),
        None => return None,
    };
    if found.name.is_empty() {
        found.reason = Some(DropReason::NoName);
    }
    let id = fields.find(|key| matches!(key, CallField::Id | CallField::ToolCallId));
    let id = id.map(|id| id.text).filter(quoted);
    found.id = id
        .map(|id| unquote(id).into_owned())
        .filter(|id| !id.is_empty());
    Some(found)
}

/// Returns whether an object describes more than one call: a name or arguments are there twice with
/// different values, or an argument of the tool is next to its arguments.
fn is_ambiguous(source: &Source<'_>, fields: &RawFields<'_>, name: &str) -> bool {
    let differs = |field: CallField| {
        let of_field = |key: &str| CallField::of(key.as_bytes()) == Some(field);
        let mut values = fields.entries.iter().filter(|(key, _)| of_field(key));
        let first = values.next().map(|(_, value)| value.text);
        values.any(|(_, value)| Some(value.text) != first)
    };
    let tool = source.tool(name);
    let properties = tool.and_then(|tool| tool.schema.get("properties")?.as_object());
    let is_field = |key: &str| match CallField::of(key.as_bytes()) {
        Some(CallField::Action | CallField::ActionInput) => fields.is_action(),
        field => field.is_some(),
    };
    let is_argument = |key: &str| {
        !is_field(key)
            && properties.is_some_and(|all| all.keys().any(|name| folds_alike(name, key)))
    };
    differs(CallField::Name)
        || differs(CallField::Arguments)
        || fields.entries.iter().any(|(key, _)| is_argument(key))
}

fn is_final_answer(source: &Source<'_>, name: &str) -> bool {
    folds_alike(name, "final answer") && source.tool(name).is_none()
}

fn allows_none(source: &Source<'_>, name: &str, arguments: ArgumentsRule) -> bool {
    match arguments {
        ArgumentsRule::Optional => true,
        ArgumentsRule::Required => false,
        ArgumentsRule::MayBeMissing if source.tools.is_empty() => true,
        ArgumentsRule::MayBeMissing => source.tool(name).is_some_and(|tool| {
            let required = tool.schema.get("required").and_then(|list| list.as_array());
            required.is_none_or(Vec::is_empty)
        }),
    }
}

/// Makes a call from its name and the text of its arguments.
pub(in crate::syntax) fn with_arguments<'t>(name: &str, raw: impl Into<Raw<'t>>) -> Found {
    let name = trim(name);
    let Raw { text, is_json } = raw.into();
    let raw = trim(text);
    if is_json && raw.starts_with('{') {
        return Found::call(name, raw);
    }
    if raw.starts_with(['"', '\'']) {
        let inside = unquote(raw);
        let inside = inside.trim();
        return match inside {
            "" => Found::call(name, "{}"),
            _ if inside.starts_with('{') => with_object(name, inside),
            _ => Found::dropped(name, raw, DropReason::NotJson),
        };
    }
    match raw {
        "null" | "None" => Found::call(name, "{}"),
        _ if raw.starts_with(['{', '[']) => with_object(name, raw),
        _ => Found::dropped(name, raw, DropReason::NotJson),
    }
}

/// Makes a call if the arguments are JSON that the chain can read, repaired or not.
fn with_object(name: &str, raw: &str) -> Found {
    if find_json_end(raw, 0) == Some(raw.len()) || read_tolerantly(raw).is_some() {
        Found::call(name, raw)
    } else if is_truncated(raw) {
        Found::cut(name, raw)
    } else {
        Found::dropped(name, raw, DropReason::NotJson)
    }
}

/// Returns whether the last bracket of a text is missing.
fn is_truncated(raw: &str) -> bool {
    matches!(find_container_end(raw, 0, &[]), ValueEnd::Open { .. })
}

/// Reads a value that may be JSON with faults, or a Python literal.
pub(in crate::syntax) fn read_tolerantly(text: &str) -> Option<Tree<'_>> {
    let mut intake = ParseContext::new(&Limits::default(), true);
    parse(text, Tolerance::EMBEDDED, &mut intake)
}

/// The text of arguments that are not an object.
pub(in crate::syntax) enum ArgumentsText {
    Empty,
    Other,
}

impl ArgumentsText {
    pub(in crate::syntax) fn of(raw: &str) -> Self {
        match raw {
            "" | "null" => Self::Empty,
            _ => Self::Other,
        }
    }
}
