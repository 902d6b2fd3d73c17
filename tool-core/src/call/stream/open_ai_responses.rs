use super::growing::Growing;
use super::streamed::{CallKey, Streamed};
use crate::call::answer::Ending;
use crate::call::response::open_ai_responses::{
    ends_in_refusal, is_refusal, read_ending, read_id, read_response_ending,
};
use crate::call::wire::{WireFields, WireValue};

/// `response.output_item.added` has the item with its name. Then come
/// `response.function_call_arguments.delta` and `.done`, which refer to the item by
/// `output_index` and `item_id`, and `response.output_item.done` with the whole item. At the
/// end comes `response.completed`, `.incomplete` or `.failed` with the response.
pub(super) fn push(event: &WireFields<'_>, streamed: &mut Streamed) {
    let index = event.index("output_index");
    match event.text("type").as_deref() {
        Some("response.output_item.added" | "response.output_item.done") => {
            let done = event.is("type", "response.output_item.done");
            read_item(&event.fields("item"), index, done, streamed);
        }
        Some("response.function_call_arguments.delta") => {
            let piece = event.get("delta").map(WireValue::arguments);
            let piece = piece.unwrap_or_default();
            let at = find_call(index, event.some_text("item_id"), &piece, streamed);
            if let Some(at) = at {
                streamed.push_at(at, &piece);
            }
        }
        Some("response.function_call_arguments.done") => {
            let whole = event.get("arguments").map(WireValue::arguments);
            let whole = whole.unwrap_or_default();
            if let Some(at) = find_call(index, event.some_text("item_id"), &whole, streamed) {
                let call = streamed.at(at);
                complete_call(event, call);
                call.end();
            }
        }
        Some("response.completed" | "response.incomplete" | "response.failed") => {
            let whole = event.fields("response");
            read_response(&whole, streamed);
            streamed.set_ending(0, read_response_ending(&whole));
            streamed.is_ended = true;
            if !whole.has("incomplete_details") {
                let kind = event.text("type").unwrap_or_default();
                streamed.set_ending(0, read_ending(kind.strip_prefix("response.")));
            }
        }
        Some("response.refusal.delta" | "response.refusal.done") => streamed.set_refused(0, true),
        Some("error") => streamed.set_ending(0, Ending::Failed),
        _ => {}
    }
}

/// The whole response lists the streamed items. They must not become calls again. Servers omit
/// other items from it, which shifts the indices, or change all ids.
fn read_response(response: &WireFields<'_>, streamed: &mut Streamed) {
    if response.items("output").next().is_some() {
        streamed.set_refused(0, ends_in_refusal(response));
    }
    let (mut number, mut last) = (0, None);
    for item in response.items("output").map(WireValue::fields) {
        if !item.is("type", "function_call") {
            if let Some(at) = last.filter(|_| item.has("type")) {
                streamed.at(at).is_followed = true;
            }
            continue;
        }
        let keys = [item.some_text("call_id"), item.some_text("id")];
        let keys = keys.into_iter().flatten().map(CallKey::Id);
        let there = find_known_call(&item, keys, streamed).or_else(|| {
            let is_there = number < streamed.count();
            (is_there && item.is("name", &streamed.at(number).name)).then_some(number)
        });
        last = Some(take(&item, there, None, true, streamed));
        number += 1;
    }
    if number > 0 {
        streamed.void_unnamed();
    }
}

fn read_item(item: &WireFields<'_>, index: Option<u64>, done: bool, streamed: &mut Streamed) {
    if item.is("type", "function_call") {
        let keys = index.map(CallKey::Index).into_iter();
        let keys = keys.chain(item.some_text("id").map(CallKey::Id));
        let there = find_known_call(item, keys, streamed);
        take(item, there, index, done, streamed);
        return;
    }
    if item.is("type", "message") {
        streamed.set_refused(0, is_refusal(item));
    }
    if !done && item.has("type") {
        streamed.output(0);
    }
}

/// Returns the position of an item's call: the first of these keys whose call has no other
/// `call_id`. Some servers use one index for all items.
fn find_known_call(
    item: &WireFields<'_>,
    mut keys: impl Iterator<Item = CallKey>,
    streamed: &mut Streamed,
) -> Option<usize> {
    let (call_id, id) = (item.some_text("call_id"), item.some_text("id"));
    let name = item.some_text("name");
    keys.find_map(|key| {
        let at = streamed.position(0, &key)?;
        let call = streamed.at(at);
        let is_same_item = id.is_some() && call.item_id == id;
        let has_other_id = call.has_call_id && call_id.is_some() && call.id != call_id;
        let has_other_name = name.as_ref().is_some_and(|name| *name != call.name);
        let is_other = has_other_id && !is_same_item || has_other_name;
        (!is_other || call.name.is_empty()).then_some(at)
    })
}

fn take(
    item: &WireFields<'_>,
    there: Option<usize>,
    index: Option<u64>,
    done: bool,
    streamed: &mut Streamed,
) -> usize {
    let at = there.unwrap_or_else(|| {
        let next = streamed.count();
        streamed.set_refused(0, false);
        streamed.begin(0, index, item.some_text("id"));
        next
    });
    if let Some(call_id) = item.some_text("call_id") {
        streamed.know(0, CallKey::Id(call_id), at);
    }
    let call = streamed.at(at);
    let has_call_id = item.some_text("call_id").is_some();
    call.item_id = item.some_text("id").or(call.item_id.take());
    if has_call_id || !call.has_call_id {
        call.id = read_id(item).or(call.id.take());
        call.has_call_id = has_call_id;
    }
    complete_call(item, call);
    if done {
        call.end();
        let own = read_ending(item.text("status").as_deref());
        call.ending = Some(own).filter(|own| own.ends_call());
    }
    at
}

/// Sets the name and the arguments from an event that has them completely.
fn complete_call(event: &WireFields<'_>, call: &mut Growing) {
    if let Some(name) = event.some_text("name") {
        call.name = name;
    }
    if let Some(namespace) = event.some_text("namespace") {
        call.namespace = Some(namespace);
    }
    call.caller = event.json("caller").or(call.caller.take());
    call.is_async |= event.is_true("async");
    let arguments = event.get("arguments").map(WireValue::arguments);
    call.replace(&arguments.unwrap_or_default());
}

/// Returns the call of a piece, or begins it. A known ID has priority over the index: some servers
/// use one index for all items. Other servers change the ID of an item in each event.
fn find_call(
    index: Option<u64>,
    id: Option<String>,
    piece: &str,
    streamed: &mut Streamed,
) -> Option<usize> {
    let keys = [id.clone().map(CallKey::Id), index.map(CallKey::Index)];
    let mut keys = keys.into_iter().flatten();
    let known = keys.find_map(|key| streamed.position(0, &key));
    let known = known.or_else(|| streamed.find_owner(0, index, piece));
    known.or_else(|| {
        let count = streamed.count();
        streamed.doubt_open(0);
        // The event that begins the item may come later.
        streamed.begin(0, index, id).doubt();
        Some(count)
    })
}
