use std::fmt::Debug;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use tool_core::issue::{Issue, IssueKind};
use tool_core::{Args, Definition, Leniency, Reading, Tool, ToolArgError};

/// In strict mode the reader accepts arguments exactly if serde and an independent validator do,
/// and returns the same value.
///
/// # Errors
///
/// Returns the disagreement.
pub fn accepts_as_serde_and_the_schema<T: Tool + Debug>(raw: &str) -> Result<(), String> {
    let arguments: Value = serde_json::from_str(raw).map_err(|error| error.to_string())?;
    let serde = serde_json::from_str::<T>(raw);
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(T::definition().schema())
        .map_err(|error| error.to_string())?;
    let valid = validator.is_valid(&arguments);
    let strict = T::definition().reader().leniency(Leniency::Strict);
    match (strict.read::<T>(raw), serde) {
        (Ok(reading), Ok(value)) if valid => {
            same(&reading.value, &value, raw)?;
            same(&reading.repairs, &Vec::<()>::new(), raw)
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

/// A typed tool agrees with a dynamic tool of its schema, and serde reads the arguments after the
/// repairs of the schema.
///
/// # Errors
///
/// Returns the disagreement.
pub fn typed_and_dynamic_agree<T: Tool + Debug>(raw: &str) -> Result<(), String> {
    args_agree::<T>(raw)?;
    agree::<T>(raw, |value| {
        serde_json::from_value(value).map_err(|error| error.to_string())
    })
}

/// A typed tool agrees with a dynamic tool of its schema, and reads the repaired arguments as the
/// same value. For types with untagged forms, which plain serde does not tell apart by the keys
/// that they declare.
///
/// # Errors
///
/// Returns the disagreement.
pub fn typed_and_dynamic_agree_again<T: Tool + Debug>(raw: &str) -> Result<(), String> {
    let strict = T::definition().reader().leniency(Leniency::Strict);
    agree::<T>(raw, |value| match strict.read::<T>(&value) {
        Ok(reading) => Ok(reading.value),
        Err(error) => Err(error.to_string()),
    })
}

fn agree<T: Tool + Debug>(
    raw: &str,
    read: impl Fn(Value) -> Result<T, String>,
) -> Result<(), String> {
    let reader = T::definition().reader();
    match (reader.read::<T>(raw), reader.read::<Value>(raw)) {
        (Ok(typed), Ok(dynamic)) => {
            let value = read(dynamic.value).map_err(|error| format!("{raw}: {error}"))?;
            same(&typed.value, &value, raw)?;
            same(&typed.repairs, &dynamic.repairs, raw)?;
            same(&typed.ignored, &dynamic.ignored, raw)
        }
        (Err(typed), Err(dynamic)) => same(&typed.issues(), &dynamic.issues(), raw),
        // A number that no JSON value holds, and the type does.
        (Ok(_), Err(dynamic)) if dynamic.issues().iter().all(is_too_long) => Ok(()),
        // The schema accepts it, and the type rejects it.
        (Err(typed), Ok(dynamic)) => {
            let value = read(dynamic.value);
            if is_refusal(&typed) && value.is_err() {
                Ok(())
            } else {
                Err(format!("{raw}: {typed}, but {value:?}"))
            }
        }
        (Ok(typed), Err(dynamic)) => Err(format!("{raw}: {typed:?}, but {dynamic}")),
    }
}

/// A derived tool agrees with a tool of its exported schema.
///
/// # Errors
///
/// Returns the disagreement.
pub fn derived_and_given_agree<T: Tool + Debug>(raw: &str) -> Result<(), String> {
    let schema = T::definition().schema().clone();
    let given = Definition::new("given", "A tool.", schema).map_err(|error| error.to_string())?;
    for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
        let derived = T::definition().reader().leniency(leniency);
        let given = given.reader().leniency(leniency);
        match (derived.read::<Value>(raw), given.read::<Value>(raw)) {
            (Ok(derived), Ok(given)) => same(&derived, &given, raw)?,
            (Err(derived), Err(given)) => same(&derived.issues(), &given.issues(), raw)?,
            (derived, given) => return Err(format!("{raw}: {derived:?}, but {given:?}")),
        }
    }
    Ok(())
}

/// `Args` reads JSON, as text and as a value, as the reader of the tool does.
fn args_agree<T: Tool + Debug>(raw: &str) -> Result<(), String> {
    let reader = T::definition().reader();
    if serde_json::from_str::<IgnoredAny>(raw).is_ok() {
        same_args::<T>(serde_json::from_str(raw), reader.read(raw), raw)?;
    }
    match serde_json::from_str::<Value>(raw) {
        Ok(value) => same_args::<T>(Args::deserialize(&value), reader.read(&value), raw),
        Err(_) => Ok(()),
    }
}

fn same_args<T: Debug>(
    args: serde_json::Result<Args<T>>,
    reading: Result<Reading<T>, ToolArgError>,
    raw: &str,
) -> Result<(), String> {
    match (args, reading) {
        (Ok(args), Ok(reading)) => {
            same(&args.repairs(), &reading.repairs, raw)?;
            same(&args.ignored(), &reading.ignored, raw)?;
            same(&args.into_inner(), &reading.value, raw)
        }
        (Err(args), Err(error)) => same(&args.to_string(), &error.to_string(), raw),
        (args, reading) => Err(format!("{raw}: {args:?}, but {reading:?}")),
    }
}

fn is_too_long(issue: &Issue) -> bool {
    matches!(issue.kind, IssueKind::OutOfRange { .. })
}

/// Returns true if the type rejects a value that the schema accepts. An optional flattened type in
/// an open object requires its other properties, or a variant, if some are present.
fn is_refusal(error: &ToolArgError) -> bool {
    error.issues().iter().all(|issue| {
        matches!(
            issue.kind,
            IssueKind::Refused { .. } | IssueKind::Required { .. } | IssueKind::Enum { .. }
        )
    })
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
