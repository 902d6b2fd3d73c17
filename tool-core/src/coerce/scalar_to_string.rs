use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::tree::Tree;

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::ScalarToString,
        condition: "a number or a boolean, where the schema allows only a string (or null); \
                    the string is the source text",
        examples: &[
            Example::read(r#"{"type": "string"}"#, "1.50", r#""1.50""#),
            Example::read(r#"{"type": ["string", "null"]}"#, "true", r#""true""#),
            Example::refused(r#"{"type": ["string", "integer"]}"#, "true"),
            Example::refused(r#"{"type": "string"}"#, r#"{"a": 1}"#),
        ],
    },
    reads: TypeSet::NUMBER.union(TypeSet::BOOLEAN),
    makes: TypeSet::STRING,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let others = place.allowed.without(TypeSet::of(JsonType::Null));
    if others != TypeSet::of(JsonType::String) {
        return None;
    }
    match tree {
        Tree::Number(text) if place.has_digits_of(text) => Some(Tree::String(text.clone())),
        Tree::Bool(true) => Some(Tree::String("true".into())),
        Tree::Bool(false) => Some(Tree::String("false".into())),
        _ => None,
    }
}
