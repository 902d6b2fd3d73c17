//! The pieces of text in a stream of `OpenAI` Responses.

use serde_json::{Value, json};

use super::{Draft, Node, append, enter_member, set, without_nulls};

/// The place of a text in an item.
struct Place {
    /// The type of the item.
    item: &'static str,
    /// The member with the list of blocks, and the index of the block in an event.
    list: &'static str,
    index: &'static str,
    /// The type of the block, and its member with the text.
    block: &'static str,
    key: &'static str,
}

const TEXT: Place = Place {
    item: "message",
    list: "content",
    index: "content_index",
    block: "output_text",
    key: "text",
};

const REFUSAL: Place = Place {
    block: "refusal",
    key: "refusal",
    ..TEXT
};

const REASONING: Place = Place {
    item: "reasoning",
    block: "reasoning_text",
    ..TEXT
};

const SUMMARY: Place = Place {
    item: "reasoning",
    list: "summary",
    index: "summary_index",
    block: "summary_text",
    key: "text",
};

/// Reads an event with a text: a piece as `delta`, the whole text, or its block as `part`. Servers
/// leave out some of them, and also the list of items at the end.
pub(super) fn read_text(kind: &str, event: Node<'_>, draft: &mut Draft) {
    let Some((name, kind)) = kind.rsplit_once('.') else {
        return;
    };
    let is_part = |place: &&&Place| event.get("part").get("type").is(place.block);
    let place = match name {
        "response.output_text" => Some(&TEXT),
        "response.refusal" => Some(&REFUSAL),
        "response.reasoning_summary_text" => Some(&SUMMARY),
        "response.reasoning_text" => Some(&REASONING),
        "response.content_part" | "response.reasoning_summary_part" => {
            let places = [&TEXT, &REFUSAL, &SUMMARY, &REASONING];
            places.iter().find(is_part).copied()
        }
        _ => None,
    };
    let Some(place) = place else {
        return;
    };
    match kind {
        "delta" => append_text(place, event, &event.get("delta").piece(), draft),
        "done" => {
            let whole = event.either(place.key, "part");
            let whole = whole.text().or_else(|| whole.get(place.key).text());
            let whole = whole.unwrap_or_default();
            let (known, is_own) = find_text(place, event, draft);
            match whole.strip_prefix(&*known) {
                Some(rest) => append_text(place, event, rest, draft),
                // Pieces of the text were lost. The item has them.
                None if is_own => {}
                None => append_text(place, event, &whole, draft),
            }
        }
        _ => {}
    }
}

/// Returns the received part of the text that an event belongs to, and whether it has the index of the
/// event. Otherwise, it is the last text.
fn find_text(place: &Place, event: Node<'_>, draft: &mut Draft) -> (String, bool) {
    let part = draft.part(event.get("output_index").index());
    let part = part.filter(|part| part.is_of_type(place.item));
    let blocks = part.and_then(|part| part.json[place.list].as_array());
    let number = event.get(place.index).index().unwrap_or(0);
    let block = |blocks: &Vec<Value>| blocks.get(usize::try_from(number).ok()?).cloned();
    let own = blocks.and_then(block);
    let block = own.clone().or_else(|| blocks?.last().cloned());
    let text = block.unwrap_or_default()[place.key]
        .as_str()
        .map(str::to_owned);
    (text.unwrap_or_default(), own.is_some())
}

/// Reports a piece of text, and appends it to the item that it belongs to. The end of the item has
/// the whole text, but a stream may break off before. A piece behind the end is late.
fn append_text(place: &Place, event: Node<'_>, piece: &str, draft: &mut Draft) {
    if piece.is_empty() {
        return;
    }
    let index = event.get("output_index").index();
    let call = index.and_then(|index| draft.part(Some(index))?.call);
    if let Some(call) = call.filter(|call| !draft.calls.at(*call).has_ended()) {
        // The piece may be one of the arguments, with a wrong type.
        draft.calls.at(call).doubt();
    }
    let part = draft.part(index).filter(|part| part.is_of_type(place.item));
    match part.map(|part| part.is_open) {
        Some(true) => {}
        None if !draft.is_listed => {
            let role = Some("assistant").filter(|_| place.item == TEXT.item);
            let id = event.get("item_id").json();
            let item = json!({"type": place.item, "id": id, "role": role});
            draft.add_json(index, without_nulls(&item));
            if let Some(part) = draft.parts.last_mut() {
                part.is_open = true;
            }
        }
        _ => return,
    }
    if place.item == REASONING.item {
        draft.push_reasoning(piece);
    } else {
        draft.push_text(piece);
    }
    let Some(part) = draft.part(index) else {
        return;
    };
    let number = event.get(place.index).index().unwrap_or(0);
    let number = usize::try_from(number).unwrap_or_default();
    let list = enter_member(&mut part.json, place.list);
    if !list.is_array() {
        *list = json!([]);
    }
    if let Some(blocks) = list.as_array_mut() {
        if blocks.len() <= number {
            let mut block = json!({"type": place.block, place.key: ""});
            if place.block == TEXT.block {
                set(&mut block, "annotations", json!([]));
            }
            blocks.push(block);
        }
        let at = number.min(blocks.len().saturating_sub(1));
        if let Some(block) = blocks.get_mut(at) {
            append(block, place.key, piece);
        }
    }
}
