use super::{About, Example, read_text};
use crate::issue::{JsonType, Rule};
use crate::limits::Limits;
use crate::plan::Plan;
use crate::tree::{Entry, Tree};

pub(super) const ABOUT: About = About {
    rule: Rule::Wrapper,
    condition: "all arguments stand, also as text, under `arguments`, `args`, `input`, `parameters`, \
                `params` or `kwargs` alone, or under `properties`, alone or beside words of a \
                schema only; none of these keys is declared, and what is inside passes",
    examples: &[
        Example::text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false}"#,
            r#"{"arguments": {"a": 1}}"#,
            r#"{"a": 1}"#,
        ),
        Example::text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#,
            r#"{"input": "{\"a\": \"1\"}"}"#,
            r#"{"a": 1}"#,
        ),
        Example::text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#,
            r#"{"type": "object", "properties": {"a": 1}}"#,
            r#"{"a": 1}"#,
        ),
        Example::refused_text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#,
            r#"{"arguments": {"a": 1}, "b": 2}"#,
        ),
        Example::refused_text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#,
            r#"{"payload": {"a": 1}}"#,
        ),
        Example::refused_text(
            r#"{"type": "object", "properties": {"a": {}}, "required": ["a"]}"#,
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#,
        ),
        Example::refused_text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}, "input": {}}, "required": ["a"]}"#,
            r#"{"input": {"a": 1}}"#,
        ),
    ],
};

const WRAPPERS: &[&str] = &[
    "arguments",
    "args",
    "input",
    "parameters",
    "params",
    "kwargs",
];

/// Whether a word is one of those that stand around all arguments.
pub(crate) fn is_wrapper(word: &str) -> bool {
    WRAPPERS.contains(&&*word.to_lowercase())
}

/// The words that stand in an echoed schema beside its properties.
const SCHEMA_WORDS: &[&str] = &[
    "type",
    "required",
    "additionalProperties",
    "title",
    "description",
    "$schema",
    "$defs",
    "definitions",
];

/// What is inside the wrapper around all arguments, if there is one.
pub(crate) fn unwrapped<'t>(
    entries: &[Entry<'t>],
    plan: &Plan,
    limits: &Limits,
) -> Option<Tree<'t>> {
    let root = plan.root().node;
    if entries.iter().any(|entry| plan.declares(root, &entry.key)) {
        return None;
    }
    match entries {
        [only] if WRAPPERS.contains(&&*only.key) => inside(&only.value, limits),
        entries => {
            let (properties, others): (Vec<_>, Vec<_>) =
                entries.iter().partition(|entry| entry.key == "properties");
            let is_schema_word = |entry: &&Entry<'_>| SCHEMA_WORDS.contains(&&*entry.key);
            match properties.as_slice() {
                [only] if others.iter().all(is_schema_word) && !describes(&only.value) => {
                    inside(&only.value, limits)
                }
                _ => None,
            }
        }
    }
}

/// An object, or the text of one.
pub(super) fn inside<'t>(value: &Tree<'t>, limits: &Limits) -> Option<Tree<'t>> {
    let inside = match value {
        Tree::Object(_) => Some(value.clone()),
        Tree::String(text) => read_text(text, limits),
        _ => None,
    };
    inside.filter(|inside| matches!(inside, Tree::Object(_)))
}

/// Whether these are the properties of the schema itself, with no arguments in
/// them: a call that only says what it would have to hold.
fn describes(properties: &Tree<'_>) -> bool {
    let Tree::Object(properties) = properties else {
        return false;
    };
    properties.iter().any(|property| match &property.value {
        Tree::Object(keywords) => keywords.iter().any(|keyword| match &keyword.value {
            Tree::String(name) => keyword.key == "type" && JsonType::from_name(name).is_some(),
            _ => false,
        }),
        _ => false,
    })
}
