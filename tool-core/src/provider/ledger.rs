use std::collections::HashSet;

use serde_json::Value;

use super::keywords::has_role;
use super::loss::{Kept, Loss};
use super::ordered_map::OrderedMap;
use super::schema::Schema;
use crate::schema::SchemaRepair;
use crate::schema::keyword::Role;

/// Maximum length of a malformed value in a description.
const MAX_SHOWN: usize = 100;

/// Returns whether the description of a schema contains a removed keyword: its type or a limit
/// may still tell a model what to send.
pub(super) fn is_shown(removed: &SchemaRepair) -> bool {
    let is_of_value =
        has_role(&removed.keyword, Role::Value) || has_role(&removed.keyword, Role::Limit);
    let is_short = match &removed.before {
        Value::String(text) => text.chars().count() <= MAX_SHOWN,
        value => value.is_number(),
    };
    is_of_value && is_short && removed.after.is_none()
}

/// The losses of a view.
pub(super) struct Ledger<'d> {
    source: &'d Value,
    /// The definitions before the passes, for descriptions.
    pub(super) definitions: OrderedMap<Schema>,
    /// The places and keywords of `losses`. A pass may see several copies of a schema.
    known: HashSet<(String, String)>,
    /// In the order of the passes.
    pub(super) losses: Vec<Loss>,
}

impl<'d> Ledger<'d> {
    pub(super) fn new(source: &'d Value) -> Self {
        Self {
            source,
            definitions: OrderedMap::default(),
            known: HashSet::new(),
            losses: Vec::new(),
        }
    }

    /// Records that a keyword of a schema is not exported as it is.
    pub(super) fn lose(&mut self, schema: &Schema, keyword: &str, kept: Kept) {
        if kept == Kept::Reading && self.is_in_words(schema) {
            return;
        }
        // The keyword of an older draft that the passes read as this one.
        let older = match keyword {
            "prefixItems" => Some("items"),
            "dependentRequired" | "dependentSchemas" => Some("dependencies"),
            "additionalProperties" => Some("unevaluatedProperties"),
            // The keys of a map have a separate schema.
            "pattern" => Some("patternProperties"),
            _ => None,
        };
        let mut keywords = [keyword].into_iter().chain(older);
        let found = keywords.find_map(|keyword| Some((keyword, self.find(schema, keyword)?)));
        let (keyword, path, value) = match found {
            Some((keyword, (path, value))) => (keyword, path, value.clone()),
            // The schema implies it without a keyword.
            None => (keyword, schema.origin(), Value::Null),
        };
        if self.known.insert((path.to_owned(), keyword.to_owned())) {
            self.push(path, keyword, value, kept);
        }
    }

    /// Records that the schema at a path is left out because of a keyword.
    pub(super) fn lose_at(&mut self, path: &str, keyword: &str) {
        let schema = self.source.pointer(path);
        let value = schema.and_then(|schema| schema.get(keyword)).cloned();
        self.known.insert((path.to_owned(), keyword.to_owned()));
        self.push(path, keyword, value.unwrap_or_default(), Kept::Reading);
    }

    /// Records a malformed keyword that no provider accepts.
    pub(super) fn lose_malformed(&mut self, repair: SchemaRepair) {
        let kept = if is_shown(&repair) {
            Kept::Description
        } else {
            Kept::Nowhere
        };
        let SchemaRepair {
            path,
            keyword,
            before,
            ..
        } = repair;
        self.known.insert((path.clone(), keyword.clone()));
        self.push(&path, &keyword, before, kept);
    }

    pub(super) fn push(&mut self, path: &str, keyword: &str, value: Value, kept: Kept) {
        self.losses.push(Loss {
            path: path.to_owned(),
            keyword: keyword.to_owned(),
            value,
            kept,
        });
    }

    /// Returns whether the schema is inside a tuple that a description contains unchanged.
    fn is_in_words(&self, schema: &Schema) -> bool {
        schema.origins.iter().any(|path| {
            let mut tuples = path.match_indices("/prefixItems/");
            tuples.any(|(at, _)| {
                let tuple = (path[..at].to_owned(), "prefixItems".to_owned());
                self.known.contains(&tuple)
            })
        })
    }

    /// Finds a keyword in the definition's schema: its place and its value.
    pub(super) fn find<'s>(
        &self,
        schema: &'s Schema,
        keyword: &str,
    ) -> Option<(&'s str, &'d Value)> {
        schema.origins.iter().find_map(|path| {
            let value = self.source.pointer(path)?.get(keyword)?;
            Some((path.as_str(), value))
        })
    }

    /// Removes a keyword from a schema.
    pub(super) fn drop(&mut self, schema: &mut Schema, keyword: &str, kept: Kept) {
        if schema.has(keyword) {
            self.lose(schema, keyword, kept);
            schema.remove(keyword);
        }
    }
}
