use serde::de::{DeserializeSeed, SeqAccess, Visitor};

use crate::issue::Segment;
use crate::tape::{Cursor, Refusal, Tape};

/// The items of an array, one after the other.
pub(crate) struct Items<'t> {
    tape: &'t Tape<'t>,
    /// Where the next one stands.
    at: usize,
    left: u32,
    /// How many have been asked for.
    taken: u32,
}

impl<'t> Items<'t> {
    #[inline]
    pub(super) fn new(tape: &'t Tape<'_>, at: usize, left: u32) -> Self {
        Self {
            tape,
            at,
            left,
            taken: 0,
        }
    }

    #[inline]
    pub(super) fn visit<V: Visitor<'t>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        let value = visitor.visit_seq(&mut self)?;
        self.end()?;
        Ok(value)
    }

    /// A type that leaves items unread would lose them in silence.
    fn end(&self) -> Result<(), Refusal> {
        match self.left {
            0 => Ok(()),
            left => Err(Refusal::items_left(
                self.taken as usize,
                self.taken as usize + left as usize,
            )),
        }
    }
}

impl<'t> Iterator for Items<'t> {
    type Item = Cursor<'t>;

    #[inline]
    fn next(&mut self) -> Option<Cursor<'t>> {
        self.left = self.left.checked_sub(1)?;
        self.taken += 1;
        let item = Cursor::new(self.tape, self.at);
        self.at = self.tape.after(self.at);
        Some(item)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Items<'_> {}

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = Refusal;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Refusal> {
        let Some(item) = self.next() else {
            return Ok(None);
        };
        match seed.deserialize(item) {
            Ok(value) => Ok(Some(value)),
            Err(refusal) => Err(refusal.within(Segment::Index(self.taken as usize - 1))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left as usize)
    }
}
