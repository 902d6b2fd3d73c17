use serde_json::{Value, json};

use super::merge::names;
use super::references::target;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::loss::Kept;
use crate::provider::view::{ORIGIN, Outcome, View, bare, mark_of, origin};
use crate::schema::walk::Schema;

/// So many forms of a union are looked at.
const MOST_FORMS: usize = 1_000;

/// Makes an array of `{key, value}` objects of a map, for providers that know no
/// maps; it is read back as a map by the rule `map_entries`. A map beside
/// declared properties, or beside an array, is refused.
pub(in crate::provider) fn maps_to_entries(view: &mut View<'_>) -> Outcome {
    refuse_beside_arrays(view)?;
    view.each(|schema, ledger| {
        if schema.get("type") != Some(&json!("object")) {
            return Ok(());
        }
        let Some(keyword) = map_keyword(schema) else {
            return Ok(());
        };
        let refused = || Refusal::new(origin(schema), Some(keyword), Reason::Map);
        if origin(schema).is_empty() || declares(schema) {
            return Err(refused());
        }
        let (key, value) = entry(schema, keyword).ok_or_else(refused)?;
        for keyword in ["additionalProperties", "patternProperties", "propertyNames"] {
            ledger.drop(schema, keyword, Kept::Reading);
        }
        ledger.describe(schema, "required");
        schema.shift_remove("properties");
        for (of_map, of_array) in [("minProperties", "minItems"), ("maxProperties", "maxItems")] {
            if let Some(count) = schema.get(of_map).cloned() {
                ledger.drop(schema, of_map, Kept::Reading);
                schema.insert(of_array.to_owned(), count);
            }
        }
        if let Some(Value::Object(map)) = schema.get("default") {
            let entries = map.iter();
            let entries = entries.map(|(key, value)| json!({"key": key, "value": value}));
            let default = entries.collect();
            schema.insert("default".to_owned(), default);
        }
        schema.insert("type".to_owned(), json!("array"));
        let entry = json!({
            ORIGIN: mark_of(schema),
            "type": "object",
            "properties": {"key": key, "value": value},
            "required": ["key", "value"],
            "additionalProperties": false,
        });
        schema.insert("items".to_owned(), entry);
        Ok(())
    })
}

/// Refuses a union of a map and an array: the entries of the one are an array, and
/// would be read as the other.
fn refuse_beside_arrays(view: &mut View<'_>) -> Outcome {
    let definitions = view.definitions();
    view.each(|schema, _| {
        let (mut forms, mut left) = (Vec::new(), MOST_FORMS);
        add_forms(schema, &definitions, &mut left, &mut forms);
        let takes_array = |form: &&Schema| {
            let types = form.get("type").map(names).unwrap_or_default();
            types.is_empty() || types.iter().any(|name| name == "array")
        };
        let mut objects = forms
            .iter()
            .filter(|form| form.get("type").is_some_and(|of| of == "object"));
        let map = objects.find_map(|form| Some((*form, map_keyword(form)?)));
        match map {
            Some((map, keyword)) if forms.iter().any(takes_array) => {
                Err(Refusal::new(origin(map), Some(keyword), Reason::Map))
            }
            _ => Ok(()),
        }
    })
}

/// The forms of a union, and of those inside of it; a schema that is none is its own.
fn add_forms<'s>(
    schema: &'s Schema,
    definitions: &'s Schema,
    left: &mut usize,
    forms: &mut Vec<&'s Schema>,
) {
    let Some(fewer) = left.checked_sub(1) else {
        return;
    };
    *left = fewer;
    let schema = target(schema, definitions).unwrap_or(schema);
    let unions = ["anyOf", "oneOf"].into_iter();
    let mut branches = unions
        .filter_map(|keyword| schema.get(keyword)?.as_array())
        .flatten()
        .filter_map(Value::as_object)
        .peekable();
    if branches.peek().is_none() && !schema.contains_key("$ref") {
        forms.push(schema);
    }
    for branch in branches {
        add_forms(branch, definitions, left, forms);
    }
}

/// Whether an object declares properties.
fn declares(schema: &Schema) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.is_some_and(|properties| !properties.is_empty())
}

/// The keyword that makes a map of an object.
pub(super) fn map_keyword(schema: &Schema) -> Option<&'static str> {
    let holds = |keyword: &str| match schema.get(keyword) {
        Some(Value::Object(rest)) => keyword == "additionalProperties" || !rest.is_empty(),
        _ => false,
    };
    ["patternProperties", "additionalProperties"]
        .into_iter()
        .find(|keyword| holds(keyword))
}

/// The schemas of the keys and of the values.
fn entry(schema: &Schema, keyword: &str) -> Option<(Value, Value)> {
    let rest = schema.get("additionalProperties");
    if keyword == "additionalProperties" {
        let mut key = match schema.get("propertyNames") {
            Some(Value::Object(names)) => names.clone(),
            _ => Schema::from_iter([(ORIGIN.to_owned(), mark_of(schema))]),
        };
        if !key.contains_key("$ref") {
            key.insert("type".to_owned(), json!("string"));
        }
        return Some((Value::Object(key), rest?.clone()));
    }
    let patterns = schema.get("patternProperties")?.as_object()?;
    let (pattern, value) = patterns.iter().next()?;
    let is_all =
        patterns.len() == 1 && rest == Some(&json!(false)) && !schema.contains_key("propertyNames");
    let key = json!({ORIGIN: mark_of(schema), "type": "string", "pattern": pattern});
    is_all.then(|| (key, value.clone()))
}

/// Says a map whose keys have one pattern as one of any keys; the description
/// tells the pattern.
pub(in crate::provider) fn describe_key_patterns(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        let Some(patterns) = patterns.cloned() else {
            return Ok(());
        };
        ledger.describe(schema, "patternProperties");
        let closed = schema.get("additionalProperties") == Some(&json!(false));
        let mut values = patterns.into_iter().map(|(_, value)| value);
        if let (true, Some(value)) = (closed, values.next()) {
            let alike = values.all(|other| bare(&other) == bare(&value));
            let value = if alike {
                value
            } else {
                json!({ORIGIN: mark_of(schema)})
            };
            ledger.lose(schema, "additionalProperties", Kept::Reading);
            schema.insert("additionalProperties".to_owned(), value);
        }
        Ok(())
    })
}

/// Tells what a map holds in the description, and which keys it has to have; a closed
/// object is one to the reader alone.
pub(in crate::provider) fn describe_maps(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let requires = schema
            .get("required")
            .is_some_and(|names| *names != json!([]));
        if requires && !declares(schema) {
            ledger.describe(schema, "required");
        }
        ledger.describe(schema, "patternProperties");
        for keyword in ["additionalProperties", "unevaluatedProperties"] {
            match schema.get(keyword) {
                Some(Value::Object(rest)) if !bare_is_any(rest) => ledger.describe(schema, keyword),
                Some(Value::Object(_)) => {
                    schema.shift_remove(keyword);
                }
                _ => ledger.drop(schema, keyword, Kept::Reading),
            }
        }
        Ok(())
    })
}

/// Leaves out that further keys take any value, which an object of itself says.
pub(in crate::provider) fn leave_free_maps(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        let rest = schema
            .get("additionalProperties")
            .and_then(Value::as_object);
        if rest.is_some_and(bare_is_any) {
            schema.shift_remove("additionalProperties");
            let says = ["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"];
            if !says.iter().any(|keyword| schema.contains_key(*keyword)) {
                schema.insert("type".to_owned(), json!("object"));
            }
        }
        Ok(())
    })
}

/// Whether a schema takes any value, which an object does of itself.
fn bare_is_any(schema: &Schema) -> bool {
    schema.keys().all(|keyword| keyword == ORIGIN)
}
