use serde_json::{Value, json};

use super::open_ai_texts::read_text;
use super::texts::{join_content, read_content};
use super::{
    Answered, BuiltinCall, CallShape, Draft, DraftPart, Ending, FoundArguments, Key, Node,
    Pointers, TurnCall, TurnCalls, Wire, append, set, without_nulls,
};

/// `OpenAI` Responses.
pub(super) struct OpenAiResponses;

const USAGE: Pointers = Pointers {
    input: "/input_tokens",
    output: "/output_tokens",
    cache_read: "/input_tokens_details/cached_tokens",
    cache_write: "/input_tokens_details/cache_write_tokens",
    reasoning: "/output_tokens_details/reasoning_tokens",
    total: "/total_tokens",
    ..Pointers::NONE
};

const SHAPE: CallShape = CallShape {
    kind: "function_call",
    holder: "",
    ids: &["call_id", "id"],
    arguments: "arguments",
};

impl Wire for OpenAiResponses {
    fn is_body(&self, event: Node<'_>) -> bool {
        event.has("output") && !event.has("type")
    }

    /// `{"output": [..], "status", "incomplete_details", "error", "usage"}`. A call is `{"type":
    /// "function_call", "id", "call_id", "name", "arguments": "{..}", "status"}`. A result must
    /// contain the `call_id`.
    fn read_body(&self, body: Node<'_>, draft: &mut Draft) {
        let (output, is_output) = (body.get("output"), |item: Node<'_>| item.has("type"));
        SHAPE.read_items(output, draft, is_output, |call, item, draft| {
            read_members(item, call, draft);
            set_status(item, call, draft);
        });
        draft.calls.set_refused(0, ends_in_refusal(output));
        read_response(body, draft);
    }

    fn is_event(&self, event: Node<'_>) -> bool {
        event.get("type").begins_with_one_of("response.")
    }

    fn members_of(&self, event: Node<'_>) -> Option<&'static str> {
        let kind = event.get("type").piece();
        Some(match &*kind {
            "response.output_item.added" | "response.output_item.done" => "item",
            // Some servers send both members.
            _ if kind.contains("_arguments.") => "arguments delta",
            _ if kind.ends_with(".delta") => "delta",
            _ => "",
        })
    }

    /// `response.output_item.added` has the item with its name. Then come
    /// `response.function_call_arguments.delta` and `.done`, which refer to the item by
    /// `output_index` and `item_id`, and `response.output_item.done` with the whole item. At the
    /// end comes `response.completed`, `.incomplete` or `.failed` with the response.
    fn read_event(&self, event: Node<'_>, draft: &mut Draft) {
        let kind = event.get("type").text().unwrap_or_default();
        let index = event.get("output_index").index();
        match &*kind {
            "response.output_item.added" => read_item(index, event.get("item"), false, draft),
            "response.output_item.done" => read_item(index, event.get("item"), true, draft),
            "response.function_call_arguments.delta" => {
                let piece = event.get("delta").arguments();
                let id = event.get("item_id").some_text();
                // The end of a call has all its arguments. A piece behind it is late.
                if let Some(call) = find_or_begin(index, id, &piece, draft)
                    && !draft.calls.at(call).has_ended()
                {
                    draft.calls.push_at(call, &piece);
                }
            }
            "response.function_call_arguments.done" => {
                let whole = event.get("arguments").arguments();
                let id = event.get("item_id").some_text();
                if let Some(call) = find_or_begin(index, id, &whole, draft) {
                    read_members(event, call, draft);
                    draft.calls.at(call).replace(&whole);
                    draft.calls.at(call).end();
                }
            }
            "response.refusal.delta" | "response.refusal.done" => {
                draft.calls.set_refused(0, true);
                read_text(&kind, event, draft);
            }
            "response.custom_tool_call_input.delta" => {
                if let Some(part) = draft.part(index).filter(|part| part.call.is_none()) {
                    append(&mut part.json, "input", &event.get("delta").piece());
                }
            }
            "response.completed" | "response.incomplete" | "response.failed" => {
                let response = event.get("response");
                list_items(response.get("output"), draft);
                read_response(response, draft);
                draft.calls.is_ended = true;
                if !response.has("incomplete_details") {
                    let status = kind.strip_prefix("response.").unwrap_or_default();
                    draft.calls.set_ending(0, self.read_reason(status));
                }
            }
            "error" => {
                let error = event.get("error");
                draft.fail(&if error.is_object() { error } else { event }.json());
            }
            _ => read_text(&kind, event, draft),
        }
    }

    /// The API accepts only JSON as arguments, and finds a call by its `call_id`.
    fn write_call(&self, item: Value, call: &TurnCall) -> Value {
        let is_json = serde_json::from_str::<Value>(&call.raw).is_ok_and(|json| !json.is_null());
        SHAPE.write(item, call, if is_json { &*call.raw } else { "{}" }.into())
    }

    /// Returns the items for the next request. Omits an item that broke off and has no form that the
    /// API accepts, and the reasoning before it, which the API accepts only with its item.
    fn write_turn(&self, draft: &Draft, cut: &[BuiltinCall], listed: &mut TurnCalls) -> Vec<Value> {
        let mut items = Vec::new();
        for part in &draft.parts {
            let mut item = without_optional_nulls(&part.json);
            let cut = cut.iter().find(|call| call.item == part.json);
            listed.push(part);
            match item["type"].as_str() {
                Some("function_call" | "message") => {}
                Some("custom_tool_call") if cut.is_some() => {}
                _ if part.is_open => {
                    drop_reasoning(&mut items);
                    continue;
                }
                Some("reasoning") => drop_output_members(&mut item),
                _ => {}
            }
            if let Some(call) = cut {
                listed.push_builtin(call);
            }
            items.push(item);
        }
        items
    }

    /// `message` contains `content[]`, and `reasoning` contains `summary[]` or `content[]`.
    fn read_texts(&self, item: &Value, text: &mut String, reasoning: &mut String) {
        match item["type"].as_str() {
            Some("message") => read_content(&item["content"], text, reasoning),
            Some("reasoning") => {
                reasoning.push_str(&join_content(&item["summary"]));
                reasoning.push_str(&join_content(&item["content"]));
            }
            _ => {}
        }
    }

    /// Returns a `function_call_output`: a text, or blocks if the result contains more than text.
    fn write_result(&self, (call, result): &Answered<'_>) -> Value {
        if let Some(call) = &call.builtin {
            return call.failure(result.to_text());
        }
        let output = result.to_text_or("input_text", |media_type, data| {
            let url = format!("data:{media_type};base64,{data}");
            json!({"type": "input_image", "image_url": url})
        });
        let mut item =
            json!({"type": "function_call_output", "call_id": call.id, "output": output});
        if let Some(caller) = &call.caller {
            set(&mut item, "caller", caller.clone());
        }
        item
    }
}

fn is_call(item: Node<'_>) -> bool {
    SHAPE.find(item).is_some()
}

/// Reads the members of a response next to its items.
fn read_response(response: Node<'_>, draft: &mut Draft) {
    draft.set_error(response.get("error"));
    let (object, details) = (response.get("object"), response.get("incomplete_details"));
    let is_of_other = object.is_string() && !object.is("response");
    let has_shape = response.get("output").is_array() || object.is_present();
    draft.is_recognized |= !is_of_other && has_shape;
    draft.set_usage(response.get("usage"), &USAGE);
    let reason = details.get("reason");
    draft.set_stop_message(reason);
    if let Some(reason) = reason.text() {
        let ending = read_incomplete(&reason);
        return draft.set_reason_as(0, Some(reason), ending);
    }
    if details.is_present() {
        draft.calls.set_ending(0, Ending::Truncated);
    }
    draft.set_reason(0, response.get("status"));
}

/// Reads the reason of a response that is incomplete. The input of the user may steer a response:
/// it then ends after a whole item, and another response continues it.
fn read_incomplete(reason: &str) -> Ending {
    match reason {
        "steered" => Ending::Paused,
        // Shorter arguments would not help.
        "max_messages" => Ending::TooManyMessages,
        _ => Some(Ending::from_word(reason))
            .filter(|ending| ending.may_cut())
            .unwrap_or(Ending::Truncated),
    }
}

/// Returns whether the last message or call of a list of items is a refusal. A call behind a refusal
/// is meant: the model went on.
fn ends_in_refusal(output: Node<'_>) -> bool {
    let said = output
        .items()
        .filter(|item| item.get("type").text().is_some_and(|kind| is_said(&kind)));
    said.last().is_some_and(is_refusal)
}

/// Returns whether an item of this type is a message or a call.
fn is_said(kind: &str) -> bool {
    kind == "message" || kind.ends_with("_call")
}

/// Returns whether an item is a message that contains a refusal.
fn is_refusal(item: Node<'_>) -> bool {
    item.get("content")
        .items()
        .any(|block| block.get("type").is("refusal"))
}

/// Reads the start or the end of an item.
fn read_item(index: Option<u64>, item: Node<'_>, is_end: bool, draft: &mut Draft) {
    if is_call(item) {
        let keys = index.map(Key::Index).into_iter();
        let keys = keys.chain(item.get("id").some_text().map(Key::Id));
        let known = find_known_call(item, keys, draft);
        let call = take(item, known, index, draft);
        if is_end {
            draft.calls.at(call).end();
            set_status(item, call, draft);
        }
        return;
    }
    if item.get("type").is("message") {
        draft.calls.set_refused(0, is_refusal(item));
    }
    if !is_end && item.has("type") {
        draft.calls.output(0);
    }
    draft.note_result(item);
    set_item(index, item, !is_end, draft);
}

/// Sets the item of a part that is not a call, or adds it. Some servers use one index for all items,
/// and others change the ID of an item in each event.
fn set_item(index: Option<u64>, item: Node<'_>, is_open: bool, draft: &mut Draft) {
    if !item.is_object() {
        return;
    }
    let json = item.json();
    let id = json["id"].as_str();
    let has_id = |part: &DraftPart| id.is_some() && part.json["id"].as_str() == id;
    let is_same = |part: &DraftPart| {
        let is_new = is_open && part.json["id"].is_string() && id.is_some();
        let is_item = part.call.is_none() && part.json["type"] == json["type"];
        is_item && (has_id(part) || part.is_open && !is_new)
    };
    let places = [
        draft.place(index),
        id.and_then(|id| draft.place_of(&Key::Id(id.to_owned()))),
    ];
    let mut places = places.into_iter().flatten();
    match places.find(|at| is_same(&draft.parts[*at])) {
        // The start of a whole item is repeated.
        Some(at) if is_open && !draft.parts[at].is_open => {}
        Some(at) => {
            draft.parts[at].json = draft.replace_item(&draft.parts[at].json, json);
            draft.parts[at].is_open = is_open;
        }
        None => {
            draft.add_json(index, json);
            if let Some(part) = draft.parts.last_mut() {
                part.is_open = is_open;
            }
        }
    }
}

/// Sets the status of a call of its own. A call of a program stays `in_progress` until its result.
fn set_status(item: Node<'_>, call: usize, draft: &mut Draft) {
    let status = item.get("status").text().unwrap_or_default();
    let own = OpenAiResponses.read_reason(&status);
    let goes_on = own == Ending::Unfinished && item.has("caller");
    draft.calls.at(call).ending = Some(own).filter(|own| own.ends_call() && !goes_on);
}

/// Lists the items of the whole response in its order. The calls that have arrived must not become
/// calls again. Servers omit other items from it, which shifts the indices, or change all ids.
fn list_items(output: Node<'_>, draft: &mut Draft) {
    if output.items().next().is_none() {
        return;
    }
    draft.calls.set_refused(0, ends_in_refusal(output));
    let before = draft.take_parts();
    let ids = SHAPE.list_ids(output.items());
    let mut unlisted = draft.calls.list_unlisted(&ids);
    let mut last = None;
    for item in output.items() {
        if !is_call(item) {
            if let Some(call) = last.filter(|_| item.has("type")) {
                draft.calls.at(call).is_followed = true;
            }
            draft.add(None, item);
            continue;
        }
        let keys = [item.get("call_id").some_text(), item.get("id").some_text()];
        let keys = keys.into_iter().flatten().map(Key::Id);
        let known = find_known_call(item, keys, draft).or_else(|| {
            let arguments = item.get(SHAPE.arguments).whole_arguments();
            let name = item.get("name").piece();
            draft.calls.take_unlisted(&mut unlisted, &name, &arguments)
        });
        let call = take(item, known, None, draft);
        draft.calls.at(call).end();
        set_status(item, call, draft);
        last = Some(call);
    }
    if last.is_some() {
        draft.calls.void_unnamed();
    }
    draft.keep_unlisted(before);
}

/// Returns the position of an item's call: the one with its ID and its `call_id`, or the first of these
/// keys whose call has no other `call_id`. Some servers use one index for all items. A call with the
/// same `call_id` is the same one, also under another name.
fn find_known_call(
    item: Node<'_>,
    keys: impl Iterator<Item = Key>,
    draft: &mut Draft,
) -> Option<usize> {
    let (call_id, id) = (item.get("call_id").some_text(), item.get("id").some_text());
    let name = item.get("name").some_text();
    let calls = &mut draft.calls;
    let by_item = calls.position_of(0, id.as_ref());
    let by_item = by_item.filter(|at| call_id.is_some() && calls.at(*at).id == call_id);
    let mut known = keys
        .filter_map(|key| calls.position(0, &key))
        .collect::<Vec<_>>();
    known.retain(|at| {
        let call = calls.at(*at);
        let has_both_ids = call.has_call_id && call_id.is_some();
        let (is_same_id, is_same_item) = (call.id == call_id, id.is_some() && call.item_id == id);
        let has_other_id = has_both_ids && !is_same_id && !is_same_item;
        let has_other_name = name.as_ref().is_some_and(|name| *name != call.name);
        let is_other = has_other_id || has_other_name && !(has_both_ids && is_same_id);
        !is_other || call.name.is_empty()
    });
    by_item.or(known.first().copied())
}

/// Reads an item with a call, or begins the call. Returns its position.
fn take(item: Node<'_>, known: Option<usize>, index: Option<u64>, draft: &mut Draft) -> usize {
    let (call_id, id) = (item.get("call_id").some_text(), item.get("id").some_text());
    let at = known.unwrap_or_else(|| {
        draft.calls.set_refused(0, false);
        draft.calls.begin(0, index, id.clone())
    });
    let has_call_id = call_id.is_some();
    if let Some(call_id) = call_id {
        draft.calls.know(0, Key::Id(call_id), at);
    }
    let call = draft.calls.at(at);
    call.item_id = id.or(call.item_id.take());
    if has_call_id || !call.has_call_id {
        call.id = SHAPE.read_id(item).or(call.id.take());
        call.has_call_id = has_call_id;
    }
    read_members(item, at, draft);
    let found = FoundArguments::of(item, item, SHAPE.arguments);
    let call = draft.calls.at(at);
    call.replace(&found.value.whole_arguments());
    call.note(found);
    place(item, at, index, draft);
    at
}

/// Sets the item of a call, in a new part if the list of items is read again.
fn place(item: Node<'_>, call: usize, index: Option<u64>, draft: &mut Draft) {
    if draft.part_of(call).is_none() {
        draft.add_part(DraftPart::new(None, Value::Null, Some(call)));
    }
    let index = index.or_else(|| draft.part_of(call)?.index);
    SHAPE.set_item(call, index, item, draft);
}

/// Sets the name and the other members of a call from an item or an event that has them completely.
fn read_members(item: Node<'_>, call: usize, draft: &mut Draft) {
    let call = draft.calls.at(call);
    if let Some(name) = item.get("name").some_text() {
        // Without a rule, it is unknown which name is meant.
        if !call.name.is_empty() && call.name != name {
            call.contradict();
        }
        call.name = name;
    }
    if let Some(namespace) = item.get("namespace").some_text() {
        call.namespace = Some(namespace);
    }
    call.caller = item.get("caller").some_json().or(call.caller.take());
    call.is_async |= item.get("async").is_true();
}

/// Returns the call of a piece, or begins it. A known ID has priority over the index: some servers
/// use one index for all items. Other servers change the ID of an item in each event. Returns `None`
/// and drops both calls if the ID and the index are of two calls.
fn find_or_begin(
    index: Option<u64>,
    id: Option<String>,
    piece: &str,
    draft: &mut Draft,
) -> Option<usize> {
    let calls = &mut draft.calls;
    let by_id = calls.position_of(0, id.as_ref());
    if let Some(known) = by_id.filter(|at| calls.has_other_index(*at, index)) {
        calls.at(known).doubt();
        calls.doubt_indexed(index);
        return None;
    }
    let keys = [id.clone().map(Key::Id), index.map(Key::Index)];
    let mut keys = keys.into_iter().flatten();
    let known = keys.find_map(|key| calls.position(0, &key));
    let known = known.or_else(|| calls.find_stray_owner(index, piece));
    Some(known.unwrap_or_else(|| {
        calls.doubt_open(0);
        // The event that begins the item may come later.
        let call = calls.begin(0, index, id);
        calls.at(call).doubt();
        call
    }))
}

/// Returns an item without optional members that are `null`. In the items of other kinds, such as
/// the `outputs` of a code interpreter, a request must have the `null`.
fn without_optional_nulls(item: &Value) -> Value {
    match item["type"].as_str() {
        Some("message" | "reasoning" | "function_call" | "custom_tool_call") => without_nulls(item),
        _ => item.clone(),
    }
}

fn drop_reasoning(items: &mut Vec<Value>) {
    while items.pop_if(|item| item["type"] == "reasoning").is_some() {}
}

/// Removes the members of a reasoning item that the next request does not need.
fn drop_output_members(item: &mut Value) {
    if let Some(item) = item.as_object_mut() {
        item.remove("status");
        if item
            .get("content")
            .is_some_and(|content| *content == json!([]))
        {
            item.remove("content");
        }
    }
}
