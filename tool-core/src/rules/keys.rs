//! Rules for the keys of objects.

use super::json_string::read_text;
use super::packed::strip_closing_tags;
use super::scalars::is_null_text;
use crate::issue::{JsonType, Rule, fold, has_same_signs};
use crate::limits::Limits;
use crate::plan::{ObjectPlan, Plan, Property, strip_quotes};
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
        condition: "Reads a key that occurs more than once in an object as one key, if its \
                    values are equal.",
        examples: &[
            reads(OBJECT, r#"{"a": 1, "a": 1.0}"#, r#"{"a": 1}"#),
            refuses(OBJECT, r#"{"a": 1, "a": 2}"#),
        ],
    },
    RuleInfo {
        rule: Rule::PropertyName,
        condition: "Reads an undeclared key as a declared property. The property must be \
                    absent from the call. The key must be one of the following:\n\n\
                    - a declared alias, letter for letter\n\
                    - exactly one declared name or alias in another case or style, such as \
                    `filePath` for `file_path`, or with quotes around it; a `-` at one end is part of \
                    the name, apart from the `--` of a flag\n\n\
                    If the schema has `additionalProperties: true` or a schema for other keys, \
                    another case or style counts only for a required property. Two spellings \
                    with equal values are one key. With different values, they are rejected.",
        examples: &[
            reads(FILE_PATH, r#"{"filePath": "a"}"#, r#"{"file_path": "a"}"#),
            reads(
                r#"{"type": "object", "properties": {"file_path": {"type": "string"}}, "required": ["file_path"]}"#,
                r#"{"FILE-PATH": "a"}"#,
                r#"{"file_path": "a"}"#,
            ),
            reads(
                FILE_PATH,
                r#"{"--file-path": "a"}"#,
                r#"{"file_path": "a"}"#,
            ),
            refuses(FILE_PATH, r#"{"-file-path": "a"}"#),
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
            reads(
                r#"{"type": "object", "properties": {"file_path": {"type": "string"}}}"#,
                r#"{"filePath": "a"}"#,
                r#"{"file_path": "a"}"#,
            ),
            reads(
                FILE_PATH,
                r#"{"file_path": "a", "filePath": "a"}"#,
                r#"{"file_path": "a"}"#,
            ),
            keeps(
                r#"{"type": "object", "properties": {"file_path": {"type": "string"}}, "additionalProperties": true}"#,
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
        condition: "Drops an unknown key of a closed object if its value is null. Also drops the null of \
                    an optional property that has a value under another spelling.",
        examples: &[
            reads(CLOSED_A, r#"{"a": 1, "b": null}"#, r#"{"a": 1}"#),
            keeps(OPTIONAL_A, r#"{"a": 1, "b": null}"#),
            refuses(CLOSED_A, r#"{"a": 1, "b": ""}"#),
        ],
    },
    RuleInfo {
        rule: Rule::FillerOfOtherVariant,
        condition: "Drops an empty value that belongs to another form of the arguments. A form \
                    is one alternative of a union. Strict exports merge all \
                    forms into one object that requires each key.\n\n\
                    - The arguments have several forms, and the intended form is known: by \
                    its tag, or because only that form is valid.\n\
                    - The intended form does not declare the key, and another form does.\n\
                    - The value is null, `[]`, `\"\"`, `false` or `0`.",
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
            reads_text(UNTAGGED, r#"{"a": 5, "b": ""}"#, r#"{"a": "5"}"#),
            refuses_text(UNTAGGED, r#"{"c": "x", "b": ""}"#),
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
        condition: "Drops an unknown empty key of a closed object if its value is an empty \
                    string, array or object. Some models send such a key if they have no \
                    arguments to send.",
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
        condition: "Drops an optional property with the value `null` or `\"\"`, if the \
                    schema of the property does not allow that value.",
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
        condition: "Reads a property whose value repeats the name of the property.\n\n\
                    - The value is an object, or the text of one, and its only key is the \
                    name of the property.\n\
                    - The schema of the property does not declare that key.\n\
                    - The inner value is valid.",
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
    condition: "Reads an unknown key as an absent required property.\n\n\
                - The object has exactly one unknown key and lacks exactly one required \
                property.\n\
                - All words of one of the two names occur in the other name, in singular or \
                plural.\n\
                - The words that occur in only one of the two names include no negation, unit, \
                qualifier or action (`dry` in `dry_run`, `ms` in `timeout_ms`, `parent` in \
                `parent_id`, `add` in `add_labels`).\n\
                - The value is valid for the property.",
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

/// Returns the property that a key means: by a declared alias, or by case and style.
pub(crate) fn find_meant_property(object: &ObjectPlan, key: &str) -> Option<usize> {
    let by_alias = object.with_alias(key);
    if by_alias.is_some() {
        return by_alias;
    }
    let folded = fold_key(key);
    if folded.is_empty() {
        return None;
    }
    let number = object.with_folded(&folded)?;
    let property = &object.properties()[number];
    let mut names = std::iter::once(&property.name).chain(&property.aliases);
    let key = strip_quotes(key.trim());
    // `-tags` may exclude what `tags` includes.
    names
        .any(|name| has_same_signs(name, key))
        .then_some(number)
}

pub(crate) fn names_property(plan: &Plan, word: &str) -> bool {
    let mut objects = plan.objects(plan.root().node);
    objects.any(|object| find_meant_property(object, word).is_some())
}

/// Folds a key for comparison: drops its case, its style and the quotes that some models add.
pub(crate) fn fold_key(key: &str) -> String {
    fold(strip_quotes(key.trim()))
}

pub(crate) fn is_alias(object: &ObjectPlan, property: usize, key: &str) -> bool {
    let aliases = &object.properties()[property].aliases;
    aliases.iter().any(|alias| alias == key)
}

/// Returns whether the value of an unknown key is empty, so the key can be dropped.
pub(crate) fn is_dropped(tree: &Tree<'_>) -> bool {
    matches!(tree, Tree::Null)
}

/// Returns whether the value is a filler for a key that the schema of the export required.
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

/// Returns whether the value is the word for null as text.
pub(crate) fn is_null_word(tree: &Tree<'_>) -> bool {
    matches!(tree, Tree::String(text) if is_null_text(text))
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
            let stripped = strip_closing_tags(text, Some(&property.name));
            read_text(stripped.unwrap_or(text), limits)
        }
        _ => None,
    }
}
