use std::cmp::Ordering;

use serde_json::Value;
use tool_core::ToolArg;

use super::select::{collect_field, collect_ordered, describe_wrong_type};
use crate::pointer::{look_up, parse_path};
use crate::quantity::Quantity;
use crate::values::compare;

/// Maximum size in bytes of the result of a join.
const MAX_BYTES: usize = 1_000_000;

const EMPTY: &str = "the array is empty, so that there is no such value";

/// Computes one value from all items.
pub(super) fn aggregate(
    items: &[Value],
    function: Aggregate,
    field: Option<&str>,
) -> Result<Value, String> {
    match function {
        Aggregate::Count => {
            let field = parse_path(field.unwrap_or_default());
            let having = items.iter().filter(|item| look_up(item, &field).is_some());
            Ok(having.count().into())
        }
        Aggregate::Sum => to_json(add_up(items, field)?),
        Aggregate::Mean if items.is_empty() => Err(EMPTY.to_owned()),
        Aggregate::Mean => {
            // The length of an array always fits into an i128.
            let count = Quantity::Integer(i128::try_from(items.len()).unwrap_or(i128::MAX));
            let exactly = |a: i128, b: i128| (a % b == 0).then(|| a / b);
            to_json(add_up(items, field)?.combine(count, exactly, |a, b| a / b))
        }
        Aggregate::Min => find_extreme(items, field, Ordering::Less),
        Aggregate::Max => find_extreme(items, field, Ordering::Greater),
    }
}

/// Joins the texts of the items.
pub(super) fn join(items: &[Value], separator: &str) -> Result<String, String> {
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
                return Err(describe_wrong_type(index, None, expected, item));
            }
        }
        if joined.len() > MAX_BYTES {
            return Err(format!(
                "the result would be longer than {MAX_BYTES} bytes; work on a part of the array"
            ));
        }
    }
    Ok(joined)
}

fn add_up(items: &[Value], field: Option<&str>) -> Result<Quantity, String> {
    let mut sum = Quantity::Integer(0);
    for (index, value) in collect_field(items, field)?.into_iter().enumerate() {
        let Value::Number(number) = value else {
            return Err(describe_wrong_type(index, field, "a number", value));
        };
        sum = sum.add(Quantity::of(number));
    }
    Ok(sum)
}

fn to_json(quantity: Quantity) -> Result<Value, String> {
    let number = quantity
        .to_number()
        .ok_or("the sum is too large for a number")?;
    Ok(Value::Number(number))
}

fn find_extreme(items: &[Value], field: Option<&str>, kept: Ordering) -> Result<Value, String> {
    let values = collect_ordered(items, field)?;
    let best = values
        .into_iter()
        .reduce(|best, next| match compare(next, best) {
            Some(order) if order == kept => next,
            _ => best,
        });
    best.cloned().ok_or_else(|| EMPTY.to_owned())
}

// The field `function` has the description for the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolArg)]
#[serde(rename_all = "snake_case")]
pub(super) enum Aggregate {
    Count,
    Sum,
    Mean,
    Min,
    Max,
}
