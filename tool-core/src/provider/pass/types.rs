use serde_json::{Value, json};

use super::merge::names;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::loss::Kept;
use crate::provider::subschemas::Schema;
use crate::provider::view::{ORIGIN, Outcome, View, move_words, origin};

/// What says that a schema is meant for one type, though any other passes it.
const MEANT: &[(&str, &[&str])] = &[
    (
        "object",
        &[
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
        ],
    ),
    (
        "array",
        &[
            "items",
            "prefixItems",
            "minItems",
            "maxItems",
            "uniqueItems",
            "contains",
        ],
    ),
    (
        "string",
        &[
            "minLength",
            "maxLength",
            "pattern",
            "format",
            "contentEncoding",
            "contentMediaType",
        ],
    ),
    (
        "number",
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
    ),
];

/// Has each schema name its type: that of its members, or the one that its
/// keywords are about. A value of any type is refused.
pub(in crate::provider) fn infer_types(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let says = ["type", "$ref", "anyOf", "oneOf", "allOf"];
        if says.iter().any(|keyword| schema.contains_key(*keyword)) {
            return Ok(());
        }
        if let Some(types) = types_of_members(schema) {
            schema.insert("type".to_owned(), types);
            return Ok(());
        }
        let meant = MEANT
            .iter()
            .find(|(_, about)| about.iter().any(|keyword| schema.contains_key(*keyword)));
        let Some((name, _)) = meant else {
            return Err(Refusal::new(origin(schema), None, Reason::AnyValue));
        };
        ledger.lose(schema, "type", Kept::Nowhere);
        schema.insert("type".to_owned(), json!(name));
        Ok(())
    })
}

/// The types of the members of an `enum` or `const`, in their order.
fn types_of_members(schema: &Schema) -> Option<Value> {
    let members = match (schema.get("const"), schema.get("enum")) {
        (Some(member), _) => vec![member.clone()],
        (None, Some(Value::Array(members))) if !members.is_empty() => members.clone(),
        _ => return None,
    };
    let mut types = Vec::new();
    for member in &members {
        let name = type_of(member);
        if !types.contains(&name) {
            types.push(name);
        }
    }
    Some(match types.as_slice() {
        [one] => json!(one),
        types => json!(types),
    })
}

pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Makes a union of a schema whose types are a list that holds objects or arrays.
pub(in crate::provider) fn split_types(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        let types = schema.get("type").map(names).unwrap_or_default();
        let nests = |name: &String| matches!(name.as_str(), "object" | "array");
        if types.len() < 2 || !types.iter().any(nests) || schema.contains_key("enum") {
            return Ok(());
        }
        let mut whole = std::mem::take(schema);
        move_words(&mut whole, schema);
        for keyword in [ORIGIN, "$defs", "default", "deprecated", "examples"] {
            let value = if keyword == ORIGIN {
                whole.get(keyword).cloned()
            } else {
                whole.shift_remove(keyword)
            };
            schema.extend(value.map(|value| (keyword.to_owned(), value)));
        }
        let branches: Vec<Value> = types
            .iter()
            .map(|name| Value::Object(of_type(&whole, name)))
            .collect();
        schema.insert("anyOf".to_owned(), Value::Array(branches));
        Ok(())
    })
}

/// What a schema says of the values of one type.
fn of_type(schema: &Schema, name: &str) -> Schema {
    let about = |name: &str, keyword: &str| {
        MEANT
            .iter()
            .any(|(of, about)| *of == name && about.contains(&keyword))
    };
    let of = if name == "integer" { "number" } else { name };
    let holds =
        |keyword: &str| about(of, keyword) || !MEANT.iter().any(|(other, _)| about(other, keyword));
    let mut branch: Schema = schema
        .iter()
        .filter(|(keyword, _)| holds(keyword))
        .map(|(keyword, value)| (keyword.clone(), value.clone()))
        .collect();
    branch.insert("type".to_owned(), json!(name));
    branch
}
