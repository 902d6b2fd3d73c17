//! The `Deserializer` for the next value of the text.

use serde::de::{Deserializer, Expected, Visitor};

use super::array::{ItemsOf, ItemsPlan};
use super::direct::SelectedBranch;
use super::forms::asks_for_forms;
use super::object::{KeysPlan, Properties};
use super::raw;
use super::refusal::Refusal;
use super::scalar::{Scalar, ScannedNumber, deserialize_numbers};
use super::value::NextValue;
use super::variant::{self, VariantContent};
use crate::json::{Scanned, Stopped};
use crate::plan::{Discriminator, Node};

impl<'a, 'p> NextValue<'_, 'a, 'p> {
    /// Resolves all unions to the node for a value with this first byte.
    #[inline]
    fn resolve(&mut self, found: u8) -> Result<(), Stopped> {
        let Some(node @ Node::Union(union)) = self.place else {
            return Ok(());
        };
        let branch = match &union.discriminator {
            Some(Discriminator::Key { .. }) if found == b'{' => return Ok(()),
            Some(Discriminator::Tag(tag)) if found == b'{' => self.reader.tagged_branch(union, tag),
            _ => self.reader.branch(node, union, found),
        };
        self.place = match branch? {
            SelectedBranch::Node(node) => Some(node),
            SelectedBranch::Checked { .. } => None,
        };
        Ok(())
    }

    /// Enters the object at the current position. Returns the plan of its keys.
    #[inline(never)]
    fn begin_object(&mut self) -> Result<KeysPlan<'p>, Refusal> {
        let keys = match self.resolve(b'{') {
            Ok(()) => self.reader.enter_object(self.place),
            Err(Stopped) => Err(Stopped),
        };
        keys.map_err(|Stopped| self.reader.leave())
    }

    /// Enters the array at the current position. Returns the plan of its items.
    #[inline(never)]
    fn begin_array(&mut self) -> Result<ItemsPlan<'p>, Refusal> {
        let items = match self.resolve(b'[') {
            Ok(()) => self.reader.enter_array(self.place),
            Err(Stopped) => Err(Stopped),
        };
        items.map_err(|Stopped| self.reader.leave())
    }

    /// Enters the object with one key at the current position, and reads the key.
    #[inline(never)]
    pub(super) fn begin_variant(&mut self) -> Result<VariantContent<'a, 'p>, Stopped> {
        self.resolve(b'{')?;
        self.reader.enter_variant(self.place)
    }

    /// Reads a scalar of any type.
    #[inline]
    pub(super) fn read_scalar(&mut self, found: u8) -> Result<Scalar<'a>, Refusal> {
        match self.reader.read_scalar_in_unions(self.place, found) {
            Ok(scalar) => Ok(scalar),
            Err(Stopped) => Err(self.reader.leave()),
        }
    }

    /// Reads a string. Rejects any other value.
    #[inline]
    fn text(&mut self, expected: &dyn Expected) -> Result<Scanned<'a>, Refusal> {
        if self.find_token() != b'"' {
            return Err(self.refuse(expected));
        }
        match self.reader.read_string(self.place) {
            Ok(text) => Ok(text),
            Err(Stopped) => Err(self.reader.leave()),
        }
    }

    /// Reads a number. Rejects any other value.
    #[inline]
    fn read_number(&mut self, expected: &dyn Expected) -> Result<ScannedNumber<'a>, Refusal> {
        // Most numbers are plain integers. They stay in a register.
        match self.reader.read_plain_integer(self.place) {
            Some(value) => Ok(ScannedNumber::Word(value)),
            None => self.read_other_number(expected),
        }
    }

    #[inline(never)]
    fn read_other_number(&mut self, expected: &dyn Expected) -> Result<ScannedNumber<'a>, Refusal> {
        let number = match self.find_token() {
            b'-' | b'0'..=b'9' => self.reader.read_number(self.place),
            _ => return Err(self.refuse(expected)),
        };
        match number {
            Ok(number) => Ok(number),
            Err(Stopped) => Err(self.reader.leave()),
        }
    }

    #[inline]
    fn read_boolean(&mut self, expected: &dyn Expected) -> Result<bool, Refusal> {
        match self.reader.read_plain_boolean(self.place) {
            Some(value) => Ok(value),
            None => self.read_other_boolean(expected),
        }
    }

    #[inline(never)]
    fn read_other_boolean(&mut self, expected: &dyn Expected) -> Result<bool, Refusal> {
        let found = self.find_token();
        let scalar = match found {
            b't' | b'f' => self.read_scalar(found)?,
            _ => return Err(self.refuse(expected)),
        };
        match scalar {
            Scalar::Bool(value) => Ok(value),
            _ => Err(self.reader.leave()),
        }
    }

    fn read_null(&mut self, expected: &dyn Expected) -> Result<(), Refusal> {
        match self.find_token() {
            b'n' => self.read_scalar(b'n').map(drop),
            _ => Err(self.refuse(expected)),
        }
    }
}

impl<'de> Deserializer<'de> for NextValue<'_, 'de, '_> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        let found = self.find_token();
        match found {
            b'{' => self.deserialize_map(visitor),
            b'[' => self.deserialize_seq(visitor),
            _ => match self.read_scalar(found)? {
                Scalar::Null => visitor.visit_unit(),
                Scalar::Bool(value) => visitor.visit_bool(value),
                Scalar::Number(number) => number.visit_any(visitor),
                Scalar::Text(Scanned::Plain(text)) => visitor.visit_borrowed_str(text),
                Scalar::Text(Scanned::Made) => visitor.visit_str(&self.reader.scanner.made),
            },
        }
    }

    deserialize_numbers!();

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        if let Some(value) = self.reader.read_plain_float(self.place) {
            return visitor.visit_f64(value);
        }
        match self.read_other_number(&visitor) {
            Ok(number) => number.visit_f64(visitor),
            Err(refusal) => Err(refusal),
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        match self.read_boolean(&visitor) {
            Ok(value) => visitor.visit_bool(value),
            Err(refusal) => Err(refusal),
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        match self.text(&visitor) {
            Ok(Scanned::Plain(text)) => visitor.visit_borrowed_str(text),
            Ok(Scanned::Made) => visitor.visit_str(&self.reader.scanner.made),
            Err(refusal) => Err(refusal),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        if self.find_token() != b'"' {
            return self.deserialize_seq(visitor);
        }
        match self.text(&visitor)? {
            Scanned::Plain(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Scanned::Made => visitor.visit_bytes(self.reader.scanner.made.as_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        if self.find_token() != b'n' {
            return visitor.visit_some(self);
        }
        match self.read_null(&"null") {
            Ok(()) => visitor.visit_none(),
            Err(refusal) => Err(refusal),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        match self.read_null(&visitor) {
            Ok(()) => visitor.visit_unit(),
            Err(refusal) => Err(refusal),
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
        if !asks_for_forms(name) {
            return visitor.visit_newtype_struct(self);
        }
        match self.offer() {
            Ok(offer) => visitor.visit_enum(offer),
            Err(refusal) => Err(refusal),
        }
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        if self.find_token() != b'[' {
            return Err(self.refuse(&visitor));
        }
        match self.begin_array() {
            Ok(items) => ItemsOf::new(self.reader, items).visit(visitor),
            Err(refusal) => Err(refusal),
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
    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        if self.find_token() != b'{' {
            return Err(self.refuse(&visitor));
        }
        match self.begin_object() {
            Ok(keys) => Properties::new(self.reader, keys).visit(visitor),
            Err(refusal) => Err(refusal),
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
        variant::visit(self, visitor)
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.reader.check(self.place) {
            Ok(()) => visitor.visit_unit(),
            Err(Stopped) => Err(self.reader.leave()),
        }
    }
}
