use serde_json::Value;
use tool_core::{Definition, SchemaError};

/// Why a schema cannot be used.
///
/// # Panics
///
/// If it can be used.
#[must_use]
#[track_caller]
pub fn refused(schema: Value) -> SchemaError {
    Definition::new("t", "A tool.", schema).expect_err("the schema is refused")
}

/// Returns the error of a schema after the name of the tool.
///
/// # Panics
///
/// If it can be used.
#[must_use]
#[track_caller]
pub fn describe_error(schema: Value) -> String {
    let error = refused(schema);
    let (text, suggestion) = (error.to_string(), format!("; {}", error.suggestion()));
    let words = text.strip_prefix("the schema of tool `t` cannot be used: ");
    let words = words.and_then(|words| words.strip_suffix(&suggestion));
    words.unwrap_or_else(|| panic!("{text}")).to_owned()
}

/// Returns the value of a text, or the issues.
///
/// # Panics
///
/// If the schema cannot be used.
#[must_use]
#[track_caller]
pub fn parse(schema: Value, raw: &str) -> String {
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    match definition.parse(raw) {
        Ok(value) => value.to_string(),
        Err(error) => {
            let text = error.to_string();
            let errors = text
                .split_once("Errors: ")
                .map(|(_, errors)| errors.to_owned());
            errors.unwrap_or(text)
        }
    }
}
