//! Enums with a variant that takes any other text.

use schemars::Schema;
use serde_json::{Map, Value, json};

use super::hints::{ALIASES, FORM, OTHER, REFUSED, is_building, write};
use super::keyword::FORMS;
use super::lookup::Lookup;
use super::walk::{SchemaMap, iter_objects, subschemas};

/// Marks the variant that takes any other text. This is a transform of the variant's schema.
pub fn other_variant(schema: &mut Schema) {
    write(schema, OTHER, true.into());
}

/// Gives the variant for other texts the names of the other variants, which the reader tries first.
/// This is a transform of the enum's schema.
pub fn name_others(schema: &mut Schema) {
    if !is_building() {
        return;
    }
    let mut names = Map::new();
    if let Some(object) = schema.as_object() {
        collect_names(object, &mut names);
    }
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    for keyword in FORMS {
        let Some(Value::Array(forms)) = object.get_mut(keyword) else {
            continue;
        };
        for form in forms.iter_mut().filter_map(Value::as_object_mut) {
            if !form.contains_key(OTHER) {
                continue;
            }
            if form.text("type") == Some("string") && !form.has_any(&["enum", "const"]) {
                form.insert(OTHER.to_owned(), Value::Object(names.clone()));
            } else {
                let reason = "the variant does not take text; write `Other(String)`";
                form.insert(REFUSED.to_owned(), json!(["other", reason]));
            }
        }
    }
}

/// Collects the names in the in-place forms of a schema, each with its aliases.
fn collect_names(schema: &SchemaMap, names: &mut Map<String, Value>) {
    let own = schema.names("enum").chain(schema.text("const"));
    for name in own {
        let aliases = match schema.get(ALIASES) {
            Some(Value::Object(lists)) => lists.get(name).cloned(),
            aliases => aliases.cloned(),
        };
        names.insert(name.to_owned(), aliases.unwrap_or_else(|| json!([])));
    }
    for keyword in FORMS {
        let forms = schema.list(keyword).iter();
        for form in forms.filter_map(Value::as_object) {
            collect_names(form, names);
        }
    }
}

/// Returns the places of variants that take any text beside the names of other variants.
pub(crate) fn find_free_texts(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(schema) = schema.as_object() {
        look_inside(schema, "", &mut found);
    }
    found
}

fn look_inside(schema: &SchemaMap, path: &str, found: &mut Vec<String>) {
    let is_free = |form: &SchemaMap| {
        form.contains_key(FORM)
            && form.text("type") == Some("string")
            && !form.has_any(&[
                "enum",
                "const",
                "pattern",
                "format",
                "minLength",
                "maxLength",
                OTHER,
            ])
    };
    let mut names = Map::new();
    if iter_objects(schema).any(is_free) {
        collect_names(schema, &mut names);
    }
    for (step, inside) in subschemas(schema) {
        let Some(inside) = inside.as_object() else {
            continue;
        };
        let path = format!("{path}{step}");
        if is_free(inside) && !names.is_empty() {
            found.push(path.clone());
        }
        look_inside(inside, &path, found);
    }
}
