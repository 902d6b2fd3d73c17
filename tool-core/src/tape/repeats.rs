//! Keys that stand twice in one object.

use std::collections::HashSet;

use crate::tape::properties::Property;
use crate::tape::{Cursor, Kind, Properties};
use crate::tree::{FEW_KEYS, key_bit};

impl Cursor<'_> {
    /// Whether an object holds a key twice: the value, or any that stands in it.
    pub(crate) fn holds_repeats(self) -> bool {
        let mut containers = vec![self];
        while let Some(container) = containers.pop() {
            let inside = |value: &Cursor<'_>| matches!(value.kind(), Kind::Array | Kind::Object);
            if let Some(properties) = container.properties() {
                if properties.clone().repeat() {
                    return true;
                }
                containers.extend(properties.map(Property::value).filter(inside));
            } else if let Some(items) = container.items() {
                containers.extend(items.filter(inside));
            }
        }
        false
    }
}

impl Properties<'_> {
    /// Whether a key stands twice among them.
    pub(crate) fn repeat(mut self) -> bool {
        if self.len() > FEW_KEYS {
            let mut seen = HashSet::with_capacity(self.len());
            return !self.all(|property| seen.insert(property.key_in_bytes()));
        }
        let mut bits = 0_u64;
        for (number, property) in self.clone().enumerate() {
            let key = property.key_in_bytes();
            let bit = key_bit(key);
            let mut before = self.clone().take(number);
            if bits & bit != 0 && before.any(|other| other.key_in_bytes() == key) {
                return true;
            }
            bits |= bit;
        }
        false
    }
}
