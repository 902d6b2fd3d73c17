use std::cmp::Ordering;

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
        _ if keyword == "const" && ours.is_string() && theirs.is_string() && ours != theirs => {
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
