use std::borrow::Cow;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use crate::issue::Segment;
use crate::tree::key::Key;
use crate::tree::{Entry, Refusal, Tree};

/// One variant of an enum: a name alone, or an object of one name with the
/// variant's content.
pub(crate) struct Choice<'t, 'de> {
    name: &'t Cow<'de, str>,
    content: Option<&'t mut Tree<'de>>,
}

impl<'t, 'de> Choice<'t, 'de> {
    /// Nothing if the tree is no variant.
    pub(crate) fn of(tree: &'t mut Tree<'de>) -> Option<Self> {
        match tree {
            Tree::String(name) => Some(Self {
                name,
                content: None,
            }),
            Tree::Object(entries) => match entries.as_mut_slice() {
                [Entry { key, value }] => Some(Self {
                    name: key,
                    content: Some(value),
                }),
                _ => None,
            },
            _ => None,
        }
    }
}

impl<'t, 'de> EnumAccess<'de> for Choice<'t, 'de> {
    type Error = Refusal;
    type Variant = Content<'t, 'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Content<'t, 'de>), Refusal> {
        let variant = seed.deserialize(Key(self.name))?;
        let content = Content {
            name: self.name,
            content: self.content,
        };
        Ok((variant, content))
    }
}

/// What a variant holds.
pub(crate) struct Content<'t, 'de> {
    name: &'t Cow<'de, str>,
    content: Option<&'t mut Tree<'de>>,
}

impl<'de> Content<'_, 'de> {
    /// Serde reads each kind of variant from the content as it would a type.
    fn read<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Refusal> {
        let Some(content) = self.content else {
            return Err(Refusal::variant_without_content(self.name));
        };
        match seed.deserialize(content) {
            Ok(value) => Ok(value),
            Err(refusal) => Err(refusal.within(Segment::from(&**self.name))),
        }
    }
}

impl<'de> VariantAccess<'de> for Content<'_, 'de> {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        if self.content.is_none() {
            return Ok(());
        }
        self.read(std::marker::PhantomData::<()>)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Refusal> {
        self.read(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.read(Sequence(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.read(Object(visitor))
    }
}

/// A visitor that wants a sequence, as a seed.
struct Sequence<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Sequence<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<V::Value, D::Error> {
        source.deserialize_seq(self.0)
    }
}

/// A visitor that wants an object, as a seed.
struct Object<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Object<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<V::Value, D::Error> {
        source.deserialize_map(self.0)
    }
}
