use std::collections::{HashMap, HashSet};

use super::drop_unused;
use super::limits::check_count;
use super::merge::merge;
use super::references::{refuse_recursion, target};
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::ledger::Ledger;
use crate::provider::loss::Kept;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::{KeywordValue, Schema};
use crate::provider::view::{PassResult, View, each_schema};
use crate::schema::keyword::{Keyword, Role};
use crate::schema::{Lookup, referred};

/// A schema that writes out more references was made to exhaust the machine.
const MAX_REFERENCES: usize = 5_000;
/// Maximum number of schemas that are written out: as many as a definition may have.
const MAX_WRITTEN: usize = 10_000;
/// Maximum number of references that are written out in words.
const MAX_IN_WORDS: usize = 20;

/// Writes every definition out where it is referred to.
pub(in crate::provider) fn inline_references(view: &mut View<'_>) -> PassResult {
    refuse_recursion(view)?;
    let definitions = view.definitions();
    view.schema.remove("$defs");
    inline_each(view, &definitions)
}

fn inline_each(view: &mut View<'_>, definitions: &OrderedMap<Schema>) -> PassResult {
    let mut written = InlineCount::default();
    view.each(|schema, ledger| inline(schema, definitions, &mut written, Some(ledger)))
}

/// Writes out the definitions in the value of a keyword: there are none beside words. A definition
/// that leads to itself stays a reference, and so does one that is too long to read.
pub(super) fn inline_in_words(
    held: KeywordValue,
    definitions: &OrderedMap<Schema>,
) -> KeywordValue {
    if matches!(held, KeywordValue::Data(_)) {
        return held;
    }
    let mut around = Schema::default().with("not", held.clone());
    let mut left = MAX_IN_WORDS;
    let mut written = InlineCount::default();
    let outcome = each_schema(&mut around, &mut |schema| {
        let name = referred(schema).filter(|name| !refers_to_itself(name, definitions));
        if name.is_none() || left == 0 {
            return Ok(());
        }
        left -= 1;
        inline(schema, definitions, &mut written, None)
    });
    match outcome {
        Ok(()) => around.remove("not").unwrap_or(held),
        Err(_) => held,
    }
}

/// Writes a definition out where it is a branch of a union.
pub(in crate::provider) fn inline_in_unions(view: &mut View<'_>) -> PassResult {
    let definitions = view.definitions();
    let mut written = InlineCount::default();
    view.each(|schema, ledger| {
        for branch in schema.schemas_mut("anyOf").into_iter().flatten() {
            // A reference to the root leads to itself.
            let leads_to_itself =
                referred(branch).is_none_or(|name| refers_to_itself(&name, &definitions));
            if branch.has("$ref") && leads_to_itself {
                return Err(Unexportable::at(branch, Some("$ref"), Reason::Recursion));
            }
            inline(branch, &definitions, &mut written, Some(ledger))?;
        }
        Ok(())
    })
}

/// Writes out the definitions that are referred to once, and not by themselves.
pub(in crate::provider) fn inline_single_uses(view: &mut View<'_>) -> PassResult {
    drop_unused(view)?;
    let mut uses: HashMap<String, usize> = HashMap::new();
    let mut open = vec![&view.schema];
    while let Some(schema) = open.pop() {
        if let Some(name) = referred(schema) {
            *uses.entry(name).or_default() += 1;
        }
        open.extend(schema.inside().map(|(_, inside)| inside));
    }
    let definitions = view.definitions();
    let mut once = definitions.clone();
    once.retain(|name, _| uses.get(name) == Some(&1) && !refers_to_itself(name, &definitions));
    inline_each(view, &once)?;
    drop_unused(view)
}

fn refers_to_itself(name: &str, definitions: &OrderedMap<Schema>) -> bool {
    let mut seen = HashSet::new();
    let mut open: Vec<&Schema> = definitions.get(name).into_iter().collect();
    while let Some(schema) = open.pop() {
        if let Some(next) = referred(schema) {
            if next == name {
                return true;
            }
            let further = definitions.get(&next);
            if seen.insert(next) {
                open.extend(further);
            }
        }
        open.extend(schema.inside().map(|(_, inside)| inside));
    }
    false
}

/// How much was written out.
#[derive(Default)]
struct InlineCount {
    references: usize,
    schemas: usize,
}

impl InlineCount {
    /// Counts a definition before it is written out once more.
    fn count(&mut self, definition: &Schema) -> Result<(), Reason> {
        self.references += 1;
        check_count("references written out", self.references, MAX_REFERENCES)?;
        // References are not followed.
        let mut open = vec![definition];
        while let Some(schema) = open.pop() {
            self.schemas += 1;
            open.extend(schema.inside().map(|(_, inside)| inside));
        }
        check_count("schemas written out", self.schemas, MAX_WRITTEN)
    }
}

/// Replaces a reference by its definitions. The keywords beside the reference come first, and an
/// annotation among them overrides that of a definition.
fn inline(
    schema: &mut Schema,
    definitions: &OrderedMap<Schema>,
    written: &mut InlineCount,
    mut ledger: Option<&mut Ledger<'_>>,
) -> PassResult {
    while let Some(target) = target(schema, definitions) {
        let refused = |reason| Unexportable::at(schema, Some("$ref"), reason);
        written.count(target).map_err(refused)?;
        let failed = refused(Reason::AllOf);
        let target = target.clone();
        if let Some(ledger) = &mut ledger {
            lose_hidden(schema, &target, ledger);
        }
        schema.remove("$ref");
        if !merge(schema, target) {
            return Err(failed);
        }
    }
    Ok(())
}

/// Records the annotations of a definition that one beside the reference overrides. Descriptions are
/// joined.
fn lose_hidden(schema: &Schema, target: &Schema, ledger: &mut Ledger<'_>) {
    for keyword in Keyword::of_role(Role::Annotation) {
        let (outer, inner) = (schema.value(keyword), target.value(keyword));
        if keyword != "description" && outer.is_some() && inner.is_some() && outer != inner {
            ledger.lose(target, keyword, Kept::Nowhere);
        }
    }
}
