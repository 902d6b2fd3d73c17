use serde_json::{Value, json};

use super::merge::names;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::loss::Kept;
use crate::provider::view::{Outcome, View, origin};
use crate::schema::walk::Schema;

/// Closes each object: keys that are not declared are no longer possible. An
/// object that declares none, and takes any, is refused.
pub(in crate::provider) fn close_objects(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        if schema.get("type") != Some(&json!("object")) {
            return Ok(());
        }
        let closed = json!(false);
        let keywords = ["additionalProperties", "unevaluatedProperties"];
        let said = keywords
            .into_iter()
            .find(|keyword| schema.contains_key(*keyword));
        let is_closed = said.is_some_and(|keyword| schema.get(keyword) == Some(&closed));
        let properties = schema.get("properties").and_then(Value::as_object);
        let declares = properties.is_some_and(|properties| !properties.is_empty());
        if !is_closed {
            if !declares && !origin(schema).is_empty() {
                return Err(Refusal::new(origin(schema), said, Reason::NoProperties));
            }
            // Open by silence is no loss: nobody asked for further keys.
            if let Some(said) = said {
                ledger.lose(schema, said, Kept::Nowhere);
            }
        }
        for keyword in keywords {
            schema.shift_remove(keyword);
        }
        add_properties(schema);
        schema.insert(keywords[0].to_owned(), closed);
        Ok(())
    })
}

/// Has each object say what its properties are.
pub(in crate::provider) fn properties_of_objects(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        let types = schema.get("type").map(names).unwrap_or_default();
        if types.iter().any(|name| name == "object") {
            add_properties(schema);
        }
        Ok(())
    })
}

fn add_properties(schema: &mut Schema) {
    schema.entry("properties").or_insert_with(|| json!({}));
}
