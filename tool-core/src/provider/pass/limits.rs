use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::limits::EXPORT_DEPTH;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::Schema;
use crate::provider::view::PassResult;
use crate::schema::{Lookup, find_referred};

/// The size of a schema, including its definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::provider) struct Size {
    pub(in crate::provider) properties: usize,
    /// Optional properties.
    pub(in crate::provider) optional: usize,
    /// Properties with several types.
    pub(in crate::provider) unions: usize,
    /// Levels of objects and arrays along references, including the root.
    pub(in crate::provider) depth: usize,
    /// Members of enums.
    pub(in crate::provider) members: usize,
    /// Characters of names, members and constants.
    pub(in crate::provider) characters: usize,
}

pub(in crate::provider) fn measure(schema: &Schema) -> Size {
    let mut size = Size::default();
    add(schema, &mut size);
    let mut levels = Levels {
        definitions: schema.named("$defs"),
        known: HashMap::new(),
        depth: 0,
    };
    size.depth = levels.count(schema);
    size
}

/// Counts the levels of objects and arrays, along references. A recursive level counts once.
struct Levels<'s> {
    definitions: &'s OrderedMap<Schema>,
    /// The levels of the definitions. `None` while they are counted.
    known: HashMap<String, Option<usize>>,
    /// Levels of schemas above this one, along the references that are followed at present.
    depth: usize,
}

impl Levels<'_> {
    /// Deeper schemas count as [`EXPORT_DEPTH`] levels, which is more than any provider takes.
    fn count(&mut self, schema: &Schema) -> usize {
        if self.depth == EXPORT_DEPTH {
            return EXPORT_DEPTH;
        }
        self.depth += 1;
        let mut deepest = 0;
        for (keyword, inside) in schema.children() {
            if keyword != "$defs" {
                deepest = deepest.max(self.count(inside));
            }
        }
        if let Some(name) = find_referred(schema) {
            deepest = deepest.max(self.count_definition(name));
        }
        self.depth -= 1;
        let own = usize::from(schema.has_any(&["properties", "items"]));
        (own + deepest).min(EXPORT_DEPTH)
    }

    fn count_definition(&mut self, name: String) -> usize {
        if let Some(known) = self.known.get(&name) {
            return known.unwrap_or_default();
        }
        let Some(definition) = self.definitions.get(&name) else {
            return 0;
        };
        self.known.insert(name.clone(), None);
        let levels = self.count(definition);
        self.known.insert(name, Some(levels));
        levels
    }
}

fn add(schema: &Schema, size: &mut Size) {
    let required: HashSet<&str> = schema.names("required").collect();
    for (name, property) in schema.properties().iter() {
        size.properties += 1;
        size.characters += name.chars().count();
        size.optional += usize::from(!required.contains(name));
        let is_union = property.has("anyOf") || property.value("type").is_some_and(Value::is_array);
        size.unions += usize::from(is_union);
    }
    for name in schema.named("$defs").keys() {
        size.characters += name.chars().count();
    }
    for member in schema.list("enum").iter().chain(schema.value("const")) {
        size.characters += match member {
            Value::String(text) => text.chars().count(),
            other => other.to_string().chars().count(),
        };
    }
    size.members += schema.list("enum").len();
    for (_, inside) in schema.children() {
        add(inside, size);
    }
}

/// Rejects a number above the limit of a provider.
pub(in crate::provider) fn at_most(what: &'static str, count: usize, most: usize) -> PassResult {
    check_count(what, count, most).map_err(|reason| Unexportable::new("", None, reason))
}

pub(super) fn check_count(what: &'static str, count: usize, most: usize) -> Result<(), Reason> {
    if count <= most {
        Ok(())
    } else {
        Err(Reason::TooMany { what, count, most })
    }
}

/// Shortens a text to the limit of a provider, at the end of a sentence or a word.
pub(in crate::provider) fn shorten(text: &str, most: usize) -> String {
    let kept = most.saturating_sub(1);
    let end = text
        .char_indices()
        .nth(kept)
        .map_or(text.len(), |(end, _)| end);
    let start = &text[..end];
    let after = |at: usize| at + 1;
    let sentence = start.rfind(". ").or_else(|| start.rfind('\n')).map(after);
    // A sentence in the first half leaves out too much.
    if let Some(end) = sentence.filter(|end| *end > start.len() / 2) {
        return start[..end].trim_end().to_owned();
    }
    let word = start.rfind(char::is_whitespace).unwrap_or(start.len());
    format!("{}…", start[..word].trim_end())
}
