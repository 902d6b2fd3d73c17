use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule};
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
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let null_alone =
        place.types.contains(JsonType::Null) && !place.allowed.contains(JsonType::String);
    match tree {
        Tree::String(text) if null_alone && matches!(text.as_ref(), "null" | "None") => {
            Some(Tree::Null)
        }
        _ => None,
    }
}
