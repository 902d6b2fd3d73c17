use std::any::Any;

use serde::de::DeserializeOwned;

use crate::read::{Direct, Refusal};

/// The place for a value, as an `Option` of its type. This is the only part of the chain that
/// depends on the type, and the only part that is compiled for each type.
pub(super) trait ValueSlot: Any {
    /// Reads the value with serde.
    fn fill(&mut self, reader: &mut Direct<'_, '_>) -> Result<(), Refusal>;
}

impl<T: DeserializeOwned + 'static> ValueSlot for Option<T> {
    // A `?` here, or in the callers, would add a function for each type.
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
