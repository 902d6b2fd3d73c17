//! The pieces of text in a stream of `OpenAI` Responses.

use serde_json::json;

use super::{Draft, Node, append, enter_member, set, without_nulls};

/// The place of a text in an item.
pub(super) struct Place {
    /// The type of the item.
    item: &'static str,
    /// The member with the list of blocks, and the index of the block in an event.
    list: &'static str,
    index: &'static str,
    /// The type of the block, and its member with the text.
    block: &'static str,
    key: &'static str,
}

pub(super) const TEXT: Place = Place {
    item: "message",
    list: "content",
    index: "content_index",
    block: "output_text",
    key: "text",
};

pub(super) const REFUSAL: Place = Place {
    block: "refusal",
    key: "refusal",
    ..TEXT
};

pub(super) const REASONING: Place = Place {
    item: "reasoning",
    block: "reasoning_text",
    ..TEXT
};

pub(super) const SUMMARY: Place = Place {
    item: "reasoning",
    list: "summary",
    index: "summary_index",
    block: "summary_text",
    key: "text",
};

/// Reports a piece of text, and appends it to the item that it belongs to. The end of the item has
/// the whole text, but a stream may break off before. A piece behind the end is late.
pub(super) fn append_text(place: &Place, event: Node<'_>, draft: &mut Draft) {
    let piece = event.get("delta").piece();
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
        draft.push_reasoning(&piece);
    } else {
        draft.push_text(&piece);
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
            append(block, place.key, &piece);
        }
    }
}
