use super::{About, Example};
use crate::issue::Rule;
use crate::tree::{Entry, Tree};

pub(super) const ABOUT: About = About {
    rule: Rule::EmptyKey,
    condition: "an empty key that a closed object does not know, with an empty string, array or \
                object, is dropped: some models send it for no arguments",
    examples: &[
        Example::read(
            r#"{"type": "object", "properties": {}, "additionalProperties": false}"#,
            r#"{"": {}}"#,
            "{}",
        ),
        Example::text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}"#,
            r#"{"": "", "a": 1}"#,
            r#"{"a": 1}"#,
        ),
        Example::kept(r#"{"type": "object"}"#, r#"{"": {}}"#),
        Example::refused(
            r#"{"type": "object", "properties": {}, "additionalProperties": false}"#,
            r#"{"": {"a": 1}}"#,
        ),
        Example::refused(
            r#"{"type": "object", "properties": {}, "additionalProperties": false}"#,
            r#"{"": 0}"#,
        ),
    ],
};

/// Whether an entry has neither a key nor a value.
pub(crate) fn is_blank(entry: &Entry<'_>) -> bool {
    entry.key.is_empty()
        && match &entry.value {
            Tree::String(text) => text.is_empty(),
            Tree::Array(items) => items.is_empty(),
            Tree::Object(entries) => entries.is_empty(),
            _ => false,
        }
}
