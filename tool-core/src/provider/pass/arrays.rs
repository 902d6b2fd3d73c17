use std::collections::HashSet;

use serde_json::{Value, json};

use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::loss::Kept;
use crate::provider::view::{ORIGIN, Outcome, View, bare, mark_of, origin};
use crate::schema::walk::Schema;

/// Makes an array of a tuple whose items are all of one schema, which says the
/// same; any other tuple is refused.
pub(in crate::provider) fn items_of_tuples(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| match tuple(schema) {
        None => Ok(()),
        Some(items) if is_uniform(schema, &items) => {
            schema.shift_remove("prefixItems");
            schema.insert("items".to_owned(), items[0].clone());
            Ok(())
        }
        Some(_) => Err(Refusal::new(
            origin(schema),
            Some("prefixItems"),
            Reason::Tuple,
        )),
    })
}

/// Makes an array of a tuple, whose items are of one of its schemas; the
/// description tells their order.
pub(in crate::provider) fn list_tuples(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let Some(items) = tuple(schema) else {
            return Ok(());
        };
        if is_uniform(schema, &items) {
            schema.shift_remove("prefixItems");
            schema.insert("items".to_owned(), items[0].clone());
            return Ok(());
        }
        ledger.describe(schema, "prefixItems");
        if schema.get("items") == Some(&json!(false)) {
            // It ends with the last of them, as a bound says it.
            schema.entry("maxItems").or_insert(json!(items.len()));
        }
        let (mut kinds, mut known) = (Vec::new(), HashSet::new());
        let further = schema
            .get("items")
            .filter(|items| items.is_object())
            .cloned();
        for item in items.into_iter().chain(further) {
            if known.insert(bare(&item)) {
                kinds.push(item);
            }
        }
        let items = if kinds.len() == 1 {
            kinds.remove(0)
        } else {
            json!({"anyOf": kinds})
        };
        schema.insert("items".to_owned(), items);
        Ok(())
    })
}

/// Has each array say what its items are.
pub(in crate::provider) fn items_of_arrays(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let is_array = schema
            .get("type")
            .is_some_and(|types| super::merge::names(types).contains(&"array".to_owned()));
        if is_array
            && schema.get("items") == Some(&json!(false))
            && !schema.contains_key("prefixItems")
        {
            // An array without items, as a bound says it.
            ledger.lose(schema, "items", Kept::Reading);
            schema.insert("items".to_owned(), anything(schema));
            schema.insert("maxItems".to_owned(), json!(0));
        } else if is_array && !schema.contains_key("items") {
            schema.insert("items".to_owned(), anything(schema));
        }
        Ok(())
    })
}

fn tuple(schema: &Schema) -> Option<Vec<Value>> {
    let items = schema.get("prefixItems")?.as_array()?;
    (!items.is_empty()).then(|| items.clone())
}

/// Whether all items are of one schema, however many there are.
fn is_uniform(schema: &Schema, items: &[Value]) -> bool {
    let first = bare(&items[0]);
    let same = items.iter().all(|item| bare(item) == first);
    let ends = schema
        .get("maxItems")
        .and_then(Value::as_u64)
        .is_some_and(|most| most <= items.len() as u64);
    let goes_on = match schema.get("items") {
        None => false,
        Some(further) => bare(further) == first,
    };
    same && (ends || goes_on)
}

/// A schema for items of which nothing is said: it stands where the array does.
fn anything(array: &Schema) -> Value {
    json!({ORIGIN: mark_of(array)})
}
