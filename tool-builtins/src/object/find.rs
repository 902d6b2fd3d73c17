use std::fmt::Write as _;

use serde_json::Value;

use crate::pointer::{step_into, write_pointer};
use crate::values::describe_type;
use crate::{Quoted, Shortened};

/// Maximum number of keys in an error.
const MAX_KEYS: usize = 10;

/// Finds the value at the end of the steps.
pub(super) fn find<'a>(object: &'a Value, steps: &[String]) -> Result<&'a Value, String> {
    let mut value = object;
    for (depth, step) in steps.iter().enumerate() {
        let next = step_into(value, step);
        value = next.ok_or_else(|| describe_missing(&steps[..=depth], value))?;
    }
    Ok(value)
}

/// Returns the error for a path whose last step finds no value in `within`.
fn describe_missing(steps: &[String], within: &Value) -> String {
    let path = write_pointer(steps);
    let kind = describe_type(within);
    let mut text = format!(
        "nothing at {}; before the last step is {kind}",
        Quoted(&path)
    );
    match within {
        Value::Array(items) => {
            let _ = write!(text, " of {}", items.len());
        }
        Value::Object(entries) => {
            let _ = write!(text, " of {}", entries.len());
            for (index, key) in entries.keys().take(MAX_KEYS).enumerate() {
                let before = if index == 0 { ": " } else { ", " };
                let _ = write!(text, "{before}{}", Shortened(key));
            }
            if entries.len() > MAX_KEYS {
                let _ = write!(text, " and {} more", entries.len() - MAX_KEYS);
            }
        }
        _ => {}
    }
    text
}
