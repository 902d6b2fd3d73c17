use std::borrow::Cow;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use crate::tree::key::Key;
use crate::tree::{Entry, Refusal, Tree};

/// One variant of an enum: a name alone, or an object of one name with the
/// variant's content.
pub(crate) struct Choice<'de> {
    name: Cow<'de, str>,
    content: Option<Tree<'de>>,
}

impl<'de> Choice<'de> {
    /// The tree itself if it is no variant.
    pub(crate) fn of(tree: Tree<'de>) -> Result<Self, Tree<'de>> {
        match tree {
            Tree::String(name) => Ok(Self {
                name,
                content: None,
            }),
            Tree::Object(mut entries) if entries.len() == 1 => match entries.pop() {
                Some(Entry { key, value }) => Ok(Self {
                    name: key,
                    content: Some(value),
                }),
                None => Err(Tree::Object(entries)),
            },
            _ => Err(tree),
        }
    }
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = Refusal;
    type Variant = Content<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Content<'de>), Refusal> {
        let variant = seed.deserialize(Key(&self.name))?;
        let content = Content {
            name: self.name,
            content: self.content,
        };
        Ok((variant, content))
    }
}

/// What a variant holds.
pub(crate) struct Content<'de> {
    name: Cow<'de, str>,
    content: Option<Tree<'de>>,
}

impl<'de> Content<'de> {
    /// Serde reads each kind of variant from the content as it would a type.
    fn read<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Refusal> {
        let Some(content) = self.content else {
            return Err(Refusal::variant_without_content(&self.name));
        };
        match seed.deserialize(content) {
            Ok(value) => Ok(value),
            Err(refusal) => Err(refusal.within(self.name.into_owned().into())),
        }
    }
}

impl<'de> VariantAccess<'de> for Content<'de> {
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
