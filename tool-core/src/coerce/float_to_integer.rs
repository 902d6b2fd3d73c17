use std::borrow::Cow;

use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule};
use crate::tree::{Tree, as_integer};

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
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    match tree {
        Tree::Number(text)
            if place.types.contains(JsonType::Integer) && place.has_digits_of(text) =>
        {
            let integer = as_integer(text)?;
            Some(Tree::Number(Cow::Owned(integer.into_owned())))
        }
        _ => None,
    }
}
