//! `serde_json::value::RawValue`: the JSON text of a value. Its `Deserialize` requests a newtype of
//! this name, and expects a map with this name as the key and the text as the value.

use std::iter;

use serde::de::Visitor;
use serde::de::value::MapDeserializer;

use super::refusal::Refusal;
use super::value::NextValue;
use crate::json::Stopped;
pub(super) use crate::tree::RAW_KEY as NAME;

#[cold]
pub(super) fn visit<'a, V: Visitor<'a>>(
    mut next: NextValue<'_, 'a, '_>,
    visitor: V,
) -> Result<V::Value, Refusal> {
    next.find_token();
    let (text, start) = (next.reader.scanner.text, next.reader.scanner.at);
    if let Err(Stopped) = next.reader.check(next.place) {
        return Err(next.reader.leave());
    }
    let value = text.get(start..next.reader.scanner.at).unwrap_or_default();
    visitor.visit_map(MapDeserializer::new(iter::once((NAME, value))))
}
