use std::collections::HashMap;

use super::{Apply, Faulty, RuleContext, ValueRule};
use crate::issue::{IssueKind, Path, Rule, TypeSet};
use crate::rules::info::{RuleInfo, keeps, reads, refuses};
use crate::rules::schemas::{INTEGER_MAP, OBJECT};
use crate::tree::{Entry, Tree};

pub(super) const MAP_ENTRIES: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::ARRAY,
    makes: TypeSet::OBJECT,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::MapEntries,
            condition: "Reads an array of entries as a map. Strict exports show a map as \
                        such an array.\n\n\
                        - Each entry is an object with exactly a `key`, which is a string, \
                        and a `value`.\n\
                        - The schema allows an object without declared properties, and does \
                        not allow an array.\n\
                        - Entries with the same key have the same value.\n\
                        - The arguments as a whole are read as a map only if the schema \
                        describes the values of the map.",
            examples: &[
                reads(
                    INTEGER_MAP,
                    r#"[{"key": "a", "value": 1}, {"key": "b", "value": "2"}]"#,
                    r#"{"a": 1, "b": 2}"#,
                ),
                reads(INTEGER_MAP, "[]", "{}"),
                reads(
                    r#"{"type": "object", "patternProperties": {"^\\d+$": {"type": "string"}}, "additionalProperties": false}"#,
                    r#"[{"key": "7", "value": "seven"}]"#,
                    r#"{"7": "seven"}"#,
                ),
                keeps(
                    r#"{"type": ["object", "array"], "additionalProperties": {"type": "integer"}}"#,
                    r#"[{"key": "a", "value": 1}]"#,
                ),
                reads(
                    r#"{"type": "object", "additionalProperties": true}"#,
                    r#"[{"key": "env", "value": "prod"}]"#,
                    r#"{"env": "prod"}"#,
                ),
                reads(OBJECT, "[]", "{}"),
                reads(
                    INTEGER_MAP,
                    r#"[{"key": "a", "value": 1}, {"key": "a", "value": 1}]"#,
                    r#"{"a": 1}"#,
                ),
                refuses(
                    INTEGER_MAP,
                    r#"[{"key": "a", "value": 1}, {"key": "a", "value": 2}]"#,
                ),
                refuses(
                    INTEGER_MAP,
                    r#"[{"key": "a", "value": 1, "more": 2}, {"key": "b", "value": 1}]"#,
                ),
                refuses(
                    INTEGER_MAP,
                    r#"[{"key": 1, "value": 1}, {"key": 2, "value": 1}]"#,
                ),
                refuses(r#"{"type": "object", "properties": {"a": {}}}"#, "[]"),
            ],
        },
        Apply::Value(read_map),
    )
};

fn read_map<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    let Tree::Array(items) = tree else {
        return None;
    };
    if !context.takes_entries() {
        return None;
    }
    Some(Tree::Object(read_entries(items)?.entries()?))
}

pub(super) fn find_faults<'t>(items: &[Tree<'t>], context: &RuleContext<'_>) -> Option<Faulty<'t>> {
    if !context.takes_entries() {
        return None;
    }
    let map = read_entries(items)?;
    let fault = |key: &String| (Path::root().join(key.as_str()), IssueKind::DuplicateKey);
    let faults: Vec<_> = map.repeated.iter().map(fault).collect();
    let read = Some(Tree::Object(map.first));
    (!faults.is_empty()).then_some(Faulty { faults, read })
}

/// The map that an array of entries describes.
pub(super) struct DescribedMap<'t> {
    /// The first entry of each key.
    first: Vec<Entry<'t>>,
    /// The keys that also have another value.
    repeated: Vec<String>,
}

impl<'t> DescribedMap<'t> {
    pub(super) fn entries(self) -> Option<Vec<Entry<'t>>> {
        self.repeated.is_empty().then_some(self.first)
    }
}

pub(super) fn read_entries<'t>(items: &[Tree<'t>]) -> Option<DescribedMap<'t>> {
    let mut map = DescribedMap {
        first: Vec::with_capacity(items.len()),
        repeated: Vec::new(),
    };
    let mut places = HashMap::new();
    for item in items {
        let entry = read_entry(item)?;
        match places.get(&entry.key) {
            None => {
                places.insert(entry.key.clone(), map.first.len());
                map.first.push(entry);
            }
            Some(index) => {
                let first = map.first.get(*index)?;
                let key = entry.key.into_owned();
                if !first.value.is_same(&entry.value) && !map.repeated.contains(&key) {
                    map.repeated.push(key);
                }
            }
        }
    }
    Some(map)
}

fn read_entry<'t>(item: &Tree<'t>) -> Option<Entry<'t>> {
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
