use super::thousands::ungrouped;
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule};
use crate::tree::Tree;
use std::borrow::Cow;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::CommaList,
        condition: "a string without quotes, brackets, semicolons and line breaks holds two or \
                    more parts between commas, none of them empty, and is no number in groups of \
                    three; each part is an item, trimmed",
        examples: &[
            Example::read(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""1, 2""#,
                "[1, 2]",
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""red,green , blue""#,
                r#"["red", "green", "blue"]"#,
            ),
            Example::kept(r#"{"type": ["string", "array"]}"#, r#""a, b""#),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""a,""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""1,234""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""a, (b, c)""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""1, two""#,
            ),
            Example::refused(r#"{"type": "integer"}"#, r#""1,2""#),
        ],
    },
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::String(text) = tree else {
        return None;
    };
    if !takes_list(text, place) || text.contains(['\n', ';']) || ungrouped(text.trim()).is_some() {
        return None;
    }
    items(text.split(','))
}

/// Whether a list may stand in place of a string, and the string is no other
/// notation, in which a separator may part no items.
pub(super) fn takes_list(text: &str, place: &Place<'_>) -> bool {
    place.types.contains(JsonType::Array)
        && !place.allowed.contains(JsonType::String)
        && !text.contains(['"', '(', '[', '{'])
        && !place.is_xml(text)
}

/// The parts as items: two at least, and none of them empty.
pub(super) fn items<'t>(parts: impl Iterator<Item = &'t str>) -> Option<Tree<'static>> {
    let items: Vec<_> = parts
        .map(|part| Tree::String(Cow::Owned(part.trim().to_owned())))
        .collect();
    let is_empty = |item: &Tree<'_>| matches!(item, Tree::String(text) if text.is_empty());
    (items.len() > 1 && !items.iter().any(is_empty)).then_some(Tree::Array(items))
}
