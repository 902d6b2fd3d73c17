//! The members of a call in the items of an API whose answer is a list.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{Draft, FoundArguments, Node, TurnCall, enter_member, set};

/// Where an item has the members of a call of a function.
pub(super) struct CallShape {
    /// The type of an item with a call. Empty if the holder shows it.
    pub(super) kind: &'static str,
    /// The member of the item with the call. Empty if the item is the call.
    pub(super) holder: &'static str,
    /// The members with an ID. A result refers to the first one.
    pub(super) ids: &'static [&'static str],
    /// The member with the arguments.
    pub(super) arguments: &'static str,
}

impl CallShape {
    /// Returns the call in an item.
    pub(super) fn find<'a>(&self, item: Node<'a>) -> Option<Node<'a>> {
        let call = if self.holder.is_empty() {
            Some(item).filter(|item| item.get("type").is(self.kind))
        } else {
            // Bedrock marks the tools that the server runs.
            Some(item.get(self.holder)).filter(|call| !call.get("type").is("server_tool_use"))
        };
        call.filter(|call| call.is_object())
    }

    /// Returns the ID of a call.
    pub(super) fn read_id(&self, call: Node<'_>) -> Option<String> {
        self.ids.iter().find_map(|key| call.get(key).some_text())
    }

    /// Returns the IDs of the calls in these items, with the names of the calls.
    pub(super) fn list_ids<'n>(
        &self,
        items: impl Iterator<Item = Node<'n>>,
    ) -> HashSet<(String, String)> {
        let calls = items.filter_map(|item| self.find(item));
        let ids = calls.flat_map(|call| {
            let name = call.get("name").piece();
            let ids = self
                .ids
                .iter()
                .filter_map(move |key| call.get(key).some_text());
            ids.map(move |id| (id, name.clone().into_owned()))
        });
        ids.collect()
    }

    /// Reads the items of a whole body. Calls `read_more` with each call, and asks `is_output`
    /// whether another item is output of the model.
    pub(super) fn read_items(
        &self,
        items: Node<'_>,
        draft: &mut Draft,
        is_output: fn(Node<'_>) -> bool,
        read_more: fn(usize, Node<'_>, &mut Draft),
    ) {
        for item in items.elements() {
            if item.is_string() {
                draft.add_text(0, item);
            } else if let Some(call) = self.find(item) {
                let call = self.add_whole(call, item, draft);
                read_more(call, item, draft);
            } else {
                if is_output(item) {
                    draft.calls.output(0);
                }
                draft.add(None, item);
            }
        }
    }

    /// Adds a call of a whole body. Returns its number.
    pub(super) fn add_whole(&self, call: Node<'_>, item: Node<'_>, draft: &mut Draft) -> usize {
        let name = call.get("name").text().unwrap_or_default();
        let id = self.read_id(call);
        let arguments = FoundArguments::of(call, call, self.arguments);
        let number = draft.calls.add_whole(0, id, name, arguments);
        self.set_item(number, None, item, draft);
        number
    }

    /// Begins a call whose pieces follow, or finds the one that a repeated event began. The event may
    /// have the arguments, which are an empty object if they follow.
    pub(super) fn begin(&self, index: Option<u64>, item: Node<'_>, draft: &mut Draft) -> usize {
        let call = self.find(item).unwrap_or(item);
        let number = draft.calls.begin_once(index, self.read_id(call));
        let arguments = FoundArguments::of(call, call, self.arguments);
        let growing = draft.calls.at(number);
        growing.note(arguments);
        growing.name = call.get("name").text().unwrap_or_default();
        if growing.is_empty() {
            growing.start(arguments.value);
        }
        self.set_item(number, index, item, draft);
        number
    }

    /// Sets the item of a call. The member with the arguments becomes `null`, since the call has
    /// them.
    pub(super) fn set_item(
        &self,
        call: usize,
        index: Option<u64>,
        item: Node<'_>,
        draft: &mut Draft,
    ) {
        draft.set_index(call, index);
        let Some(part) = draft.part_of(call) else {
            return;
        };
        if self.holder.is_empty() {
            part.json = item.json_with_null(self.arguments);
        } else {
            part.json = item.json_with_null(self.holder);
            let call = item.get(self.holder).json_with_null(self.arguments);
            set(&mut part.json, self.holder, call);
        }
    }

    /// Writes a call into its item, or into a new one if the item is `null`.
    pub(super) fn write(&self, item: Value, call: &TurnCall, arguments: Value) -> Value {
        let mut item = item;
        if item.is_null() && !self.kind.is_empty() {
            item = json!({"type": self.kind, self.ids[0]: null});
        }
        let inside = if self.holder.is_empty() {
            &mut item
        } else {
            enter_member(&mut item, self.holder)
        };
        if let Some(id) = &call.id {
            set(inside, self.ids[0], &**id);
        }
        set(inside, "name", &*call.name);
        set(inside, self.arguments, arguments);
        item
    }
}
