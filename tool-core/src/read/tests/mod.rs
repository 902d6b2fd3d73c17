//! Tests for the values that types read from text, and for their refusals.

mod agrees;
mod refusal;

use serde::Deserialize;

use crate::conform::WalkSettings;
use crate::plan::Plan;
use crate::read::{Direct, Refusal};

/// Reads a text whose values conform.
fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, Refusal> {
    Direct::conforming(text).read()
}

/// Reads a text with a plan that accepts every value. `None` if the reader aborted.
fn read_checked<T: for<'t> Deserialize<'t>>(text: &str) -> Option<Result<T, Refusal>> {
    let plan = Plan::any();
    let mut reader = Direct::new(text, &plan, &WalkSettings::of_schema_alone());
    let outcome = reader.read();
    (!reader.has_left()).then_some(outcome)
}
