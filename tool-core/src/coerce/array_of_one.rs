use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule};
use crate::tree::Tree;

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::ArrayOfOne,
        condition: "the only step at that place: the item passes as it stands; a string is wrapped \
                    only if it does not look like JSON, holds no separator and is no placeholder",
        examples: &[
            Example::read(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                "5",
                "[5]",
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""vegan""#,
                r#"["vegan"]"#,
            ),
            Example::read(r#"{"type": "integer"}"#, "[5]", "5"),
            Example::refused(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""5""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""a, b""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""N/A""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""[a""#,
            ),
            Example::refused(r#"{"type": "string"}"#, r#"["a", "b"]"#),
        ],
    },
    apply,
    alone: true,
};

const PLACEHOLDERS: &[&str] = &["none", "null", "n/a", "unknown", "undefined", ""];

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    if place.allowed.contains(tree.json_type()) {
        return None;
    }
    match tree {
        Tree::Array(items) => match items.as_slice() {
            [item] => Some(item.clone()),
            _ => None,
        },
        Tree::Null => None,
        Tree::String(text) if !is_one_item(text) => None,
        tree if place.types.contains(JsonType::Array) => Some(Tree::Array(vec![tree.clone()])),
        _ => None,
    }
}

fn is_one_item(text: &str) -> bool {
    let text = text.trim();
    let is_placeholder = PLACEHOLDERS
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word));
    !is_placeholder && !text.starts_with(['[', '{', '"']) && !text.contains([',', '\n', ';'])
}
