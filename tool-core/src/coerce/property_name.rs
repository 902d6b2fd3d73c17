use super::enum_member::unquoted;
use super::{About, Example};
use crate::issue::{Rule, fold};
use crate::plan::{Node, ObjectPlan, Plan};

pub(super) const ABOUT: About = About {
    rule: Rule::PropertyName,
    condition: "an undeclared key that is a declared alias to the letter, or exactly one declared \
                name but for case, style and quotes around it, where that name is absent from the call",
    examples: &[
        Example::read(
            r#"{"type": "object", "properties": {"file_path": {"type": "string"}}, "additionalProperties": false}"#,
            r#"{"filePath": "a"}"#,
            r#"{"file_path": "a"}"#,
        ),
        Example::read(
            r#"{"type": "object", "properties": {"file_path": {"type": "string"}}, "required": ["file_path"]}"#,
            r#"{"FILE-PATH": "a"}"#,
            r#"{"file_path": "a"}"#,
        ),
        Example::read(
            r#"{"type": "object", "properties": {"path": {"type": "string", "x-tool-aliases": ["file"]}}, "additionalProperties": false}"#,
            r#"{"file": "a"}"#,
            r#"{"path": "a"}"#,
        ),
        Example::read(
            r#"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}"#,
            r#"{"\"a\"": "b"}"#,
            r#"{"a": "b"}"#,
        ),
        Example::kept(
            r#"{"type": "object", "properties": {"file_path": {"type": "string"}}}"#,
            r#"{"filePath": "a"}"#,
        ),
        Example::refused(
            r#"{"type": "object", "properties": {"file_path": {"type": "string"}}, "additionalProperties": false}"#,
            r#"{"file_path": "a", "filePath": "b"}"#,
        ),
        Example::refused(
            r#"{"type": "object", "properties": {"file_path": {"type": "string"}}, "additionalProperties": false}"#,
            r#"{"filePath": "a", "file-path": "b"}"#,
        ),
        Example::refused(
            r#"{"type": "object", "properties": {"a_b": {}, "a-b": {}}, "additionalProperties": false}"#,
            r#"{"aB": 1}"#,
        ),
        Example::refused(
            r#"{"type": "object", "properties": {"path": {"type": "string"}}, "additionalProperties": false}"#,
            r#"{"filename": "a"}"#,
        ),
    ],
};

/// The declared property that an undeclared key spells.
pub(crate) fn meant_property(object: &ObjectPlan, key: &str) -> Option<usize> {
    let by_alias = object.with_alias(key);
    if by_alias.is_some() {
        return by_alias;
    }
    let folded = folded_key(key);
    if folded.is_empty() {
        return None;
    }
    object.with_folded(&folded)
}

/// Whether a word is the name of one of the tool's properties, in whatever style.
pub(crate) fn names_property(plan: &Plan, word: &str) -> bool {
    let of_node = |node| match plan.node(node) {
        Node::Object(object) => meant_property(object, word).is_some(),
        _ => false,
    };
    let root = plan.root().node;
    match plan.node(root) {
        Node::Union(union) => union
            .branches
            .iter()
            .any(|branch| of_node(branch.child.node)),
        _ => of_node(root),
    }
}

/// A key as it is matched: without case and style, and without the quotes that
/// some models put around it once more.
pub(crate) fn folded_key(key: &str) -> String {
    fold(unquoted(key.trim()))
}

/// Whether a key is a further name that the type itself declares.
pub(crate) fn is_alias(object: &ObjectPlan, property: usize, key: &str) -> bool {
    let aliases = &object.properties()[property].aliases;
    aliases.iter().any(|alias| alias == key)
}
