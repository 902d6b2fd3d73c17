use serde::de::{Deserialize, Deserializer, Expected, Visitor};

use crate::tape::offer::Offer;
use crate::tape::raw;
use crate::tape::scalar::{Any, any, deserialize_numbers};
use crate::tape::variant::Choice;
use crate::tape::{Cursor, Kind, Refusal, Tape};
use crate::tree::Tree;

impl Tape<'_> {
    /// Reads a `T`. Serde has the last word: what the type refuses is said with
    /// its path, in words without Rust or serde in them.
    pub(crate) fn read<'t, T: Deserialize<'t>>(&'t self) -> Result<T, Refusal> {
        T::deserialize(self.root())
    }
}

/// The same from a tree.
pub(crate) fn read_tree<T: for<'t> Deserialize<'t>>(tree: &Tree<'_>) -> Result<T, Refusal> {
    Tape::of(tree)?.read()
}

impl<'t> Cursor<'t> {
    #[inline]
    fn text_of_number(self, expected: &dyn Expected) -> Result<&'t str, Refusal> {
        self.number().ok_or_else(|| self.refuse(expected))
    }
}

impl<'de> Deserializer<'de> for Cursor<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.kind() {
            Kind::Null => visitor.visit_unit(),
            Kind::True => visitor.visit_bool(true),
            Kind::False => visitor.visit_bool(false),
            Kind::Number => match any(self.text())? {
                Any::Unsigned(value) => visitor.visit_u64(value),
                Any::Signed(value) => visitor.visit_i64(value),
                Any::Float(value) => visitor.visit_f64(value),
            },
            Kind::String => visitor.visit_borrowed_str(self.text()),
            Kind::Array => self.deserialize_seq(visitor),
            Kind::Object => self.deserialize_map(visitor),
        }
    }

    deserialize_numbers!(Refusal);

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.kind() {
            Kind::True => visitor.visit_bool(true),
            Kind::False => visitor.visit_bool(false),
            _ => Err(self.refuse(&visitor)),
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.string() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => Err(self.refuse(&visitor)),
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
        match self.string() {
            Some(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            None => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.kind() {
            Kind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.kind() {
            Kind::Null => visitor.visit_unit(),
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
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        if name == raw::NAME {
            return raw::visit(self, visitor);
        }
        match Offer::new(name, self) {
            Some(offer) => visitor.visit_enum(offer),
            None => visitor.visit_newtype_struct(self),
        }
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.items() {
            Some(items) => items.visit(visitor),
            None => Err(self.refuse(&visitor)),
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
        match self.properties() {
            Some(properties) => properties.visit(visitor),
            None => Err(self.refuse(&visitor)),
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
