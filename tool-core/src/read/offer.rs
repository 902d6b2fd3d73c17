use serde::de::value::{EnumAccessDeserializer, UnitDeserializer};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::Refusal;
use super::direct::Direct;
use super::forms::{FormContent, NumberedForm};
use super::reading::RequestedValue;
use super::tries::Tries;
use super::value::NextValue;
use crate::json::Stopped;

/// A value of the text, for an enum that requests forms. The value is already checked, so only the
/// type can reject a form.
pub(super) struct Offer<'r, 'a, 'p> {
    reader: &'r mut Direct<'a, 'p>,
    start: usize,
}

impl<'r, 'a, 'p> NextValue<'r, 'a, 'p> {
    /// Offers the forms of the value at the current position.
    #[inline(never)]
    pub(super) fn offer(mut self) -> Result<Offer<'r, 'a, 'p>, Refusal> {
        self.find_token();
        let start = self.reader.scanner.at;
        if self.place.is_some() {
            if let Err(Stopped) = self.reader.check(self.place) {
                return Err(self.reader.leave());
            }
            self.reader.scanner.at = start;
        }
        Ok(Offer {
            reader: self.reader,
            start,
        })
    }
}

impl<'de> EnumAccess<'de> for Offer<'_, 'de, '_> {
    type Error = Refusal;
    type Variant = FormContent<UnitDeserializer<Refusal>>;

    /// The content is already read.
    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), Refusal> {
        let content = FormContent(().into_deserializer());
        seed.deserialize(self).map(|form| (form, content))
    }
}

impl<'de> Deserializer<'de> for Offer<'_, 'de, '_> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        Err(self.reader.refuse(None, &visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        of: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let mut offered = Offered {
            reader: self.reader,
            start: self.start,
            end: self.start,
            tries: Some(Tries::new(of, count)),
        };
        match visitor.visit_seq(&mut offered) {
            Ok(value) => {
                if !offered.reader.has_left() {
                    offered.reader.scanner.at = offered.end;
                }
                Ok(value)
            }
            Err(refusal) => Err(offered.abandon(refusal)),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple map struct enum identifier ignored_any
    }
}

/// The forms of a value of the text.
struct Offered<'r, 'a, 'p> {
    reader: &'r mut Direct<'a, 'p>,
    start: usize,
    /// The end of the value, after it was read.
    end: usize,
    /// `None` after the last form.
    tries: Option<Tries<Refusal>>,
}

impl<'a> Offered<'_, 'a, '_> {
    fn value(&self) -> RequestedValue<'a> {
        RequestedValue {
            text: self.reader.scanner.text,
            at: self.start,
        }
    }

    /// Returns the number of the next form. After the last form, returns the error of the first
    /// form that accepts the value.
    fn next(&mut self) -> Result<Option<u32>, Refusal> {
        if self.reader.has_left() {
            self.tries = None;
            return Err(Refusal::left());
        }
        let value = self.value();
        let Some(tries) = &mut self.tries else {
            return Ok(None);
        };
        if let Some(refusal) = tries.resume(value) {
            return Err(refusal);
        }
        let next = tries.next(value).filter(|_| tries.may_go_on(value));
        match (next, self.tries.take_if(|_| next.is_none())) {
            (Some(number), _) => Ok(Some(number)),
            (None, tries) => tries.and_then(Tries::into_first).map_or(Ok(None), Err),
        }
    }

    /// Skips a value without a readable form.
    #[cold]
    fn abandon(&mut self, refusal: Refusal) -> Refusal {
        if self.reader.has_left() {
            return refusal;
        }
        self.reader.scanner.at = self.start;
        match self.reader.check(None) {
            Ok(()) => refusal,
            Err(Stopped) => self.reader.leave(),
        }
    }
}

impl<'de> SeqAccess<'de> for &mut Offered<'_, 'de, '_> {
    type Error = Refusal;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        let next = self.next()?;
        let value = self.value();
        let (Some(number), Some(tries)) = (next, &mut self.tries) else {
            return Ok(None);
        };
        let reader = &mut *self.reader;
        reader.scanner.at = self.start;
        let content = NextValue::settled(reader);
        let form = NumberedForm { number, content };
        match seed.deserialize(EnumAccessDeserializer::new(form)) {
            Ok(value) => {
                // The caller requests another form only if it could read this one with hidden
                // properties alone.
                tries.note_candidate();
                self.end = self.reader.scanner.at;
                Ok(Some(value))
            }
            Err(refusal) => {
                tries.keep(number, refusal.clone());
                tries.remember(value);
                Err(refusal)
            }
        }
    }

    /// Returns 0 after the last form.
    fn size_hint(&self) -> Option<usize> {
        self.tries.is_none().then_some(0)
    }
}
