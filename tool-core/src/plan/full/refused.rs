//! Converts the compile errors of the `jsonschema` crate to our errors.

use std::error::Error;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ReferencingError, Retrieve, Uri, ValidationError};
use serde_json::Value;

use super::super::SchemaError;

/// A `Retrieve` implementation that never fetches.
pub(super) struct Nowhere;

impl Retrieve for Nowhere {
    fn retrieve(&self, _: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        Err("nothing is fetched".into())
    }
}

/// Returns the error of a schema or keyword that violates its draft.
pub(super) fn explain(error: &ValidationError<'_>) -> SchemaError {
    if let ValidationErrorKind::Referencing(error) = error.kind() {
        return explain_reference(error);
    }
    if let ValidationErrorKind::Format { format } = error.kind()
        && format == "regex"
    {
        let place = error.schema_path().as_str();
        let (path, keyword) = place.rsplit_once('/').unwrap_or(("", place));
        let reason = "the pattern cannot be compiled, or is too large; write it with smaller \
                      repetitions, or raise `Limits::pattern_size`";
        return SchemaError::new(path, Some(keyword), reason);
    }
    let place = error.instance_path().as_str();
    let reason = "the value does not have the form that the draft requires";
    match place.rsplit_once('/') {
        // A number is the index of a schema in a list.
        Some((path, keyword)) if keyword.parse::<usize>().is_err() => {
            SchemaError::new(path, Some(keyword), reason)
        }
        _ => SchemaError::new(place, None, reason),
    }
}

/// Returns the error of an unresolvable reference.
pub(super) fn explain_reference(error: &ReferencingError) -> SchemaError {
    let (keyword, reason) = match error {
        ReferencingError::Unretrievable { uri, .. } => (
            "$ref",
            format!(
                "`{uri}` is unknown, and schemas are never fetched; add it with \
                 `DefinitionBuilder::resource`"
            ),
        ),
        ReferencingError::PointerToNowhere { pointer }
        | ReferencingError::InvalidPercentEncoding { pointer, .. }
        | ReferencingError::InvalidArrayIndex { pointer, .. } => {
            ("$ref", format!("`{pointer}` has no target"))
        }
        ReferencingError::NoSuchAnchor { anchor } | ReferencingError::InvalidAnchor { anchor } => {
            ("$ref", format!("unknown anchor `{anchor}`"))
        }
        ReferencingError::UnknownSpecification { specification } => (
            "$schema",
            format!("unknown draft `{specification}` of JSON Schema"),
        ),
        ReferencingError::CircularMetaschema { uri } => (
            "$schema",
            format!("the metaschema `{uri}` refers to itself"),
        ),
        ReferencingError::InvalidUri(_) => ("$ref", "invalid URI".to_owned()),
    };
    SchemaError::new("", Some(keyword), reason)
}
