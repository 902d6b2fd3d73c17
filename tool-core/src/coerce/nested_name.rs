use super::{About, Example, read_text};
use crate::issue::{JsonType, Rule};
use crate::limits::Limits;
use crate::plan::{Plan, Property};
use crate::tree::Tree;

/// The rule itself is at work where the properties of an object are checked,
/// since a value does not know its own name.
pub(super) const ABOUT: About = About {
    rule: Rule::NestedName,
    condition: "the value of a declared property is an object, or the text of one, that holds that \
                property's name alone; the name is not declared inside, and what is inside passes",
    examples: &[
        Example::text(
            r#"{"type": "object", "properties": {"edits": {"type": "array", "items": {"type": "integer"}}}}"#,
            r#"{"edits": {"edits": [1, 2]}}"#,
            r#"{"edits": [1, 2]}"#,
        ),
        Example::text(
            r#"{"type": "object", "properties": {"edits": {"type": "array", "items": {"type": "integer"}}}}"#,
            r#"{"edits": "{\"edits\": [1, 2]}"}"#,
            r#"{"edits": [1, 2]}"#,
        ),
        Example::text(
            r#"{"type": "object", "properties": {"values": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}}"#,
            r#"{"values": {"values": {"a": "1"}}}"#,
            r#"{"values": {"a": 1}}"#,
        ),
        Example::refused_text(
            r#"{"type": "object", "properties": {"edits": {"type": "array", "items": {"type": "integer"}}}}"#,
            r#"{"edits": {"edits": [1, 2], "more": true}}"#,
        ),
        Example::refused_text(
            r#"{"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {}}, "required": ["b"]}}}"#,
            r#"{"a": {"a": {"b": 1}}}"#,
        ),
        Example::refused_text(
            r#"{"type": "object", "properties": {"edits": {"type": "array", "items": {"type": "integer"}}}}"#,
            r#"{"edits": {"edits": "soon"}}"#,
        ),
    ],
};

/// What stands under the property's own name once more, in an object.
pub(crate) fn nested<'v, 't>(
    value: &'v Tree<'t>,
    property: &Property,
    plan: &Plan,
) -> Option<&'v Tree<'t>> {
    let Tree::Object(entries) = value else {
        return None;
    };
    match entries.as_slice() {
        [only]
            if only.key == property.name && !plan.declares(property.child.node, &property.name) =>
        {
            Some(&only.value)
        }
        _ => None,
    }
}

/// The object that a string is the text of, if it may hold the name once more.
pub(crate) fn nested_in_text(
    value: &Tree<'_>,
    property: &Property,
    plan: &Plan,
    limits: &Limits,
) -> Option<Tree<'static>> {
    match value {
        Tree::String(text)
            if text.trim_start().starts_with('{')
                && !plan.types(property.child.node).contains(JsonType::String) =>
        {
            read_text(text, limits)
        }
        _ => None,
    }
}
