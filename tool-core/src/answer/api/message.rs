//! APIs whose answer is one message: `OpenAI` Chat, Ollama and Cohere.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::answer::builtin::CUSTOM;
use crate::answer::draft::{Draft, enter_member, parse_arguments_object};
use crate::answer::positions::{ListPositions, Positions};
use crate::answer::turn::TurnCalls;
use crate::call::Calls;

/// The members of a message that the API accepts in a request, and the format of the calls.
pub(super) struct Members {
    pub(super) kept: &'static [&'static str],
    /// `true` if the arguments of a call are text, not an object.
    pub(super) arguments_are_text: bool,
    /// `true` if the result of a call needs an ID.
    pub(super) needs_id: bool,
}

/// Returns a message whose content is a text or a list. Some servers leave out the list around one
/// chunk. Others send the value of a response format as an object, which becomes its JSON text.
pub(super) fn with_listed_content(message: &Value) -> Cow<'_, Value> {
    let Some(content) = message["content"].as_object() else {
        return Cow::Borrowed(message);
    };
    let has_text = content.get("text").is_some_and(Value::is_string);
    let is_typed = content.get("type").is_some_and(Value::is_string);
    let has_thoughts = content.contains_key("thinking") || content.contains_key("summary");
    let is_chunk = is_typed && (has_text || has_thoughts) || has_text && content.len() == 1;
    let mut message = message.clone();
    let member = enter_member(&mut message, "content");
    let content = member.take();
    *member = if is_chunk {
        json!([content])
    } else {
        content.to_string().into()
    };
    Cow::Owned(message)
}

/// Merges a piece into the message of a draft.
pub(super) fn merge_into(piece: &Value, draft: &mut Draft) {
    merge_by(piece, &mut draft.message, &mut draft.positions);
}

/// Merges a piece into the message. Joins texts, joins lists by the `index` of their entries, and
/// replaces all other values.
pub(super) fn merge(piece: &Value, message: &mut Map<String, Value>) {
    merge_by(piece, message, &mut Positions::default());
}

fn merge_by(piece: &Value, message: &mut Map<String, Value>, positions: &mut Positions) {
    for (key, new) in piece.as_object().into_iter().flatten() {
        match message.get_mut(key) {
            _ if new.is_null() => {}
            Some(Value::String(text)) if new.is_string() && !is_label(key) => {
                text.push_str(new.as_str().unwrap_or_default());
            }
            Some(Value::Array(items)) if new.is_array() => {
                let positions = positions.of_list(key);
                merge_items(new, items, positions);
            }
            // Content is a text in some pieces of an answer, and a list of chunks in others.
            Some(content) if key == "content" && content.is_array() != new.is_array() => {
                let mut chunks = to_chunks(content);
                let positions = positions.of_list(key);
                merge_items(&to_chunks(new).into(), &mut chunks, positions);
                *content = chunks.into();
            }
            Some(Value::Object(inner)) if new.is_object() => merge(new, inner),
            _ => {
                positions.forget(key);
                message.insert(key.clone(), new.clone());
            }
        }
    }
}

/// Returns whether a member always arrives as a whole, so its texts are not joined.
fn is_label(key: &str) -> bool {
    matches!(
        key,
        "role" | "type" | "id" | "format" | "index" | "signature" | "reasoning_opaque"
    )
}

/// Returns content as a list of chunks.
fn to_chunks(content: &Value) -> Vec<Value> {
    match content {
        Value::Array(chunks) => chunks.clone(),
        Value::String(text) if text.is_empty() => vec![],
        Value::String(text) => vec![json!({"type": "text", "text": text})],
        chunk => vec![chunk.clone()],
    }
}

fn merge_items(new: &Value, items: &mut Vec<Value>, positions: &mut ListPositions) {
    for item in new.as_array().into_iter().flatten() {
        let same = positions.find(items, item);
        match same.and_then(|place| items.get_mut(place)) {
            Some(Value::Object(old)) => merge(item, old),
            _ => join_or_push(item, items),
        }
    }
}

/// Appends an item. Joins a text with the previous item if it has the same type, and thinking with
/// the previous thinking until its signature.
fn join_or_push(item: &Value, items: &mut Vec<Value>) {
    if let (Some(Value::Object(last)), Some(new)) = (items.last_mut(), item.as_object())
        && last.get("type") == new.get("type")
        && (is_text_after(new, last) || is_thinking_after(new, last))
    {
        return merge(item, last);
    }
    items.push(item.clone());
}

fn is_text_after(new: &Map<String, Value>, last: &Map<String, Value>) -> bool {
    let is_text = matches!(list_keys(new)[..], ["text", "type"] | ["type", "text"]);
    is_text && list_keys(last) == list_keys(new)
}

/// Returns whether a thinking block continues the previous one: of `LiteLLM` with a text, or of
/// Mistral with a list of chunks.
fn is_thinking_after(new: &Map<String, Value>, last: &Map<String, Value>) -> bool {
    let are = |is_form: fn(&Value) -> bool| {
        [new, last].map(|block| block.get("thinking").is_some_and(is_form)) == [true, true]
    };
    let signature = last.get("signature").and_then(Value::as_str);
    (are(Value::is_string) || are(Value::is_array)) && signature.is_none_or(str::is_empty)
}

fn list_keys(object: &Map<String, Value>) -> Vec<&str> {
    object.keys().map(String::as_str).collect()
}

/// Returns the assistant message.
pub(super) fn build_turn(
    draft: &Draft,
    calls: &Calls,
    members: &Members,
    listed: &mut TurnCalls,
) -> Vec<Value> {
    let function_call = read_function_call(draft, calls);
    let calls = match &function_call {
        Some(_) => vec![],
        None => list_calls(draft, members, listed),
    };
    let mut message = Map::new();
    for key in members.kept {
        let value = draft.message.get(*key);
        let is_empty = |value: &Value| value.is_null() || *key != "content" && *value == "";
        let value = value.filter(|value| !is_empty(value));
        if let Some(value) = value.and_then(|value| to_request(key, value)) {
            message.insert((*key).to_owned(), value);
        }
    }
    if !calls.is_empty() {
        message.insert("tool_calls".to_owned(), calls.into());
    }
    if let Some(entry) = function_call {
        listed.push(None, &entry.name);
        message.insert(
            "function_call".to_owned(),
            entry.write(true)["function"].take(),
        );
    }
    if message.is_empty() {
        return vec![];
    }
    let mut turn = Map::new();
    turn.insert("role".to_owned(), "assistant".into());
    turn.extend(message);
    vec![turn.into()]
}

/// Returns a member as the API accepts it in a request: only the ID of spoken output, and the content
/// without the indexes of a stream.
fn to_request(key: &str, value: &Value) -> Option<Value> {
    let mut value = value.clone();
    match (key, &mut value) {
        ("audio", _) => {
            let id = value.get("id")?.as_str().filter(|id| !id.is_empty())?;
            return Some(json!({"id": id}));
        }
        ("content", Value::Array(blocks)) => {
            for block in blocks.iter_mut().filter_map(Value::as_object_mut) {
                block.remove("index");
            }
        }
        _ => {}
    }
    Some(value)
}

/// Returns the only call of an older answer, which has a `function_call` in place of a list.
fn read_function_call(draft: &Draft, calls: &Calls) -> Option<CallEntry> {
    let has_list = draft
        .message
        .get("tool_calls")
        .is_some_and(|list| *list != json!([]));
    let function = draft.message.get("function_call").filter(|_| !has_list)?;
    let entry = CallEntry::read(&json!({"function": function}));
    let is_read = calls.calls.iter().any(|call| call.name == entry.name);
    let is_dropped = calls
        .dropped
        .iter()
        .any(|dropped| dropped.name == entry.name);
    (is_read || is_dropped).then_some(entry)
}

/// Returns the calls as the API sent them.
fn list_calls(draft: &Draft, members: &Members, listed: &mut TurnCalls) -> Vec<Value> {
    let sent = draft.message.get("tool_calls").and_then(Value::as_array);
    let sent = sent.map(Vec::as_slice).unwrap_or_default();
    let mut list: Vec<_> = sent.iter().map(CallEntry::read).collect();
    list.retain(|entry| !entry.name.is_empty());
    if members.needs_id {
        add_ids(&mut list);
    }
    let mut made: Vec<_> = sent.iter().filter_map(read_custom).collect();
    for entry in list {
        listed.push(entry.id.as_deref(), &entry.name);
        if let Some(last) = listed.0.last_mut() {
            last.raw = Some(entry.arguments.clone());
        }
        made.push(entry.write(members.arguments_are_text));
    }
    made
}

/// Adds IDs to calls without one: some servers send none, and the API requires one in a request.
fn add_ids(list: &mut [CallEntry]) {
    let used: Vec<_> = list.iter().filter_map(|entry| entry.id.clone()).collect();
    let mut free = (1..).map(|number| format!("call_{number}"));
    for entry in list.iter_mut().filter(|entry| entry.id.is_none()) {
        entry.id = free.find(|id| !used.contains(id));
    }
}

/// Returns the call of a custom tool, without the index that only a stream has.
fn read_custom(call: &Value) -> Option<Value> {
    let is_custom = call.get("type")?.as_str()? == CUSTOM;
    let mut call = call.as_object().filter(|_| is_custom)?.clone();
    call.remove("index");
    Some(call.into())
}

/// Members of a call with the thought signature of Gemini: of Google's compatible API, and of
/// `LiteLLM`.
const SIGNATURES: &[&str] = &["extra_content", "provider_specific_fields"];

struct CallEntry {
    json: Value,
    id: Option<String>,
    name: String,
    arguments: String,
}

impl CallEntry {
    fn read(call: &Value) -> Self {
        let function = call.get("function").unwrap_or(call);
        let arguments = function.get("arguments");
        let text = |value: Option<&Value>| value?.as_str().map(str::to_owned);
        Self {
            id: text(call.get("id")).filter(|id| !id.is_empty()),
            name: text(function.get("name")).unwrap_or_default(),
            arguments: match arguments {
                Some(Value::String(text)) => text.clone(),
                Some(Value::Null) | None => String::new(),
                Some(other) => other.to_string(),
            },
            json: call.clone(),
        }
    }

    fn write(self, arguments_are_text: bool) -> Value {
        let is_object = serde_json::from_str::<Map<String, Value>>(&self.arguments).is_ok();
        let arguments = match (arguments_are_text, is_object) {
            (true, true) => self.arguments.into(),
            (true, false) => "{}".into(),
            (false, _) => parse_arguments_object(&self.arguments),
        };
        let function = json!({"name": self.name, "arguments": arguments});
        let mut call = Map::new();
        call.extend(self.id.map(|id| ("id".to_owned(), id.into())));
        if arguments_are_text {
            call.insert("type".to_owned(), "function".into());
        }
        call.insert("function".to_owned(), function);
        for key in SIGNATURES {
            let signature = self.json.get(*key).filter(|member| !member.is_null());
            call.extend(signature.map(|member| ((*key).to_owned(), member.clone())));
        }
        call.into()
    }
}
