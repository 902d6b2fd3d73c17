use serde::de::value::StrDeserializer;
use serde::de::{Deserializer, Error, Expected, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use crate::json::{Scanned, Scanner};
use crate::read::Refusal;
use crate::read::scalar::{ScannedNumber, deserialize_numbers};
use crate::tree::is_number;

/// The key of an object. A type that requests a number or a boolean parses it from the text, as in
/// `serde_json`. Every other type receives the string.
pub(super) struct Key<'t, S> {
    text: &'t str,
    string: S,
}

/// The text of a key. A type may borrow it if it is part of the input.
pub(super) enum KeyText<'a, 'k> {
    Plain(&'a str),
    Made(&'k str),
    /// The name of a property, and the position of its key in the input.
    Property {
        name: &'k str,
        input: &'a str,
        at: usize,
    },
}

/// The key that a type receives.
#[derive(Clone, Copy)]
pub(super) enum ReceivedKey<'a, 'p> {
    /// The key of the input.
    Input(Scanned<'a>),
    /// The name of a property, equal to the key of the input.
    Property(&'p str),
}

impl<'a, 'p> ReceivedKey<'a, 'p> {
    #[inline]
    pub(super) fn as_text<'s>(self, scanner: &'s Scanner<'a>) -> &'s str
    where
        'p: 's,
    {
        match self {
            Self::Input(key) => scanner.text_of(key),
            Self::Property(name) => name,
        }
    }
}

impl<'a, 'k> Key<'k, KeyText<'a, 'k>>
where
    'a: 'k,
{
    #[inline]
    pub(super) fn of(name: ReceivedKey<'a, 'k>, at: usize, scanner: &'k Scanner<'a>) -> Self {
        let text = name.as_text(scanner);
        let string = match name {
            ReceivedKey::Input(Scanned::Plain(text)) => KeyText::Plain(text),
            ReceivedKey::Input(Scanned::Made) => KeyText::Made(text),
            ReceivedKey::Property(_) => KeyText::Property {
                name: text,
                input: scanner.text,
                at,
            },
        };
        Self { text, string }
    }
}

impl<'de> Deserializer<'de> for KeyText<'de, '_> {
    type Error = Refusal;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Self::Plain(text) => visitor.visit_borrowed_str(text),
            Self::Made(text) => visitor.visit_str(text),
            Self::Property { name, input, at } => match input.get(at + 1..at + 1 + name.len()) {
                Some(text) => visitor.visit_borrowed_str(text),
                None => visitor.visit_str(name),
            },
        }
    }

    /// Field identifiers only compare the name, so this does not search the input.
    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Self::Property { name, .. } => visitor.visit_str(name),
            text => text.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_enum(match self {
            Self::Plain(text) => StrDeserializer::<Refusal>::new(text),
            Self::Made(text) | Self::Property { name: text, .. } => StrDeserializer::new(text),
        })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct ignored_any
    }
}

impl<'t, E> Key<'t, StrDeserializer<'t, E>> {
    /// Creates a key that a type has to copy.
    pub(super) fn copied(text: &'t str) -> Self {
        let string = StrDeserializer::new(text);
        Self { text, string }
    }
}

impl<'t, S> Key<'t, S> {
    fn read_number<E: Error>(&self, expected: &dyn Expected) -> Result<ScannedNumber<'t>, E> {
        // `-0` would duplicate the key `0`.
        if is_number(self.text) && self.text != "-0" {
            return Ok(ScannedNumber::of(self.text));
        }
        // Every key is a string, so the message shows the text instead of the type.
        Err(E::invalid_value(Unexpected::Str(self.text), expected))
    }
}

impl<'de, S: Deserializer<'de>> Deserializer<'de> for Key<'_, S> {
    type Error = S::Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, S::Error> {
        self.string.deserialize_any(visitor)
    }

    deserialize_numbers!();
    deserialize_numbers!(deserialize_f64 by visit_f64);

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, S::Error> {
        match self.text {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(S::Error::invalid_value(Unexpected::Str(other), &visitor)),
        }
    }

    /// A key is never null, so an optional key is always `Some`.
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

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, S::Error> {
        self.string.deserialize_identifier(visitor)
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        ignored_any
    }
}
