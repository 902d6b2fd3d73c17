use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{Deserializer, Error, Expected, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use crate::tape::scalar::deserialize_numbers;
use crate::tree::is_number;

/// The key of an object. A type that wants a number or a boolean reads it from the text, as in
/// `serde_json`. Every other type is given the string.
pub(super) struct Key<'t, S> {
    text: &'t str,
    string: S,
}

impl<'t, E> Key<'t, BorrowedStrDeserializer<'t, E>> {
    /// A key that a type may borrow.
    #[inline]
    pub(super) fn borrowed(text: &'t str) -> Self {
        let string = BorrowedStrDeserializer::new(text);
        Self { text, string }
    }
}

impl<'t, E> Key<'t, StrDeserializer<'t, E>> {
    /// A key that a type has to copy.
    pub(super) fn copied(text: &'t str) -> Self {
        let string = StrDeserializer::new(text);
        Self { text, string }
    }
}

impl<'t, S> Key<'t, S> {
    fn text_of_number<E: Error>(&self, expected: &dyn Expected) -> Result<&'t str, E> {
        // `-0` would be the key `0` once more.
        if is_number(self.text) && self.text != "-0" {
            return Ok(self.text);
        }
        // The type of every key is string: the text tells more.
        Err(E::invalid_value(Unexpected::Str(self.text), expected))
    }
}

impl<'de, S: Deserializer<'de>> Deserializer<'de> for Key<'_, S> {
    type Error = S::Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, S::Error> {
        self.string.deserialize_any(visitor)
    }

    deserialize_numbers!(S::Error);

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, S::Error> {
        match self.text {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(S::Error::invalid_value(Unexpected::Str(other), &visitor)),
        }
    }

    /// No key is null: one that is optional is there.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, S::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, S::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, S::Error> {
        self.string.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}
