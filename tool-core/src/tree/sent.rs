//! Reads any self-describing serde `Deserializer` as JSON text.

use std::any::type_name;
use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::from_serde::{NUMBER_KEY, not_finite, reject_bytes};
use super::source_key::SourceKey;
use crate::issue::{Limit, PathStack};
use crate::tree::{ParseContext, is_number};

/// Name of the newtype for which `serde_json` returns the JSON text of a value. It is also the only
/// key of the map with that text.
pub(crate) const RAW_KEY: &str = "$serde_json::private::RawValue";

/// The JSON text of a `Deserializer`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Sent<'de> {
    /// Text of the source.
    Text(Cow<'de, str>),
    /// Text written from the values. Its numbers may be rounded.
    Written(String),
}

/// Reads a `Deserializer` as JSON text. The [`ParseContext`] records an exceeded limit of depth or
/// values as an issue. An error without an issue there is an error of the source.
///
/// `serde_json` provides its original text, even through a wrapper. Other formats may treat
/// newtypes by name, as RON does, and are read as any value.
pub(crate) fn read_json_text<'de, D: Deserializer<'de>>(
    source: D,
    intake: &mut ParseContext,
) -> Result<Sent<'de>, D::Error> {
    let is_asked_for = type_name::<D>().contains("serde_json::de::");
    let mut text = TextBuffer {
        written: Vec::new(),
        sent: None,
    };
    let seed = TextSeed {
        text: &mut text,
        intake,
        chain: PathStack::Root,
        depth: 0,
    };
    if is_asked_for {
        source.deserialize_newtype_struct(RAW_KEY, seed)?;
    } else {
        seed.deserialize(source)?;
    }
    match text.sent {
        Some(sent) => Ok(Sent::Text(sent)),
        None => String::from_utf8(text.written)
            .map(Sent::Written)
            .map_err(D::Error::custom),
    }
}

struct TextBuffer<'de> {
    /// The JSON text written from values, if the source provides no text.
    written: Vec<u8>,
    /// The text of the source itself.
    sent: Option<Cow<'de, str>>,
}

/// Writes a value to the text.
struct TextSeed<'s, 'de> {
    text: &'s mut TextBuffer<'de>,
    intake: &'s mut ParseContext,
    chain: PathStack<'s>,
    depth: usize,
}

impl<'de> TextSeed<'_, 'de> {
    fn child<'c>(&'c mut self, chain: PathStack<'c>) -> TextSeed<'c, 'de> {
        TextSeed {
            text: self.text,
            intake: self.intake,
            chain,
            depth: self.depth + 1,
        }
    }

    fn enter<E: Error>(&mut self, opening: u8) -> Result<(), E> {
        self.intake.entered = true;
        if self.depth >= self.intake.max_depth() {
            self.intake
                .stop_at_limit(self.chain.to_path(), Limit::Depth);
            return Err(E::custom("the value is nested too deep"));
        }
        self.text.written.push(opening);
        Ok(())
    }

    fn write_comma(&mut self, number: usize) {
        if number > 0 {
            self.text.written.push(b',');
        }
    }

    fn write_key<E: Error>(&mut self, key: &str) -> Result<(), E> {
        self.write_scalar(key)?;
        self.text.written.push(b':');
        Ok(())
    }

    fn write_scalar<T: Serialize + ?Sized, E: Error>(&mut self, value: &T) -> Result<(), E> {
        serde_json::to_writer(&mut self.text.written, value).map_err(E::custom)
    }

    fn write_finite<T: Serialize, E: Error>(
        &mut self,
        value: &T,
        is_finite: bool,
    ) -> Result<(), E> {
        if is_finite {
            self.write_scalar(value)
        } else {
            Err(not_finite())
        }
    }

    /// Replaces the object that starts at `start` by its digits, if it is the private form of a
    /// number.
    fn unwrap_number(&mut self, start: usize) {
        let written = &mut self.text.written;
        let number = written
            .get(start..)
            .and_then(|object| object.strip_prefix(b"{\""))
            .and_then(|object| object.strip_prefix(NUMBER_KEY.as_bytes()))
            .and_then(|object| object.strip_prefix(b"\":\""))
            .and_then(|object| object.strip_suffix(b"\"}"));
        if let Some(number) = number
            && std::str::from_utf8(number).is_ok_and(is_number)
        {
            let number = number.to_vec();
            written.truncate(start);
            written.extend(number);
        }
    }
}

impl<'de> DeserializeSeed<'de> for TextSeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        if !self.intake.takes_node() {
            self.intake
                .stop_at_limit(self.chain.to_path(), Limit::Nodes);
            return Err(D::Error::custom("the value holds too many values"));
        }
        source.deserialize_any(self)
    }
}

/// Visits scalars that are written as `serde_json` writes them.
macro_rules! visit_scalars {
    ($($visit:ident($scalar:ty);)*) => {$(
        fn $visit<E: Error>(mut self, value: $scalar) -> Result<(), E> {
            self.write_scalar(&value)
        }
    )*};
}

impl<'de> Visitor<'de> for TextSeed<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    visit_scalars! {
        visit_bool(bool);
        visit_i64(i64);
        visit_i128(i128);
        visit_u64(u64);
        visit_u128(u128);
        visit_char(char);
        visit_str(&str);
    }

    fn visit_unit<E: Error>(mut self) -> Result<(), E> {
        self.write_scalar(&())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<(), D::Error> {
        inner.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<(), D::Error> {
        inner.deserialize_any(self)
    }

    /// Separate from `f64`, since the shortest text of an `f32` is shorter.
    fn visit_f32<E: Error>(mut self, value: f32) -> Result<(), E> {
        self.write_finite(&value, value.is_finite())
    }

    fn visit_f64<E: Error>(mut self, value: f64) -> Result<(), E> {
        self.write_finite(&value, value.is_finite())
    }

    fn visit_bytes<E: Error>(self, _: &[u8]) -> Result<(), E> {
        Err(reject_bytes())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut source: A) -> Result<(), A::Error> {
        self.enter(b'[')?;
        let here = self.chain;
        for number in 0.. {
            let end = self.text.written.len();
            self.write_comma(number);
            let item = source.next_element_seed(self.child(here.index(number)))?;
            if item.is_none() {
                self.text.written.truncate(end);
                break;
            }
        }
        self.text.written.push(b']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut source: A) -> Result<(), A::Error> {
        let start = self.text.written.len();
        self.enter(b'{')?;
        let here = self.chain;
        // A model may also send an object with this key.
        let is_given_as_text = self.depth == 0 && type_name::<A>().contains("serde_json::raw::");
        let mut count = 0;
        while let Some(key) = source.next_key_seed(SourceKey)? {
            if is_given_as_text && key == RAW_KEY {
                self.text.sent = Some(source.next_value_seed(SourceKey)?);
                return Ok(());
            }
            self.write_comma(count);
            self.write_key(&key)?;
            source.next_value_seed(self.child(here.key(&key)))?;
            count += 1;
        }
        self.text.written.push(b'}');
        if count == 1 {
            self.unwrap_number(start);
        }
        Ok(())
    }

    /// Converts an enum as in JSON, to an object with the name of the variant as its only key.
    fn visit_enum<A: EnumAccess<'de>>(mut self, source: A) -> Result<(), A::Error> {
        self.enter(b'{')?;
        let here = self.chain;
        let (name, content) = source.variant_seed(SourceKey)?;
        self.write_key(&name)?;
        content.newtype_variant_seed(self.child(here.key(&name)))?;
        self.text.written.push(b'}');
        Ok(())
    }
}
