//! Law 9: for every export of every target, each value that the export's schema accepts
//! reads into the type, and each value of the type has a form in the export that reads
//! back equal; where one does not, the losses say why.
#![expect(dead_code, reason = "the values are compared by `Debug`")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tests::{Entropy, as_json_schema, close_open, schema, target_of, targets, valid};
use tool_core::provider::{Export, Kept};
use tool_core::{Definition, Issue, Leniency, Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Point {
    x: i8,
    y: Option<i32>,
}

#[derive(Debug, ToolArg)]
struct Place {
    z: i8,
    name: Option<String>,
    tags: Option<Vec<u8>>,
}

#[derive(Debug, ToolArg)]
enum Op {
    Delete,
    Insert { row: Vec<u8>, at: Option<u32> },
    Move(Point),
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Inside {
    Stop,
    Go { speed: u16 },
    Jump(Point),
}

#[derive(Debug, ToolArg)]
#[serde(tag = "t", content = "c")]
enum Beside {
    Stop,
    Number(u8),
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Named { name: String },
    Many(Vec<bool>),
}

#[derive(Debug, ToolArg)]
struct Node {
    name: String,
    #[serde(default)]
    children: Vec<Node>,
}

macro_rules! tools {
    ($($(#[$meta:meta])* $name:ident { $($(#[$of_field:meta])* $field:ident: $type:ty),+ $(,)? })+) => {
        $(
            /// A tool.
            #[derive(Debug, Tool)]
            $(#[$meta])*
            struct $name {
                $($(#[$of_field])* $field: $type),+
            }
        )+

        fn kinds() -> Vec<Kind> {
            vec![$(kind::<$name>()),+]
        }
    };
}

tools! {
    Scalars { text: String, count: Option<u8>, wide: i64, small: i16, ratio: f64, flag: Option<bool> }
    FreeMaps { labels: Map<String, Value>, more: Option<Map<String, Value>> }
    AnyMaps { any: BTreeMap<String, Value>, of_lists: BTreeMap<String, Vec<Value>> }
    TypedMaps { limits: BTreeMap<String, u8>, by_number: BTreeMap<u32, Option<f64>> }
    NestedMaps { nested: BTreeMap<String, BTreeMap<String, Point>>, lists: Vec<BTreeMap<String, bool>> }
    FlatOutside { own: u8, #[serde(flatten)] op: Op }
    FlatInside { own: u8, #[serde(flatten)] op: Inside }
    FlatBeside { own: u8, #[serde(flatten)] op: Beside }
    FlatOption { own: u8, #[serde(flatten)] place: Option<Place> }
    OnlyFlat { #[serde(flatten)] op: Inside }
    Enums { op: Op, inside: Inside, beside: Option<Beside>, untagged: Untagged }
    ListsOfEnums { ops: Vec<Inside>, all: Vec<Vec<Op>> }
    Tuples { pair: (u8, String), rows: Vec<(i32, Option<bool>)>, three: [u8; 3] }
    Recursive { tree: Node, other: Option<Box<Node>> }
    Nested { deep: Vec<Vec<Vec<Option<u8>>>>, points: Vec<Point> }
}

/// A tool, and what a text is read as.
struct Kind {
    definition: &'static Definition,
    read: fn(&str, Leniency) -> Result<String, Vec<Issue>>,
}

fn kind<T: Tool + Debug>() -> Kind {
    Kind {
        definition: T::definition(),
        read: |raw, leniency| {
            let read = T::definition().reader().leniency(leniency).read::<T>(raw);
            read.map(|reading| format!("{:?}", reading.value))
                .map_err(|error| error.issues().to_vec())
        },
    }
}

fn dynamic(definition: &Definition, raw: &str, leniency: Leniency) -> Result<String, Vec<Issue>> {
    let read = definition.reader().leniency(leniency).read::<Value>(raw);
    read.map(|reading| without_nulls(reading.value).to_string())
        .map_err(|error| error.issues().to_vec())
}

/// Where null is a value of an optional property, a strict export has one form for it and
/// for none.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(entries) => entries
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key, without_nulls(value)))
            .collect(),
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        scalar => scalar,
    }
}

type Read<'r> = &'r dyn Fn(&str, Leniency) -> Result<String, Vec<Issue>>;

/// Holds both directions for each target; what is wrong, if something is.
fn round_trip(
    definition: &Definition,
    read: Read<'_>,
    entropy: &mut Entropy<'_>,
) -> Result<(), String> {
    // What an object that is open by silence holds beside is no part of the law.
    let mut own = definition.schema().clone();
    close_open(&mut own);
    for (name, target) in targets() {
        let Ok(export) = definition.export(target) else {
            continue;
        };
        let shown = as_json_schema(name, export.schema());
        let mut closed = shown.clone();
        close_open(&mut closed);
        let view = jsonschema::options()
            .should_validate_formats(true)
            .build(&shown)
            .map_err(|error| format!("{name}: {error}"))?;
        for _ in 0..3 {
            let sent = valid(&closed, &closed, entropy);
            if view.is_valid(&sent)
                && let Err(issues) = read(&sent.to_string(), Leniency::Standard)
                && let Some(issue) = issues.iter().find(|issue| !explains(&export, issue))
            {
                return Err(format!(
                    "{name}: {sent} is refused: {issue:?}\n{shown:#}\n{:#?}",
                    export.losses()
                ));
            }
            let value = valid(&own, &own, entropy);
            let Ok(meant) = read(&value.to_string(), Leniency::Strict) else {
                continue;
            };
            let form =
                form(&value, &shown, &shown, 0).map(|form| filled(form, &shown, &own, entropy));
            let Some(form) = form.filter(|form| view.is_valid(form)) else {
                if export.losses().is_empty() {
                    return Err(format!("{name}: {value} has no form in\n{shown:#}"));
                }
                continue;
            };
            match read(&form.to_string(), Leniency::Standard) {
                Ok(back) if back == meant => {}
                other => {
                    return Err(format!(
                        "{name}: {value} goes out as {form} and comes back as {other:?}\n{shown:#}"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Whether a loss says why a value of the export is refused.
fn explains(export: &Export, issue: &Issue) -> bool {
    let code = json!(issue.kind);
    let bounds = [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "format",
        "not",
    ];
    let lengths = [
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "propertyNames",
        "patternProperties",
    ];
    let counts = [
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
        "prefixItems",
    ];
    let forms = [
        "anyOf",
        "oneOf",
        "allOf",
        "prefixItems",
        "patternProperties",
        "dependentRequired",
    ];
    // The forms of a union may differ in any of them.
    let all = [&bounds[..], &lengths, &counts, &forms].concat();
    let counts_and_lengths;
    let keywords: &[&str] = match code["code"].as_str().unwrap_or_default() {
        "minimum" | "maximum" | "multiple_of" | "excluded" | "out_of_range" => &bounds,
        "min_length" | "max_length" | "pattern" | "format" => &lengths,
        "min_items" | "max_items" | "unique_items" | "min_properties" | "max_properties" => {
            // An empty text that a lost constraint rejects counts as absent.
            counts_and_lengths = [&counts[..], &lengths].concat();
            &counts_and_lengths
        }
        // A key of a map that is shown as entries may stand twice.
        "duplicate_key" => &["additionalProperties", "patternProperties"],
        "union" => &all,
        _ => &forms,
    };
    export.losses().iter().any(|loss| {
        let is_closed = loss.keyword == "additionalProperties" && loss.value == json!(false);
        let is_key_told = loss.keyword == "required";
        // Schemas that are told in words are held to by the reader alone.
        let holds_schemas = ["additionalProperties", "patternProperties", "prefixItems"];
        let is_told =
            holds_schemas.contains(&loss.keyword.as_str()) && loss.kept == Kept::Description;
        is_told
            || keywords.contains(&loss.keyword.as_str())
            || is_closed && code["code"] == "unknown_key"
            || is_key_told && code["code"] == "required"
            || loss.keyword == "enum" && (code["code"] == "enum" || code["code"] == "union")
    })
}

/// A value as the export shows it: null for what is absent, entries for a map.
fn form(value: &Value, shown: &Value, root: &Value, depth: usize) -> Option<Value> {
    if depth > 40 {
        return None;
    }
    if let Some(reference) = shown.get("$ref").and_then(Value::as_str) {
        return form(value, target_of(reference, root)?, root, depth + 1);
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        if let Some(Value::Array(branches)) = shown.get(keyword) {
            let mut forms = branches.iter().filter_map(|branch| {
                let form = form(value, branch, root, depth + 1)?;
                takes(branch, root, &form).then_some(form)
            });
            return forms.next();
        }
    }
    let formed = match value {
        Value::Object(entries) if shown["items"]["properties"].get("key").is_some() => entries
            .iter()
            .map(|(key, value)| {
                let value = form(
                    value,
                    &shown["items"]["properties"]["value"],
                    root,
                    depth + 1,
                )?;
                Some(json!({"key": key, "value": value}))
            })
            .collect::<Option<Value>>()?,
        Value::Object(entries) => object(entries, shown, root, depth)?,
        Value::Array(items) => {
            let first = shown.get("prefixItems").and_then(Value::as_array);
            let item = |(index, item): (usize, &Value)| {
                let of = first.and_then(|first| first.get(index));
                form(
                    item,
                    of.or_else(|| shown.get("items"))
                        .unwrap_or(&Value::Bool(true)),
                    root,
                    depth + 1,
                )
            };
            items
                .iter()
                .enumerate()
                .map(item)
                .collect::<Option<Value>>()?
        }
        scalar => scalar.clone(),
    };
    Some(formed)
}

/// Whether a branch takes a value.
fn takes(branch: &Value, root: &Value, value: &Value) -> bool {
    let mut alone = branch.clone();
    if let (Value::Object(alone), Some(definitions)) = (&mut alone, root.get("$defs")) {
        alone.insert("$defs".to_owned(), definitions.clone());
    }
    let options = jsonschema::options().should_validate_formats(true);
    options.build(&alone).is_ok_and(|view| view.is_valid(value))
}

fn object(
    entries: &Map<String, Value>,
    shown: &Value,
    root: &Value,
    depth: usize,
) -> Option<Value> {
    let mut formed = Map::new();
    let properties = shown.get("properties").and_then(Value::as_object);
    let required = shown.get("required").and_then(Value::as_array);
    for (name, property) in properties.into_iter().flatten() {
        let is_required = required.is_some_and(|names| names.contains(&json!(name)));
        match entries.get(name) {
            Some(value) => {
                formed.insert(name.clone(), form(value, property, root, depth + 1)?);
            }
            None if is_required => {
                formed.insert(name.clone(), form(&Value::Null, property, root, depth + 1)?);
            }
            None => {}
        }
    }
    let rest = shown
        .get("additionalProperties")
        .unwrap_or(&Value::Bool(true));
    for (name, value) in entries {
        if !formed.contains_key(name) && properties.is_none_or(|all| !all.contains_key(name)) {
            formed.insert(name.clone(), form(value, rest, root, depth + 1)?);
        }
    }
    Some(Value::Object(formed))
}

/// The form with fillers in place of null, for keys that belong to another variant of a
/// union at the root: what a strict schema forces a model to send.
fn filled(form: Value, shown: &Value, own: &Value, entropy: &mut Entropy<'_>) -> Value {
    let fillers = [json!(null), json!([]), json!(""), json!(false), json!(0)];
    let Value::Object(mut entries) = form else {
        return form;
    };
    let sent = Value::Object(entries.clone());
    for (name, value) in entries.iter_mut().filter(|(_, value)| value.is_null()) {
        let property = &shown["properties"][name];
        let filler = entropy.pick(&fillers);
        if !is_declared(name, own, own, &without_nulls(sent.clone()))
            && takes(property, shown, filler)
        {
            value.clone_from(filler);
        }
    }
    Value::Object(entries)
}

/// Whether a schema, or a form of it that takes the value, declares a property.
fn is_declared(name: &str, schema: &Value, root: &Value, value: &Value) -> bool {
    let schema = match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => target_of(reference, root).unwrap_or(schema),
        None => schema,
    };
    let mut forms = ["anyOf", "oneOf", "allOf"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword)?.as_array())
        .flatten();
    schema["properties"].get(name).is_some()
        || forms.any(|form| takes(form, root, value) && is_declared(name, form, root, value))
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..400)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(16) })]

    #[test]
    fn derived_types_go_out_and_come_back(bytes in bytes()) {
        for kind in kinds() {
            let mut entropy = Entropy::new(&bytes);
            let outcome = round_trip(kind.definition, &|raw, leniency| (kind.read)(raw, leniency), &mut entropy);
            prop_assert_eq!(outcome, Ok(()));
        }
    }

    #[test]
    fn given_schemas_go_out_and_come_back(bytes in bytes()) {
        let mut entropy = Entropy::new(&bytes);
        let mut schema = schema(&mut entropy);
        if entropy.once_in(3) {
            schema["properties"]["free"] = json!({"type": "object", "additionalProperties": true});
        }
        let definition = Definition::new("tool", "A tool.", schema).expect("a schema");
        let outcome = round_trip(&definition, &|raw, leniency| dynamic(&definition, raw, leniency), &mut entropy);
        prop_assert_eq!(outcome, Ok(()));
    }
}
