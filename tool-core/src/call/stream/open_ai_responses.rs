use super::growing::Growing;
use super::streamed::{Key, Streamed};
use crate::call::response::open_ai_responses::{finish, id};
use crate::call::wire::{Fields, Part};
use crate::finish::Finish;

/// `response.output_item.added` has the item with its name, then come
/// `response.function_call_arguments.delta` and `.done`, which name the item by
/// `output_index` and `item_id`, then `response.output_item.done` with the whole item,
/// and at the end `response.completed`, `.incomplete` or `.failed` with the response.
pub(super) fn push(event: &Fields<'_>, streamed: &mut Streamed) {
    let index = event.index("output_index");
    match event.text("type").as_deref() {
        Some("response.output_item.added" | "response.output_item.done") => {
            let done = event.is("type", "response.output_item.done");
            item(&event.fields("item"), index, done, streamed);
        }
        Some("response.function_call_arguments.delta") => {
            let call = call(index, event.some_text("item_id"), streamed);
            if let (Some(call), Some(delta)) = (call, event.get("delta")) {
                call.push(&delta.arguments());
            }
        }
        Some("response.function_call_arguments.done") => {
            if let Some(call) = call(index, event.some_text("item_id"), streamed) {
                whole(event, call);
                call.end();
            }
        }
        Some("response.completed" | "response.incomplete" | "response.failed") => {
            response(&event.fields("response"), streamed);
            let said = event.text("type").unwrap_or_default();
            streamed.set_finish(0, finish(said.strip_prefix("response.")));
        }
        _ => {}
    }
}

fn response(response: &Fields<'_>, streamed: &mut Streamed) {
    for (index, part) in (0..).zip(response.items("output")) {
        item(&part.fields(), Some(index), true, streamed);
    }
}

fn item(item: &Fields<'_>, index: Option<u64>, done: bool, streamed: &mut Streamed) {
    if !item.is("type", "function_call") {
        return;
    }
    let Some(call) = call(index, item.some_text("id"), streamed) else {
        return;
    };
    call.id = id(item).or(call.id.take());
    whole(item, call);
    if done {
        call.end();
        let said = finish(item.text("status").as_deref());
        call.finish = Some(said).filter(|said| *said != Finish::Unknown);
    }
}

/// The name and the arguments, where an event has all of them.
fn whole(event: &Fields<'_>, call: &mut Growing) {
    if let Some(name) = event.some_text("name") {
        call.name = name;
    }
    let arguments = event.get("arguments").map(Part::arguments);
    call.replace(&arguments.unwrap_or_default());
}

/// The call of an item, begun if it is new. The index goes first: some servers give
/// an item another id in each event.
fn call(index: Option<u64>, id: Option<String>, streamed: &mut Streamed) -> Option<&mut Growing> {
    let Some(key) = index.map(Key::Index).or_else(|| id.clone().map(Key::Id)) else {
        return streamed.last_open(0);
    };
    match streamed.position(0, &key) {
        Some(at) => Some(streamed.at(at)),
        None => Some(streamed.begin(0, index, id)),
    }
}
