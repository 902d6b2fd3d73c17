use std::borrow::Cow;

use serde::de::DeserializeSeed;
use serde_json::{Map, Number, Value};

use crate::issue::JsonType;
use crate::tree::{Entry, ParseContext, Tree, TreeSeed, is_integral};

impl Tree<'_> {
    /// Returns the type of the value. A number without a fraction is an integer.
    pub(crate) fn json_type(&self) -> JsonType {
        match self {
            Tree::Null => JsonType::Null,
            Tree::Bool(_) => JsonType::Boolean,
            Tree::Number(text) if is_integral(text) => JsonType::Integer,
            Tree::Number(_) => JsonType::Number,
            Tree::String(_) => JsonType::String,
            Tree::Array(_) => JsonType::Array,
            Tree::Object(_) => JsonType::Object,
        }
    }

    /// Converts to a `serde_json` value: see [`Tree::into_value`].
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Tree::Null => Value::Null,
            Tree::Bool(value) => Value::Bool(*value),
            Tree::Number(text) => parse_number(text),
            Tree::String(text) => Value::String(text.clone().into_owned()),
            Tree::Array(items) => items.iter().map(Tree::to_value).collect(),
            Tree::Object(entries) => Value::Object(
                entries
                    .iter()
                    .map(|entry| (entry.key.clone().into_owned(), entry.value.to_value()))
                    .collect(),
            ),
        }
    }

    /// Converts to a `serde_json` value. Integers of 64 bits stay exact. Other numbers become
    /// `f64`, or text if they exceed its range.
    pub(crate) fn into_value(self) -> Value {
        match self {
            Tree::Null => Value::Null,
            Tree::Bool(value) => Value::Bool(value),
            Tree::Number(text) => parse_number(&text),
            Tree::String(text) => Value::String(text.into_owned()),
            Tree::Array(items) => items.into_iter().map(Tree::into_value).collect(),
            Tree::Object(entries) => {
                let mut map = Map::with_capacity(entries.len());
                for Entry { key, value } in entries {
                    map.insert(key.into_owned(), value.into_value());
                }
                Value::Object(map)
            }
        }
    }

    /// Returns an owned copy of the tree.
    pub(crate) fn into_owned(self) -> Tree<'static> {
        match self {
            Tree::Null => Tree::Null,
            Tree::Bool(value) => Tree::Bool(value),
            Tree::Number(text) => Tree::Number(to_owned_text(text)),
            Tree::String(text) => Tree::String(to_owned_text(text)),
            Tree::Array(items) => Tree::Array(items.into_iter().map(Tree::into_owned).collect()),
            Tree::Object(entries) => Tree::Object(
                entries
                    .into_iter()
                    .map(|entry| Entry {
                        key: to_owned_text(entry.key),
                        value: entry.value.into_owned(),
                    })
                    .collect(),
            ),
        }
    }
}

fn to_owned_text(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// Converts a number like `serde_json`, which reads `-0` as a float.
fn parse_number(text: &str) -> Value {
    if let Ok(value) = text.parse::<u64>() {
        return Value::from(value);
    }
    if let Ok(value @ ..0) = text.parse::<i64>() {
        return Value::from(value);
    }
    let float = text.parse::<f64>().ok().and_then(Number::from_f64);
    float.map_or_else(|| Value::String(text.to_owned()), Value::Number)
}

/// Converts a value that is already in memory. Limits apply only to external input.
impl<'a> From<&'a Value> for Tree<'a> {
    fn from(value: &'a Value) -> Self {
        let mut intake = ParseContext::unlimited();
        let tree = TreeSeed::new(&mut intake).deserialize(value);
        // A tree can represent every `Value`: all keys are strings and unique, all numbers are
        // finite, and bytes do not occur.
        tree.unwrap_or(Tree::Null)
    }
}
