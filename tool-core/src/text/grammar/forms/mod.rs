//! The table of forms: one row for each format with a grammar.

mod named;
mod objects;
mod python;
mod tagged;
mod tags;

use super::envelope::CallGrammar;

pub(super) static FORMS: &[&[CallGrammar]] =
    &[objects::FORMS, named::FORMS, python::FORMS, tagged::FORMS];
