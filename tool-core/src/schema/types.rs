//! What the types of an argument say about its text: the text formats of calls write values
//! without JSON. The empty set means that the schema does not tell the type.

use serde_json::Value;

use crate::issue::{JsonType, TypeSet};

impl TypeSet {
    /// Returns whether a text of any form fits.
    pub(crate) fn may_be_text(self) -> bool {
        self == Self::EMPTY || self.meets(Self::STRING)
    }

    /// Returns the empty array or object, if one of them fits.
    pub(crate) fn empty(self) -> Option<&'static str> {
        if self.meets(Self::ARRAY) {
            Some("[]")
        } else {
            self.meets(Self::OBJECT).then_some("{}")
        }
    }

    /// Returns whether undeclared tags of this name inside a value are the items of an array. The
    /// tag is usually `item`, and any tag if only an array fits.
    pub(crate) fn has_items_named(self, name: &str) -> bool {
        match name {
            "item" => self.meets(Self::ARRAY) || !self.meets(Self::OBJECT),
            _ => self.meets(Self::ARRAY) && !self.meets(Self::OBJECT),
        }
    }

    /// Returns whether each text is the value itself: no other type can fit.
    pub(crate) fn is_only_text(self) -> bool {
        self == Self::EMPTY || self == Self::STRING
    }

    /// Returns whether only a text fits.
    pub(crate) fn is_text(self) -> bool {
        self == Self::STRING || self == Self::STRING.union(Self::NULL)
    }

    /// Returns the type with this name in JSON Schema, or the empty set.
    pub(crate) fn named(name: &str) -> Self {
        JsonType::from_name(name).map_or(Self::EMPTY, Self::of)
    }

    /// Returns the type of a value.
    pub(crate) fn of_value(value: &Value) -> Self {
        Self::of(JsonType::of(value))
    }
}
