use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};

/// Reads the key of a map as JSON text.
///
/// Other formats have keys that are not strings. Integers, booleans and characters have exactly one
/// text each; other keys are rejected.
pub(crate) struct SourceKey;

impl<'de> DeserializeSeed<'de> for SourceKey {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Self::Value, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for SourceKey {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key that is a string")
    }

    fn visit_borrowed_str<E: Error>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_owned()))
    }

    fn visit_string<E: Error>(self, key: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key))
    }

    fn visit_char<E: Error>(self, key: char) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.into()))
    }

    fn visit_bool<E: Error>(self, key: bool) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_string()))
    }

    fn visit_i64<E: Error>(self, key: i64) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_string()))
    }

    fn visit_u64<E: Error>(self, key: u64) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_string()))
    }

    fn visit_i128<E: Error>(self, key: i128) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_string()))
    }

    fn visit_u128<E: Error>(self, key: u128) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_string()))
    }

    fn visit_some<D: Deserializer<'de>>(self, key: D) -> Result<Self::Value, D::Error> {
        key.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, key: D) -> Result<Self::Value, D::Error> {
        key.deserialize_any(self)
    }
}
