use std::collections::HashSet;

use serde_json::{Value, json};

use super::describe::describe;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::loss::Kept;
use crate::provider::schema::Schema;
use crate::provider::view::{PassResult, View};
use crate::schema::Lookup;

/// Replaces a tuple whose items have one schema with an array. Rejects any other tuple.
pub(in crate::provider) fn make_tuples_uniform(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        if is_tuple(schema) && !make_uniform(schema) {
            return Err(Unexportable::at(schema, Some("prefixItems"), Reason::Tuple));
        }
        Ok(())
    })
}

/// Replaces a tuple with an array whose items may have any of its schemas. The description
/// contains their order.
pub(in crate::provider) fn list_tuples(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        if !is_tuple(schema) || make_uniform(schema) {
            return Ok(());
        }
        let items = schema.schemas("prefixItems").to_vec();
        describe(ledger, schema, "prefixItems");
        if schema.is_false("items") {
            // The array ends after the last of them.
            schema.insert_absent("maxItems", json!(items.len()));
        }
        let further = schema.schema("items").cloned();
        let mut known = HashSet::new();
        let mut kinds: Vec<Schema> = items.into_iter().chain(further).collect();
        kinds.retain(|item| known.insert(item.clone().into_value().to_string()));
        let items = match kinds.as_slice() {
            [one] => one.clone(),
            _ => Schema::default().with("anyOf", kinds),
        };
        schema.insert("items", items);
        Ok(())
    })
}

/// Gives each array a schema for its items.
pub(in crate::provider) fn add_items_to_arrays(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        if !schema.names_type("array") {
            return Ok(());
        }
        if schema.is_false("items") && !schema.has("prefixItems") {
            // A bound makes the array empty.
            ledger.lose(schema, "items", Kept::Reading);
            schema.insert("items", Schema::in_place_of(schema));
            schema.insert("maxItems", json!(0));
        } else {
            schema.insert_absent("items", Schema::in_place_of(schema));
        }
        Ok(())
    })
}

fn is_tuple(schema: &Schema) -> bool {
    !schema.schemas("prefixItems").is_empty()
}

/// Replaces a tuple of any length with an array if all its items have one schema.
fn make_uniform(schema: &mut Schema) -> bool {
    let items = schema.schemas("prefixItems");
    let first = &items[0];
    let maximum = schema.value("maxItems").and_then(Value::as_u64);
    let ends = maximum.is_some_and(|maximum| maximum <= items.len() as u64);
    let goes_on = schema.schema("items") == Some(first);
    if !(ends || goes_on) || items.iter().any(|item| item != first) {
        return false;
    }
    let first = first.clone();
    schema.remove("prefixItems");
    schema.insert("items", first);
    true
}
