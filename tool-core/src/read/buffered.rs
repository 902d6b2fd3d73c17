//! Reads types from a tree, as serde reads them from its buffer. The types borrow no data from the
//! tree, and the caller selects the error type.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::slice;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::issue::Segment;
use crate::read::key::Key;
use crate::read::others::{hide_from_map, leave_others};
use crate::read::refusal::add_segment;
use crate::read::scalar::ScannedNumber;
use crate::tree::{Entry, Tree};

/// A value of a tree.
#[derive(Debug)]
pub struct Buffered<'t, E> {
    tree: &'t Tree<'t>,
    error: PhantomData<E>,
}

impl<'t, E> Buffered<'t, E> {
    pub(super) fn new(tree: &'t Tree<'_>) -> Self {
        Self {
            tree,
            error: PhantomData,
        }
    }

    /// Returns whether serde accepts the value as a unit struct in tagged content.
    fn is_empty(self) -> bool {
        match self.tree {
            Tree::Object(entries) => entries.is_empty(),
            Tree::Array(items) => items.is_empty(),
            _ => false,
        }
    }
}

impl<E> Clone for Buffered<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Buffered<'_, E> {}

impl<'de, E: Error> Deserializer<'de> for Buffered<'_, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.tree {
            Tree::Null => visitor.visit_unit(),
            Tree::Bool(value) => visitor.visit_bool(*value),
            Tree::Number(text) => ScannedNumber::of(text).visit_any(visitor),
            Tree::String(text) => visitor.visit_str(text),
            Tree::Array(items) => {
                let mut items = BufferedItems {
                    left: items.iter(),
                    taken: 0,
                    error: PhantomData,
                };
                let value = visitor.visit_seq(&mut items)?;
                match items.left.len() {
                    0 => Ok(value),
                    left => Err(E::invalid_length(
                        items.taken + left,
                        &ReadCount(items.taken),
                    )),
                }
            }
            Tree::Object(entries) => visit_entries(entries, visitor),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.tree {
            Tree::Object(entries) => match hide_from_map(entries) {
                Some(shown) => visit_entries(&shown, visitor),
                None => visit_entries(entries, visitor),
            },
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.tree {
            Tree::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.tree {
            Tree::Object(entries) if entries.is_empty() => visitor.visit_unit(),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        if self.is_empty() {
            return visitor.visit_unit();
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.tree {
            Tree::String(name) => visitor.visit_enum(BufferedVariant {
                name,
                content: None,
                error: PhantomData,
            }),
            Tree::Object(entries) => match find_variant(entries, variants) {
                Some(entry) => visitor.visit_enum(BufferedVariant {
                    name: &entry.key,
                    content: Some(&entry.value),
                    error: PhantomData,
                }),
                None => Err(E::custom("expected an object with one key")),
            },
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        seq tuple tuple_struct struct identifier
    }
}

fn visit_entries<'de, V: Visitor<'de>, E: Error>(
    entries: &[Entry<'_>],
    visitor: V,
) -> Result<V::Value, E> {
    let mut properties = BufferedProperties {
        entries: entries.iter(),
        next: None,
        error: PhantomData,
    };
    let value = visitor.visit_map(&mut properties)?;
    match properties.entries.next() {
        None => Ok(value),
        Some(_) => Err(E::custom("expected no further property")),
    }
}

/// Returns the property for the variant of an enum: the only property, or the only one whose key is
/// the name of a variant. Other keys may belong to flattened fields.
fn find_variant<'e, 't>(entries: &'e [Entry<'t>], variants: &[&str]) -> Option<&'e Entry<'t>> {
    if let [only] = entries {
        return Some(only);
    }
    let mut named = entries
        .iter()
        .filter(|entry| variants.contains(&&*entry.key));
    named.next().filter(|_| named.next().is_none())
}

/// The items of an array.
struct BufferedItems<'t, E> {
    left: slice::Iter<'t, Tree<'t>>,
    taken: usize,
    error: PhantomData<E>,
}

impl<'de, E: Error> SeqAccess<'de> for &mut BufferedItems<'_, E> {
    type Error = E;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, E> {
        let Some(item) = self.left.next() else {
            return Ok(None);
        };
        let index = self.taken;
        self.taken += 1;
        let item = leave_others(|| seed.deserialize(Buffered::<E>::new(item)));
        item.map(Some)
            .map_err(|error| add_segment(error, Segment::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// The number of items that the type has read, for the error about further items.
struct ReadCount(usize);

impl Expected for ReadCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an array of length {}", self.0)
    }
}

/// The properties of an object.
struct BufferedProperties<'t, E> {
    entries: slice::Iter<'t, Entry<'t>>,
    /// The entry whose key was read last.
    next: Option<&'t Entry<'t>>,
    error: PhantomData<E>,
}

impl<'de, E: Error> MapAccess<'de> for &mut BufferedProperties<'_, E> {
    type Error = E;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, E> {
        self.next = self.entries.next();
        let Some(entry) = self.next else {
            return Ok(None);
        };
        let key = seed.deserialize(Key::copied(&entry.key));
        key.map(Some)
            .map_err(|error| add_segment(error, Segment::from(entry.key.as_ref())))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, E> {
        let Some(entry) = self.next.take() else {
            return Err(E::custom("cannot be read"));
        };
        let value = leave_others(|| seed.deserialize(Buffered::<E>::new(&entry.value)));
        value.map_err(|error| add_segment(error, Segment::from(entry.key.as_ref())))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A variant by its name.
struct BufferedVariant<'t, E> {
    name: &'t str,
    content: Option<&'t Tree<'t>>,
    error: PhantomData<E>,
}

impl<'de, 't, E: Error> EnumAccess<'de> for BufferedVariant<'t, E> {
    type Error = E;
    type Variant = BufferedContent<'t, E>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, BufferedContent<'t, E>), E> {
        let variant = seed.deserialize(self.name.into_deserializer())?;
        let content = self.content.map(Cow::Borrowed);
        Ok((variant, BufferedContent::new(self.name.into(), content)))
    }
}

/// The content of a variant, a separate object.
pub(super) struct BufferedContent<'t, E> {
    name: Cow<'t, str>,
    content: Option<Cow<'t, Tree<'t>>>,
    error: PhantomData<E>,
}

impl<'t, E: Error> BufferedContent<'t, E> {
    pub(super) fn new(name: Cow<'t, str>, content: Option<Cow<'t, Tree<'t>>>) -> Self {
        Self {
            name,
            content,
            error: PhantomData,
        }
    }

    fn read<T>(self, read: impl FnOnce(Buffered<'_, E>) -> Result<T, E>) -> Result<T, E> {
        let Some(content) = &self.content else {
            return Err(E::custom("expected an object with one key, got string"));
        };
        leave_others(|| read(Buffered::new(content)))
            .map_err(|error| add_segment(error, Segment::from(self.name.as_ref())))
    }
}

impl<'de, E: Error> VariantAccess<'de> for BufferedContent<'_, E> {
    type Error = E;

    fn unit_variant(self) -> Result<(), E> {
        match self.content {
            None => Ok(()),
            Some(_) => self.read(|content| serde::Deserialize::deserialize(content)),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, E> {
        self.read(|content| seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, E> {
        self.read(|content| content.deserialize_tuple(length, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        self.read(|content| content.deserialize_struct("", fields, visitor))
    }
}
