use std::any::Any;

use serde::de::DeserializeOwned;

use crate::read::{Direct, Refusal};

/// Where a value is put that was read: all that the chain has to know of its type, and
/// all of the chain that is compiled anew for each type. An `Option` of the type.
pub(super) trait Place: Any {
    /// Reads the value. Serde has the last word.
    fn fill(&mut self, reader: &mut Direct<'_, '_>) -> Result<(), Refusal>;
}

impl<T: DeserializeOwned + 'static> Place for Option<T> {
    // No `?`, here and in what calls it: that is a function more for each type.
    fn fill(&mut self, reader: &mut Direct<'_, '_>) -> Result<(), Refusal> {
        match reader.read::<T>() {
            Ok(value) => {
                *self = Some(value);
                Ok(())
            }
            Err(refusal) => Err(refusal),
        }
    }
}
