use serde_json::Value;

use super::Reason;
use super::error::Unexportable;
use super::ledger::Ledger;
use super::ordered_map::OrderedMap;
use super::schema::Schema;
use crate::limits::EXPORT_DEPTH;

/// The result of a pass.
pub(super) type PassResult = Result<(), Unexportable>;

/// One pass.
pub(super) type Pass = fn(&mut View<'_>) -> PassResult;

/// A definition's schema on its way to a provider. The passes change it.
pub(super) struct View<'d> {
    pub(super) schema: Schema,
    pub(super) ledger: Ledger<'d>,
}

impl<'d> View<'d> {
    pub(super) fn new(schema: Schema, source: &'d Value) -> Self {
        Self {
            schema,
            ledger: Ledger::new(source),
        }
    }

    /// Visits each schema, then the schemas inside the result.
    pub(super) fn for_each(
        &mut self,
        mut visit: impl FnMut(&mut Schema, &mut Ledger<'_>) -> PassResult,
    ) -> PassResult {
        let ledger = &mut self.ledger;
        visit_schemas(&mut self.schema, &mut |schema| visit(schema, ledger))
    }

    /// Returns the current definitions.
    pub(super) fn definitions(&self) -> OrderedMap<Schema> {
        self.schema.named("$defs").clone()
    }
}

/// Visits a schema, then the schemas inside the result.
pub(super) fn visit_schemas(
    schema: &mut Schema,
    visit: &mut dyn FnMut(&mut Schema) -> PassResult,
) -> PassResult {
    visit_below(schema, 0, visit)
}

fn visit_below(
    schema: &mut Schema,
    depth: usize,
    visit: &mut dyn FnMut(&mut Schema) -> PassResult,
) -> PassResult {
    if depth > EXPORT_DEPTH {
        // At this depth, the path alone would fill a page.
        let reason = Reason::TooMany {
            what: "levels of schemas",
            count: depth,
            most: EXPORT_DEPTH,
        };
        return Err(Unexportable::new("", None, reason));
    }
    visit(schema)?;
    let mut inside = schema.children_mut();
    inside.try_for_each(|(_, inside)| visit_below(inside, depth + 1, visit))
}
