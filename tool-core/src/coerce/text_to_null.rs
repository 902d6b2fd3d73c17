use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::tree::Tree;

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::TextToNull,
        condition: "`\"null\"` or `\"None\"`, where null is allowed and a string is not",
        examples: &[
            Example::read(r#"{"type": ["integer", "null"]}"#, r#""None""#, "null"),
            Example::kept(r#"{"type": ["string", "null"]}"#, r#""null""#),
            Example::refused(r#"{"type": "integer"}"#, r#""null""#),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::NULL,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    match tree {
        _ if place.allowed.contains(JsonType::String) => None,
        Tree::String(text) if matches!(text.as_ref(), "null" | "None") => Some(Tree::Null),
        _ => None,
    }
}
