//! The schemas of a place, through references and unions.

use std::ptr;

use serde_json::Value;

use crate::issue::Segment;
use crate::schema::keyword::FORMS;
use crate::schema::{Lookup, find_target};

/// All schemas that may apply to a place of the arguments. References are followed, and unions
/// are replaced by their branches.
pub(super) struct PlaceSchemas<'s> {
    root: &'s Value,
    here: Vec<&'s Value>,
}

impl<'s> PlaceSchemas<'s> {
    /// Returns the schemas of the arguments as a whole.
    pub(super) fn of(root: &'s Value) -> Self {
        Self::new(root, vec![root])
    }

    /// Returns the schemas of a property or an item of this place.
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

    /// Returns the names of the properties, in the order of the schema.
    pub(super) fn names(&self) -> Vec<&'s str> {
        let here = self.here.iter();
        let properties = here.flat_map(|one| one.entries("properties"));
        properties.map(|(name, _)| name.as_str()).collect()
    }

    fn new(root: &'s Value, mut here: Vec<&'s Value>) -> Self {
        let mut next = 0;
        while let Some(schema) = here.get(next).copied() {
            for joined in find_joined(root, schema) {
                // A schema that occurs twice is recursive.
                if !here.iter().any(|known| ptr::eq(*known, joined)) {
                    here.push(joined);
                }
            }
            next += 1;
        }
        Self { root, here }
    }
}

/// Returns the schemas that constrain the same place as a schema.
fn find_joined<'s>(root: &'s Value, schema: &'s Value) -> Vec<&'s Value> {
    let reference = schema.text("$ref");
    let target = reference.and_then(|reference| find_target(root, reference));
    let forms = FORMS.iter().flat_map(|keyword| schema.list(keyword));
    target.into_iter().chain(forms).collect()
}
