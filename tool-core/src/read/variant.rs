//! Variants of externally tagged enums: a name alone, or an object of one name with the content
//! of the variant.

use std::borrow::Cow;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Unexpected, VariantAccess, Visitor,
};

use super::key::Key;
use super::next::Next;
use super::object::Properties;
use super::refusal::Refusal;
use crate::json::Stopped;

/// Reads the variant that comes next.
pub(super) fn visit<'a, V: Visitor<'a>>(
    mut next: Next<'_, 'a, '_>,
    visitor: V,
) -> Result<V::Value, Refusal> {
    match next.found() {
        b'"' => match next.reader.string(next.place) {
            Ok(name) => visitor.visit_enum(Variant::<'_, '_, '_, '_> {
                name: next.reader.scanner.keep(name),
                content: None,
            }),
            Err(Stopped) => Err(next.reader.leave()),
        },
        b'{' => match next.properties() {
            Ok(properties) => visit_object(properties, visitor),
            Err(refusal) => Err(refusal),
        },
        _ => Err(next.refuse(&visitor)),
    }
}

fn visit_object<'a, V: Visitor<'a>>(
    mut properties: Properties<'_, 'a, '_>,
    visitor: V,
) -> Result<V::Value, Refusal> {
    let name = match properties.next_name() {
        Ok(Some(name)) => properties.reader.scanner.keep(name),
        Ok(None) => return Err(Refusal::invalid_type(Unexpected::Map, &visitor)),
        Err(refusal) => return Err(refusal),
    };
    let outcome = visitor.visit_enum(Variant {
        name,
        content: Some(&mut properties),
    });
    match outcome {
        Ok(value) => match properties.left_over() {
            Ok(None) => Ok(value),
            Ok(Some(_)) => Err(Refusal::several_variants()),
            Err(Stopped) => Err(properties.reader.leave()),
        },
        Err(refusal) => Err(properties.abandon(refusal)),
    }
}

/// A variant by its name.
struct Variant<'v, 'r, 'a, 'p> {
    name: Cow<'a, str>,
    content: Content<'v, 'r, 'a, 'p>,
}

/// What a variant holds: the value of the one property.
type Content<'v, 'r, 'a, 'p> = Option<&'v mut Properties<'r, 'a, 'p>>;

impl<'a> EnumAccess<'a> for Variant<'_, '_, 'a, '_> {
    type Error = Refusal;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<(S::Value, Self), Refusal> {
        match seed.deserialize(Key::copied(&self.name)) {
            Ok(variant) => Ok((variant, self)),
            Err(refusal) => Err(refusal),
        }
    }
}

impl<'a> Variant<'_, '_, 'a, '_> {
    /// Serde reads each kind of variant from the content as it would a type.
    fn read<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, Refusal> {
        match self.content {
            Some(properties) => properties.value(seed),
            None => Err(Refusal::variant_without_content(&self.name)),
        }
    }
}

impl<'a> VariantAccess<'a> for Variant<'_, '_, 'a, '_> {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        if self.content.is_none() {
            return Ok(());
        }
        self.read(std::marker::PhantomData::<()>)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, Refusal> {
        self.read(seed)
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.read(Sequence(visitor))
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.read(Map(visitor))
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
struct Map<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Map<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<V::Value, D::Error> {
        source.deserialize_map(self.0)
    }
}
