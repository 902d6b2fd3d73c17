use serde::de::{DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use crate::issue::Segment;
use crate::tape::key::Key;
use crate::tape::{Cursor, Kind, Refusal};

/// One variant of an enum: a name alone, or an object of one name with the
/// variant's content.
pub(crate) struct Choice<'t> {
    name: &'t str,
    content: Option<Cursor<'t>>,
}

impl<'t> Choice<'t> {
    /// A name alone.
    pub(super) fn named(name: &'t str) -> Self {
        Self {
            name,
            content: None,
        }
    }

    /// Nothing if the value is no variant.
    pub(super) fn of(value: Cursor<'t>) -> Option<Self> {
        if value.kind() == Kind::String {
            return Some(Self::named(value.text()));
        }
        let mut properties = value.properties()?;
        let only = properties.next()?;
        (properties.len() == 0).then_some(Self {
            name: only.key(),
            content: Some(only.value()),
        })
    }
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = Refusal;
    type Variant = Content<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Content<'de>), Refusal> {
        let variant = seed.deserialize(Key::borrowed(self.name))?;
        let content = Content {
            name: self.name,
            content: self.content,
        };
        Ok((variant, content))
    }
}

/// What a variant holds.
pub(crate) struct Content<'t> {
    name: &'t str,
    content: Option<Cursor<'t>>,
}

impl<'de> Content<'de> {
    /// Serde reads each kind of variant from the content as it would a type.
    fn read<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Refusal> {
        let Some(content) = self.content else {
            return Err(Refusal::variant_without_content(self.name));
        };
        match seed.deserialize(content) {
            Ok(value) => Ok(value),
            Err(refusal) => Err(refusal.within(Segment::from(self.name))),
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
