use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::{Value, json};

use super::keyword::{Holds, Keyword};
use super::lookup::Lookup;
use crate::tree::compare_numbers;

/// The result of merging the values of one keyword in two schemas.
#[derive(Debug)]
pub(crate) enum MergedValue {
    /// One value that is equivalent to both.
    One(Value),
    /// No value can satisfy both.
    Never,
    /// The keyword cannot express both.
    Unmergeable,
}

/// Merges two values of a keyword for a type, a bound or a constant. The caller merges schemas and
/// lists.
///
/// Bounds are compared exactly, as the reader compares numbers.
pub(crate) fn merge_values(keyword: &str, ours: &Value, theirs: &Value) -> MergedValue {
    let Some(known) = Keyword::named(keyword) else {
        return MergedValue::Unmergeable;
    };
    let narrower = match known.holds {
        Holds::Types => return intersect_types(ours, theirs),
        Holds::LeastNumber | Holds::LeastCount => Ordering::Greater,
        Holds::GreatestNumber | Holds::GreatestCount => Ordering::Less,
        Holds::List if keyword == "enum" => return intersect_members(ours, theirs),
        _ if keyword == "const" => {
            if is_same(ours, theirs) {
                return MergedValue::One(ours.clone());
            }
            return MergedValue::Never;
        }
        _ => return MergedValue::Unmergeable,
    };
    match compare_numbers(theirs, ours) {
        None => MergedValue::Unmergeable,
        Some(order) if order == narrower => MergedValue::One(theirs.clone()),
        Some(_) => MergedValue::One(ours.clone()),
    }
}

fn intersect_members(ours: &Value, theirs: &Value) -> MergedValue {
    let (Value::Array(ours), Value::Array(theirs)) = (ours, theirs) else {
        return MergedValue::Unmergeable;
    };
    // Strings, the usual members, are found by their hash.
    let texts: HashSet<&str> = theirs.iter().filter_map(Value::as_str).collect();
    let others: Vec<&Value> = theirs.iter().filter(|one| !one.is_string()).collect();
    let is_theirs = |member: &&Value| match member {
        Value::String(text) => texts.contains(text.as_str()),
        member => others.iter().any(|other| is_same(member, other)),
    };
    let both: Vec<Value> = ours.iter().filter(is_theirs).cloned().collect();
    if both.is_empty() {
        MergedValue::Never
    } else {
        MergedValue::One(both.into())
    }
}

/// Returns whether JSON Schema regards two values as equal: `1` equals `1.0`.
fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(_), Value::Number(_)) => {
            compare_numbers(left, right) == Some(Ordering::Equal)
        }
        (Value::Array(left), Value::Array(right)) => {
            let pairs = left.iter().zip(right);
            left.len() == right.len() && pairs.into_iter().all(|(left, right)| is_same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            let is_in_right = |(key, value): (&String, &Value)| {
                right.get(key).is_some_and(|other| is_same(value, other))
            };
            left.len() == right.len() && left.iter().all(is_in_right)
        }
        _ => left == right,
    }
}

fn intersect_types(ours: &Value, theirs: &Value) -> MergedValue {
    let (ours, theirs) = (json!({"type": ours}), json!({"type": theirs}));
    let (ours, theirs) = (ours.types(), theirs.types());
    let mut both: Vec<&str> = Vec::new();
    for name in &ours {
        if theirs.contains(name) || *name == "integer" && theirs.contains(&"number") {
            both.push(name);
        } else if *name == "number" && theirs.contains(&"integer") && !ours.contains(&"integer") {
            both.push("integer");
        }
    }
    match both.as_slice() {
        [] => MergedValue::Never,
        [one] => MergedValue::One(json!(one)),
        both => MergedValue::One(json!(both)),
    }
}
