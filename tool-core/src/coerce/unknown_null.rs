use super::{About, Example};
use crate::issue::Rule;
use crate::tree::Tree;

pub(super) const ABOUT: About = About {
    rule: Rule::UnknownNull,
    condition: "a key that a closed object does not know, and that is null, is dropped",
    examples: &[
        Example::read(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}"#,
            r#"{"a": 1, "b": null}"#,
            r#"{"a": 1}"#,
        ),
        Example::kept(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#,
            r#"{"a": 1, "b": null}"#,
        ),
        Example::refused(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}"#,
            r#"{"a": 1, "b": ""}"#,
        ),
    ],
};

/// Whether the value of an unknown key says nothing.
pub(crate) fn is_dropped(tree: &Tree<'_>) -> bool {
    matches!(tree, Tree::Null)
}
