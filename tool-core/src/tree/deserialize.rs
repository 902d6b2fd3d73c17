use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

use crate::tree::key::borrowed_or_owned;
use crate::tree::map::Properties;
use crate::tree::scalar::{Any, Integer, any, float, integer};
use crate::tree::sequence::Items;
use crate::tree::variant::Choice;
use crate::tree::{Refusal, Tree, as_integer};

/// Reads a `T` from a tree. Serde has the last word: what the type refuses is
/// said with its path, in words without Rust or serde in them.
///
/// The tree stays where it is, so that nothing is moved on the way: strings
/// that it owns are taken out of it, and what is left is dropped at the end.
pub(crate) fn deserialize<'de, T: Deserialize<'de>>(mut tree: Tree<'de>) -> Result<T, Refusal> {
    T::deserialize(&mut tree)
}

impl Tree<'_> {
    /// What serde calls the value, for a refusal.
    pub(crate) fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Tree::Null => Unexpected::Unit,
            Tree::Bool(value) => Unexpected::Bool(*value),
            Tree::Number(text) => Unexpected::Other(text),
            Tree::String(text) => Unexpected::Str(text),
            Tree::Array(_) => Unexpected::Seq,
            Tree::Object(_) => Unexpected::Map,
        }
    }

    /// Not generic over the type that refuses, so that it is compiled once.
    #[cold]
    fn refuse(&self, expected: &dyn serde::de::Expected) -> Refusal {
        match self {
            Tree::Number(text) => Refusal::number(text, expected),
            _ => Refusal::invalid_type(self.unexpected(), expected),
        }
    }
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
            visit_integer(self, visitor)
        }
    )*};
}

#[inline]
fn visit_integer<'de, V: Visitor<'de>>(tree: &Tree<'_>, visitor: V) -> Result<V::Value, Refusal> {
    let Tree::Number(text) = tree else {
        return Err(tree.refuse(&visitor));
    };
    match integer(text) {
        Some(Integer::Unsigned(value)) => visitor.visit_u64(value),
        Some(Integer::Signed(value)) => visitor.visit_i64(value),
        Some(Integer::WideUnsigned(value)) => visitor.visit_u128(value),
        Some(Integer::WideSigned(value)) => visitor.visit_i128(value),
        None => Err(tree.refuse(&visitor)),
    }
}

impl<'de> Deserializer<'de> for &mut Tree<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Tree::Null => visitor.visit_unit(),
            Tree::Bool(value) => visitor.visit_bool(*value),
            Tree::Number(text) => match any(text)? {
                Any::Unsigned(value) => visitor.visit_u64(value),
                Any::Signed(value) => visitor.visit_i64(value),
                Any::Float(value) => visitor.visit_f64(value),
            },
            Tree::String(text) => borrowed_or_owned(text, visitor),
            Tree::Array(items) => Items::visit(items, visitor),
            Tree::Object(entries) => Properties::visit(entries, visitor),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let Tree::Number(text) = &*self else {
            return Err(self.refuse(&visitor));
        };
        match as_integer(text).and_then(|text| text.parse().ok()) {
            Some(value) => visitor.visit_i128(value),
            None => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let Tree::Number(text) = &*self else {
            return Err(self.refuse(&visitor));
        };
        match as_integer(text).and_then(|text| text.parse().ok()) {
            Some(value) => visitor.visit_u128(value),
            None => Err(self.refuse(&visitor)),
        }
    }

    /// Rounded once, from the text: by way of an `f64` it would be twice.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let Tree::Number(text) = &*self else {
            return Err(self.refuse(&visitor));
        };
        match text.parse::<f32>() {
            Ok(value) if value.is_finite() => visitor.visit_f32(value),
            _ => Err(Refusal::too_great(text)),
        }
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let Tree::Number(text) = &*self else {
            return Err(self.refuse(&visitor));
        };
        match float(text) {
            Some(value) => visitor.visit_f64(value),
            None => Err(Refusal::too_great(text)),
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Tree::Bool(value) => visitor.visit_bool(*value),
            _ => Err(self.refuse(&visitor)),
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Tree::String(text) => borrowed_or_owned(text, visitor),
            _ => Err(self.refuse(&visitor)),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Tree::String(text) => match std::mem::take(text) {
                Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
                Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
            },
            _ => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Tree::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Tree::Null => visitor.visit_unit(),
            _ => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.deserialize_unit(visitor)
    }
    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Tree::Array(items) => Items::visit(items, visitor),
            _ => Err(self.refuse(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.deserialize_seq(visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self {
            Tree::Object(entries) => Properties::visit(entries, visitor),
            _ => Err(self.refuse(&visitor)),
        }
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.deserialize_map(visitor)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match Choice::of(self) {
            Some(choice) => visitor.visit_enum(choice),
            None => Err(self.refuse(&visitor)),
        }
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_unit()
    }
}
