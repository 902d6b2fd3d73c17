//! Reads internally and adjacently tagged enums, with paths in the errors of their variants.
//! Serde's own buffer does not track paths.

use serde::de::value::EnumAccessDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, VariantAccess, Visitor,
};

use crate::issue::Segment;
use crate::read::buffered::Buffered;
use crate::read::others::read_with_others;
use crate::read::reading::Others;
use crate::read::refusal::add_segment;
use crate::tree::{ParseContext, Tree, TreeSeed};

/// A deserializer for the externally tagged copy of an enum.
pub(super) type OfTagged<'t, E> = EnumAccessDeserializer<Tagged<'t, E>>;

/// Reads a tagged enum. `keys` contains the key of the tag and, for an adjacently tagged enum, the
/// key of the content. `read` reads the externally tagged copy of the enum.
///
/// # Errors
///
/// Returns an error if the tag is missing, or if the variant cannot be read.
pub fn read_tagged<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    keys: &'static [&'static str],
    read: impl FnOnce(OfTagged<'_, D::Error>) -> Result<T, D::Error>,
) -> Result<T, D::Error> {
    let mut intake = ParseContext::unlimited();
    let seed = TreeSeed::new(&mut intake);
    let mut tree = match keys {
        // As in serde, which takes only these two properties from flattened content.
        [_, _] => deserializer.deserialize_struct("", keys, seed)?,
        _ => seed.deserialize(deserializer)?,
    };
    let tag = keys.first().copied().unwrap_or_default();
    let Some(name) = take(&mut tree, tag).and_then(text_of) else {
        return Err(D::Error::missing_field(tag));
    };
    if let Some(others) = Others::taken() {
        others.note_tag(&name);
    }
    let under = keys.get(1).map(|key| (*key, take(&mut tree, key)));
    let content = match &under {
        None => TaggedContent::Beside(Buffered::new(&tree)),
        Some((key, Some(value))) => TaggedContent::Under(key, Buffered::new(value)),
        Some((key, None)) => TaggedContent::Missing(key),
    };
    read(EnumAccessDeserializer::new(Tagged { tag, name, content }))
}

/// Removes a property from an object and returns its value.
fn take<'t>(tree: &mut Tree<'t>, key: &str) -> Option<Tree<'t>> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    let at = entries.iter().position(|entry| entry.key == key)?;
    Some(entries.remove(at).value)
}

fn text_of(tree: Tree<'_>) -> Option<String> {
    match tree {
        Tree::String(text) => Some(text.into_owned()),
        _ => None,
    }
}

/// A variant by its tag.
#[derive(Debug)]
pub struct Tagged<'t, E> {
    tag: &'static str,
    name: String,
    content: TaggedContent<'t, E>,
}

impl<'de, 't, E: Error> EnumAccess<'de> for Tagged<'t, E> {
    type Error = E;
    type Variant = TaggedContent<'t, E>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, TaggedContent<'t, E>), E> {
        let variant = seed
            .deserialize(self.name.as_str().into_deserializer())
            .map_err(|error: E| add_segment(error, Segment::from(self.tag)))?;
        Ok((variant, self.content))
    }
}

/// The content of a variant.
#[derive(Debug)]
pub enum TaggedContent<'t, E> {
    /// The object without the tag.
    Beside(Buffered<'t, E>),
    /// The value of a property.
    Under(&'static str, Buffered<'t, E>),
    /// The property is missing.
    Missing(&'static str),
}

impl<'t, E: Error> TaggedContent<'t, E> {
    fn read<T>(self, read: impl FnOnce(Buffered<'t, E>) -> Result<T, E>) -> Result<T, E> {
        match self {
            Self::Beside(content) => read(content),
            Self::Under(key, content) => {
                read(content).map_err(|error| add_segment(error, Segment::from(key)))
            }
            Self::Missing(key) => Err(E::missing_field(key)),
        }
    }
}

impl<'de, E: Error> VariantAccess<'de> for TaggedContent<'_, E> {
    type Error = E;

    /// As in serde, a unit variant ignores all properties except the tag.
    fn unit_variant(self) -> Result<(), E> {
        match self {
            Self::Beside(_) | Self::Missing(_) => Ok(()),
            Self::Under(..) => self.read(serde::Deserialize::deserialize),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, E> {
        match self {
            // Optional content may be missing.
            Self::Missing(key) => seed
                .deserialize(Buffered::<E>::new(&Tree::Null))
                .map_err(|_| E::missing_field(key)),
            // The content has the same sibling types as the enum.
            Self::Beside(content) => {
                read_with_others(Others::taken(), || seed.deserialize(content))
            }
            Self::Under(..) => self.read(|content| seed.deserialize(content)),
        }
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
