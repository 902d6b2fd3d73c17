use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::BooleanLetter,
        condition: "`t` or `f` in any case, trimmed, where the schema allows a boolean",
        examples: &[
            Example::read(r#"{"type": "boolean"}"#, r#""t""#, "true"),
            Example::read(r#"{"type": "boolean"}"#, r#"" F ""#, "false"),
            Example::kept(r#"{"type": "string"}"#, r#""t""#),
            Example::refused(r#"{"type": "boolean"}"#, r#""tr""#),
            Example::refused(r#"{"type": "integer"}"#, r#""t""#),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::BOOLEAN,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, _: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::String(text) = tree else {
        return None;
    };
    match text.trim() {
        "t" | "T" => Some(Tree::Bool(true)),
        "f" | "F" => Some(Tree::Bool(false)),
        _ => None,
    }
}
