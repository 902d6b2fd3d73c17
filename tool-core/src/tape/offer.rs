use serde::de::value::EnumAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, SeqAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::tape::forms::{Form, asks_for_forms};
use crate::tape::tries::Tries;
use crate::tape::{Cursor, Refusal};

/// A value on the tape, for an enum that asks for forms.
pub(super) struct Offer<'t>(Cursor<'t>);

impl<'t> Offer<'t> {
    /// `None` if no form is asked for.
    #[inline]
    pub(super) fn new(name: &str, value: Cursor<'t>) -> Option<Self> {
        asks_for_forms(name).then_some(Self(value))
    }
}

impl<'de> EnumAccess<'de> for Offer<'de> {
    type Error = Refusal;
    type Variant = Taken;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Taken), Refusal> {
        seed.deserialize(self).map(|form| (form, Taken))
    }
}

impl<'de> Deserializer<'de> for Offer<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        Err(self.0.refuse(&visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        of: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        visitor.visit_seq(Offered {
            value: self.0,
            tries: Some(Tries::new(of, count)),
        })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple map struct enum identifier ignored_any
    }
}

/// The forms that a value on the tape has.
struct Offered<'t> {
    value: Cursor<'t>,
    /// `None` if there are no further forms.
    tries: Option<Tries<Refusal>>,
}

impl<'t> Offered<'t> {
    /// The next form. If there is none, the error of the first that takes the value is returned.
    fn next(&mut self) -> Result<Option<Form<Cursor<'t>>>, Refusal> {
        let content = self.value;
        let Some(tries) = &mut self.tries else {
            return Ok(None);
        };
        if let Some(refusal) = tries.resume(content) {
            return Err(refusal);
        }
        let next = tries.next(content).filter(|_| tries.may_go_on(content));
        match (next, self.tries.take_if(|_| next.is_none())) {
            (Some(number), _) => Ok(Some(Form { number, content })),
            (None, tries) => tries.and_then(Tries::into_first).map_or(Ok(None), Err),
        }
    }
}

impl<'de> SeqAccess<'de> for Offered<'de> {
    type Error = Refusal;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        let next = self.next()?;
        let (Some(form), Some(tries)) = (next, &mut self.tries) else {
            return Ok(None);
        };
        let number = form.number;
        let outcome = tries.read(|| seed.deserialize(EnumAccessDeserializer::new(form)));
        if let Err(refusal) = &outcome {
            tries.keep(number, refusal.clone());
            tries.remember(self.value);
        }
        outcome.map(Some)
    }

    /// 0 if there are no further forms.
    fn size_hint(&self) -> Option<usize> {
        self.tries.is_none().then_some(0)
    }
}

/// What is left of an offer that was taken.
pub(super) struct Taken;

impl<'de> VariantAccess<'de> for Taken {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Refusal> {
        Err(Refusal::out_of_turn())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Refusal> {
        Err(Refusal::out_of_turn())
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Refusal> {
        Err(Refusal::out_of_turn())
    }
}
