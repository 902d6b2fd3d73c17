use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule};
use crate::tree::Tree;

/// Empty text is no value, so that this rule is at work for it where text is
/// read.
pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::NoArguments,
        condition: "blank text counts as `{}`, unless the output was cut off, and so does `null` \
                    in place of all arguments, if no argument is required",
        examples: &[
            Example::text(
                r#"{"type": "object", "properties": {}, "additionalProperties": false}"#,
                "",
                "{}",
            ),
            Example::text(
                r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#,
                " \n",
                "{}",
            ),
            Example::text(r#"{"type": "object"}"#, "null", "{}"),
            Example::refused_text(r#"{"type": "object", "required": ["a"]}"#, ""),
            Example::refused_text(r#"{"type": "object", "required": ["a"]}"#, "null"),
            Example::refused(r#"{"type": "object"}"#, "null"),
        ],
    },
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let takes_object = place.is_root && place.types.contains(JsonType::Object);
    match tree {
        Tree::Null if takes_object => Some(Tree::Object(Vec::new())),
        _ => None,
    }
}
