//! The places of the entries of the lists of a message. Without them, each piece of a long list would
//! search its entry from the end.

use std::collections::HashMap;

use serde_json::Value;

/// The places of the entries, for each list by its key.
#[derive(Clone, Debug, Default)]
pub(super) struct Positions(HashMap<String, (LastPlaces, usize)>);

/// The last place of each `index` and `type`.
type LastPlaces = HashMap<(u64, Option<String>), usize>;

impl Positions {
    /// Returns the place of the last entry of a list with the index and the type of an item. An item
    /// without a type matches any type.
    pub(super) fn find(&mut self, key: &str, items: &[Value], item: &Value) -> Option<usize> {
        // A list only grows at its end, so the counted entries are known.
        let (last, counted) = self.0.entry(key.to_owned()).or_default();
        for (place, entry) in items.iter().enumerate().skip(*counted) {
            if let Some(index) = index_of(entry) {
                last.insert((index, None), place);
                last.insert((index, type_of(entry)), place);
            }
        }
        *counted = items.len();
        last.get(&(index_of(item)?, type_of(item))).copied()
    }

    /// Forgets a list whose value was replaced.
    pub(super) fn forget(&mut self, key: &str) {
        self.0.remove(key);
    }
}

fn index_of(item: &Value) -> Option<u64> {
    item.get("index").and_then(Value::as_u64)
}

fn type_of(item: &Value) -> Option<String> {
    item.get("type").map(Value::to_string)
}
