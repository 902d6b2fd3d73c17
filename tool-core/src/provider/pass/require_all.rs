use serde_json::{Value, json};

use super::nullable::{take_null, takes_null};
use crate::provider::loss::Kept;
use crate::provider::view::{Outcome, View};

/// Requires each property; one that was optional takes null, which is read as if
/// it were absent.
pub(in crate::provider) fn require_all(view: &mut View<'_>) -> Outcome {
    let definitions = view.definitions();
    view.each(|schema, ledger| {
        let required = schema
            .get("required")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        let Some(Value::Object(properties)) = schema.get_mut("properties") else {
            return Ok(());
        };
        let mut all = Vec::new();
        for (name, property) in properties {
            all.push(json!(name));
            if let Value::Object(property) = property
                && !required.contains(&json!(name))
                && !takes_null(property, &definitions)
            {
                take_null(property);
            }
        }
        if all.len() != required.len() {
            ledger.lose(schema, "required", Kept::Reading);
        }
        schema.shift_remove("required");
        schema.insert("required".to_owned(), Value::Array(all));
        Ok(())
    })
}
