use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// The types of JSON Schema.
///
/// ```
/// use tool_core::issue::JsonType;
///
/// assert_eq!(JsonType::Integer.to_string(), "integer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonType {
    /// The value `null`.
    Null,
    /// The value `true` or `false`.
    Boolean,
    /// A number without a fraction.
    Integer,
    /// Any number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl JsonType {
    /// Returns the name in JSON Schema: `"integer"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }

    /// Returns the type of a value. A number that is written without a fraction is an integer.
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(number) if number.is_f64() => Self::Number,
            Value::Number(_) => Self::Integer,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }

    /// Returns the type with this name in JSON Schema.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.as_str() == name)
    }

    pub(crate) const ALL: [Self; 7] = [
        Self::String,
        Self::Number,
        Self::Integer,
        Self::Boolean,
        Self::Array,
        Self::Object,
        Self::Null,
    ];
}

impl fmt::Display for JsonType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A set of [`JsonType`]s: the types that a place allows.
///
/// `Display` writes the set as `integer or null`.
///
/// ```
/// use tool_core::issue::{JsonType, TypeSet};
///
/// let types: TypeSet = [JsonType::Integer, JsonType::Null].into_iter().collect();
/// assert!(types.contains(JsonType::Null) && !types.contains(JsonType::String));
/// assert_eq!(types.to_string(), "integer or null");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeSet(u8);

impl TypeSet {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self(0);
    /// The set of all types.
    pub(crate) const ALL: Self = Self(0b111_1111);

    pub(crate) const NULL: Self = Self::of(JsonType::Null);
    pub(crate) const BOOLEAN: Self = Self::of(JsonType::Boolean);
    /// Numbers with and without a fraction.
    pub(crate) const NUMBER: Self = Self::of(JsonType::Integer).union(Self::of(JsonType::Number));
    pub(crate) const STRING: Self = Self::of(JsonType::String);
    pub(crate) const ARRAY: Self = Self::of(JsonType::Array);
    pub(crate) const OBJECT: Self = Self::of(JsonType::Object);
    /// Arrays and objects.
    pub(crate) const CONTAINER: Self = Self::ARRAY.union(Self::OBJECT);

    /// Returns the set with only this type.
    pub(crate) const fn of(json_type: JsonType) -> Self {
        Self(1 << json_type as u8)
    }

    /// Returns whether the set contains the type. A set with `number` contains `integer`.
    #[must_use]
    pub const fn contains(self, json_type: JsonType) -> bool {
        self.0 & Self::of(json_type).0 != 0
            || (matches!(json_type, JsonType::Integer)
                && self.0 & Self::of(JsonType::Number).0 != 0)
    }

    /// Returns the types of both sets.
    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the types of this set that the other set does not contain.
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        if self == Self::ALL {
            return out.write_str("any value");
        }
        let count = self.iter().count();
        if count == 0 {
            return out.write_str("nothing");
        }
        for (position, json_type) in self.iter().enumerate() {
            out.write_str(match position {
                0 => "",
                _ if position + 1 == count => " or ",
                _ => ", ",
            })?;
            out.write_str(json_type.as_str())?;
        }
        Ok(())
    }

    /// Returns the types in the set. Omits `integer` if the set contains `number`.
    pub fn iter(self) -> impl Iterator<Item = JsonType> {
        JsonType::ALL.into_iter().filter(move |t| {
            self.0 & Self::of(*t).0 != 0
                && (*t != JsonType::Integer || self.0 & Self::of(JsonType::Number).0 == 0)
        })
    }
}

impl FromIterator<JsonType> for TypeSet {
    fn from_iter<I: IntoIterator<Item = JsonType>>(types: I) -> Self {
        types
            .into_iter()
            .fold(Self::EMPTY, |set, t| set.union(Self::of(t)))
    }
}

impl fmt::Display for TypeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// Serializes as the list of the types' names.
impl Serialize for TypeSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
