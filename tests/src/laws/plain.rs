use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Returns the text as JSON if its value is unique: without duplicate keys, and with exact numbers.
pub(super) fn plain(text: &str) -> Option<Value> {
    if text.split(|c: char| !is_of_number(c)).any(is_imprecise) {
        return None;
    }
    serde_json::from_str(text).ok().map(|Plain(value)| value)
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E')
}

/// Returns true if a float may differ from the number in the text. Integers of 64 bits never
/// differ.
fn is_imprecise(number: &str) -> bool {
    let is_integer = || number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok();
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let exponent = number.split_once(['e', 'E']);
    let is_far = exponent.is_some_and(|(_, exponent)| {
        let of_number = exponent.parse::<i64>();
        of_number.is_ok_and(|exponent| exponent.abs() > 200)
    });
    (digits > 15 && !is_integer()) || is_far
}

/// Returns true if a float may be an integer that was too long for a JSON value. Only the text has
/// its digits.
pub(super) fn holds_float_beyond_integers(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            number.is_f64()
                && number
                    .as_f64()
                    .is_some_and(|float| float.abs() >= 2_f64.powi(63))
        }
        Value::Array(items) => items.iter().any(holds_float_beyond_integers),
        Value::Object(entries) => entries.values().any(holds_float_beyond_integers),
        _ => false,
    }
}

/// A JSON value without duplicate keys.
struct Plain(Value);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlainVisitor)
    }
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Plain;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Plain, E> {
        Ok(Plain(Value::Null))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Plain, E> {
        Ok(Plain(value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Plain, E> {
        Ok(Plain(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Plain, E> {
        Ok(Plain(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Plain, E> {
        Ok(Plain(value.into()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Plain, E> {
        Ok(Plain(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Plain, A::Error> {
        let mut items = Vec::new();
        while let Some(Plain(item)) = seq.next_element()? {
            items.push(item);
        }
        Ok(Plain(items.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Plain, A::Error> {
        let mut object = Map::new();
        while let Some((key, Plain(value))) = entries.next_entry()? {
            if object.insert(key, value).is_some() {
                return Err(A::Error::custom("a key stands twice"));
            }
        }
        Ok(Plain(object.into()))
    }
}

/// Equality of JSON: a number is its value, however it is written.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}
