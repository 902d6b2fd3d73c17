use std::cmp::Ordering;

use serde_json::Value;

use super::{ArrayError, Comparison};
use crate::builtin::pointer::{look_up, steps};
use crate::builtin::values::{compare, key, type_of};

/// The items in the order of a field.
pub(super) fn sort(
    mut items: Vec<Value>,
    field: Option<&str>,
    descending: bool,
) -> Result<Value, ArrayError> {
    let keys = ordered(&items, field)?;
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by(|a, b| {
        // All are of one type, which has an order.
        let order = compare(keys[*a], keys[*b]).unwrap_or(Ordering::Equal);
        if descending { order.reverse() } else { order }
    });
    Ok(order.into_iter().map(|index| items[index].take()).collect())
}

/// The values of a field, which are of one type that has an order.
pub(super) fn ordered<'a>(
    items: &'a [Value],
    field: Option<&str>,
) -> Result<Vec<&'a Value>, ArrayError> {
    let values = values(items, field)?;
    for (index, value) in values.iter().enumerate() {
        if compare(values[0], value).is_none() {
            let expected = match values[0] {
                Value::Bool(_) | Value::Number(_) | Value::String(_) if index > 0 => {
                    type_of(values[0])
                }
                _ => "a number, a string or a boolean",
            };
            return Err(wrong_type(index, field, expected, value));
        }
    }
    Ok(values)
}

/// The values of a field, which each item has.
pub(super) fn values<'a>(
    items: &'a [Value],
    field: Option<&str>,
) -> Result<Vec<&'a Value>, ArrayError> {
    let given = field.unwrap_or_default();
    let steps = steps(given);
    let missing = |index| ArrayError::NoField {
        index,
        field: given.to_owned(),
    };
    let value = |(index, item)| look_up(item, &steps).ok_or_else(|| missing(index));
    items.iter().enumerate().map(value).collect()
}

pub(super) fn wrong_type(
    index: usize,
    field: Option<&str>,
    expected: &'static str,
    found: &Value,
) -> ArrayError {
    ArrayError::WrongType {
        index,
        field: field.map(str::to_owned),
        expected,
        found: type_of(found),
    }
}

/// Keeps the items whose field is as a comparison with a value says.
pub(super) fn filter(
    items: &mut Vec<Value>,
    field: Option<&str>,
    comparison: Comparison,
    value: &Value,
) {
    let steps = steps(field.unwrap_or_default());
    let wanted = key(value);
    let equal = |other: &Value| key(other) == wanted;
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
