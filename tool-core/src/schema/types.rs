//! The types of a value.

use serde_json::Value;

/// The types that a schema accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const INTEGER: Self = Self(2);
    pub(crate) const NUMBER: Self = Self(4);
    pub(crate) const BOOLEAN: Self = Self(8);
    pub(crate) const OBJECT: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const STRING: Self = Self(64);
    /// The schema does not tell the type.
    pub(crate) const UNKNOWN: Self = Self(0);

    #[cfg(feature = "text")]
    pub(crate) const ALL: Self = Self(127);

    pub(crate) fn contain(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[cfg(feature = "text")]
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether a text of any form fits.
    pub(crate) fn may_be_text(self) -> bool {
        self == Self::UNKNOWN || self.contain(Self::STRING)
    }

    /// Returns the empty array or object, if one of them fits.
    pub(crate) fn empty(self) -> Option<&'static str> {
        if self.contain(Self::ARRAY) {
            Some("[]")
        } else {
            self.contain(Self::OBJECT).then_some("{}")
        }
    }

    /// Returns whether undeclared tags of this name inside a value are the items of an array. The
    /// tag is usually `item`, and any tag if only an array fits.
    pub(crate) fn has_items_named(self, name: &str) -> bool {
        match name {
            "item" => self.contain(Self::ARRAY) || !self.contain(Self::OBJECT),
            _ => self.contain(Self::ARRAY) && !self.contain(Self::OBJECT),
        }
    }

    /// Returns whether each text is the value itself: no other type can fit.
    pub(crate) fn is_only_text(self) -> bool {
        self == Self::UNKNOWN || self == Self::STRING
    }

    /// Returns whether only a text fits.
    pub(crate) fn is_text(self) -> bool {
        self == Self::STRING || self == Self::STRING.or(Self::NULL)
    }

    pub(crate) fn named(name: &str) -> Self {
        match name {
            "null" => Self::NULL,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "boolean" => Self::BOOLEAN,
            "object" => Self::OBJECT,
            "array" => Self::ARRAY,
            "string" => Self::STRING,
            _ => Self::UNKNOWN,
        }
    }

    pub(crate) fn of_value(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(number) if number.is_f64() => Self::NUMBER,
            Value::Number(_) => Self::INTEGER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }
}
