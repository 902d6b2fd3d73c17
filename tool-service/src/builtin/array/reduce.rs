use std::cmp::Ordering;

use serde_json::Value;

use super::select::{ordered, values, wrong_type};
use super::{Aggregate, ArrayError};
use crate::builtin::pointer::{look_up, steps};
use crate::builtin::quantity::Quantity;
use crate::builtin::values::compare;

/// The most bytes that a join makes.
const LONGEST: usize = 1_000_000;

/// One value of all items.
pub(super) fn aggregate(
    items: &[Value],
    function: Aggregate,
    field: Option<&str>,
) -> Result<Value, ArrayError> {
    match function {
        Aggregate::Count => {
            let field = steps(field.unwrap_or_default());
            let having = items.iter().filter(|item| look_up(item, &field).is_some());
            Ok(having.count().into())
        }
        Aggregate::Sum => number(sum(items, field)?),
        Aggregate::Mean if items.is_empty() => Err(ArrayError::Empty),
        Aggregate::Mean => {
            // An array is never as long as an i128.
            let count = Quantity::Integer(i128::try_from(items.len()).unwrap_or(i128::MAX));
            let exactly = |a: i128, b: i128| (a % b == 0).then(|| a / b);
            number(sum(items, field)?.either(count, exactly, |a, b| a / b))
        }
        Aggregate::Min => extreme(items, field, Ordering::Less),
        Aggregate::Max => extreme(items, field, Ordering::Greater),
    }
}

/// The texts of the items, one after the other.
pub(super) fn join(items: &[Value], separator: &str) -> Result<String, ArrayError> {
    let mut joined = String::new();
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            joined.push_str(separator);
        }
        match item {
            Value::String(text) => joined.push_str(text),
            Value::Number(_) | Value::Bool(_) => joined.push_str(&item.to_string()),
            _ => {
                let expected = "a string, a number or a boolean";
                return Err(wrong_type(index, None, expected, item));
            }
        }
        if joined.len() > LONGEST {
            return Err(ArrayError::TooLong { longest: LONGEST });
        }
    }
    Ok(joined)
}

fn sum(items: &[Value], field: Option<&str>) -> Result<Quantity, ArrayError> {
    let mut sum = Quantity::Integer(0);
    for (index, value) in values(items, field)?.into_iter().enumerate() {
        let Value::Number(number) = value else {
            return Err(wrong_type(index, field, "a number", value));
        };
        sum = sum.add(Quantity::of(number));
    }
    Ok(sum)
}

fn number(quantity: Quantity) -> Result<Value, ArrayError> {
    let number = quantity.to_number().ok_or(ArrayError::TooLarge)?;
    Ok(Value::Number(number))
}

fn extreme(items: &[Value], field: Option<&str>, kept: Ordering) -> Result<Value, ArrayError> {
    let values = ordered(items, field)?;
    let best = values
        .into_iter()
        .reduce(|best, next| match compare(next, best) {
            Some(order) if order == kept => next,
            _ => best,
        });
    best.cloned().ok_or(ArrayError::Empty)
}
