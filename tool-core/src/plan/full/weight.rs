//! Estimates the work that a schema may cause for one value. If each schema refers to the next one
//! twice, the work doubles with each step.

use std::collections::HashMap;

use serde_json::Value;

use super::super::{Given, SchemaError};
use crate::limits::FULL_SCHEMA_DEPTH;
use crate::schema::keyword::Keyword;
use crate::schema::walk::subschemas;
use crate::schema::{Lookup, References};

/// Maximum number of schemas that may apply to one value and to one path below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    pub(super) schemas: u64,
    /// `true` if the schema contains itself.
    pub(super) recursive: bool,
}

impl Weight {
    pub(super) fn of(given: Given<'_>) -> Result<Self, SchemaError> {
        let mut scale = Scale {
            given,
            known: HashMap::new(),
            recursive: false,
            depth: 0,
            too_deep: false,
        };
        let schemas = scale.weigh(given.schema);
        if scale.too_deep {
            return Err(SchemaError::too_deep("", FULL_SCHEMA_DEPTH));
        }
        Ok(Self {
            schemas,
            recursive: scale.recursive,
        })
    }
}

struct Scale<'s> {
    given: Given<'s>,
    /// The weights of reference targets. `None` while a target is being weighed.
    known: HashMap<*const Value, Option<u64>>,
    recursive: bool,
    depth: usize,
    /// `true` if schemas are nested more deeply than the crate may safely follow.
    too_deep: bool,
}

impl<'s> Scale<'s> {
    fn weigh(&mut self, schema: &'s Value) -> u64 {
        if self.depth >= FULL_SCHEMA_DEPTH {
            self.too_deep = true;
            return 1;
        }
        self.depth += 1;
        let weight = self.weigh_inside(schema);
        self.depth -= 1;
        weight
    }

    fn weigh_inside(&mut self, schema: &'s Value) -> u64 {
        let (mut here, mut deepest) = (1_u64, 0_u64);
        let Value::Object(map) = schema else {
            return here;
        };
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(uri) = map.text(keyword) {
                here = here.saturating_add(self.weigh_reference(uri));
            }
        }
        for (step, part) in subschemas(map) {
            match Keyword::named(step.keyword()) {
                Some(keyword) if keyword.is_in_place() => {
                    here = here.saturating_add(self.weigh(part));
                }
                Some(keyword) if keyword.constrains() => deepest = deepest.max(self.weigh(part)),
                _ => {}
            }
        }
        here.saturating_add(deepest)
    }

    fn weigh_reference(&mut self, uri: &str) -> u64 {
        let Some(target) = self.find_target(uri) else {
            return 1;
        };
        match self.known.get(&std::ptr::from_ref(target)) {
            Some(Some(weight)) => return *weight,
            Some(None) => {
                self.recursive = true;
                return 1;
            }
            None => {}
        }
        self.known.insert(target, None);
        let weight = self.weigh(target);
        self.known.insert(target, Some(weight));
        weight
    }

    fn find_target(&self, uri: &str) -> Option<&'s Value> {
        let (address, fragment) = uri.split_once('#').unwrap_or((uri, ""));
        let mut resources = self.given.resources.iter();
        let document = match resources.find(|(known, _)| !address.is_empty() && known == address) {
            Some((_, resource)) => resource,
            None => self.given.schema,
        };
        References::of(document).target(&format!("#{fragment}"))
    }
}
