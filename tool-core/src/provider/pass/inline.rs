use std::collections::{HashMap, HashSet};

use super::drop_unused;
use super::limits::check_count;
use super::merge::merge;
use super::references::{find_target, refuse_recursion};
use crate::limits::EXPORT_SCHEMAS;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::ledger::Ledger;
use crate::provider::loss::Kept;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::{KeywordValue, Schema};
use crate::provider::view::{PassResult, View, visit_schemas};
use crate::schema::keyword::{Keyword, Role};
use crate::schema::{Lookup, find_referred};

/// Maximum number of inlined references. A schema with more was made to exhaust the machine.
const MAX_REFERENCES: usize = 5_000;
/// Maximum number of definitions of which those with one reference are inlined. The search for
/// cycles takes time in the square of the number.
const MAX_DEFINITIONS: usize = 500;
/// Maximum number of references that are inlined in a description.
const MAX_IN_WORDS: usize = 20;

/// Inlines every definition.
pub(in crate::provider) fn inline_references(view: &mut View<'_>) -> PassResult {
    refuse_recursion(view)?;
    let definitions = view.definitions();
    view.schema.remove("$defs");
    inline_each(view, &definitions)
}

fn inline_each(view: &mut View<'_>, definitions: &OrderedMap<Schema>) -> PassResult {
    let mut written = InlineCount::default();
    view.for_each(|schema, ledger| inline(schema, definitions, &mut written, Some(ledger)))
}

/// Inlines the definitions in the value of a keyword, because a description cannot refer to
/// them. A recursive definition stays a reference, and so does one that is too long to read.
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
    let outcome = visit_schemas(&mut around, &mut |schema| {
        let name = find_referred(schema).filter(|name| !refers_to_itself(name, definitions));
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

/// Inlines a definition that is a branch of a union.
pub(in crate::provider) fn inline_in_unions(view: &mut View<'_>) -> PassResult {
    let definitions = view.definitions();
    let mut written = InlineCount::default();
    view.for_each(|schema, ledger| {
        for branch in schema.schemas_mut("anyOf").into_iter().flatten() {
            // A reference to the root is recursive.
            let leads_to_itself =
                find_referred(branch).is_none_or(|name| refers_to_itself(&name, &definitions));
            if branch.has("$ref") && leads_to_itself {
                return Err(Unexportable::at(branch, Some("$ref"), Reason::Recursion));
            }
            inline(branch, &definitions, &mut written, Some(ledger))?;
        }
        Ok(())
    })
}

/// Inlines the definitions with one reference that are not recursive.
pub(in crate::provider) fn inline_single_uses(view: &mut View<'_>) -> PassResult {
    drop_unused(view)?;
    let mut uses: HashMap<String, usize> = HashMap::new();
    let mut open = vec![&view.schema];
    while let Some(schema) = open.pop() {
        if let Some(name) = find_referred(schema) {
            *uses.entry(name).or_default() += 1;
        }
        open.extend(schema.children().map(|(_, inside)| inside));
    }
    let definitions = view.definitions();
    if definitions.len() > MAX_DEFINITIONS {
        return Ok(());
    }
    let mut once = definitions.clone();
    once.retain(|name, _| uses.get(name) == Some(&1) && !refers_to_itself(name, &definitions));
    inline_each(view, &once)?;
    drop_unused(view)
}

fn refers_to_itself(name: &str, definitions: &OrderedMap<Schema>) -> bool {
    let mut seen = HashSet::new();
    let mut open: Vec<&Schema> = definitions.get(name).into_iter().collect();
    while let Some(schema) = open.pop() {
        if let Some(next) = find_referred(schema) {
            if next == name {
                return true;
            }
            let further = definitions.get(&next);
            if seen.insert(next) {
                open.extend(further);
            }
        }
        open.extend(schema.children().map(|(_, inside)| inside));
    }
    false
}

/// The number of inlined references and schemas.
#[derive(Default)]
pub(super) struct InlineCount {
    references: usize,
    schemas: usize,
}

impl InlineCount {
    /// Counts a definition before it is inlined again.
    pub(super) fn count(&mut self, definition: &Schema) -> Result<(), Reason> {
        self.references += 1;
        check_count("references written out", self.references, MAX_REFERENCES)?;
        // References are not followed.
        let mut open = vec![definition];
        while let Some(schema) = open.pop() {
            self.schemas += 1;
            open.extend(schema.children().map(|(_, inside)| inside));
        }
        check_count("schemas written out", self.schemas, EXPORT_SCHEMAS)
    }
}

/// Replaces a reference with its definitions. Keywords next to the reference have priority, and
/// an annotation among them overrides that annotation of a definition.
fn inline(
    schema: &mut Schema,
    definitions: &OrderedMap<Schema>,
    written: &mut InlineCount,
    mut ledger: Option<&mut Ledger<'_>>,
) -> PassResult {
    while let Some(target) = find_target(schema, definitions) {
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

/// Records the overridden annotations of a definition. Descriptions are joined.
fn lose_hidden(schema: &Schema, target: &Schema, ledger: &mut Ledger<'_>) {
    for keyword in Keyword::of_role(Role::Annotation) {
        let (outer, inner) = (schema.value(keyword), target.value(keyword));
        if keyword != "description" && outer.is_some() && inner.is_some() && outer != inner {
            ledger.lose(target, keyword, Kept::Nowhere);
        }
    }
}
