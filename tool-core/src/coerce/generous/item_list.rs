use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::ItemList,
        condition: "an object whose one key is `item` and holds an array, where an array is \
                    allowed and an object is not",
        examples: &[
            Example::read(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#"{"item": ["a", "b"]}"#,
                r#"["a", "b"]"#,
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#"{"item": []}"#,
                "[]",
            ),
            Example::kept(r#"{"type": ["object", "array"]}"#, r#"{"item": [1]}"#),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#"{"a": 1}"#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#"{"item": ["a"], "more": true}"#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#"{"item": {"a": 1}}"#,
            ),
        ],
    },
    reads: TypeSet::OBJECT,
    makes: TypeSet::ARRAY,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    if !lacks_array(place) {
        return None;
    }
    match tree {
        Tree::Object(entries) => match entries.as_slice() {
            [only] if only.key == "item" && matches!(only.value, Tree::Array(_)) => {
                Some(only.value.clone())
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether an object stands where only an array may.
pub(super) fn lacks_array(place: &Place<'_>) -> bool {
    place.types.contains(JsonType::Array) && !place.allowed.contains(JsonType::Object)
}
