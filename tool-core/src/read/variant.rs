//! Reads variants of externally tagged enums: only a name, or an object with the name as its key
//! and the content as its value.

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Unexpected, VariantAccess, Visitor,
};

use super::direct::{Direct, PlanNode};
use super::key::{Key, ReceivedKey};
use super::object::{KeysPlan, Object};
use super::refusal::Refusal;
use super::value::NextValue;
use crate::json::Stopped;
use crate::plan::Node;

/// The content of a variant: the value of the only property of an object.
#[derive(Clone, Copy)]
pub(super) struct VariantContent<'a, 'p> {
    /// `None` if the object is empty.
    name: Option<ReceivedKey<'a, 'p>>,
    /// The start of the name.
    name_at: usize,
    /// The start of the value. The value is unread if the scanner is still there.
    at: usize,
    /// The plan node of the object.
    object: PlanNode<'p>,
    place: PlanNode<'p>,
}

/// Reads the next value as a variant.
pub(super) fn visit<'a, V: Visitor<'a>>(
    mut next: NextValue<'_, 'a, '_>,
    visitor: V,
) -> Result<V::Value, Refusal> {
    match next.find_token() {
        b'"' => match next.reader.read_string(next.place) {
            Ok(name) => visitor.visit_enum(VariantReader {
                reader: next.reader,
                name: ReceivedKey::Input(name),
                content: None,
            }),
            Err(Stopped) => Err(next.reader.leave()),
        },
        b'{' => match next.begin_variant() {
            Ok(content) => visit_object(next.reader, content, visitor),
            Err(Stopped) => Err(next.reader.leave()),
        },
        _ => Err(next.refuse(&visitor)),
    }
}

fn visit_object<'a, 'p, V: Visitor<'a>>(
    reader: &mut Direct<'a, 'p>,
    content: VariantContent<'a, 'p>,
    visitor: V,
) -> Result<V::Value, Refusal> {
    let Some(name) = content.name else {
        return Err(Refusal::invalid_type(Unexpected::Map, &visitor));
    };
    let outcome = visitor.visit_enum(VariantReader {
        reader,
        name,
        content: Some(&content),
    });
    match outcome {
        Ok(value) => match reader.end_variant(&content) {
            Ok(()) => Ok(value),
            Err(refusal) => Err(refusal),
        },
        Err(refusal) => Err(reader.abandon_variant(&content, refusal)),
    }
}

impl<'a, 'p> Object<'a, 'p> {
    /// Returns the content under the first key.
    fn content(
        &self,
        object: PlanNode<'p>,
        name: Option<ReceivedKey<'a, 'p>>,
    ) -> VariantContent<'a, 'p> {
        VariantContent {
            name,
            name_at: self.key_at,
            at: self.value_at,
            object,
            place: self.place,
        }
    }
}

impl<'a, 'p> Direct<'a, 'p> {
    /// Skips the opening bracket and the key of an object with one key.
    #[inline]
    pub(super) fn enter_variant(
        &mut self,
        place: PlanNode<'p>,
    ) -> Result<VariantContent<'a, 'p>, Stopped> {
        let keys = self.enter_object(place)?;
        if let (Some(Node::Union(_)), KeysPlan::Plan(variants)) = (place, keys)
            && self.scanner.token() == b'"'
        {
            let name_at = self.scanner.at;
            let rest = self.scanner.text.as_bytes().get(name_at..);
            let named = variants.find_in_text(rest.unwrap_or_default());
            if let Some((_, property, length)) = named {
                let end = name_at + length;
                self.scanner.at = end;
                self.scanner.token_behind_blank();
                return Ok(VariantContent {
                    name: Some(ReceivedKey::Property(&property.name)),
                    name_at,
                    at: self.scanner.at,
                    object: place,
                    place: self.place_of(property.child),
                });
            }
        }
        self.enter_other_variant(place, keys)
    }

    #[inline(never)]
    fn enter_other_variant(
        &mut self,
        place: PlanNode<'p>,
        keys: KeysPlan<'p>,
    ) -> Result<VariantContent<'a, 'p>, Stopped> {
        let mut object = Object::new(self, keys);
        let name = self.begin_key(&mut object)?;
        object.may_end()?;
        self.forget_keys(&object);
        Ok(object.content(place, name))
    }

    /// Skips the end of the object after its content.
    #[inline(never)]
    fn end_variant(&mut self, content: &VariantContent<'a, 'p>) -> Result<(), Refusal> {
        let is_read = self.scanner.at != content.at;
        if is_read && self.scanner.token() == b'}' {
            self.end_entries();
            return Ok(());
        }
        Err(match self.pass_over_rest(content) {
            Ok(()) => Refusal::several_variants(),
            Err(Stopped) => self.leave(),
        })
    }

    /// Skips the rest of the object after the type has rejected the content.
    #[cold]
    fn abandon_variant(&mut self, content: &VariantContent<'a, 'p>, refusal: Refusal) -> Refusal {
        if self.has_left() {
            return refusal;
        }
        match self.pass_over_rest(content) {
            Ok(()) => refusal,
            Err(Stopped) => self.leave(),
        }
    }

    #[cold]
    fn pass_over_rest(&mut self, content: &VariantContent<'a, 'p>) -> Result<(), Stopped> {
        if self.scanner.at == content.at {
            self.check(content.place)?;
        }
        if self.scanner.token() == b'}' {
            self.end_entries();
            return Ok(());
        }
        self.skip_further_keys(content.object)
    }
}

/// A variant by its name.
struct VariantReader<'v, 'a, 'p> {
    reader: &'v mut Direct<'a, 'p>,
    name: ReceivedKey<'a, 'p>,
    content: Option<&'v VariantContent<'a, 'p>>,
}

impl<'a> EnumAccess<'a> for VariantReader<'_, 'a, '_> {
    type Error = Refusal;
    type Variant = Self;

    #[inline]
    fn variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<(S::Value, Self), Refusal> {
        let name = self.name.as_text(&self.reader.scanner);
        match seed.deserialize(Key::copied(name)) {
            Ok(variant) => Ok((variant, self)),
            Err(refusal) => Err(refusal),
        }
    }
}

impl<'a> VariantReader<'_, 'a, '_> {
    /// Reads the content of every kind of variant like a type, as serde does.
    fn read<T>(
        self,
        read: impl FnOnce(NextValue<'_, 'a, '_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let reader = self.reader;
        let Some(content) = self.content else {
            let name = self.name.as_text(&reader.scanner);
            return Err(Refusal::variant_without_content(name));
        };
        if reader.scanner.at != content.at {
            return Err(Refusal::out_of_turn());
        }
        let next = NextValue::new(reader, content.place);
        match read(next) {
            Ok(value) => Ok(value),
            Err(refusal) => Err(reader.add_key_segment(content.name_at, refusal)),
        }
    }
}

impl<'a> VariantAccess<'a> for VariantReader<'_, 'a, '_> {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        if self.content.is_none() {
            return Ok(());
        }
        self.read(|next| <()>::deserialize(next))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, Refusal> {
        self.read(|next| seed.deserialize(next))
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.read(|next| next.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.read(|next| next.deserialize_map(visitor))
    }
}
