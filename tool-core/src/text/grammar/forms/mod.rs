//! The table of forms: one row for each format with a grammar.

mod named;
mod objects;
mod python;
mod tagged;
mod tags;

use super::envelope::Form;

pub(super) static FORMS: &[&[Form]] = &[objects::FORMS, named::FORMS, python::FORMS, tagged::FORMS];
