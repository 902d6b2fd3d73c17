//! The places of the entries of the lists of a message. Without them, each piece of a long list would
//! search its entry from the end.

use std::collections::HashMap;

use serde_json::Value;

/// The places of the entries, for each list by its key.
#[derive(Clone, Debug, Default)]
pub(super) struct Positions(HashMap<String, ListPositions>);

/// The places of the entries of a list, by `index` and `type`.
#[derive(Clone, Debug, Default)]
pub(super) struct ListPositions {
    last: HashMap<(u64, Option<String>), usize>,
    /// The number of entries in the map. A list only grows at its end.
    counted: usize,
}

impl Positions {
    pub(super) fn of_list(&mut self, key: &str) -> &mut ListPositions {
        self.0.entry(key.to_owned()).or_default()
    }

    /// Forgets a list whose value was replaced.
    pub(super) fn forget(&mut self, key: &str) {
        self.0.remove(key);
    }
}

impl ListPositions {
    /// Returns the place of the last entry with the index and the type of an item. An item without
    /// a type matches any type.
    pub(super) fn find(&mut self, items: &[Value], item: &Value) -> Option<usize> {
        for (place, entry) in items.iter().enumerate().skip(self.counted) {
            if let Some(index) = index_of(entry) {
                self.last.insert((index, None), place);
                self.last.insert((index, type_of(entry)), place);
            }
        }
        self.counted = items.len();
        self.last.get(&(index_of(item)?, type_of(item))).copied()
    }
}

fn index_of(item: &Value) -> Option<u64> {
    item.get("index").and_then(Value::as_u64)
}

fn type_of(item: &Value) -> Option<String> {
    item.get("type").map(Value::to_string)
}
