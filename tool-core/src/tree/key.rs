use std::borrow::Cow;

use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use crate::tree::{Refusal, Tree, is_number};

/// The key of an object, where a type may want more than a string: an integer
/// key is read from its text, as `serde_json` does.
pub(crate) struct Key<'k, 'de>(pub(crate) &'k Cow<'de, str>);

/// Gives a string away as it is held.
#[inline]
pub(crate) fn borrowed_or_owned<'de, V: Visitor<'de>>(
    text: &mut Cow<'de, str>,
    visitor: V,
) -> Result<V::Value, Refusal> {
    match text {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(std::mem::take(text)),
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
            (&mut self.number(&visitor)?).$method(visitor)
        }
    )*};
}

impl<'de> Key<'_, 'de> {
    fn number(&self, expected: &dyn serde::de::Expected) -> Result<Tree<'de>, Refusal> {
        if is_number(self.0) {
            return Ok(Tree::Number(self.0.clone()));
        }
        Err(Refusal::invalid_type(Unexpected::Str(self.0), expected))
    }
}

impl<'de> Deserializer<'de> for Key<'_, 'de> {
    type Error = Refusal;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_str(text),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match &**self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(Refusal::invalid_type(Unexpected::Str(other), &visitor)),
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
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        (&mut Tree::String(self.0.clone())).deserialize_enum(name, variants, visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        (&mut Tree::String(self.0.clone())).deserialize_bytes(visitor)
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
