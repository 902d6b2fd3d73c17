use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use crate::provider::view::{ORIGIN, WORDS, bare_keyword, is_of_passes};
use crate::schema::walk::Schema;
use crate::tree::compare_numbers;

/// Lower bounds, of which the greatest holds.
const LEAST: &[&str] = &[
    "minimum",
    "exclusiveMinimum",
    "minLength",
    "minItems",
    "minProperties",
];
/// Upper bounds, of which the least holds.
const MOST: &[&str] = &[
    "maximum",
    "exclusiveMaximum",
    "maxLength",
    "maxItems",
    "maxProperties",
];
/// What says something of a schema and asks nothing of a value.
pub(super) const ANNOTATIONS: &[&str] = &[
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
];

/// Makes one schema of two that both hold for a value: the first, which takes up
/// what the second says. False where there is no such schema; the first may then
/// hold a part of it.
pub(super) fn merge(schema: &mut Schema, other: &mut Schema) -> bool {
    if !closings_agree(schema, other) {
        return false;
    }
    for (keyword, value) in std::mem::take(other) {
        let Some(own) = schema.get_mut(&keyword) else {
            schema.insert(keyword, value);
            continue;
        };
        let word = keyword.as_str();
        if word == "description" && *own != value {
            add_text(own, &value);
        }
        // The length tells most apart, without a copy of each.
        let same = !is_of_passes(word)
            && length(own) == length(&value)
            && bare_keyword(word, own) == bare_keyword(word, &value);
        if ANNOTATIONS.contains(&word) || same {
            continue;
        }
        let merged = match (word, own, value) {
            ("properties", Value::Object(own), Value::Object(further)) => properties(own, further),
            ("required" | WORDS | ORIGIN, Value::Array(own), Value::Array(further)) => {
                own.extend(
                    further
                        .into_iter()
                        .filter(|name| !own.contains(name))
                        .collect::<Vec<_>>(),
                );
                true
            }
            ("enum", Value::Array(own), Value::Array(further)) => {
                own.retain(|member| further.contains(member));
                !own.is_empty()
            }
            ("type", own, further) => types(own, &further),
            (word, own, further) if LEAST.contains(&word) => bound(own, further, Ordering::Greater),
            (word, own, further) if MOST.contains(&word) => bound(own, further, Ordering::Less),
            _ => false,
        };
        if !merged {
            return false;
        }
    }
    true
}

/// Whether an object that is closed, or a map, declares what the other declares:
/// else it would see properties that it did not see before. The first may be closed
/// by `unevaluatedProperties`, which sees what it takes up.
fn closings_agree(schema: &Schema, other: &Schema) -> bool {
    let covers = |one: &Schema, closings: &[&str], of: &Schema| {
        let is_free = !closings.iter().any(|keyword| one.contains_key(*keyword));
        let declares = |name: &String| {
            let known = one.get("properties").and_then(Value::as_object);
            known.is_some_and(|known| known.contains_key(name))
        };
        let of = of.get("properties").and_then(Value::as_object);
        is_free || of.into_iter().flat_map(Map::keys).all(declares)
    };
    let seeing = ["additionalProperties", "patternProperties"];
    let of_part = [seeing[0], seeing[1], "unevaluatedProperties"];
    covers(schema, &seeing, other) && covers(other, &of_part, schema)
}

/// How many entries a list or an object has.
fn length(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Object(map) => map.keys().filter(|key| !is_of_passes(key)).count(),
        _ => 0,
    }
}

/// What describes one schema describes what it was made a part of.
fn add_text(own: &mut Value, further: &Value) {
    if let (Some(ours), Some(theirs)) = (own.as_str(), further.as_str()) {
        *own = Value::String(format!("{ours} {theirs}").trim().to_owned());
    }
}

fn properties(own: &mut Map<String, Value>, further: Map<String, Value>) -> bool {
    for (name, property) in further {
        match (own.get_mut(&name), property) {
            (None, property) => {
                own.insert(name, property);
            }
            (Some(Value::Object(own)), Value::Object(mut property)) => {
                if !merge(own, &mut property) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

/// The types that both take.
fn types(own: &mut Value, further: &Value) -> bool {
    let (ours, theirs) = (names(own), names(further));
    let mut both: Vec<String> = Vec::new();
    for name in &ours {
        let number_of_integers = name == "number" && theirs.iter().any(|other| other == "integer");
        if theirs.contains(name) || name == "integer" && theirs.iter().any(|one| one == "number") {
            both.push(name.clone());
        } else if number_of_integers && !ours.iter().any(|own| own == "integer") {
            both.push("integer".to_owned());
        }
    }
    *own = match both.as_slice() {
        [] => return false,
        [one] => json!(one),
        both => json!(both),
    };
    true
}

/// The types that a `type` names.
pub(super) fn names(types: &Value) -> Vec<String> {
    match types {
        Value::String(name) => vec![name.clone()],
        Value::Array(names) => names
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}

/// Takes the further bound if it holds for fewer numbers: `narrower` is how it compares
/// then. Bounds are compared exactly, as the reader does.
fn bound(own: &mut Value, further: Value, narrower: Ordering) -> bool {
    let Some(ordering) = compare_numbers(&further, own) else {
        return false;
    };
    if ordering == narrower {
        *own = further;
    }
    true
}
