use serde::de::{DeserializeSeed, MapAccess, Visitor};

use crate::issue::Segment;
use crate::tape::key::Key;
use crate::tape::{Cursor, Refusal, Tape};

/// The properties of an object, one after the other.
#[derive(Clone)]
pub(crate) struct Properties<'t> {
    tape: &'t Tape<'t>,
    /// Where the key of the next one stands.
    at: usize,
    left: u32,
}

/// One property of an object.
#[derive(Clone, Copy)]
pub(crate) struct Property<'t> {
    tape: &'t Tape<'t>,
    at: usize,
}

impl<'t> Property<'t> {
    #[inline]
    pub(crate) fn key(self) -> &'t str {
        self.tape.text_of(self.tape.token(self.at))
    }

    #[inline]
    pub(crate) fn key_in_bytes(self) -> &'t [u8] {
        self.tape.bytes_of(self.tape.token(self.at))
    }

    #[inline]
    pub(crate) fn value(self) -> Cursor<'t> {
        Cursor::new(self.tape, self.number())
    }

    /// The number of the value on the tape.
    #[inline]
    pub(crate) fn number(self) -> usize {
        self.at + 1
    }
}

impl<'t> Properties<'t> {
    #[inline]
    pub(super) fn new(tape: &'t Tape<'_>, at: usize, left: u32) -> Self {
        Self { tape, at, left }
    }

    /// The property that comes next, where there is one.
    #[inline]
    fn peek(&self) -> Option<Property<'t>> {
        (self.left > 0).then_some(Property {
            tape: self.tape,
            at: self.at,
        })
    }

    #[inline]
    pub(super) fn visit<V: Visitor<'t>>(mut self, visitor: V) -> Result<V::Value, Refusal> {
        let value = visitor.visit_map(&mut self)?;
        self.end()?;
        Ok(value)
    }

    /// A type that leaves properties unread would lose them in silence.
    fn end(&self) -> Result<(), Refusal> {
        match self.peek() {
            None => Ok(()),
            Some(left) => Err(Refusal::property_left(left.key())),
        }
    }
}

impl<'t> Iterator for Properties<'t> {
    type Item = Property<'t>;

    #[inline]
    fn next(&mut self) -> Option<Property<'t>> {
        let next = self.peek()?;
        self.left -= 1;
        self.at = self.tape.after(self.at + 1);
        Some(next)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Properties<'_> {}

impl<'de> MapAccess<'de> for &mut Properties<'de> {
    type Error = Refusal;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Refusal> {
        let Some(next) = self.peek() else {
            return Ok(None);
        };
        let key = next.key();
        // `Value` takes these for itself.
        if key.as_bytes().first() == Some(&b'$') && key.starts_with("$serde_json::private::") {
            return Err(Refusal::private_key(key));
        }
        let outcome = seed.deserialize(Key::borrowed(key));
        outcome
            .map(Some)
            .map_err(|refusal: Refusal| refusal.at_key(key))
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        let Some(property) = self.next() else {
            return Err(Refusal::out_of_turn());
        };
        match seed.deserialize(property.value()) {
            Ok(value) => Ok(value),
            Err(refusal) => Err(refusal.within(Segment::from(property.key()))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left as usize)
    }
}
