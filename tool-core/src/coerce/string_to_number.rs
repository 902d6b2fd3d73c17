use std::borrow::Cow;

use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::tree::{Tree, as_integer, is_number};

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::StringToNumber,
        condition: "the trimmed text is one JSON number (an optional `+`, one trailing comma); \
                    for an integer, the fraction is zero",
        examples: &[
            Example::read(r#"{"type": "integer"}"#, r#"" 42 ""#, "42"),
            Example::read(r#"{"type": "integer"}"#, r#""42.0""#, "42"),
            Example::read(r#"{"type": "number"}"#, r#""+2.50,""#, "2.50"),
            Example::read(r#"{"type": ["integer", "boolean"]}"#, r#""1""#, "1"),
            Example::kept(r#"{"type": ["string", "integer"]}"#, r#""42""#),
            Example::refused(r#"{"type": "integer"}"#, r#""12 apples""#),
            Example::refused(r#"{"type": "number"}"#, r#""+-5""#),
            Example::refused(r#"{"type": "number"}"#, r#""5,5""#),
            Example::refused(r#"{"type": "integer"}"#, r#""42.7""#),
            Example::refused(r#"{"type": "integer", "format": "uint8"}"#, r#""300""#),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::NUMBER,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::String(text) = tree else {
        return None;
    };
    let (_, number) = number_in(text)?;
    number_at(number, place)
}

/// The number that a text is, and where in the text it starts.
pub(crate) fn number_in(text: &str) -> Option<(usize, &str)> {
    let after_space = text.trim_start();
    let number = after_space.trim_end();
    let number = number.strip_suffix(',').unwrap_or(number);
    let (sign, number) = match number.strip_prefix('+') {
        Some(unsigned) if !unsigned.starts_with('-') => (1, unsigned),
        _ => (0, number),
    };
    let start = text.len() - after_space.len() + sign;
    is_number(number).then_some((start, number))
}

/// The number that a text is, as the place takes it.
pub(super) fn number_at(text: &str, place: &Place<'_>) -> Option<Tree<'static>> {
    if !is_number(text) {
        return None;
    }
    let text = if place.types.contains(JsonType::Number) {
        text.to_owned()
    } else {
        as_integer(text)?.into_owned()
    };
    Some(Tree::Number(Cow::Owned(text)))
}
