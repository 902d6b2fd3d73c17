use std::fmt::Debug;

use serde_json::{Value, json};
use tool_core::{IssueKind, Leniency, Tool, ToolArgError};

/// In strict mode a value at `x` is taken where serde and the schema both take
/// it, by the word of an independent validator, and is then the same value.
///
/// # Errors
///
/// Says where they disagree.
pub fn accepts_as_serde_and_the_schema<T: Tool + Debug>(x: &Value) -> Result<(), String> {
    let arguments = json!({"x": x});
    let raw = arguments.to_string();
    let serde = serde_json::from_str::<T>(&raw);
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(T::definition().schema())
        .map_err(|error| error.to_string())?;
    let valid = validator.is_valid(&arguments);
    let strict = T::definition().reader().leniency(Leniency::Strict);
    match (strict.read::<T>(&raw), serde) {
        (Ok(reading), Ok(value)) if valid => {
            same(&reading.value, &value, &raw)?;
            same(&reading.repairs, &Vec::<()>::new(), &raw)
        }
        (Ok(reading), serde) => Err(format!(
            "{raw} is read as {:?}; valid: {valid}; serde: {serde:?}",
            reading.value
        )),
        (Err(error), Ok(value)) if valid => {
            Err(format!("{raw} is refused: {error}; serde: {value:?}"))
        }
        (Err(_), _) => Ok(()),
    }
}

/// A typed tool reads the value at `x` as one known by its schema does, and
/// what the schema makes of the arguments is what serde then reads.
///
/// # Errors
///
/// Says where they disagree.
pub fn typed_and_dynamic_agree<T: Tool + Debug>(x: &Value) -> Result<(), String> {
    let raw = json!({"x": x}).to_string();
    let reader = T::definition().reader();
    match (reader.read::<T>(&raw), reader.read::<Value>(&raw)) {
        (Ok(typed), Ok(dynamic)) => {
            let value = serde_json::from_value::<T>(dynamic.value);
            same(
                &typed.value,
                &value.map_err(|error| format!("{raw}: {error}"))?,
                &raw,
            )?;
            same(&typed.repairs, &dynamic.repairs, &raw)?;
            same(&typed.ignored, &dynamic.ignored, &raw)
        }
        (Err(typed), Err(dynamic)) => same(&typed.issues(), &dynamic.issues(), &raw),
        // What the schema allows, and the type does not.
        (Err(typed), Ok(dynamic)) => {
            let value = serde_json::from_value::<T>(dynamic.value);
            if is_refusal(&typed) && value.is_err() {
                Ok(())
            } else {
                Err(format!("{raw}: {typed}, but {value:?}"))
            }
        }
        (Ok(typed), Err(dynamic)) => Err(format!("{raw}: {typed:?}, but {dynamic}")),
    }
}

fn is_refusal(error: &ToolArgError) -> bool {
    let kinds = error.issues().iter().map(|issue| &issue.kind);
    kinds
        .into_iter()
        .all(|kind| matches!(kind, IssueKind::Refused { .. }))
}

/// By `Debug`, which the types have without a further derive.
fn same(one: &impl Debug, other: &impl Debug, raw: &str) -> Result<(), String> {
    let (one, other) = (format!("{one:?}"), format!("{other:?}"));
    if one == other {
        Ok(())
    } else {
        Err(format!("{raw}: {one} and {other} differ"))
    }
}
