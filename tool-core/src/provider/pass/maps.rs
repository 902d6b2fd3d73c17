use serde_json::{Value, json};

use super::describe::describe;
use super::references::find_target;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::loss::Kept;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::Schema;
use crate::provider::view::{PassResult, View};
use crate::schema::Lookup;
use crate::schema::keyword::{CLOSING, FORMS, UNIONS};

/// Maximum number of forms of a union that are examined.
const MAX_FORMS: usize = 1_000;

/// Replaces a map with an array of `{key, value}` objects, for providers without maps. The rule
/// `map_entries` undoes this in the reader. Rejects a map with declared properties, or in a
/// union with an array.
pub(in crate::provider) fn maps_to_entries(view: &mut View<'_>) -> PassResult {
    refuse_maps_next_to_arrays(view)?;
    view.for_each(|schema, ledger| {
        if !schema.is("type", "object") {
            return Ok(());
        }
        let Some(keyword) = map_keyword(schema) else {
            return Ok(());
        };
        let refused = || Unexportable::at(schema, Some(keyword), Reason::Map);
        if schema.origin().is_empty() || !schema.properties().is_empty() {
            return Err(refused());
        }
        let (key, value) = make_entry(schema, keyword).ok_or_else(refused)?;
        for keyword in ["additionalProperties", "patternProperties", "propertyNames"] {
            ledger.drop(schema, keyword, Kept::Reading);
        }
        describe(ledger, schema, "required");
        schema.remove("properties");
        for (of_map, of_array) in [("minProperties", "minItems"), ("maxProperties", "maxItems")] {
            if let Some(count) = schema.value(of_map).cloned() {
                ledger.drop(schema, of_map, Kept::Reading);
                schema.insert(of_array, count);
            }
        }
        if let Some(map) = schema.object("default") {
            let entries = map.iter();
            let entries = entries.map(|(key, value)| json!({"key": key, "value": value}));
            schema.insert("default", entries.collect::<Value>());
        }
        schema.insert("type", json!("array"));
        let properties = [("key".to_owned(), key), ("value".to_owned(), value)];
        let entry = Schema::in_place_of(schema)
            .with("type", json!("object"))
            .with("properties", OrderedMap::from_iter(properties))
            .with("required", json!(["key", "value"]))
            .with("additionalProperties", json!(false));
        schema.insert("items", entry);
        Ok(())
    })
}

/// Rejects a union of a map and an array: the reader could not distinguish their entries.
fn refuse_maps_next_to_arrays(view: &mut View<'_>) -> PassResult {
    let definitions = view.definitions();
    view.for_each(|schema, _| {
        let (mut forms, mut left) = (Vec::new(), MAX_FORMS);
        add_forms(schema, &definitions, &mut left, &mut forms);
        let takes_array = |form: &&Schema| form.types().is_empty() || form.names_type("array");
        let mut objects = forms.iter().filter(|form| form.is("type", "object"));
        let map = objects.find_map(|form| Some((*form, map_keyword(form)?)));
        match map {
            Some((map, keyword)) if forms.iter().any(takes_array) => {
                Err(Unexportable::at(map, Some(keyword), Reason::Map))
            }
            _ => Ok(()),
        }
    })
}

/// Adds the forms of a union, including nested unions. Any other schema is one form.
fn add_forms<'s>(
    schema: &'s Schema,
    definitions: &'s OrderedMap<Schema>,
    left: &mut usize,
    forms: &mut Vec<&'s Schema>,
) {
    let Some(fewer) = left.checked_sub(1) else {
        return;
    };
    *left = fewer;
    let schema = find_target(schema, definitions).unwrap_or(schema);
    let mut branches = UNIONS
        .iter()
        .flat_map(|union| schema.schemas(union))
        .peekable();
    if branches.peek().is_none() && !schema.has("$ref") {
        forms.push(schema);
    }
    for branch in branches {
        add_forms(branch, definitions, left, forms);
    }
}

/// Returns the keyword that makes an object a map.
pub(in crate::provider) fn map_keyword(schema: &Schema) -> Option<&'static str> {
    if !schema.named("patternProperties").is_empty() {
        return Some("patternProperties");
    }
    let rest = schema.schema("additionalProperties");
    rest.map(|_| "additionalProperties")
}

/// Returns the schemas of the keys and of the values.
fn make_entry(schema: &Schema, keyword: &str) -> Option<(Schema, Schema)> {
    let any = Schema::in_place_of(schema);
    let names = schema.schema("propertyNames");
    if keyword == "additionalProperties" {
        let mut key = names.cloned().unwrap_or(any);
        if !key.has("$ref") {
            key.insert("type", json!("string"));
        }
        return Some((key, schema.schema(keyword)?.clone()));
    }
    let patterns = schema.named("patternProperties");
    let (pattern, value) = patterns.iter().next()?;
    let is_closed = schema.is_false("additionalProperties");
    let key = any
        .with("type", json!("string"))
        .with("pattern", json!(pattern));
    let is_all = patterns.len() == 1 && is_closed && !schema.has("propertyNames");
    is_all.then(|| (key, value.clone()))
}

/// Replaces the pattern of a map's keys with any keys, and describes the pattern.
pub(in crate::provider) fn describe_key_patterns(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        let values = schema.named("patternProperties").clone();
        describe(ledger, schema, "patternProperties");
        let mut values = values.into_iter().map(|(_, value)| value);
        if let (true, Some(value)) = (schema.is_false("additionalProperties"), values.next()) {
            let value = if values.all(|other| other == value) {
                value
            } else {
                Schema::in_place_of(schema)
            };
            ledger.lose(schema, "additionalProperties", Kept::Reading);
            schema.insert("additionalProperties", value);
        }
        Ok(())
    })
}

/// Describes the values and the required keys of a map. The reader enforces a closed object.
pub(in crate::provider) fn describe_maps(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        if !schema.list("required").is_empty() && schema.properties().is_empty() {
            describe(ledger, schema, "required");
        }
        describe(ledger, schema, "patternProperties");
        for keyword in CLOSING {
            match schema.schema(keyword).map(Schema::is_any) {
                Some(false) => describe(ledger, schema, keyword),
                Some(true) => {
                    schema.remove(keyword);
                }
                None => ledger.drop(schema, keyword, Kept::Reading),
            }
        }
        Ok(())
    })
}

/// Drops `additionalProperties` if it allows any value: an object implies it.
pub(in crate::provider) fn leave_free_maps(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        let rest = schema.schema("additionalProperties");
        if rest.is_some_and(Schema::is_any) {
            schema.remove("additionalProperties");
            if !schema.has_any(&["type", "$ref", "enum", "const"]) && !schema.has_any(&FORMS) {
                schema.insert("type", json!("object"));
            }
        }
        Ok(())
    })
}
