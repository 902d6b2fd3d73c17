//! Reads flattened fields. Serde collects the properties for a flattened field. This module adds
//! paths to the errors of the type, decides whether an optional field is `None`, and hides the
//! properties of other fields from a map.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::marker::PhantomData;
use std::rc::Rc;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use crate::issue::Segment;
use crate::read::buffered::{Buffered, BufferedContent};
use crate::read::checks::ReadAttempt;
use crate::read::forms::asks_for_forms;
use crate::read::key::Key;
use crate::read::others::{Beside, leave_others, read_with_others};
use crate::read::reading::{Others, ReadContext, are_paths_traced};
use crate::read::refusal::add_segment;
use crate::tree::{Entry, ParseContext, Tree, TreeSeed};

/// Reads a flattened field. `B` contains the types of the other flattened fields. An optional field
/// is `None` only if the input contains no property of its type. Otherwise the errors of the type
/// apply.
///
/// # Errors
///
/// Returns the errors of the type, with the path inside the type.
pub fn flatten<'de, T, D, B>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
    B: Beside,
{
    let Some(reading) = ReadContext::current() else {
        return T::deserialize(deserializer);
    };
    let seen = ReceivedProperties::default();
    let others = Others::of::<T, B>(Rc::clone(&reading));
    let attempt = ReadAttempt::start();
    let mut outcome = read_with_others(Some(Rc::clone(&others)), || {
        T::deserialize(Flat {
            source: deserializer,
            seen: &seen,
            others: &others,
        })
    });
    let has_hidden = attempt.end_hiding();
    let left = seen.left.take().filter(|_| outcome.is_err());
    if let Some(left) = left.filter(|_| attempt.fail()) {
        seen.is_hidden.set(true);
        outcome = T::deserialize(Buffered::<D::Error>::new(&left.tree));
        if outcome.is_ok() {
            reading.note_without(left.without_map);
        }
    }
    let is_hidden = seen.is_hidden.get() || others.hid_some();
    // In serde, an optional field is `None` in these cases.
    if !seen.is_option() {
        if is_hidden {
            others.tell_hidden();
        }
        if has_hidden || seen.is_hidden.get() {
            reading.has_hidden.set(true);
        }
    }
    let is_none = match &outcome {
        Ok(_) => is_hidden && seen.is_map_of_others(),
        Err(_) => !seen.is_there(&others),
    };
    if is_none && seen.is_option() && attempt.fail() {
        reading.note_without(seen.without_map.take());
        reading.note_without(others.select_needed(&seen.keys.borrow()));
        outcome = T::deserialize(Nothing {
            options: seen.options.get(),
            error: PhantomData,
        });
    }
    match reading.find_lost().filter(|_| outcome.is_ok()) {
        Some((lost, read)) => {
            let error = D::Error::custom(format_args!("cannot be sent together with \"{read}\""));
            Err(add_segment(error, Segment::from(lost.as_str())))
        }
        None => outcome,
    }
}

/// Facts about the properties that a field received.
#[derive(Default)]
struct ReceivedProperties<'de> {
    /// The number of `Option`s around the type. `Option<N>` has two if `N` is a newtype around an
    /// `Option`.
    options: Cell<usize>,
    /// `true` if the type received a property that it declares and no required sibling type has.
    is_own: Cell<bool>,
    /// `true` if the type received a property that no other field declares.
    is_alone: Cell<bool>,
    /// `true` if the type received a property that only its own map can hold.
    has_map_property: Cell<bool>,
    /// The properties of other fields that no other map can hold, if the type is a map.
    without_map: RefCell<Vec<String>>,
    /// `true` if a property of another field was hidden from the type.
    is_hidden: Cell<bool>,
    /// `true` if the type is an enum that is read by its forms.
    has_forms: Cell<bool>,
    /// The keys of all received properties, including properties of other fields.
    keys: RefCell<Vec<String>>,
    /// The properties of a map without the properties of other fields. `None` if it received only
    /// its own.
    left: RefCell<Option<Left<'de>>>,
}

struct Left<'de> {
    tree: Tree<'de>,
    /// The properties of other fields that no other map can hold.
    without_map: Vec<String>,
}

impl ReceivedProperties<'_> {
    fn is_option(&self) -> bool {
        self.options.get() > 0
    }

    /// Records a property of a type that also receives properties of other fields. If paths are
    /// traced, null does not count: a model that must send every property sends null for an absent
    /// one.
    fn note(&self, key: &str, value: &Tree<'_>, others: &Others) {
        if !are_paths_traced() || !matches!(value, Tree::Null) {
            self.note_key(key, false, others);
        }
    }

    /// Records the key of a property. A type that receives only its own properties may share one
    /// with a required sibling type, which is then the reason why the input contains it.
    fn note_key(&self, key: &str, is_own: bool, others: &Others) {
        if is_own && !others.need(key) {
            self.is_own.set(true);
        } else {
            self.keys.borrow_mut().push(key.to_owned());
        }
    }

    /// Returns whether other fields declare all properties of a map.
    fn is_map_of_others(&self) -> bool {
        !self.is_own.get() && !self.has_forms.get() && !self.is_alone.get()
    }

    /// Returns whether the input contains a property of the type that no required sibling type has.
    /// If the properties of types are unknown, optional fields behave as in serde.
    fn is_there(&self, others: &Others) -> bool {
        let keys = self.keys.borrow();
        let has_own = || keys.iter().any(|key| others.leave_alone(key));
        let is_there = self.is_own.get() || self.has_map_property.get() || has_own();
        others.are_known() && is_there
    }
}

/// The deserializer of a flattened field. It records the properties that it passes to the type.
struct Flat<'s, 'de, D> {
    source: D,
    seen: &'s ReceivedProperties<'de>,
    others: &'s Others,
}

impl<'s, 'de, D> Flat<'s, 'de, D> {
    fn through<V>(self, visitor: V, is_own: bool) -> (D, Through<'s, 'de, V>) {
        let through = Through {
            visitor,
            seen: self.seen,
            others: self.others,
            is_own,
            variants: &[],
        };
        (self.source, through)
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Flat<'_, 'de, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let (source, visitor) = self.through(visitor, false);
        source.deserialize_any(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let (source, visitor) = self.through(visitor, false);
        source.deserialize_map(visitor)
    }

    /// Serde passes only its own properties to a struct.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let (source, visitor) = self.through(visitor, true);
        source.deserialize_struct(name, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let (source, mut visitor) = self.through(visitor, true);
        visitor.variants = variants;
        source.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        if asks_for_forms(name) {
            self.seen.has_forms.set(true);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.seen.options.update(|options| options + 1);
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.source.deserialize_unit(visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.source.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.source.deserialize_ignored_any(visitor)
    }

    fn is_human_readable(&self) -> bool {
        self.source.is_human_readable()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        seq tuple tuple_struct identifier
    }
}

/// The visitor of the type. It records the properties that the type receives.
struct Through<'s, 'de, V> {
    visitor: V,
    seen: &'s ReceivedProperties<'de>,
    others: &'s Others,
    /// `true` if the type receives only its own properties.
    is_own: bool,
    /// The variants of an externally tagged enum.
    variants: &'static [&'static str],
}

impl<'de, V: Visitor<'de>> Through<'_, 'de, V> {
    /// Reads a map without the properties of other fields that it cannot hold.
    fn read_map<A: MapAccess<'de>>(self, source: A) -> Result<V::Value, A::Error> {
        let (seen, others) = (self.seen, self.others);
        let tree = TreeSeed::new(&mut ParseContext::unlimited()).visit_map(source)?;
        let Tree::Object(mut entries) = tree else {
            return Err(A::Error::custom("cannot be read"));
        };
        let is_own = |entry: &Entry<'_>| !others.contains(&entry.key);
        let is_of_map = |entry: &Entry<'_>| is_own(entry) && others.leave_to_type(&entry.value);
        seen.is_alone.set(entries.iter().any(is_own));
        seen.has_map_property.set(entries.iter().any(is_of_map));
        if let Some(shown) = others.hide(&entries) {
            seen.is_hidden.set(true);
            entries = shown;
        }
        seen.without_map.replace(others.without_map(&entries));
        for entry in &entries {
            seen.note(&entry.key, &entry.value, others);
        }
        let (left, of_others): (Vec<_>, Vec<_>) = entries.iter().cloned().partition(is_own);
        if !of_others.is_empty() {
            seen.left.replace(Some(Left {
                tree: Tree::Object(left),
                without_map: others.without_map(&of_others),
            }));
        }
        Buffered::<A::Error>::new(&Tree::Object(entries)).deserialize_map(self.visitor)
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Through<'_, 'de, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, source: A) -> Result<V::Value, A::Error> {
        if !self.is_own && self.others.are_waiting() {
            return self.read_map(source);
        }
        self.visitor.visit_map(FlattenedEntries {
            source,
            seen: self.seen,
            others: self.others,
            is_own: self.is_own,
            key: String::new(),
            is_alone: false,
        })
    }

    fn visit_enum<A: EnumAccess<'de>>(self, source: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_enum(FlattenedEnum {
            source,
            seen: self.seen,
            others: self.others,
            variants: self.variants,
        })
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }
}

/// The properties of a map. The current key is kept for the path of an error in its value.
struct FlattenedEntries<'s, 'de, A> {
    source: A,
    seen: &'s ReceivedProperties<'de>,
    others: &'s Others,
    is_own: bool,
    key: String,
    /// `true` if no other field declares the property with this key.
    is_alone: bool,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for FlattenedEntries<'_, 'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let Some(key) = self.source.next_key::<String>()? else {
            return Ok(None);
        };
        self.key = key;
        self.is_alone = self.is_own || !self.others.contains(&self.key);
        if self.is_alone {
            self.seen.is_alone.set(true);
        }
        let key = seed.deserialize(Key::copied(&self.key));
        key.map(Some)
            .map_err(|error| add_segment(error, Segment::from(self.key.as_str())))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let value = leave_others(|| {
            let may_be_of_map = self.is_alone && !self.is_own && self.seen.is_option();
            if !are_paths_traced() && !may_be_of_map {
                self.seen.note_key(&self.key, self.is_own, self.others);
                return self.source.next_value_seed(seed);
            }
            let mut intake = ParseContext::unlimited();
            let tree = self.source.next_value_seed(TreeSeed::new(&mut intake))?;
            if may_be_of_map && self.others.leave_to_type(&tree) {
                self.seen.has_map_property.set(true);
            }
            if !are_paths_traced() || !matches!(tree, Tree::Null) {
                self.seen.note_key(&self.key, self.is_own, self.others);
            }
            seed.deserialize(Buffered::<A::Error>::new(&tree))
        });
        value.map_err(|error| add_segment(error, Segment::from(self.key.as_str())))
    }

    fn size_hint(&self) -> Option<usize> {
        self.source.size_hint()
    }
}

/// The only property of an externally tagged enum.
struct FlattenedEnum<'s, 'de, A> {
    source: A,
    seen: &'s ReceivedProperties<'de>,
    others: &'s Others,
    variants: &'static [&'static str],
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for FlattenedEnum<'_, 'de, A> {
    type Error = A::Error;
    type Variant = BufferedContent<'de, A::Error>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let (name, content) = self.source.variant::<String>()?;
        self.seen.note_key(&name, true, self.others);
        let not_sent = self.variants.iter().filter(|other| **other != name);
        self.others.note_unread(not_sent, &name);
        let variant = seed.deserialize(name.as_str().into_deserializer())?;
        let tree = content.newtype_variant_seed(TreeSeed::new(&mut ParseContext::unlimited()))?;
        let content = BufferedContent::new(name.into(), Some(Cow::Owned(tree)));
        Ok((variant, content))
    }
}

/// The value of an optional field without a property in the input. Only the innermost `Option` is
/// `None`, as in serde.
struct Nothing<E> {
    options: usize,
    error: PhantomData<E>,
}

impl<'de, E: Error> Deserializer<'de> for Nothing<E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_none()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        if self.options <= 1 {
            return visitor.visit_none();
        }
        visitor.visit_some(Self {
            options: self.options - 1,
            ..self
        })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
