//! What a schema says of a place, whichever way leads there.

use std::ptr;

use serde_json::Value;

use crate::issue::Segment;
use crate::schema::target;

/// All schemas that a place of the arguments may be held to: references are
/// followed, and the branches of a union stand side by side.
pub(super) struct Places<'s> {
    root: &'s Value,
    here: Vec<&'s Value>,
}

impl<'s> Places<'s> {
    /// Those of the arguments as a whole.
    pub(super) fn of(root: &'s Value) -> Self {
        Self::new(root, vec![root])
    }

    /// Those of a property or an item of this place.
    pub(super) fn step(&self, segment: &Segment) -> Self {
        let below = self.here.iter().filter_map(|schema| match segment {
            Segment::Key(key) => {
                let declared = schema.get("properties").and_then(|all| all.get(key));
                declared.or_else(|| schema.get("additionalProperties"))
            }
            Segment::Index(index) => {
                let prefix = schema.get("prefixItems").and_then(|all| all.get(*index));
                prefix.or_else(|| schema.get("items"))
            }
        });
        Self::new(self.root, below.collect())
    }

    /// The names of the properties, in the order of the schema.
    pub(super) fn names(&self) -> Vec<&'s str> {
        let properties = self.here.iter().filter_map(|one| one.get("properties"));
        let names = properties.filter_map(Value::as_object);
        names
            .flat_map(|all| all.keys().map(String::as_str))
            .collect()
    }

    fn new(root: &'s Value, mut here: Vec<&'s Value>) -> Self {
        let mut next = 0;
        while let Some(schema) = here.get(next).copied() {
            for joined in joined(root, schema) {
                // A schema that is met again is a recursive one.
                if !here.iter().any(|known| ptr::eq(*known, joined)) {
                    here.push(joined);
                }
            }
            next += 1;
        }
        Self { root, here }
    }
}

/// The schemas that say more of the place that a schema is of.
fn joined<'s>(root: &'s Value, schema: &'s Value) -> Vec<&'s Value> {
    let lists = ["allOf", "anyOf", "oneOf"].into_iter();
    let lists = lists.filter_map(|keyword| schema.get(keyword)?.as_array());
    let reference = schema.get("$ref").and_then(Value::as_str);
    let target = reference.and_then(|reference| target(root, reference));
    target.into_iter().chain(lists.flatten()).collect()
}
