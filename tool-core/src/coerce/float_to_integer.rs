use std::borrow::Cow;

use super::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::{Tree, as_integer, is_plain_integer};

/// JSON Schema counts `42.0` as an integer, so this holds in every mode.
pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::FloatToInteger,
        condition: "the fraction is zero",
        examples: &[
            Example::read(r#"{"type": "integer"}"#, "42.0", "42"),
            Example::read(r#"{"type": "integer"}"#, "1.2e1", "12"),
            Example::refused(r#"{"type": "integer"}"#, "42.7"),
        ],
    },
    reads: TypeSet::NUMBER,
    makes: TypeSet::NUMBER,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    match tree {
        // A plain integer is what is wanted already: what is wrong with it is its size.
        Tree::Number(text) if !is_plain_integer(text) && place.has_digits_of(text) => {
            let integer = as_integer(text)?;
            Some(Tree::Number(Cow::Owned(integer.into_owned())))
        }
        _ => None,
    }
}
