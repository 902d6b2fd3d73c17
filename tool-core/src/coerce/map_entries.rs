use std::collections::HashSet;

use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::plan::Additional;
use crate::tree::{Entry, Tree};

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::MapEntries,
        condition: "an array of objects of a `key`, which is a string, and a `value` each, where \
                    the schema declares a map and no properties, an array is not allowed, and no \
                    key stands twice; strict exports show a map so",
        examples: &[
            Example::read(
                r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
                r#"[{"key": "a", "value": 1}, {"key": "b", "value": "2"}]"#,
                r#"{"a": 1, "b": 2}"#,
            ),
            Example::read(
                r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
                "[]",
                "{}",
            ),
            Example::read(
                r#"{"type": "object", "patternProperties": {"^\\d+$": {"type": "string"}}, "additionalProperties": false}"#,
                r#"[{"key": "7", "value": "seven"}]"#,
                r#"{"7": "seven"}"#,
            ),
            Example::kept(
                r#"{"type": ["object", "array"], "additionalProperties": {"type": "integer"}}"#,
                r#"[{"key": "a", "value": 1}]"#,
            ),
            Example::refused(
                r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
                r#"[{"key": "a", "value": 1}, {"key": "a", "value": 1}]"#,
            ),
            Example::refused(
                r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
                r#"[{"key": "a", "value": 1, "more": 2}, {"key": "b", "value": 1}]"#,
            ),
            Example::refused(
                r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
                r#"[{"key": 1, "value": 1}, {"key": 2, "value": 1}]"#,
            ),
            Example::refused(r#"{"type": "object"}"#, "[]"),
        ],
    },
    reads: TypeSet::ARRAY,
    makes: TypeSet::OBJECT,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::Array(items) = tree else {
        return None;
    };
    if !declares_map(place) || place.allowed.contains(JsonType::Array) {
        return None;
    }
    let mut entries: Vec<Entry<'t>> = Vec::with_capacity(items.len());
    let mut keys = HashSet::new();
    for item in items {
        let entry = entry(item)?;
        if !keys.insert(entry.key.to_string()) {
            return None;
        }
        entries.push(entry);
    }
    Some(Tree::Object(entries))
}

/// Whether an object of no declared properties says what its keys hold.
fn declares_map(place: &Place<'_>) -> bool {
    place.object().is_some_and(|object| {
        let holds = matches!(object.additional, Additional::Map(_)) || object.has_patterns();
        holds && object.properties().is_empty()
    })
}

fn entry<'t>(item: &Tree<'t>) -> Option<Entry<'t>> {
    let Tree::Object(fields) = item else {
        return None;
    };
    let field = |name: &str| fields.iter().find(|field| field.key == name);
    match (fields.len(), &field("key")?.value, field("value")) {
        (2, Tree::String(key), Some(value)) => Some(Entry {
            key: key.clone(),
            value: value.value.clone(),
        }),
        _ => None,
    }
}
