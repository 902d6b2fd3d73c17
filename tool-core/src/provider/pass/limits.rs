use std::collections::HashSet;

use serde_json::Value;

use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::subschemas::{Schema, inside};
use crate::provider::view::Outcome;

/// How large a schema is, definitions included.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::provider) struct Size {
    pub(in crate::provider) properties: usize,
    /// Properties that may be left out.
    pub(in crate::provider) optional: usize,
    /// Properties that are of several types.
    pub(in crate::provider) unions: usize,
    /// How deep objects and arrays nest, the root counted.
    pub(in crate::provider) depth: usize,
    /// Members of enums.
    pub(in crate::provider) members: usize,
    /// Characters of names, members and constants.
    pub(in crate::provider) characters: usize,
}

/// Measures a schema.
pub(in crate::provider) fn measure(schema: &Schema) -> Size {
    let mut size = Size::default();
    add(schema, 0, &mut size);
    size
}

fn add(schema: &Schema, depth: usize, size: &mut Size) {
    let nests = schema.contains_key("properties") || schema.contains_key("items");
    let depth = depth + usize::from(nests);
    size.depth = size.depth.max(depth);
    let required = schema.get("required").and_then(Value::as_array);
    let required = required.into_iter().flatten().filter_map(Value::as_str);
    let required: HashSet<&str> = required.collect();
    for (name, property) in object(schema, "properties") {
        size.properties += 1;
        size.characters += name.chars().count();
        size.optional += usize::from(!required.contains(name.as_str()));
        let is_union =
            property.get("anyOf").is_some() || property.get("type").is_some_and(Value::is_array);
        size.unions += usize::from(is_union);
    }
    for (name, _) in object(schema, "$defs") {
        size.characters += name.chars().count();
    }
    let members = schema
        .get("enum")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    for member in members.chain(schema.get("const")) {
        size.characters += match member {
            Value::String(text) => text.chars().count(),
            other => other.to_string().chars().count(),
        };
    }
    size.members += schema
        .get("enum")
        .and_then(Value::as_array)
        .map_or(0, Vec::len);
    for inside in inside(schema) {
        if let Value::Object(inside) = inside {
            add(inside, depth, size);
        }
    }
}

fn object<'s>(schema: &'s Schema, keyword: &str) -> impl Iterator<Item = (&'s String, &'s Value)> {
    schema
        .get(keyword)
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
}

/// Refuses more than a provider takes.
pub(in crate::provider) fn at_most(what: &'static str, count: usize, most: usize) -> Outcome {
    if count <= most {
        return Ok(());
    }
    Err(Refusal::new(
        "",
        None,
        Reason::TooMany { what, count, most },
    ))
}
