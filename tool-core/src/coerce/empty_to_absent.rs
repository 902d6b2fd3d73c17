use super::{About, Example};
use crate::issue::Rule;
use crate::tree::Tree;

pub(super) const ABOUT: About = About {
    rule: Rule::EmptyToAbsent,
    condition: "`null` or `\"\"` for a property that is optional and whose schema does not allow \
                that value",
    examples: &[
        Example::read(
            r#"{"type": "object", "properties": {"n": {"type": "integer"}}}"#,
            r#"{"n": null}"#,
            "{}",
        ),
        Example::read(
            r#"{"type": "object", "properties": {"flag": {"type": "boolean"}}}"#,
            r#"{"flag": ""}"#,
            "{}",
        ),
        Example::kept(
            r#"{"type": "object", "properties": {"text": {"type": "string"}}}"#,
            r#"{"text": ""}"#,
        ),
        Example::kept(
            r#"{"type": "object", "properties": {"n": {"type": ["integer", "null"]}}}"#,
            r#"{"n": null}"#,
        ),
        Example::refused(
            r#"{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}"#,
            r#"{"n": null}"#,
        ),
        Example::refused(
            r#"{"type": "object", "properties": {"n": {"type": "integer"}}}"#,
            r#"{"n": "N/A"}"#,
        ),
    ],
};

/// Whether the value says that there is none.
pub(crate) fn is_empty(tree: &Tree<'_>) -> bool {
    match tree {
        Tree::Null => true,
        Tree::String(text) => text.is_empty(),
        _ => false,
    }
}
