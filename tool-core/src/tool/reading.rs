use serde::Serialize;

use crate::issue::{Ignored, Repair};

/// Arguments that were read, and how.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reading<T> {
    /// The arguments.
    pub value: T,
    /// Every departure from what was sent, in the order in which it was met.
    pub repairs: Vec<Repair>,
    /// Keys that open objects hold and the schema does not declare.
    pub ignored: Vec<Ignored>,
}

impl<T> Reading<T> {
    /// Whether the arguments were read to the letter, without a repair.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.repairs.is_empty()
    }

    /// The reading with another value made of this one.
    #[must_use]
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Reading<U> {
        Reading {
            value: make(self.value),
            repairs: self.repairs,
            ignored: self.ignored,
        }
    }
}
