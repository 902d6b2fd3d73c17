use std::slice;

use serde::de::{DeserializeSeed, MapAccess, Visitor};

use crate::issue::Segment;
use crate::tree::key::Key;
use crate::tree::{Entry, Refusal};

/// The properties of an object, one after the other.
pub(crate) struct Properties<'t, 'de> {
    entries: slice::IterMut<'t, Entry<'de>>,
}

impl<'t, 'de> Properties<'t, 'de> {
    #[inline]
    pub(crate) fn visit<V: Visitor<'de>>(
        entries: &'t mut [Entry<'de>],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let mut source = Self {
            entries: entries.iter_mut(),
        };
        let value = visitor.visit_map(&mut source)?;
        source.end()?;
        Ok(value)
    }

    /// A type that leaves properties unread would lose them in silence.
    fn end(&self) -> Result<(), Refusal> {
        match self.entries.as_slice() {
            [] => Ok(()),
            [entry, ..] => Err(Refusal::property_left(&entry.key)),
        }
    }
}

impl<'de> MapAccess<'de> for &mut Properties<'_, 'de> {
    type Error = Refusal;

    /// The entry stays where it is until its value is asked for, so that its
    /// key is at hand when that value is refused.
    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Refusal> {
        let Some(entry) = self.entries.as_slice().first() else {
            return Ok(None);
        };
        match seed.deserialize(Key(&entry.key)) {
            Ok(key) => Ok(Some(key)),
            Err(refusal) => Err(refusal.at_key(&entry.key)),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        let Some(entry) = self.entries.next() else {
            return Err(Refusal::out_of_turn());
        };
        match seed.deserialize(&mut entry.value) {
            Ok(value) => Ok(value),
            Err(refusal) => Err(refusal.within(Segment::from(&*entry.key))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}
