use serde_json::Value;

use crate::provider::ledger::Ledger;
use crate::provider::loss::Kept;
use crate::provider::view::{ORIGIN, Outcome, View, origin};
use crate::schema::walk::Schema;
use crate::tool::Definition;

/// What names or explains a schema for others than the model.
const SILENT: &[&str] = &[
    "$schema",
    "$id",
    "id",
    "$anchor",
    "$dynamicAnchor",
    "$recursiveAnchor",
    "$vocabulary",
    "$comment",
];

/// The formats of numbers: what they say beyond the bounds is for programs.
const OF_NUMBERS: &[&str] = &[
    "int8", "int16", "int32", "int64", "int128", "int", "uint8", "uint16", "uint32", "uint64",
    "uint128", "uint", "float", "double",
];

/// The keywords that an export may hold.
const KNOWN: &[&str] = &[
    "$ref",
    "$defs",
    "definitions",
    "type",
    "enum",
    "const",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "format",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "items",
    "prefixItems",
    "maxItems",
    "minItems",
    "uniqueItems",
    "contains",
    "maxContains",
    "minContains",
    "unevaluatedItems",
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "unevaluatedProperties",
    "maxProperties",
    "minProperties",
    "dependentRequired",
    "dependentSchemas",
    "not",
    "if",
    "then",
    "else",
    "allOf",
    "anyOf",
    "oneOf",
];

/// Drops what costs tokens and tells the model nothing: identifiers, keywords
/// that JSON Schema does not have, the formats of numbers.
pub(super) fn drop_noise(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        drop_identifiers(schema);
        let unknown = |keyword: &&String| keyword.as_str() != ORIGIN && !is_known(keyword);
        let unknown: Vec<String> = schema.keys().filter(unknown).cloned().collect();
        for keyword in unknown {
            ledger.drop(schema, &keyword, Kept::Nowhere);
        }
        values(schema, ledger);
        Ok(())
    })
}

/// Drops what names or explains a schema for others than the model.
fn drop_identifiers(schema: &mut Schema) {
    for keyword in SILENT {
        schema.shift_remove(*keyword);
    }
    // What is referred to stands at the root by now.
    schema.shift_remove("definitions");
    if !origin(schema).is_empty() {
        schema.shift_remove("$defs");
    }
}

/// Takes the title and the description off the root, since the tool itself bears
/// them, and comes back with the description of the tool: that of the root, where
/// the tool has none.
pub(in crate::provider) fn lift_description(
    view: &mut View<'_>,
    definition: &Definition,
) -> String {
    let View { schema, ledger } = view;
    let own = definition.description();
    let of_root = schema
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let description = if own.is_empty() { of_root } else { own }.to_owned();
    let told = [
        ("title", definition.title().unwrap_or_default()),
        ("description", description.as_str()),
    ];
    for (keyword, told) in told {
        let says = schema.get(keyword).and_then(Value::as_str);
        if says.is_some_and(|says| says.trim() == told.trim()) {
            schema.shift_remove(keyword);
        } else {
            ledger.drop(schema, keyword, Kept::Nowhere);
        }
    }
    description
}

/// Whether a format is that of a number.
pub(in crate::provider) fn is_format_of_number(format: &str) -> bool {
    OF_NUMBERS.contains(&format)
}

fn is_known(keyword: &str) -> bool {
    KNOWN.contains(&keyword)
}

fn values(schema: &mut Schema, ledger: &mut Ledger<'_>) {
    let format = schema.get("format").and_then(Value::as_str);
    if format.is_some_and(is_format_of_number) {
        ledger.drop(schema, "format", Kept::Reading);
    }
    if schema.get("default").is_some_and(Value::is_null) {
        ledger.drop(schema, "default", Kept::Reading);
    }
}
