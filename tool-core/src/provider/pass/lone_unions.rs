use serde_json::{Value, json};

use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::loss::Kept;
use crate::provider::view::{ORIGIN, Outcome, View, origin, prepend_words};

/// Leaves nothing beside `anyOf`: the first branch tells what is told of the union, and
/// each branch may be null where the union may.
pub(in crate::provider) fn lone_unions(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let Some(Value::Array(mut branches)) = schema.shift_remove("anyOf") else {
            return Ok(());
        };
        ledger.drop(schema, "title", Kept::Nowhere);
        if schema.shift_remove("nullable").is_some() {
            for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
                branch.insert("nullable".to_owned(), json!(true));
            }
        }
        if let Some(Value::Object(first)) = branches.first_mut() {
            prepend_words(schema, first);
        }
        // What holds beside the branches, and could not be said in each.
        if schema.keys().any(|keyword| keyword != ORIGIN) {
            return Err(Refusal::new(origin(schema), Some("anyOf"), Reason::AllOf));
        }
        schema.insert("anyOf".to_owned(), Value::Array(branches));
        Ok(())
    })
}
