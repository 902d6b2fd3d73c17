use serde_json::{Value, json};

use super::texts::read_content;
use super::{
    Answered, CallShape, Draft, DraftPart, Ending, FoundArguments, Key, Node, Pointers, TurnCall,
    Wire, message, set,
};

/// Mistral Conversations.
pub(super) struct MistralConversations;

const USAGE: Pointers = Pointers {
    input: "/usage/prompt_tokens",
    output: "/usage/completion_tokens",
    ..Pointers::NONE
};

const SHAPE: CallShape = CallShape {
    kind: "function.call",
    holder: "",
    ids: &["tool_call_id", "id"],
    arguments: "arguments",
};

impl Wire for MistralConversations {
    fn is_body(&self, event: Node<'_>) -> bool {
        event.has("outputs") && !event.has("type")
    }

    /// `{"object": "conversation.response", "outputs": [..], "usage"}`. A call is `{"type":
    /// "function.call", "tool_call_id", "name", "arguments"}`, where the arguments are text or an
    /// object. The API reports no reason for the end. Other objects, such as the conversation itself,
    /// have no outputs.
    fn read_body(&self, body: Node<'_>, draft: &mut Draft) {
        let outputs = body.get("outputs");
        draft.is_recognized |= match body.get("object").text() {
            Some(object) => object.starts_with("conversation"),
            None => !body.has("status") && are_entries(outputs),
        };
        let is_output = |entry: Node<'_>| entry.has("type");
        SHAPE.read_items(outputs, draft, is_output, |call, entry, draft| {
            keep_object(draft.part_of(call), entry.get("arguments"));
        });
        draft.set_usage(body, &USAGE);
        draft.calls.set_ending(0, Ending::Done);
    }

    fn is_event(&self, event: Node<'_>) -> bool {
        let kinds =
            "conversation.response. message.output. function.call. tool.execution. agent.handoff.";
        event.get("type").begins_with_one_of(kinds)
    }

    fn members_of(&self, event: Node<'_>) -> Option<&'static str> {
        let kind = event.get("type");
        match &*kind.piece() {
            "message.output.delta" => Some("content"),
            "function.call.delta" => Some(SHAPE.arguments),
            _ => Some("").filter(|_| kind.begins_with_one_of("conversation.response.")),
        }
    }

    /// `message.output.delta` and `function.call.delta` have a piece of the entry with this `id`. Each
    /// event of a call has its id and its name. `conversation.response.done` ends the stream.
    fn read_event(&self, event: Node<'_>, draft: &mut Draft) {
        let kind = event.get("type");
        let is_call = kind.is("function.call.delta");
        // A piece with another type may begin a call.
        if event.has(SHAPE.arguments) && event.has("tool_call_id")
            || is_call && (event.has(SHAPE.arguments) || event.has("tool_call_id"))
        {
            read_call(event, !is_call, draft);
        }
        match &*kind.piece() {
            "message.output.delta" if event.has("content") => read_message(event, draft),
            "conversation.response.done" => {
                draft.set_usage(event, &USAGE);
                draft.calls.set_ending(0, Ending::Done);
            }
            "conversation.response.error" => draft.fail(&event.json()),
            _ => draft.note_result(event),
        }
    }

    /// The API accepts only an object, or a text that contains one.
    fn write_call(&self, item: Value, call: &TurnCall) -> Value {
        let arguments = if item["arguments"].is_object() {
            call.to_object()
        } else {
            call.to_object_text()
        };
        let is_new = item.is_null();
        let mut entry = SHAPE.write(item, call, arguments);
        if is_new {
            set(&mut entry, "object", "entry");
        }
        entry
    }

    fn read_texts(&self, entry: &Value, text: &mut String, reasoning: &mut String) {
        if entry["type"] == "message.output" {
            read_content(&entry["content"], text, reasoning);
        }
    }

    fn write_result(&self, (call, result): &Answered<'_>) -> Value {
        json!({"type": "function.result", "tool_call_id": call.id, "result": result.to_text()})
    }

    fn write_user_message(&self, text: &str) -> Value {
        json!({"object": "entry", "type": "message.input", "role": "user", "content": text})
    }
}

/// Returns whether `outputs` may be entries of Mistral, such as `function.call`. The items of an older
/// answer of Gemini Interactions have types without a dot.
pub(super) fn are_entries(outputs: Node<'_>) -> bool {
    let is_entry = |item: Node<'_>| {
        item.get("type")
            .text()
            .is_none_or(|kind| kind.contains('.'))
    };
    outputs.is_array() && outputs.elements().all(is_entry)
}

/// Marks that the arguments of a call are an object, and not a text.
fn keep_object(part: Option<&mut DraftPart>, arguments: Node<'_>) {
    if let Some(part) = part.filter(|_| arguments.is_object()) {
        set(&mut part.json, "arguments", json!({}));
    }
}

fn read_message(event: Node<'_>, draft: &mut Draft) {
    draft.calls.output(0);
    let content = event.get("content").json();
    let (mut text, mut reasoning) = (String::new(), String::new());
    read_content(&content, &mut text, &mut reasoning);
    draft.push_reasoning(&reasoning);
    draft.push_text(&text);
    let id = event.get("id");
    let entry = json!({"object": "entry", "type": "message.output", "id": id.json(),
        "role": "assistant"});
    // Without an ID, a piece continues the last entry.
    let entry = if let Some(id) = id.some_text() {
        draft.part_with_id(&id, entry)
    } else {
        let last = draft.parts.last();
        if !last.is_some_and(|last| last.is_of_type("message.output")) {
            draft.add_json(None, entry);
        }
        draft.parts.last_mut()
    };
    let content = if content.is_object() {
        json!([content])
    } else {
        content
    };
    if let Some(entry) = entry.and_then(|entry| entry.json.as_object_mut()) {
        message::merge(&json!({"content": content}), entry);
    }
}

fn read_call(event: Node<'_>, is_doubtful: bool, draft: &mut Draft) {
    let name = event.get("name").some_text();
    let found = FoundArguments::of(event, event, SHAPE.arguments);
    let (arguments, piece) = (found.value, found.value.arguments());
    let keys = SHAPE
        .ids
        .iter()
        .filter_map(|key| event.get(key).some_text());
    let keys: Vec<_> = keys.map(Key::Id).collect();
    let calls = &mut draft.calls;
    let known = keys.iter().find_map(|key| {
        let at = calls.position(0, key)?;
        let of_call = &calls.at(at).name;
        let is_same = name.as_ref().is_none_or(|name| name == of_call);
        (of_call.is_empty() || is_same).then_some(at)
    });
    let call_id = event.get("tool_call_id").some_text();
    // The keys are of two calls.
    let contradicted = known.filter(|at| {
        let call = calls.at(*at);
        call.has_call_id && call_id.is_some() && call.id != call_id
    });
    let known = known.filter(|_| contradicted.is_none());
    let renamed = || keys.iter().find_map(|key| calls.position(0, key));
    let contradicted = contradicted.or_else(|| renamed().filter(|_| known.is_none()));
    // Without a key, it is unknown whether the event belongs to an open call.
    let is_unclear = keys.is_empty() && !calls.find_open(0).is_empty();
    if is_unclear {
        calls.doubt_open(0);
    }
    let begins = piece.trim().is_empty() || piece.trim_start().starts_with('{');
    let at = known.unwrap_or_else(|| {
        let at = calls.begin(0, None, SHAPE.read_id(event));
        // Each piece has the name, so the first piece may be lost or in an event that is not JSON.
        if !begins || calls.has_broken {
            calls.at(at).doubt();
        }
        at
    });
    if let Some(other) = contradicted {
        calls.at(other).doubt();
    }
    for key in keys {
        calls.know(0, key, at);
    }
    let call = calls.at(at);
    if call.name.is_empty() {
        call.name = name.unwrap_or_default();
    }
    let name = call.name.clone();
    calls.push_at(at, &piece);
    calls.at(at).has_call_id |= call_id.is_some();
    calls.at(at).note(found);
    if is_doubtful || is_unclear || contradicted.is_some() {
        calls.at(at).doubt();
    }
    if let Some(part) = draft.part_of(at) {
        if part.json.is_null() {
            let id = event.get("id").json();
            part.json = json!({"object": "entry", "type": "function.call", "id": id,
                "tool_call_id": event.get("tool_call_id").json(), "name": name});
        }
        set(&mut part.json, "name", name);
        keep_object(Some(part), arguments);
    }
}
