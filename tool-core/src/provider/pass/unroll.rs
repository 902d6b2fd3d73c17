use super::inline::InlineCount;
use super::merge::merge;
use super::refuse_recursion;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::ledger::Ledger;
use crate::provider::loss::Kept;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::Schema;
use crate::provider::view::{PassResult, View};
use crate::schema::{Lookup, find_referred};

/// The name of the root among the names of definitions.
const ROOT: &str = "#";

/// Writes out a recursive schema twice, and describes the further levels. The reader enforces
/// them. A schema that would become too large is written out once.
pub(in crate::provider) fn unroll_recursion(view: &mut View<'_>) -> PassResult {
    if refuse_recursion(view).is_ok() {
        return Ok(());
    }
    let definitions = view.definitions();
    view.schema.remove("$defs");
    let root = view.schema.clone();
    let mut outcome = Ok(());
    for most in [2, 1] {
        view.schema = root.clone();
        let mut unroll = Unroll {
            definitions: &definitions,
            root: &root,
            most,
            written: InlineCount::default(),
            on_the_way: vec![ROOT.to_owned()],
        };
        outcome = unroll.schema(&mut view.schema, &mut view.ledger);
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

struct Unroll<'d> {
    definitions: &'d OrderedMap<Schema>,
    root: &'d Schema,
    /// Maximum number of times that a definition is inside itself.
    most: usize,
    written: InlineCount,
    on_the_way: Vec<String>,
}

impl Unroll<'_> {
    fn schema(&mut self, schema: &mut Schema, ledger: &mut Ledger<'_>) -> PassResult {
        let levels = self.on_the_way.len();
        while schema.has("$ref") {
            self.inline(schema, ledger)?;
        }
        for (_, inside) in schema.children_mut() {
            self.schema(inside, ledger)?;
        }
        self.on_the_way.truncate(levels);
        Ok(())
    }

    fn inline(&mut self, schema: &mut Schema, ledger: &mut Ledger<'_>) -> PassResult {
        let name = find_referred(schema).unwrap_or_else(|| ROOT.to_owned());
        let target = match name.as_str() {
            ROOT => Some(self.root),
            name => self.definitions.get(name),
        };
        let refused = |reason| Unexportable::at(schema, Some("$ref"), reason);
        let target = target.ok_or_else(|| refused(Reason::Reference))?;
        let times = self.on_the_way.iter().filter(|one| **one == name).count();
        if times >= self.most {
            ledger.lose(schema, "$ref", Kept::Description);
            schema.remove("$ref");
            if let Some(of) = target.value("type") {
                schema.insert_absent("type", of.clone());
            }
            schema.words.push("the same form again".to_owned());
            return Ok(());
        }
        self.written.count(target).map_err(refused)?;
        let failed = refused(Reason::AllOf);
        let target = target.clone();
        schema.remove("$ref");
        if !merge(schema, target) {
            return Err(failed);
        }
        self.on_the_way.push(name);
        Ok(())
    }
}
