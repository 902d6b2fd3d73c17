use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::EmptyContainer,
        condition: "`{}` where an array is allowed and an object is not, or `[]` where it is the \
                    other way round",
        examples: &[
            Example::read(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                "{}",
                "[]",
            ),
            Example::read(r#"{"type": "object", "properties": {"a": {}}}"#, "[]", "{}"),
            Example::kept(r#"{"type": ["object", "array"]}"#, "{}"),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}, "minItems": 1}"#,
                "{}",
            ),
            Example::refused(r#"{"type": "object", "required": ["a"]}"#, "[]"),
            Example::refused(r#"{"type": "string"}"#, "[]"),
        ],
    },
    reads: TypeSet::CONTAINER,
    makes: TypeSet::CONTAINER,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let lacks = |wanted, sent| place.types.contains(wanted) && !place.allowed.contains(sent);
    match tree {
        Tree::Object(entries) if entries.is_empty() => {
            lacks(JsonType::Array, JsonType::Object).then(|| Tree::Array(Vec::new()))
        }
        Tree::Array(items) if items.is_empty() => {
            lacks(JsonType::Object, JsonType::Array).then(|| Tree::Object(Vec::new()))
        }
        _ => None,
    }
}
