use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::references::referred;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::view::Outcome;
use crate::schema::walk::{Schema, inside};

/// How large a schema is, definitions included.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::provider) struct Size {
    pub(in crate::provider) properties: usize,
    /// Properties that may be left out.
    pub(in crate::provider) optional: usize,
    /// Properties that are of several types.
    pub(in crate::provider) unions: usize,
    /// How deep objects and arrays nest along references, the root counted.
    pub(in crate::provider) depth: usize,
    /// Members of enums.
    pub(in crate::provider) members: usize,
    /// Characters of names, members and constants.
    pub(in crate::provider) characters: usize,
}

/// Measures a schema.
pub(in crate::provider) fn measure(schema: &Schema) -> Size {
    let mut size = Size::default();
    add(schema, &mut size);
    let mut levels = Levels {
        definitions: schema.get("$defs").and_then(Value::as_object),
        known: HashMap::new(),
    };
    let mut root = schema.clone();
    root.shift_remove("$defs");
    size.depth = levels.of(&root);
    size
}

/// How deep objects and arrays nest, counted along references; what leads back to itself
/// is counted once.
struct Levels<'s> {
    definitions: Option<&'s Schema>,
    /// Those of the definitions; nothing yet while they are counted.
    known: HashMap<String, Option<usize>>,
}

impl Levels<'_> {
    fn of(&mut self, schema: &Schema) -> usize {
        let nests = schema.contains_key("properties") || schema.contains_key("items");
        let inside = inside(schema);
        let mut deepest = inside
            .map(|inside| self.of(inside))
            .max()
            .unwrap_or_default();
        if let Some(name) = referred(schema) {
            deepest = deepest.max(self.of_definition(name));
        }
        usize::from(nests) + deepest
    }

    fn of_definition(&mut self, name: String) -> usize {
        if let Some(known) = self.known.get(&name) {
            return known.unwrap_or_default();
        }
        let definition = self.definitions.and_then(|all| all.get(&name)?.as_object());
        let Some(definition) = definition.cloned() else {
            return 0;
        };
        self.known.insert(name.clone(), None);
        let levels = self.of(&definition);
        self.known.insert(name, Some(levels));
        levels
    }
}

fn add(schema: &Schema, size: &mut Size) {
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
        add(inside, size);
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
