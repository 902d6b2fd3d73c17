use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::merge::{ANNOTATIONS, merge};
use super::references::{referred, refuse_recursion, target};
use super::unused::drop_unused;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::ledger::Ledger;
use crate::provider::loss::Kept;
use crate::provider::view::{Outcome, View, each_schema, origin};
use crate::schema::walk::{Schema, inside};

/// So many references are written out before the schema is taken for one that is
/// made to exhaust the machine.
const MOST_REFERENCES: usize = 5_000;
/// So many schemas are written out: as many as a definition may have.
const MOST_WRITTEN: usize = 10_000;
/// So many are written out in words.
const MOST_IN_WORDS: usize = 20;

/// Writes every definition out where it is referred to.
pub(in crate::provider) fn inline_references(view: &mut View<'_>) -> Outcome {
    refuse_recursion(view)?;
    let definitions = view.definitions();
    view.schema.shift_remove("$defs");
    let mut written = Written::default();
    view.each(|schema, ledger| inline(schema, &definitions, &mut written, Some(ledger)))
}

/// What a keyword says, with the definitions written out that it refers to, since words
/// have none beside them. Those that lead to themselves stay references, and so does what
/// would be too much to read.
pub(in crate::provider) fn inline_in_words(
    keyword: &str,
    value: Value,
    definitions: &Map<String, Value>,
) -> Value {
    let mut around = Schema::from_iter([(keyword.to_owned(), value.clone())]);
    let mut left = MOST_IN_WORDS;
    let mut written_out = Written::default();
    let written = each_schema(&mut around, &mut |schema| {
        let name = referred(schema).filter(|name| !refers_to(name, definitions));
        if name.is_none() || left == 0 {
            return Ok(());
        }
        left -= 1;
        inline(schema, definitions, &mut written_out, None)
    });
    match (written, around.shift_remove(keyword)) {
        (Ok(()), Some(written)) => written,
        _ => value,
    }
}

/// Writes a definition out where it is a branch of a union.
pub(in crate::provider) fn inline_in_unions(view: &mut View<'_>) -> Outcome {
    let definitions = view.definitions();
    let mut written = Written::default();
    view.each(|schema, ledger| {
        let Some(Value::Array(branches)) = schema.get_mut("anyOf") else {
            return Ok(());
        };
        for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
            // What refers to the root is inside of it.
            let leads_to_itself =
                referred(branch).is_none_or(|name| refers_to(&name, &definitions));
            if branch.contains_key("$ref") && leads_to_itself {
                return Err(Refusal::new(
                    origin(branch),
                    Some("$ref"),
                    Reason::Recursion,
                ));
            }
            inline(branch, &definitions, &mut written, Some(ledger))?;
        }
        Ok(())
    })
}

/// Writes the definitions out that are referred to once, and not by themselves.
pub(in crate::provider) fn inline_single_uses(view: &mut View<'_>) -> Outcome {
    drop_unused(view)?;
    let mut uses: HashMap<String, usize> = HashMap::new();
    let mut open = vec![&view.schema];
    while let Some(schema) = open.pop() {
        if let Some(name) = referred(schema) {
            *uses.entry(name).or_default() += 1;
        }
        open.extend(inside(schema));
    }
    let definitions = view.definitions();
    let once = |name: &String| uses.get(name) == Some(&1) && !refers_to(name, &definitions);
    let once: Map<String, Value> = definitions
        .iter()
        .filter(|(name, _)| once(name))
        .map(|(name, definition)| (name.clone(), definition.clone()))
        .collect();
    let mut written = Written::default();
    view.each(|schema, ledger| inline(schema, &once, &mut written, Some(ledger)))?;
    drop_unused(view)
}

/// Whether a definition leads to itself.
fn refers_to(name: &str, definitions: &Map<String, Value>) -> bool {
    let mut seen = HashSet::new();
    let mut open: Vec<&Schema> = definitions
        .get(name)
        .and_then(Value::as_object)
        .into_iter()
        .collect();
    while let Some(schema) = open.pop() {
        if let Some(next) = referred(schema) {
            if next == name {
                return true;
            }
            let further = definitions.get(&next).and_then(Value::as_object);
            if seen.insert(next) {
                open.extend(further);
            }
        }
        open.extend(inside(schema));
    }
    false
}

/// How much was written out.
#[derive(Default)]
struct Written {
    references: usize,
    schemas: usize,
}

impl Written {
    /// Counts a definition before it is written out once more.
    fn count(&mut self, definition: &Schema) -> Result<(), Reason> {
        self.references += 1;
        at_most("references written out", self.references, MOST_REFERENCES)?;
        self.schemas += count(definition);
        at_most("schemas written out", self.schemas, MOST_WRITTEN)
    }
}

fn at_most(what: &'static str, count: usize, most: usize) -> Result<(), Reason> {
    if count <= most {
        Ok(())
    } else {
        Err(Reason::TooMany { what, count, most })
    }
}

/// How many schemas a definition holds, those that it refers to left out.
fn count(definition: &Schema) -> usize {
    let mut count = 0;
    let mut open = vec![definition];
    while let Some(schema) = open.pop() {
        count += 1;
        open.extend(inside(schema));
    }
    count
}

/// Puts the definitions that a schema refers to in its place; what stands beside
/// the reference comes first, and takes the place of what a definition says by the same
/// annotation.
fn inline(
    schema: &mut Schema,
    definitions: &Map<String, Value>,
    written: &mut Written,
    mut ledger: Option<&mut Ledger<'_>>,
) -> Outcome {
    while let Some(target) = target(schema, definitions) {
        let refused = |reason| Refusal::new(origin(schema), Some("$ref"), reason);
        written.count(target).map_err(refused)?;
        let failed = refused(Reason::AllOf);
        let mut target = target.clone();
        if let Some(ledger) = &mut ledger {
            lose_hidden(schema, &target, ledger);
        }
        schema.shift_remove("$ref");
        if !merge(schema, &mut target) {
            return Err(failed);
        }
    }
    Ok(())
}

/// Records what a definition says by an annotation that stands beside the reference, too.
/// A description is added to the other, and not lost.
fn lose_hidden(schema: &Schema, target: &Schema, ledger: &mut Ledger<'_>) {
    let hidden = ANNOTATIONS.iter().filter(|keyword| {
        let (outer, inner) = (schema.get(**keyword), target.get(**keyword));
        **keyword != "description" && outer.is_some() && inner.is_some() && outer != inner
    });
    for keyword in hidden {
        ledger.lose(target, keyword, Kept::Nowhere);
    }
}
