use std::collections::HashSet;

use serde_json::Value;

use super::loss::{Kept, Loss};
use super::pass::inline_in_words;
use super::view::{origin, origins, say, told_keyword};
use crate::schema::walk::Schema;

/// What a view has lost of the definition's schema.
pub(super) struct Ledger<'d> {
    source: &'d Value,
    /// The definitions as they were at first, to be written out in words.
    pub(super) definitions: Schema,
    /// What is in `losses`, since passes see a schema that was copied more than once.
    known: HashSet<(String, String)>,
    losses: Vec<Loss>,
}

impl<'d> Ledger<'d> {
    pub(super) fn new(source: &'d Value) -> Self {
        Self {
            source,
            definitions: Schema::new(),
            known: HashSet::new(),
            losses: Vec::new(),
        }
    }

    /// The losses, in the order of the passes.
    pub(super) fn into_losses(self) -> Vec<Loss> {
        self.losses
    }

    /// Records that a keyword of a schema is not exported as it is.
    pub(super) fn lose(&mut self, schema: &Schema, keyword: &str, kept: Kept) {
        if kept == Kept::Reading && self.is_in_words(schema) {
            return;
        }
        let said = self.said(schema, keyword);
        // What the passes read as another keyword.
        let said = said.or_else(|| match keyword {
            "prefixItems" => self.said(schema, "items"),
            "dependentRequired" | "dependentSchemas" => self.said(schema, "dependencies"),
            "additionalProperties" => self.said(schema, "unevaluatedProperties"),
            // The keys of a map, as a schema of their own.
            "pattern" => self.said(schema, "patternProperties"),
            _ => None,
        });
        let (path, keyword, value) = match said {
            Some((path, keyword, value)) => (path.to_owned(), keyword, value),
            // The schema says it by silence.
            None => (origin(schema).to_owned(), keyword, Value::Null),
        };
        if !self.known.insert((path.clone(), keyword.to_owned())) {
            return;
        }
        self.losses.push(Loss {
            path,
            keyword: keyword.to_owned(),
            value,
            kept,
        });
    }

    /// Records that the schema at a path is left out for what it says by a keyword.
    pub(super) fn lose_at(&mut self, path: &str, keyword: &str) {
        let said = self.source.pointer(path);
        let value = said.and_then(|schema| schema.get(keyword)).cloned();
        self.known.insert((path.to_owned(), keyword.to_owned()));
        self.losses.push(Loss {
            path: path.to_owned(),
            keyword: keyword.to_owned(),
            value: value.unwrap_or_default(),
            kept: Kept::Reading,
        });
    }

    /// Whether it is an item of a tuple that is told in words, as it was.
    fn is_in_words(&self, schema: &Schema) -> bool {
        let told = |path: &str| {
            let mut tuples = path.match_indices("/prefixItems/");
            tuples.any(|(at, _)| {
                let tuple = (path[..at].to_owned(), "prefixItems".to_owned());
                self.known.contains(&tuple)
            })
        };
        origins(schema).any(told)
    }

    /// What the definition's schema says by a keyword, and where.
    pub(super) fn said<'s, 'k>(
        &self,
        schema: &'s Schema,
        keyword: &'k str,
    ) -> Option<(&'s str, &'k str, Value)> {
        origins(schema).find_map(|path| {
            let value = self.source.pointer(path)?.get(keyword)?;
            Some((path, keyword, value.clone()))
        })
    }

    /// Takes a keyword out of a schema, which the description then tells.
    pub(super) fn describe(&mut self, schema: &mut Schema, keyword: &str) {
        let Some(value) = schema.shift_remove(keyword) else {
            return;
        };
        self.lose(schema, keyword, Kept::Description);
        let value = match keyword {
            // The items refer to the same definitions, which stay for them.
            "prefixItems" => value,
            _ => inline_in_words(keyword, value, &self.definitions),
        };
        let words = match (keyword, &value) {
            // A model would take each backslash that JSON doubles for two.
            ("pattern", Value::String(pattern)) => format!("pattern: \"{pattern}\""),
            _ => format!("{keyword}: {}", told_keyword(keyword, &value)),
        };
        say(schema, words);
    }

    /// Takes a keyword out of a schema.
    pub(super) fn drop(&mut self, schema: &mut Schema, keyword: &str, kept: Kept) {
        if schema.contains_key(keyword) {
            self.lose(schema, keyword, kept);
            schema.shift_remove(keyword);
        }
    }
}
