use std::slice;

use serde::de::{DeserializeSeed, SeqAccess, Visitor};

use crate::issue::Segment;
use crate::tree::{Refusal, Tree};

/// The items of an array, one after the other.
pub(crate) struct Items<'t, 'de> {
    items: slice::IterMut<'t, Tree<'de>>,
    /// How many have been asked for.
    taken: usize,
}

impl<'t, 'de> Items<'t, 'de> {
    #[inline]
    pub(crate) fn visit<V: Visitor<'de>>(
        items: &'t mut [Tree<'de>],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let mut source = Self {
            items: items.iter_mut(),
            taken: 0,
        };
        let value = visitor.visit_seq(&mut source)?;
        source.end()?;
        Ok(value)
    }

    /// A type that leaves items unread would lose them in silence.
    fn end(&self) -> Result<(), Refusal> {
        match self.items.len() {
            0 => Ok(()),
            left => Err(Refusal::items_left(self.taken, self.taken + left)),
        }
    }
}

impl<'de> SeqAccess<'de> for &mut Items<'_, 'de> {
    type Error = Refusal;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        let Some(item) = self.items.next() else {
            return Ok(None);
        };
        self.taken += 1;
        match seed.deserialize(item) {
            Ok(value) => Ok(Some(value)),
            Err(refusal) => Err(refusal.within(Segment::Index(self.taken - 1))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}
