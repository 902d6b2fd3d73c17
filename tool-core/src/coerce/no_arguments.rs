use super::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
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
    reads: TypeSet::NULL,
    makes: TypeSet::OBJECT,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    match tree {
        Tree::Null if place.is_root => Some(Tree::Object(Vec::new())),
        _ => None,
    }
}
