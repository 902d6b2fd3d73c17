use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use crate::tape::Refusal;
use crate::tape::scalar::{visit_f32, visit_f64, visit_i128, visit_integer, visit_u128};
use crate::tape::variant::Choice;
use crate::tree::is_number;

/// The key of an object, where a type may want more than a string: an integer
/// key is read from its text, as `serde_json` does.
pub(super) struct Key<'t>(pub(super) &'t str);

macro_rules! numbers {
    ($($method:ident by $visit:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
            $visit(number_of_key(self.0, &visitor)?, visitor)
        }
    )*};
}

/// The text of a key that is a number.
pub(super) fn number_of_key<'t>(
    key: &'t str,
    expected: &dyn serde::de::Expected,
) -> Result<&'t str, Refusal> {
    // `-0` would be the key `0` once more.
    if is_number(key) && key != "-0" {
        return Ok(key);
    }
    // The type of every key is string: the text tells more.
    Err(Refusal::invalid_value(Unexpected::Str(key), expected))
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Refusal;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_borrowed_str(self.0)
    }

    numbers! {
        deserialize_i8 by visit_integer
        deserialize_i16 by visit_integer
        deserialize_i32 by visit_integer
        deserialize_i64 by visit_integer
        deserialize_i128 by visit_i128
        deserialize_u8 by visit_integer
        deserialize_u16 by visit_integer
        deserialize_u32 by visit_integer
        deserialize_u64 by visit_integer
        deserialize_u128 by visit_u128
        deserialize_f32 by visit_f32
        deserialize_f64 by visit_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(Refusal::invalid_value(Unexpected::Str(other), &visitor)),
        }
    }

    /// No key is null: one that is optional is there.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_enum(Choice::named(self.0))
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_borrowed_bytes(self.0.as_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        char str string unit unit_struct seq tuple tuple_struct map struct identifier
    }
}
