use super::thousands::ungrouped;
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::tree::Tree;
use std::borrow::Cow;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::CommaList,
        condition: "a string without quotes, brackets, semicolons and line breaks holds two or \
                    more parts between commas, none of them empty or begun by a single quote, and \
                    holds no number in groups of three and no `://`; each part is an item, trimmed",
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
                r#"{"type": "array", "items": {"type": "number"}}"#,
                r#""1,234.50, 5""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""$1,234""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""'a', 'b'""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""a, (b, c)""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""https://a.b/1,2""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""1, two""#,
            ),
            Example::refused(r#"{"type": "integer"}"#, r#""1,2""#),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::ARRAY,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::String(text) = tree else {
        return None;
    };
    if !takes_list(text, place) || text.contains(['\n', ';']) || holds_groups(text) {
        return None;
    }
    items(text.split(','))
}

/// Whether a comma may part the digits of one number: `1,234.50, 5`, `$1,234`.
fn holds_groups(text: &str) -> bool {
    let is_no_digit = |c: char| !c.is_ascii_digit();
    let mut words = text.split_whitespace();
    words.any(|word| ungrouped(word.trim_matches(is_no_digit)).is_some())
}

/// Whether a list may stand in place of a string, and the string is no other
/// notation, in which a separator may part no items.
pub(super) fn takes_list(text: &str, place: &Place<'_>) -> bool {
    place.types.contains(JsonType::Array)
        && !place.allowed.contains(JsonType::String)
        && !text.contains(['"', '(', '[', '{'])
        // An address may hold a comma.
        && !text.contains("://")
        && !place.is_xml(text)
}

/// The parts as items: two at least, and none of them empty, or in quotes.
pub(super) fn items<'t>(parts: impl Iterator<Item = &'t str>) -> Option<Tree<'static>> {
    let items: Vec<_> = parts
        .map(|part| Tree::String(Cow::Owned(part.trim().to_owned())))
        .collect();
    let is_none = |item: &Tree<'_>| match item {
        Tree::String(text) => text.is_empty() || text.starts_with(['\'', '`', '‘', '’', '“', '”']),
        _ => false,
    };
    (items.len() > 1 && !items.iter().any(is_none)).then_some(Tree::Array(items))
}
