use serde_json::{Value, json};

use super::maps::map_keyword;
use super::merge::names;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::ledger::Ledger;
use crate::provider::loss::Kept;
use crate::provider::view::{ORIGIN, Outcome, View, move_words, origin};
use crate::schema::walk::Schema;

/// What says that a schema is meant for one type, though any other passes it.
const MEANT: &[(&str, &[&str])] = &[
    (
        "object",
        &[
            "properties",
            "required",
            "additionalProperties",
            "unevaluatedProperties",
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
            "minContains",
            "maxContains",
            "unevaluatedItems",
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

/// Drops what is about values of other types than those that a schema names: it
/// says nothing there. Members of other types are none.
pub(in crate::provider) fn drop_beside_types(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let types = schema.get("type").map(names).unwrap_or_default();
        let takes = |of: &str| {
            types
                .iter()
                .any(|name| name == of || name == "integer" && of == "number")
        };
        if types.is_empty() {
            return Ok(());
        }
        for (_, about) in MEANT.iter().filter(|(of, _)| !takes(of)) {
            for keyword in *about {
                // It is an annotation for any type.
                if *keyword != "format" {
                    ledger.drop(schema, keyword, Kept::Nowhere);
                }
            }
        }
        drop_members_beside(schema, &types, ledger)
    })
}

fn drop_members_beside(schema: &mut Schema, types: &[String], ledger: &mut Ledger<'_>) -> Outcome {
    let is_other = |member: &Value| !types.iter().any(|name| is_of(member, name));
    let members = schema.get("enum").and_then(Value::as_array);
    if !members.is_some_and(|members| members.iter().any(is_other)) {
        return Ok(());
    }
    ledger.lose(schema, "enum", Kept::Nowhere);
    if let Some(Value::Array(members)) = schema.get_mut("enum") {
        members.retain(|member| !is_other(member));
        if members.is_empty() {
            return Err(Refusal::new(origin(schema), Some("enum"), Reason::NoValue));
        }
    }
    Ok(())
}

/// Whether a value is of a type; a number without a fraction is an integer.
fn is_of(value: &Value, name: &str) -> bool {
    let is_whole = || value.as_f64().is_some_and(|number| number.fract() == 0.0);
    match type_of(value) {
        "integer" => matches!(name, "integer" | "number"),
        "number" => name == "number" || name == "integer" && is_whole(),
        of => of == name,
    }
}

/// Has each schema name its type: that of its members, or the one that its
/// keywords are about. A value of any type is refused.
pub(in crate::provider) fn infer_types(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let says = ["type", "$ref", "anyOf", "oneOf", "allOf"];
        if says.iter().any(|keyword| schema.contains_key(*keyword)) {
            return Ok(());
        }
        if infer_type_of_members(schema) {
            return Ok(());
        }
        let meant = MEANT
            .iter()
            .find(|(_, about)| about.iter().any(|keyword| schema.contains_key(*keyword)));
        let Some((name, _)) = meant else {
            // What says a type itself is the array around it.
            let keyword = ledger.said(schema, "type").map(|_| "items");
            return Err(Refusal::new(origin(schema), keyword, Reason::AnyValue));
        };
        ledger.lose(schema, "type", Kept::Nowhere);
        schema.insert("type".to_owned(), json!(name));
        Ok(())
    })
}

/// Has a schema that names its members name their types; whether it does.
pub(in crate::provider) fn infer_type_of_members(schema: &mut Schema) -> bool {
    let types = types_of_members(schema);
    let names_them = types.is_some();
    if let Some(types) = types {
        schema.entry("type").or_insert(types);
    }
    names_them
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
    split_where(view, |_, types| {
        types
            .iter()
            .any(|name| matches!(name.as_str(), "object" | "array"))
    })
}

/// Makes a union of each schema whose types are a list.
pub(in crate::provider) fn split_all_types(view: &mut View<'_>) -> Outcome {
    split_where(view, |_, _| true)
}

/// Makes a union of a map that may be of other types as well.
pub(in crate::provider) fn split_types_of_maps(view: &mut View<'_>) -> Outcome {
    split_where(view, |schema, types| {
        types.iter().any(|name| name == "object") && map_keyword(schema).is_some()
    })
}

fn split_where(view: &mut View<'_>, splits: fn(&Schema, &[String]) -> bool) -> Outcome {
    view.each(|schema, _| {
        let types = schema.get("type").map(names).unwrap_or_default();
        if let [one] = types.as_slice() {
            schema.insert("type".to_owned(), json!(one));
        }
        if types.len() < 2 || !splits(schema, &types) {
            return Ok(());
        }
        let mut whole = std::mem::take(schema);
        move_words(&mut whole, schema);
        for keyword in [ORIGIN, "$defs", "default", "deprecated", "examples"] {
            let value = match keyword {
                ORIGIN => whole.get(keyword).cloned(),
                _ => whole.shift_remove(keyword),
            };
            schema.extend(value.map(|value| (keyword.to_owned(), value)));
        }
        let branches = types.iter().filter_map(|name| of_type(&whole, name));
        let branches: Vec<Value> = branches.map(Value::Object).collect();
        if branches.is_empty() {
            return Err(Refusal::new(origin(schema), None, Reason::NoValue));
        }
        schema.insert("anyOf".to_owned(), Value::Array(branches));
        Ok(())
    })
}

/// What a schema says of the values of one type; nothing, if it names the members
/// and none is of that type.
fn of_type(schema: &Schema, name: &str) -> Option<Schema> {
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
    if let Some(Value::Array(members)) = branch.get_mut("enum") {
        let of_name = |member: &Value| {
            let of = type_of(member);
            of == name || of == "integer" && name == "number"
        };
        members.retain(of_name);
        if members.is_empty() {
            return None;
        }
        // Null says all of itself.
        if name == "null" {
            branch.shift_remove("enum");
        }
    }
    Some(branch)
}
