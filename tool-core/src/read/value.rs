//! A value in the text before it is read.

use serde::Deserialize;
use serde::de::Expected;

use super::direct::{Direct, PlanNode};
use super::refusal::Refusal;

/// The next value of the text.
pub(crate) struct NextValue<'r, 'a, 'p> {
    pub(super) reader: &'r mut Direct<'a, 'p>,
    pub(super) place: PlanNode<'p>,
}

impl<'r, 'a, 'p> NextValue<'r, 'a, 'p> {
    #[inline]
    pub(super) fn new(reader: &'r mut Direct<'a, 'p>, place: PlanNode<'p>) -> Self {
        Self { reader, place }
    }

    /// Creates a value that is already checked.
    pub(super) fn settled(reader: &'r mut Direct<'a, 'p>) -> Self {
        Self::new(reader, None)
    }

    #[inline]
    pub(super) fn find_token(&mut self) -> u8 {
        self.reader.scanner.token()
    }

    /// Rejects the value, because its type differs from the requested type.
    #[cold]
    pub(super) fn refuse(&mut self, expected: &dyn Expected) -> Refusal {
        self.reader.refuse(self.place, expected)
    }
}

impl<'a, 'p> Direct<'a, 'p> {
    /// Reads a type from the whole text.
    pub(crate) fn read<T: Deserialize<'a>>(&mut self) -> Result<T, Refusal> {
        self.scanner.token();
        let start = self.scanner.at;
        match T::deserialize(self.root()) {
            Ok(value) => match self.end(start) {
                Ok(()) => Ok(value),
                Err(refusal) => Err(refusal),
            },
            Err(refusal) => Err(refusal),
        }
    }

    fn root(&mut self) -> NextValue<'_, 'a, 'p> {
        let place = self.root_place();
        NextValue::new(self, place)
    }
}
