//! The values of a call, each with its schema.

use serde_json::Value;
use tool_core::issue::Segment;

use crate::{Entropy, target_of};

/// A value of the intended call, and the schema that describes it.
pub(super) struct Place {
    pub(super) path: Vec<Segment>,
    pub(super) schema: Value,
    /// The branches of the union at the place.
    pub(super) branches: Vec<Value>,
    pub(super) is_required: bool,
    /// True if the object around it takes other keys as data.
    pub(super) is_in_map: bool,
}

impl Place {
    pub(super) fn parent(&self) -> &[Segment] {
        self.path.split_last().map_or(&[], |(_, parent)| parent)
    }

    pub(super) fn key(&self) -> Option<&str> {
        match self.path.last() {
            Some(Segment::Key(key)) => Some(key),
            _ => None,
        }
    }

    /// Returns true if a form of the object gives the key a meaning.
    pub(super) fn takes(&self, key: &str) -> bool {
        let mut forms = self.branches.iter().chain([&self.schema]);
        forms.any(|form| {
            form["properties"].get(key).is_some()
                || form["additionalProperties"].is_object()
                || form.get("patternProperties").is_some()
        })
    }
}

pub(super) fn places(schema: &Value, intended: &Value) -> Vec<Place> {
    let mut found = Vec::new();
    collect(schema, schema, intended, &[], (true, false), &mut found);
    found
}

fn collect(
    schema: &Value,
    root: &Value,
    value: &Value,
    path: &[Segment],
    (is_required, is_in_map): (bool, bool),
    found: &mut Vec<Place>,
) {
    let (schema, branches) = resolve(schema, root, value, 8);
    found.push(Place {
        path: path.to_vec(),
        schema: schema.clone(),
        branches,
        is_required,
        is_in_map,
    });
    let below = |step: Segment| [path, &[step]].concat();
    match value {
        Value::Object(entries) => {
            let required = schema["required"].as_array();
            for (key, value) in entries {
                let inner = schema["properties"].get(key);
                let is_required =
                    required.is_some_and(|names| names.iter().any(|name| name == key));
                let path = below(Segment::Key(key.clone()));
                let inner = inner.or_else(|| schema.get("additionalProperties"));
                if let Some(inner @ Value::Object(_)) = inner {
                    let is_map = schema["additionalProperties"].is_object()
                        || schema.get("patternProperties").is_some();
                    collect(inner, root, value, &path, (is_required, is_map), found);
                }
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                let prefix = schema["prefixItems"].get(index);
                if let Some(inner) = prefix.or_else(|| schema.get("items")) {
                    collect(
                        inner,
                        root,
                        value,
                        &below(index.into()),
                        (true, false),
                        found,
                    );
                }
            }
        }
        _ => {}
    }
}

/// Follows references, and picks the branch of a union that the value fits. Returns the branches of
/// the last union, too.
fn resolve(schema: &Value, root: &Value, value: &Value, depth: usize) -> (Value, Vec<Value>) {
    if depth == 0 {
        return (schema.clone(), Vec::new());
    }
    if let Some(pointer) = schema["$ref"].as_str()
        && let Some(target) = target_of(pointer, root)
    {
        return resolve(target, root, value, depth - 1);
    }
    let union = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    if let Some(branches) = union.and_then(Value::as_array) {
        let branches = branches
            .iter()
            .map(|branch| resolve(branch, root, value, depth - 1).0);
        let branches: Vec<Value> = branches.collect();
        let fitting = branches
            .iter()
            .find(|branch| fits(branch, root, value, depth));
        let fitting = fitting.cloned().unwrap_or_default();
        return (fitting, branches);
    }
    (schema.clone(), Vec::new())
}

/// Returns whether a value has the type of a schema, and so have the values inside it.
fn fits(schema: &Value, root: &Value, value: &Value, depth: usize) -> bool {
    if depth == 0 {
        return true;
    }
    if let Some(pointer) = schema["$ref"].as_str()
        && let Some(target) = target_of(pointer, root)
    {
        return fits(target, root, value, depth - 1);
    }
    let union = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    if let Some(branches) = union.and_then(Value::as_array) {
        return branches
            .iter()
            .any(|branch| fits(branch, root, value, depth - 1));
    }
    if let Some(constant) = schema.get("const") {
        return constant == value;
    }
    if let Some(members) = schema["enum"].as_array() {
        return members.contains(value);
    }
    let is_of = |name: &Value| match name.as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some("null") => value.is_null(),
        _ => true,
    };
    let types = match &schema["type"] {
        Value::Array(types) => types.iter().any(is_of),
        one => is_of(one),
    };
    let required = schema["required"].as_array().into_iter().flatten();
    let mut required = required.filter_map(Value::as_str);
    let others = &schema["additionalProperties"];
    let fits_inside = |inner: &Value, value: &Value| fits(inner, root, value, depth - 1);
    let mut entries = value.as_object().into_iter().flatten();
    let mut items = value.as_array().into_iter().flatten().enumerate();
    types
        && (!value.is_object() || required.all(|name| value.get(name).is_some()))
        && entries.all(|(key, value)| match schema["properties"].get(key) {
            Some(inner) => fits_inside(inner, value),
            None => *others != false && (!others.is_object() || fits_inside(others, value)),
        })
        && items.all(|(index, item)| {
            let inner = schema["prefixItems"].get(index).or(schema.get("items"));
            inner.is_none_or(|inner| fits_inside(inner, item))
        })
}

/// Returns one of the places with this feature.
pub(super) fn pick<'p>(
    places: &'p [Place],
    entropy: &mut Entropy<'_>,
    is_meant: impl Fn(&&Place) -> bool,
) -> Option<&'p Place> {
    let meant: Vec<&Place> = places.iter().filter(is_meant).collect();
    (!meant.is_empty()).then(|| *entropy.pick(&meant))
}

/// Returns true if a schema accepts any content of a container.
pub(super) fn is_free(schema: &Value) -> bool {
    let says = [
        "properties",
        "items",
        "prefixItems",
        "additionalProperties",
        "enum",
        "const",
    ];
    let is_container = matches!(schema["type"].as_str(), None | Some("array" | "object"));
    let is_said = says.iter().any(|keyword| match schema.get(keyword) {
        Some(Value::Object(inner)) => !inner.is_empty(),
        Some(Value::Array(_)) => true,
        Some(_) => *keyword == "const",
        None => false,
    });
    is_container && !is_said
}

/// Returns the tag of a form, and its value.
pub(super) fn tag_of(branch: &Value) -> Option<(String, Value)> {
    let mut properties = branch["properties"].as_object()?.iter();
    properties.find_map(|(name, property)| {
        let only = || match property["enum"].as_array()?.as_slice() {
            [only] => Some(only),
            _ => None,
        };
        let value = property.get("const").or_else(only)?;
        Some((name.clone(), value.clone()))
    })
}
