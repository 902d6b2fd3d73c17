use std::cmp::Ordering;

use serde_json::Value;
use tool_core::ToolArg;

use crate::Quoted;
use crate::pointer::{look_up, parse_path};
use crate::values::{compare, describe_type, equality_key};

/// Sorts the items by a field.
pub(super) fn sort(
    mut items: Vec<Value>,
    field: Option<&str>,
    descending: bool,
) -> Result<Value, String> {
    let keys = collect_ordered(&items, field)?;
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by(|a, b| {
        // All keys have the same ordered type.
        let order = compare(keys[*a], keys[*b]).unwrap_or(Ordering::Equal);
        if descending { order.reverse() } else { order }
    });
    Ok(order.into_iter().map(|index| items[index].take()).collect())
}

/// Returns the values of a field if all have the same ordered type.
pub(super) fn collect_ordered<'a>(
    items: &'a [Value],
    field: Option<&str>,
) -> Result<Vec<&'a Value>, String> {
    let values = collect_field(items, field)?;
    for (index, value) in values.iter().enumerate() {
        if compare(values[0], value).is_none() {
            let expected = match values[0] {
                Value::Bool(_) | Value::Number(_) | Value::String(_) if index > 0 => {
                    describe_type(values[0])
                }
                _ => "a number, a string or a boolean",
            };
            return Err(describe_wrong_type(index, field, expected, value));
        }
    }
    Ok(values)
}

/// Returns the value of a field of each item.
pub(super) fn collect_field<'a>(
    items: &'a [Value],
    field: Option<&str>,
) -> Result<Vec<&'a Value>, String> {
    let given = field.unwrap_or_default();
    let steps = parse_path(given);
    let missing = |index| {
        format!(
            "items[{index}] has no {}; keep the items that have it first, or use another field",
            Quoted(given)
        )
    };
    let value = |(index, item)| look_up(item, &steps).ok_or_else(|| missing(index));
    items.iter().enumerate().map(value).collect()
}

pub(super) fn describe_wrong_type(
    index: usize,
    field: Option<&str>,
    expected: &str,
    found: &Value,
) -> String {
    let found = describe_type(found);
    let field = field.map_or_else(String::new, |field| format!(", field {},", Quoted(field)));
    format!("items[{index}]{field} is {found}, but {expected} is needed")
}

/// Keeps the items whose field passes the comparison.
pub(super) fn filter(
    items: &mut Vec<Value>,
    field: Option<&str>,
    comparison: Comparison,
    value: &Value,
) {
    let steps = parse_path(field.unwrap_or_default());
    let wanted = equality_key(value);
    let equal = |other: &Value| equality_key(other) == wanted;
    items.retain(|item| {
        let Some(found) = look_up(item, &steps) else {
            return comparison == Comparison::NotEquals;
        };
        let order = compare(found, value);
        match comparison {
            Comparison::Equals => equal(found),
            Comparison::NotEquals => !equal(found),
            Comparison::Less => order == Some(Ordering::Less),
            Comparison::LessOrEqual => order.is_some_and(Ordering::is_le),
            Comparison::Greater => order == Some(Ordering::Greater),
            Comparison::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
            Comparison::Contains => match (found, value) {
                (Value::String(text), Value::String(part)) => text.contains(part),
                (Value::Array(items), _) => items.iter().any(equal),
                _ => false,
            },
        }
    });
}

// The field `comparison` has the description for the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolArg)]
#[serde(rename_all = "snake_case")]
pub(super) enum Comparison {
    Equals,
    NotEquals,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
}
