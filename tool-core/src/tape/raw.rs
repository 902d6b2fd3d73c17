//! `serde_json::value::RawValue`: the JSON text of a value. Its `Deserialize` asks for a
//! newtype of this name, and for a map of that name and the text.

use std::iter;

use serde::de::Visitor;
use serde::de::value::MapDeserializer;
use serde_json::Value;

use crate::tape::{Cursor, Kind, Refusal};

pub(super) const NAME: &str = "$serde_json::private::RawValue";

#[cold]
pub(super) fn visit<'de, V: Visitor<'de>>(
    value: Cursor<'de>,
    visitor: V,
) -> Result<V::Value, Refusal> {
    let mut text = String::new();
    write(value, &mut text);
    visitor.visit_map(MapDeserializer::new(iter::once((NAME, text))))
}

/// Writes the value as JSON, its numbers as they were sent. The depth is that of a text that
/// was read, which is limited.
fn write(value: Cursor<'_>, text: &mut String) {
    match value.kind() {
        Kind::Null => text.push_str("null"),
        Kind::True => text.push_str("true"),
        Kind::False => text.push_str("false"),
        Kind::Number => text.push_str(value.text()),
        Kind::String => write_string(value.text(), text),
        Kind::Array => {
            text.push('[');
            for (number, item) in value.items().into_iter().flatten().enumerate() {
                write_comma(number, text);
                write(item, text);
            }
            text.push(']');
        }
        Kind::Object => {
            text.push('{');
            for (number, property) in value.properties().into_iter().flatten().enumerate() {
                write_comma(number, text);
                write_string(property.key(), text);
                text.push(':');
                write(property.value(), text);
            }
            text.push('}');
        }
    }
}

fn write_string(string: &str, text: &mut String) {
    text.push_str(&Value::from(string).to_string());
}

fn write_comma(number: usize, text: &mut String) {
    if number > 0 {
        text.push(',');
    }
}
