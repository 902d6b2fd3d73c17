use super::{About, Example};
use crate::issue::Rule;
use crate::tree::Tree;

const FORMS: &str = r#"{"type": "object", "oneOf": [{"properties": {"op": {"const": "add"}, "row": {"type": "integer"}}, "required": ["op", "row"], "additionalProperties": false}, {"properties": {"op": {"const": "drop"}, "id": {"type": "string"}, "cascade": {"type": "boolean"}}, "required": ["op", "id"], "additionalProperties": false}]}"#;
const UNTAGGED: &str = r#"{"anyOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false}, {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"], "additionalProperties": false}]}"#;

pub(super) const ABOUT: About = About {
    rule: Rule::FillerOfOtherVariant,
    condition: "the arguments are of several forms, and the one that is meant, by its tag or as the \
                only one that passes, does not declare the key; another form does, and the value is \
                null, `[]`, `\"\"`, `false` or `0`. Strict exports make one object of all forms, \
                which requires each key",
    examples: &[
        Example::text(
            FORMS,
            r#"{"op": "add", "row": 1, "id": "", "cascade": false}"#,
            r#"{"op": "add", "row": 1}"#,
        ),
        Example::text(
            FORMS,
            r#"{"op": "drop", "id": "a", "row": 0}"#,
            r#"{"op": "drop", "id": "a"}"#,
        ),
        Example::text(UNTAGGED, r#"{"a": "x", "b": ""}"#, r#"{"a": "x"}"#),
        Example::refused_text(FORMS, r#"{"op": "drop", "id": "a", "row": 1}"#),
        Example::refused_text(FORMS, r#"{"op": "drop", "id": "a", "rows": []}"#),
        Example::refused_text(UNTAGGED, r#"{"a": "", "b": ""}"#),
        Example::refused_text(
            r#"{"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}"#,
            r#"{"a": "x", "b": ""}"#,
        ),
    ],
};

/// Whether the value says nothing where a key had to be sent.
pub(crate) fn is_filler(tree: &Tree<'_>) -> bool {
    match tree {
        Tree::Null | Tree::Bool(false) => true,
        Tree::Number(text) => text == "0",
        Tree::String(text) => text.is_empty(),
        Tree::Array(items) => items.is_empty(),
        _ => false,
    }
}
