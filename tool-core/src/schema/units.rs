//! Unit variants of flattened, externally tagged enums.

use std::cell::RefCell;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::hints::ALIASES;
use super::reference::find_referred;
use crate::schema::OrderedMapExt as _;

/// Replaces the unit variants of a flattened, externally tagged enum by their properties:
/// `{"A": null}`. Schemars does this only for variants without a description, and drops aliases.
/// Returns the names of the inlined definitions.
pub(super) fn write_unit_variants(
    object: &mut Map<String, Value>,
    definitions: &Map<String, Value>,
) -> Vec<String> {
    let mut followed = Vec::new();
    if let Some(variants) = collect_unit_variants(object) {
        for keyword in ["type", "enum", "const", ALIASES] {
            object.remove_key(keyword);
        }
        object.insert("oneOf".to_owned(), variants.into());
        return followed;
    }
    for keyword in ["oneOf", "anyOf"] {
        let Some(Value::Array(forms)) = object.get_mut(keyword) else {
            continue;
        };
        let written = std::mem::take(forms).into_iter().flat_map(|mut form| {
            let name = find_referred(&form);
            let target = name.as_ref().and_then(|name| definitions.get(name));
            if let Some(variants) = target.and_then(collect_all_unit_variants) {
                followed.extend(name);
                return variants;
            }
            if let Some(variants) = form.as_object().and_then(collect_unit_variants) {
                return variants;
            }
            if let Some(form) = form.as_object_mut() {
                followed.extend(write_unit_variants(form, definitions));
            }
            vec![form]
        });
        *forms = written.collect();
    }
    followed
}

/// Writes the unit variants of an externally tagged enum `T` inside a newtype variant of an
/// internally tagged enum. This is a transform of that newtype variant. Serde reads
/// `{"tag": "X", "A": null}`.
pub fn write_units_of<T: JsonSchema + ?Sized>(schema: &mut Schema) {
    let object = schema.ensure_object();
    if let Some(name) = find_referred(object) {
        let target = T::json_schema(&mut SchemaGenerator::default());
        let Some(variants) = collect_all_unit_variants(target.as_value()) else {
            return;
        };
        note_followed(name);
        object.remove_key("$ref");
        object.insert("oneOf".to_owned(), variants.into());
    } else if object.get("type").is_some_and(|of| of == "object") {
        write_unit_variants(object, &Map::new());
    }
}

/// Returns the variants of an enum that has only unit variants.
fn collect_all_unit_variants(schema: &Value) -> Option<Vec<Value>> {
    let schema = schema.as_object()?;
    let Some(Value::Array(forms)) = schema.get("oneOf") else {
        return collect_unit_variants(schema);
    };
    let variants = forms
        .iter()
        .map(|form| collect_unit_variants(form.as_object()?));
    Some(variants.collect::<Option<Vec<_>>>()?.concat())
}

/// Returns the unit variants of a schema whose values are their names.
fn collect_unit_variants(names: &Map<String, Value>) -> Option<Vec<Value>> {
    if names.get("type").is_none_or(|of| of != "string") {
        return None;
    }
    let members = match names.get("const") {
        Some(name) => std::slice::from_ref(name),
        None => names.get("enum")?.as_array()?,
    };
    let variants = members.iter().filter_map(Value::as_str).map(|name| {
        let mut variant =
            json!({"type": "object", "properties": {name: {"type": "null"}}, "required": [name]});
        let aliases = match names.get(ALIASES) {
            Some(Value::Object(of_members)) => of_members.get(name),
            aliases => aliases,
        };
        if let Some(aliases) = aliases {
            variant["properties"][name][ALIASES] = aliases.clone();
        }
        if let Some(description) = names
            .get("description")
            .filter(|_| names.contains_key("const"))
        {
            variant["description"] = description.clone();
        }
        variant
    });
    Some(variants.collect())
}

/// Records the name of an inlined definition.
pub(super) fn note_followed(name: String) {
    FOLLOWED.with_borrow_mut(|followed| {
        if !followed.contains(&name) {
            followed.push(name);
        }
    });
}

thread_local! {
    /// The names of the definitions that replaced newtypes.
    static FOLLOWED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Returns the names of the definitions that may be unused because they were inlined.
pub(super) fn take_followed() -> Vec<String> {
    FOLLOWED.take()
}
