use serde_json::{Value, json};

use crate::provider::view::{ORIGIN, Outcome, View};

/// Puts a reference that something stands beside into an `anyOf` of its own, for
/// providers that take nothing beside `$ref`.
pub(in crate::provider) fn wrap_references(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        let beside = |keyword: &String| !matches!(keyword.as_str(), "$ref" | "$defs" | ORIGIN);
        if schema.keys().any(beside)
            && let Some(reference) = schema.shift_remove("$ref")
        {
            let branches: Value = json!([{"$ref": reference}]);
            schema.insert("anyOf".to_owned(), branches);
        }
        Ok(())
    })
}
