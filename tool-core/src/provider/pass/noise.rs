use serde_json::Value;

use crate::provider::loss::Kept;
use crate::provider::subschemas::Schema;
use crate::provider::view::{Ledger, ORIGIN, Outcome, View, origin};
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
    "dependencies",
    "not",
    "if",
    "then",
    "else",
    "allOf",
    "anyOf",
    "oneOf",
];

/// Drops what costs tokens and tells the model nothing: identifiers, keywords
/// that JSON Schema does not have, the formats of numbers, a title and a
/// description that the tool itself bears.
pub(super) fn drop_noise(view: &mut View<'_>, definition: &Definition) -> Outcome {
    view.each(|schema, ledger| {
        for keyword in SILENT {
            schema.shift_remove(*keyword);
        }
        // What is referred to stands at the root by now.
        schema.shift_remove("definitions");
        if !origin(schema).is_empty() {
            schema.shift_remove("$defs");
        }
        let unknown = |keyword: &&String| keyword.as_str() != ORIGIN && !is_known(keyword);
        let unknown: Vec<String> = schema.keys().filter(unknown).cloned().collect();
        for keyword in unknown {
            ledger.drop(schema, &keyword, Kept::Nowhere);
        }
        values(schema, ledger);
        Ok(())
    })?;
    let View { schema, ledger } = view;
    drop_told(schema, ledger, "title", definition.title());
    drop_told(
        schema,
        ledger,
        "description",
        Some(definition.description()),
    );
    Ok(())
}

fn is_known(keyword: &str) -> bool {
    KNOWN.contains(&keyword)
}

fn values(schema: &mut Schema, ledger: &mut Ledger<'_>) {
    let format = schema.get("format").and_then(Value::as_str);
    if format.is_some_and(|format| OF_NUMBERS.contains(&format)) {
        ledger.drop(schema, "format", Kept::Reading);
    }
    if schema.get("default").is_some_and(Value::is_null) {
        ledger.drop(schema, "default", Kept::Reading);
    }
}

/// Drops what the root says of the tool: the tool says it.
fn drop_told(schema: &mut Schema, ledger: &mut Ledger<'_>, keyword: &str, told: Option<&str>) {
    debug_assert!(origin(schema).is_empty());
    let says = schema.get(keyword).and_then(Value::as_str);
    let same = says.is_some_and(|says| Some(says.trim()) == told.map(str::trim));
    if same {
        schema.shift_remove(keyword);
    } else {
        ledger.drop(schema, keyword, Kept::Nowhere);
    }
}
