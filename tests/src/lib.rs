//! What the property tests are made of: schemas, values that fit them, and
//! values that nearly fit, all from a string of random bytes. A shorter string
//! makes a simpler case, so that a failing one shrinks.

mod entropy;
mod faults;
mod schemas;
mod values;

pub use entropy::Entropy;
pub use faults::{Fault, inject};
pub use schemas::schema;
pub use values::{anything, near, valid};
