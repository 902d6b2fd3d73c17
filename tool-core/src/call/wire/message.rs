//! APIs whose answer is one message: `OpenAI` Chat, Ollama and Cohere.

use serde_json::{Map, Value, json};

use super::builtin::CUSTOM;
use super::growing::is_same_json;
use super::output::has_value;
use super::places::Places;
use super::positions::Positions;
use super::texts::read_texts;
use super::{BuiltinCall, Draft, FoundArguments, Node, TurnCall, TurnCalls, enter_member};
use crate::call::{Call, DropReason, Dropped};
use crate::finish::Finish;

/// The members of a message that the API accepts in a request, and the format of the calls.
pub(crate) struct Members {
    pub(super) kept: &'static [&'static str],
    /// `true` if the arguments of a call are text, not an object.
    pub(super) arguments_are_text: bool,
}

/// The members with calls. They become parts of the draft.
const CALLS: [&str; 2] = ["tool_calls", "function_call"];

/// Returns a message or a piece of one without its calls. Records the result of a call if the message is
/// one: some gateways run the tools.
pub(super) fn read_message(message: Node<'_>, draft: &mut Draft) -> Value {
    if message.get("role").is("tool") {
        let name = message.either("tool_name", "name").some_text();
        draft
            .calls
            .answer(message.get("tool_call_id").some_text(), name);
    }
    let blocks = message.get("content");
    let blocks = Some(blocks).filter(|blocks| blocks.is_array());
    for block in blocks.into_iter().flat_map(Node::items) {
        let id = block.get("id").some_text();
        let mut calls = message.get("tool_calls").items();
        let is_listed = id.is_some() && calls.any(|call| call.get("id").some_text() == id);
        if is_call_block(block) && !is_listed {
            draft.report_call(block);
        }
    }
    with_listed_content(message.json_without(&CALLS))
}

/// The types of blocks with a call, of the APIs whose answer is a list.
const CALL_BLOCKS: &str = "tool_use tool_call function_call toolUse functionCall";

/// Returns whether a block of content is a call. A message has its calls in another member.
fn is_call_block(block: Node<'_>) -> bool {
    block.get("type").is_one_of(CALL_BLOCKS) || block.has("toolUse") || block.has("functionCall")
}

/// Reads the members of a message that are not calls.
pub(super) fn read_content(message: Node<'_>, draft: &mut Draft) {
    let message = read_message(message, draft);
    note_deltas(&message, draft);
    merge_into(&message, draft);
}

/// Reads the calls of a whole message.
pub(super) fn read_whole_calls(message: Node<'_>, answer: u64, draft: &mut Draft) {
    for item in list_calls(message, draft) {
        if is_custom(item) {
            draft.calls.output(answer);
            add_custom(item, answer, draft);
        } else {
            let id = item.get("id").some_text();
            let call = add_function(select_function(item), item, id, answer, draft);
            set_item(call, item, draft);
        }
    }
    if let Some(function) = read_function(message, draft) {
        let call = add_function(function, function, None, answer, draft);
        set_function_call(call, draft);
    }
}

/// Returns the calls of a message, or the pieces of them. Drops a value of another type.
pub(super) fn list_calls<'a>(message: Node<'a>, draft: &mut Draft) -> Vec<Node<'a>> {
    let mut calls: Vec<_> = message.get("tool_calls").elements().collect();
    calls.retain(|call| {
        if !call.is_object() && has_value(*call) {
            draft.report_unread(*call);
        }
        call.is_object()
    });
    calls
}

fn add_function(
    function: Node<'_>,
    item: Node<'_>,
    id: Option<String>,
    answer: u64,
    draft: &mut Draft,
) -> usize {
    let name = function.get("name").text().unwrap_or_default();
    let arguments = FoundArguments::of(function, item, "arguments");
    draft.calls.add_whole(answer, id, name, arguments)
}

/// Reads the start of a call in a stream, which may have the arguments.
pub(super) fn begin_call(call: usize, item: Node<'_>, draft: &mut Draft) {
    let function = select_function(item);
    let arguments = FoundArguments::of(function, item, "arguments");
    let begun = draft.calls.at(call);
    begun.note(arguments);
    begun.name = function.get("name").text().unwrap_or_default();
    if begun.is_empty() {
        begun.push(&arguments.value.arguments());
        begun.is_value = arguments.is_value();
    }
    set_item(call, item, draft);
}

/// Records that a call is in the member `function_call` of an older chat.
pub(super) fn set_function_call(call: usize, draft: &mut Draft) {
    draft.function_call = Some(call);
    if let Some(part) = draft.part_of(call).filter(|part| part.json.is_null()) {
        part.json = json!({});
    }
}

/// Returns the function of an older message, or of a piece of one. Some servers add an empty function
/// to each message. Others send the first call in both forms: another function beside the list is
/// dropped.
pub(super) fn read_function<'a>(message: Node<'a>, draft: &mut Draft) -> Option<Node<'a>> {
    let function = Some(message.get("function_call")).filter(|function| function.is_present())?;
    let is_empty = |key: &str| function.get(key).text().is_some_and(|text| text.is_empty());
    if is_empty("name") && is_empty("arguments") {
        return None;
    }
    let mut calls = message.get("tool_calls").items().map(select_function);
    let is_same = |call: Node<'_>| {
        let [sent, listed] = [function, call].map(|of| of.get("arguments").arguments());
        function.get("name").piece() == call.get("name").piece() && is_same_json(&sent, &listed)
    };
    match calls.next() {
        None => return Some(function),
        Some(first) if is_same(first) || calls.any(is_same) => {}
        Some(_) => draft.report_call(function),
    }
    None
}

/// Returns whether this is a call of a custom tool. In a stream, only the first piece has the
/// `type`.
pub(super) fn is_custom(call: Node<'_>) -> bool {
    call.get("type").is(CUSTOM) || call.has(CUSTOM) && !call.has("type")
}

/// Adds the call of a custom tool, or a piece of one. It has no JSON as arguments.
pub(super) fn add_custom(item: Node<'_>, answer: u64, draft: &mut Draft) {
    if answer != 0 {
        if let Some(id) = item.get("id").some_text() {
            let (call, reason) = (item.get(CUSTOM), DropReason::OtherChoice);
            let (name, input) = (call.get("name").piece(), call.get("input").piece());
            let dropped = Dropped::new(Some(id), name.into(), input.into(), reason);
            draft.calls.drop(dropped);
        }
        return;
    }
    let index = item.get("index").index();
    let known = draft
        .part(index)
        .filter(|part| index.is_some() && part.is_of_type(CUSTOM));
    match known.and_then(|part| part.json.as_object_mut()) {
        Some(known) => merge(&item.json_without(&["index"]), known),
        None => draft.add_json(index, item.json_without(&["index"])),
    }
}

/// Reads calls in JSON that a model wrote as text: `{"tool_calls": [{"id", "type", "function":
/// {"name"}, "parameters": {..}}]}`, or one of them as `tool_call`. Returns `None` if one is incomplete.
pub(crate) fn read_calls(text: &str) -> Option<Vec<Call>> {
    let places = Places::of(text)?;
    let root = Node::root(&places);
    let calls = root.either("tool_calls", "tool_call").items().map(|item| {
        let function = select_function(item);
        let found = FoundArguments::of(function, item, "arguments");
        let raw = Some(found.value.whole_arguments());
        let raw = raw.filter(|_| found.value.is_present() && !found.is_unclear)?;
        Some(Call::new(
            None,
            function.get("name").text()?,
            raw,
            Finish::Unknown,
        ))
    });
    let calls: Option<Vec<_>> = calls.collect();
    calls.filter(|calls| !calls.is_empty())
}

/// Some servers omit the inner object.
pub(super) fn select_function(call: Node<'_>) -> Node<'_> {
    let function = call.get("function");
    if function.is_present() {
        function
    } else {
        call
    }
}

/// Merges the members of a call, or of a piece of one, into its item.
pub(super) fn set_item(call: usize, item: Node<'_>, draft: &mut Draft) {
    if let Some(part) = draft.part_of(call) {
        let members = item.json_without(&["function", "name", "arguments"]);
        match &mut part.json {
            Value::Object(known) => merge(&members, known),
            json => *json = members,
        }
    }
}

/// Returns the numbers of the alternative answers of a body. The first answer has the number 0: the
/// first one with the index 0, and those with the same index. GitHub Copilot sends the text and the
/// calls of one answer in two choices. Some servers send no index.
pub(super) fn number_answers(answers: &[Node<'_>]) -> impl Iterator<Item = u64> {
    let indexes = || answers.iter().map(|answer| answer.get("index").index());
    let first = indexes().position(|index| index.unwrap_or(0) == 0);
    let first = first.unwrap_or(0);
    let is_listed = indexes().nth(first) == Some(Some(0));
    let numbered = (1..).zip(indexes()).enumerate();
    numbered.map(move |(at, (number, index))| {
        let is_first = at == first || is_listed && index == Some(0);
        if is_first { 0 } else { number }
    })
}

impl Draft {
    /// Joins another choice or candidate with the answer, if the output is in it.
    pub(crate) fn take_other_choice(&mut self, answer: u64) {
        let message = Value::Object(self.others.remove(&answer).unwrap_or_default());
        note_deltas(&message, self);
        merge_into(&message, self);
        let parts = self.take_parts();
        for mut part in parts {
            if part.call.is_some() || part.answer == 0 || part.answer == answer {
                part.answer = 0;
                self.add_part(part);
            }
        }
    }
}

/// Records new text and reasoning.
pub(super) fn note_deltas(piece: &Value, draft: &mut Draft) {
    let (mut text, mut reasoning) = (String::new(), String::new());
    if let Some(piece) = piece.as_object() {
        read_texts(piece, &mut text, &mut reasoning);
    }
    draft.push_reasoning(&reasoning);
    draft.push_text(&text);
}

/// Returns a message whose content is a text or a list. Some servers leave out the list around one
/// chunk. Others send the value of a response format as an object, which becomes its JSON text.
fn with_listed_content(mut message: Value) -> Value {
    let Some(content) = message["content"].as_object() else {
        return message;
    };
    let has_text = content.get("text").is_some_and(Value::is_string);
    let is_typed = content.get("type").is_some_and(Value::is_string);
    let has_thoughts = content.contains_key("thinking") || content.contains_key("summary");
    let is_chunk = is_typed && (has_text || has_thoughts) || has_text && content.len() == 1;
    let member = enter_member(&mut message, "content");
    let content = member.take();
    *member = if is_chunk {
        json!([content])
    } else {
        content.to_string().into()
    };
    message
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
                merge_items(key, new, items, positions);
            }
            // Content is a text in some pieces of an answer, and a list of chunks in others.
            Some(content) if key == "content" && content.is_array() != new.is_array() => {
                let mut chunks = to_chunks(content);
                merge_items(key, &to_chunks(new).into(), &mut chunks, positions);
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

fn merge_items(key: &str, new: &Value, items: &mut Vec<Value>, positions: &mut Positions) {
    for item in new.as_array().into_iter().flatten() {
        let same = positions.find(key, items, item);
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

impl Members {
    /// Returns the assistant message.
    pub(super) fn write_turn(
        &self,
        draft: &Draft,
        cut: &[BuiltinCall],
        listed: &mut TurnCalls,
    ) -> Vec<Value> {
        let mut message = Map::new();
        for key in self.kept {
            let value = draft.message.get(*key);
            let is_empty = |value: &Value| value.is_null() || *key != "content" && *value == "";
            let value = value.filter(|value| !is_empty(value));
            if let Some(value) = value.and_then(|value| to_request(key, value)) {
                message.insert((*key).to_owned(), value);
            }
        }
        draft.parts.iter().for_each(|part| listed.push(part));
        let mut calls: Vec<_> = draft.parts.iter().map(|part| part.json.clone()).collect();
        if draft.has_function_call {
            // An older answer has one call and no list.
            let function = calls.first_mut().map(|call| call["function"].take());
            message.extend(function.map(|function| ("function_call".to_owned(), function)));
        } else if !calls.is_empty() {
            message.insert("tool_calls".to_owned(), calls.into());
        }
        for call in cut {
            listed.push_builtin(call);
        }
        if message.is_empty() {
            return vec![];
        }
        let mut turn = Map::new();
        turn.insert("role".to_owned(), "assistant".into());
        turn.extend(message);
        vec![turn.into()]
    }

    /// Returns a call with the members that the API accepts in a request.
    pub(super) fn write_call(&self, item: &Value, call: &TurnCall) -> Value {
        let arguments = if self.arguments_are_text {
            call.to_object_text()
        } else {
            call.to_object()
        };
        let mut entry = Map::new();
        entry.extend(call.id.iter().map(|id| ("id".to_owned(), json!(id))));
        if self.arguments_are_text {
            entry.insert("type".to_owned(), "function".into());
        }
        let function = json!({"name": call.name, "arguments": arguments});
        entry.insert("function".to_owned(), function);
        for key in SIGNATURES {
            let signature = item.get(*key).filter(|member| !member.is_null());
            entry.extend(signature.map(|member| ((*key).to_owned(), member.clone())));
        }
        entry.into()
    }
}

/// Members of a call with the thought signature of Gemini: of Google's compatible API, and of
/// `LiteLLM`.
const SIGNATURES: &[&str] = &["extra_content", "provider_specific_fields"];

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
