use std::{mem, slice};

use serde_json::{Map, Value, json};

use super::builtin::BuiltinCall;
use super::delta::Delta;
use super::positions::Positions;
use super::usage::{Counts, Pointers};
use crate::call::{Api, Ending, ObjectInText, find_ending, join_text, split_half};

/// The received part of an answer.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(super) struct Draft {
    pub(super) api: Api,
    /// `true` if the answer arrives in events.
    pub(super) is_streamed: bool,
    /// The blocks, parts, items or steps of an answer that is a list.
    pub(super) parts: Vec<DraftPart>,
    /// The message of an answer that is one message.
    pub(super) message: Map<String, Value>,
    pub(super) positions: Positions,
    /// The message with calls in another choice, and its reason.
    pub(super) other: Map<String, Value>,
    pub(super) other_index: Option<Value>,
    pub(super) other_reason: Value,
    /// The end of the answer. `reason` contains the provider's value.
    pub(super) ending: Ending,
    pub(super) reason: Option<String>,
    /// The provider's sentence about the end of the answer.
    pub(super) stop_message: Option<String>,
    /// `true` if the answer arrives in events and the last one is missing.
    pub(super) is_broken_off: bool,
    pub(super) usage: Counts,
    pub(super) error: Option<Value>,
    /// The last body or event without the API's shape, until another one has it.
    unread: Option<Value>,
    /// Whether anything of the API's shape has arrived.
    pub(super) is_recognized: bool,
    pub(super) deltas: Vec<Delta>,
    /// `true` if an event has the half of a character at the end or the start of a string.
    pub(super) has_halves: bool,
    /// The first half of a character at the end of the text or of the reasoning.
    half: String,
    /// The value of a response format in the text of a stream.
    pub(super) value: ObjectInText,
}

/// A block, part, item or step.
#[derive(Clone, Debug)]
pub(super) struct DraftPart {
    /// The index of the part in the stream.
    pub(super) index: Option<u64>,
    pub(super) json: Value,
    /// The joined pieces of the arguments, for a call whose arguments arrive in pieces.
    pub(super) arguments: String,
    /// `true` until the end of the part has arrived, for APIs that mark it.
    pub(super) is_open: bool,
}

impl DraftPart {
    pub(super) fn of(json: Value) -> Self {
        Self {
            index: None,
            json,
            arguments: String::new(),
            is_open: false,
        }
    }
}

impl Draft {
    pub(super) fn new(api: Api) -> Self {
        Self {
            api,
            is_streamed: false,
            parts: Vec::new(),
            message: Map::new(),
            positions: Positions::default(),
            other: Map::new(),
            other_index: None,
            other_reason: Value::Null,
            ending: Ending::Unknown,
            reason: None,
            stop_message: None,
            is_broken_off: false,
            usage: Counts::default(),
            error: None,
            unread: None,
            is_recognized: false,
            deltas: Vec::new(),
            has_halves: false,
            half: String::new(),
            value: ObjectInText::default(),
        }
    }

    /// Adds a part. A part that is not an object is left out.
    pub(super) fn add(&mut self, index: Option<u64>, json: Value) {
        if !json.is_object() {
            return;
        }
        self.parts.push(DraftPart {
            index,
            ..DraftPart::of(json)
        });
    }

    /// Returns whether the last output may be cut off: the API reported it, or the stream ended
    /// without a report.
    pub(super) fn may_be_cut(&self) -> bool {
        self.ending.may_cut() || self.is_streamed && self.ending == Ending::Unknown
    }

    /// Returns whether the part at this position is the last one and may be cut off.
    pub(super) fn is_cut_at(&self, position: usize) -> bool {
        position + 1 == self.parts.len() && self.may_be_cut()
    }

    /// Returns the calls that are not calls of functions: the whole ones, and those that may be cut
    /// off.
    pub(super) fn builtin_calls(&self, is_refused: bool) -> (Vec<BuiltinCall>, Vec<BuiltinCall>) {
        let in_message = self.message.get("tool_calls").and_then(Value::as_array);
        let in_message = in_message.into_iter().flatten().map(|call| (call, false));
        let items = self.parts.iter().map(|part| (&part.json, part.is_open));
        let mut items = items.chain(in_message).peekable();
        let (mut whole, mut cut) = (Vec::new(), Vec::new());
        while let Some((item, is_open)) = items.next() {
            let is_last = items.peek().is_none();
            // In a complete answer, the call of a program has the status `in_progress`.
            let is_done = matches!(self.ending, Ending::Done | Ending::ToolCalls);
            let is_unfinished =
                item["status"] == "incomplete" || item["status"] == "in_progress" && !is_done;
            let is_cut = is_refused || is_open || is_unfinished || is_last && self.may_be_cut();
            let call = BuiltinCall::from_item(item);
            if let Some(call) = call.filter(|call| !self.has_result_of(call)) {
                if is_cut { &mut cut } else { &mut whole }.push(call);
            }
        }
        (whole, cut)
    }

    /// Returns whether the answer contains the result of a call: the server ran it.
    fn has_result_of(&self, call: &BuiltinCall) -> bool {
        self.parts.iter().any(|part| {
            let kind = part.json["type"].as_str().unwrap_or_default();
            kind.ends_with("_output") && part.json["call_id"] == *call.id
        })
    }

    /// Returns the latest part with this index. Without an index, returns the last part.
    pub(super) fn part(&mut self, index: Option<u64>) -> Option<&mut DraftPart> {
        match index {
            Some(_) => self.parts.iter_mut().rfind(|part| part.index == index),
            None => self.parts.last_mut(),
        }
    }

    /// Sets the end of the answer from the provider's value. Ignores `null`.
    pub(super) fn set_ending(&mut self, reason: &Value) {
        let reason = match reason {
            Value::Number(number) => number.to_string().into(),
            reason => reason.clone(),
        };
        let ending = reason.as_str().map(|reason| find_ending(self.api, reason));
        self.set_ending_as(&reason, ending.unwrap_or_default());
    }

    /// Stores the provider's sentence about the end of the answer. Keeps the first one.
    pub(super) fn set_stop_message(&mut self, message: &Value) {
        let message = message.as_str().filter(|message| !message.is_empty());
        if let Some(message) = message {
            self.stop_message.get_or_insert_with(|| message.to_owned());
        }
    }

    /// Sets the end of the answer. Ignores a reason that is `null`, and a report that undoes a
    /// possible truncation.
    pub(super) fn set_ending_as(&mut self, reason: &Value, ending: Ending) {
        let undoes_cut = self.ending.may_cut() && !ending.may_cut();
        if let Some(reason) = reason.as_str().filter(|_| !undoes_cut) {
            self.ending = ending;
            self.reason = Some(reason.to_owned());
        }
    }

    /// Adds the numbers of a report. Most events have none, and looking for numbers costs time.
    pub(super) fn set_usage(&mut self, usage: &Value, pointers: &Pointers) {
        if usage.is_object() {
            self.usage.update(usage, pointers);
        }
    }

    /// Stores an error of the provider. Keeps the first one. Ignores an empty member, which some
    /// servers add to each answer.
    pub(super) fn set_error(&mut self, error: &Value) {
        let is_empty = error.is_null() || *error == json!("") || *error == json!({});
        if !is_empty {
            self.error.get_or_insert_with(|| error.clone());
        }
    }

    /// Keeps a body or an event if nothing of the API's shape has arrived.
    pub(super) fn keep_unread(&mut self, json: Value) {
        if !self.is_recognized && self.error.is_none() {
            self.unread = Some(json);
        }
    }

    /// Looks for an error in text without the API's shape. Gateways and servers send errors in
    /// forms that are not the API's: `{"detail"}`, `{"message", "code"}`, `{"msg", "code"}`.
    pub(super) fn find_error(&mut self) {
        let Some(unread) = self.unread.take().filter(|_| !self.is_recognized) else {
            return;
        };
        // `base_resp` is the status of MiniMax.
        let members = ["error", "detail", "errors", "base_resp"];
        let inner = members
            .iter()
            .map(|key| &unread[*key])
            .find(|inner| !inner.is_null());
        let texts = ["message", "Message", "msg"];
        if let Some(inner) = inner {
            self.set_error(inner);
        } else if texts.iter().any(|key| unread[*key].is_string()) {
            self.set_error(&unread);
        }
    }

    /// Joins a character whose halves are in two events. Keeps a first half at the end.
    fn join(&mut self, text: &str) -> String {
        if !self.has_halves {
            return text.to_owned();
        }
        let whole = mem::take(&mut self.half) + text;
        let (text, half) = split_half(&whole);
        half.clone_into(&mut self.half);
        join_text(text).into_owned()
    }

    /// Joins the halves of characters in all texts.
    pub(super) fn join_halves(&mut self) {
        if !self.has_halves {
            return;
        }
        self.message.values_mut().for_each(join_strings);
        for part in &mut self.parts {
            join_strings(&mut part.json);
            part.arguments = join_text(&part.arguments).into_owned();
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let text = &*self.join(text);
        if !text.is_empty() {
            self.value.push(text);
            self.deltas.push(Delta::Text(text.to_owned()));
        }
    }

    pub(super) fn push_reasoning(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let text = &*self.join(text);
        if !text.is_empty() {
            self.deltas.push(Delta::Reasoning(text.to_owned()));
        }
    }
}

/// Appends to the text of a key. Creates the key if it is absent, and the object if it is `null`.
pub(super) fn append(object: &mut Value, key: &str, piece: &Value) {
    let Some(piece) = piece.as_str() else {
        return;
    };
    if object.is_null() {
        *object = json!({});
    }
    let Some(object) = object.as_object_mut() else {
        return;
    };
    match object.get_mut(key) {
        Some(Value::String(text)) => text.push_str(piece),
        _ => {
            object.insert(key.to_owned(), piece.into());
        }
    }
}

/// Returns the first of several alternative answers, or `null`. Some servers send no index.
pub(super) fn first_of(choices: &Value) -> &Value {
    let mut choices = choices.as_array().into_iter().flatten();
    let found = choices.find(|choice| choice["index"].as_u64().unwrap_or(0) == 0);
    found.unwrap_or(&Value::Null)
}

/// Returns the items of a list. An object counts as a list of one, since some servers leave out the
/// list. The reader of the calls does the same.
pub(super) fn items_of(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items,
        Value::Object(_) => slice::from_ref(value),
        _ => &[],
    }
}

/// Returns the object without entries that are `null`.
pub(super) fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let entries = object.iter().filter(|(_, value)| !value.is_null());
            entries
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect::<Map<_, _>>()
                .into()
        }
        other => other.clone(),
    }
}

/// Reads arguments as a JSON object. Returns an empty object for any other text.
pub(super) fn parse_arguments_object(text: &str) -> Value {
    let read = serde_json::from_str::<Map<String, Value>>(text);
    read.unwrap_or_default().into()
}

/// Returns arguments as an object. Some servers send an object as text. Any other value becomes an
/// empty object.
pub(super) fn to_object(arguments: &Value) -> Value {
    match arguments {
        Value::Object(_) => arguments.clone(),
        Value::String(text) => parse_arguments_object(text),
        _ => json!({}),
    }
}

/// Returns a member of an object; a new one is `null`. A value that is not an object becomes an
/// empty object first, since indexing a value of another type panics.
pub(super) fn enter_member<'v>(value: &'v mut Value, key: &str) -> &'v mut Value {
    if !value.is_object() {
        *value = json!({});
    }
    &mut value[key]
}

/// Returns one message with these parts, or an empty list without parts.
pub(super) fn build_message(role: &str, key: &str, parts: Vec<Value>) -> Vec<Value> {
    let is_empty = parts.is_empty();
    let mut message = json!({"role": role});
    *enter_member(&mut message, key) = parts.into();
    if is_empty { vec![] } else { vec![message] }
}

fn join_strings(value: &mut Value) {
    match value {
        Value::String(text) => *text = join_text(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(join_strings),
        Value::Object(object) => object.values_mut().for_each(join_strings),
        _ => {}
    }
}
