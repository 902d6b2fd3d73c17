//! The rules for the keys of objects.

use super::enum_member::strip_quotes;
use super::json_string::read_text;
use crate::issue::{JsonType, Rule, fold};
use crate::limits::Limits;
use crate::plan::{Node, ObjectPlan, Plan, Property};
use crate::rules::info::{RuleInfo, keeps, reads, reads_text, refuses, refuses_text};
use crate::rules::schemas::{
    CLOSED_A, EDITS, FILE_PATH, NO_PROPERTIES, OBJECT, OPTIONAL_A, OPTIONAL_N,
};
use crate::tree::{Entry, Tree};

const FORMS: &str = r#"{"type": "object", "oneOf": [{"properties": {"op": {"const": "add"}, "row": {"type": "integer"}}, "required": ["op", "row"], "additionalProperties": false}, {"properties": {"op": {"const": "drop"}, "id": {"type": "string"}, "cascade": {"type": "boolean"}}, "required": ["op", "id"], "additionalProperties": false}]}"#;
const UNTAGGED: &str = r#"{"anyOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false}, {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"], "additionalProperties": false}]}"#;
const FILE: &str = r#"{"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}, "required": ["path", "content"], "additionalProperties": false}"#;
pub(super) const KEY_RULES: [RuleInfo; 7] = [
    RuleInfo {
        rule: Rule::DuplicateKey,
        condition: "a key that stands twice in an object, both times with the same value, counts once",
        examples: &[
            reads(OBJECT, r#"{"a": 1, "a": 1.0}"#, r#"{"a": 1}"#),
            refuses(OBJECT, r#"{"a": 1, "a": 2}"#),
        ],
    },
    RuleInfo {
        rule: Rule::PropertyName,
        condition: "an undeclared key that is a declared alias to the letter, or exactly one declared \
                name but for case, style and quotes around it, where that name is absent from the call",
        examples: &[
            reads(FILE_PATH, r#"{"filePath": "a"}"#, r#"{"file_path": "a"}"#),
            reads(
                r#"{"type": "object", "properties": {"file_path": {"type": "string"}}, "required": ["file_path"]}"#,
                r#"{"FILE-PATH": "a"}"#,
                r#"{"file_path": "a"}"#,
            ),
            reads(
                r#"{"type": "object", "properties": {"path": {"type": "string", "x-tool-aliases": ["file"]}}, "additionalProperties": false}"#,
                r#"{"file": "a"}"#,
                r#"{"path": "a"}"#,
            ),
            reads(
                r#"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}"#,
                r#"{"\"a\"": "b"}"#,
                r#"{"a": "b"}"#,
            ),
            keeps(
                r#"{"type": "object", "properties": {"file_path": {"type": "string"}}}"#,
                r#"{"filePath": "a"}"#,
            ),
            refuses(FILE_PATH, r#"{"file_path": "a", "filePath": "b"}"#),
            refuses(FILE_PATH, r#"{"filePath": "a", "file-path": "b"}"#),
            refuses(
                r#"{"type": "object", "properties": {"a_b": {}, "a-b": {}}, "additionalProperties": false}"#,
                r#"{"aB": 1}"#,
            ),
            refuses(
                r#"{"type": "object", "properties": {"path": {"type": "string"}}, "additionalProperties": false}"#,
                r#"{"filename": "a"}"#,
            ),
        ],
    },
    RuleInfo {
        rule: Rule::UnknownNull,
        condition: "a key that a closed object does not know, and that is null, is dropped",
        examples: &[
            reads(CLOSED_A, r#"{"a": 1, "b": null}"#, r#"{"a": 1}"#),
            keeps(OPTIONAL_A, r#"{"a": 1, "b": null}"#),
            refuses(CLOSED_A, r#"{"a": 1, "b": ""}"#),
        ],
    },
    RuleInfo {
        rule: Rule::FillerOfOtherVariant,
        condition: "the arguments are of several forms, and the one that is meant, by its tag or as the \
                only one that passes, does not declare the key; another form does, and the value is \
                null, `[]`, `\"\"`, `false` or `0`. Strict exports make one object of all forms, \
                which requires each key",
        examples: &[
            reads_text(
                FORMS,
                r#"{"op": "add", "row": 1, "id": "", "cascade": false}"#,
                r#"{"op": "add", "row": 1}"#,
            ),
            reads_text(
                FORMS,
                r#"{"op": "drop", "id": "a", "row": 0}"#,
                r#"{"op": "drop", "id": "a"}"#,
            ),
            reads_text(UNTAGGED, r#"{"a": "x", "b": ""}"#, r#"{"a": "x"}"#),
            refuses_text(FORMS, r#"{"op": "drop", "id": "a", "row": 1}"#),
            refuses_text(FORMS, r#"{"op": "drop", "id": "a", "rows": []}"#),
            refuses_text(UNTAGGED, r#"{"a": "", "b": ""}"#),
            refuses_text(
                r#"{"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}"#,
                r#"{"a": "x", "b": ""}"#,
            ),
        ],
    },
    RuleInfo {
        rule: Rule::EmptyKey,
        condition: "an empty key that a closed object does not know, with an empty string, array or \
                object, is dropped: some models send it for no arguments",
        examples: &[
            reads(NO_PROPERTIES, r#"{"": {}}"#, "{}"),
            reads_text(CLOSED_A, r#"{"": "", "a": 1}"#, r#"{"a": 1}"#),
            keeps(OBJECT, r#"{"": {}}"#),
            refuses(NO_PROPERTIES, r#"{"": {"a": 1}}"#),
            refuses(NO_PROPERTIES, r#"{"": 0}"#),
        ],
    },
    RuleInfo {
        rule: Rule::EmptyToAbsent,
        condition: "`null` or `\"\"` for a property that is optional and whose schema does not allow \
                that value",
        examples: &[
            reads(OPTIONAL_N, r#"{"n": null}"#, "{}"),
            reads(
                r#"{"type": "object", "properties": {"flag": {"type": "boolean"}}}"#,
                r#"{"flag": ""}"#,
                "{}",
            ),
            keeps(
                r#"{"type": "object", "properties": {"text": {"type": "string"}}}"#,
                r#"{"text": ""}"#,
            ),
            keeps(
                r#"{"type": "object", "properties": {"n": {"type": ["integer", "null"]}}}"#,
                r#"{"n": null}"#,
            ),
            refuses(
                r#"{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}"#,
                r#"{"n": null}"#,
            ),
            refuses(OPTIONAL_N, r#"{"n": "N/A"}"#),
        ],
    },
    RuleInfo {
        rule: Rule::NestedName,
        condition: "the value of a declared property is an object, or the text of one, that holds that \
                property's name alone; the name is not declared inside, and what is inside passes",
        examples: &[
            reads_text(
                EDITS,
                r#"{"edits": {"edits": [1, 2]}}"#,
                r#"{"edits": [1, 2]}"#,
            ),
            reads_text(
                EDITS,
                r#"{"edits": "{\"edits\": [1, 2]}"}"#,
                r#"{"edits": [1, 2]}"#,
            ),
            reads_text(
                r#"{"type": "object", "properties": {"values": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}}"#,
                r#"{"values": {"values": {"a": "1"}}}"#,
                r#"{"values": {"a": 1}}"#,
            ),
            refuses_text(EDITS, r#"{"edits": {"edits": [1, 2], "more": true}}"#),
            refuses_text(
                r#"{"type": "object", "properties": {"a": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {}}, "required": ["b"]}}}"#,
                r#"{"a": {"a": {"b": 1}}}"#,
            ),
            refuses_text(EDITS, r#"{"edits": {"edits": "soon"}}"#),
        ],
    },
];

pub(super) const RENAMED_KEY: RuleInfo = RuleInfo {
    rule: Rule::RenamedKey,
    condition: "one key of an object is unknown and one required property is absent, the words of \
                one name, singular or plural, stand in the other, no other word of the names is a \
                negation, a unit or a qualifier (`dry_run`, `timeout_ms`, `parent_id`), and the \
                value fits",
    examples: &[
        reads(
            FILE,
            r#"{"path": "a", "contents": "b"}"#,
            r#"{"path": "a", "content": "b"}"#,
        ),
        reads(
            r#"{"type": "object", "properties": {"payment_id": {"type": "string"}}, "required": ["payment_id"]}"#,
            r#"{"id": "a"}"#,
            r#"{"payment_id": "a"}"#,
        ),
        keeps(
            r#"{"type": "object", "properties": {"payment_id": {"type": "string"}}}"#,
            r#"{"id": "a"}"#,
        ),
        refuses(
            r#"{"type": "object", "properties": {"run": {"type": "boolean"}}, "required": ["run"]}"#,
            r#"{"dry_run": true}"#,
        ),
        refuses(FILE, r#"{"path": "a", "text": "b"}"#),
        refuses(FILE, r#"{"path": "a", "contents": ["b", "c"]}"#),
        refuses(
            FILE,
            r#"{"path": "a", "contents": "b", "file_content": "c"}"#,
        ),
        refuses(FILE, r#"{"contents": "b"}"#),
    ],
};

pub(crate) fn find_meant_property(object: &ObjectPlan, key: &str) -> Option<usize> {
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

pub(crate) fn names_property(plan: &Plan, word: &str) -> bool {
    let of_node = |node| match plan.node(node) {
        Node::Object(object) => find_meant_property(object, word).is_some(),
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

/// Folds a key for matching: without case, style and the quotes that some models add.
pub(crate) fn folded_key(key: &str) -> String {
    fold(strip_quotes(key.trim()))
}

pub(crate) fn is_alias(object: &ObjectPlan, property: usize, key: &str) -> bool {
    let aliases = &object.properties()[property].aliases;
    aliases.iter().any(|alias| alias == key)
}

/// Whether the value of an unknown key says nothing.
pub(crate) fn is_dropped(tree: &Tree<'_>) -> bool {
    matches!(tree, Tree::Null)
}

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

pub(crate) fn is_blank(entry: &Entry<'_>) -> bool {
    entry.key.is_empty()
        && match &entry.value {
            Tree::String(text) => text.is_empty(),
            Tree::Array(items) => items.is_empty(),
            Tree::Object(entries) => entries.is_empty(),
            _ => false,
        }
}

pub(crate) fn is_empty(tree: &Tree<'_>) -> bool {
    match tree {
        Tree::Null => true,
        Tree::String(text) => text.is_empty(),
        _ => false,
    }
}

pub(crate) fn find_nested<'v, 't>(
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

pub(crate) fn read_nested_text(
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
