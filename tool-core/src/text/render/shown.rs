//! The parts of a definition that a prompt shows.

use std::cell::{Cell, RefCell};
use std::ptr;

use serde_json::{Value, json};

use crate::limits::REFERENCE_CHAIN;
use crate::limits::SHOWN_DEPTH;
use crate::limits::SHOWN_SCHEMAS;
use crate::provider::{Anthropic, OpenAi};
use crate::schema::keyword::FORMS;
use crate::schema::{Lookup, find_target};
use crate::tool::Definition;

/// A tool as a prompt shows it.
pub(super) struct ShownTool {
    pub(super) name: String,
    pub(super) description: String,
    /// The schema of the arguments: an object at the root, without keywords that only cost tokens.
    pub(super) schema: Value,
}

impl ShownTool {
    pub(super) fn of(definition: &Definition) -> Self {
        // The export for Anthropic keeps the most that models use. Few templates show forms at the
        // root: the export for OpenAI joins them.
        let mut targets = [Anthropic::messages(), OpenAi::chat()];
        if definition.schema().has_any(&FORMS) {
            targets.reverse();
        }
        let mut targets = targets.into_iter();
        let export = targets.find_map(|target| definition.export(target).ok());
        let Some(export) = export else {
            return Self {
                name: definition.name().to_owned(),
                description: definition.description().to_owned(),
                schema: definition.schema().clone(),
            };
        };
        let tool = export.tool();
        let tool = tool.get("function").unwrap_or(tool);
        Self {
            name: definition.name().to_owned(),
            description: tool.text("description").unwrap_or_default().to_owned(),
            schema: export.schema().clone(),
        }
    }

    /// Returns `{"name": .., "description": .., "parameters": ..}`.
    pub(super) fn function(&self) -> Value {
        let mut function = json!({"name": self.name});
        if !self.description.is_empty() {
            function["description"] = json!(self.description);
        }
        function["parameters"] = self.schema.clone();
        function
    }

    /// Returns the arguments: their names, their schemas, and whether they are required.
    pub(super) fn arguments(&self) -> impl Iterator<Item = (&str, &Value, bool)> {
        list_members(&self.schema)
    }
}

/// Follows the references of a schema to a schema without a reference, if there is one.
pub(super) fn resolve<'s>(root: &'s Value, mut schema: &'s Value) -> &'s Value {
    for _ in 0..REFERENCE_CHAIN {
        match schema.text("$ref").and_then(|to| find_target(root, to)) {
            Some(target) => schema = target,
            None => break,
        }
    }
    schema
}

/// The schemas around the one that is written, and the number of schemas in all that were written.
#[derive(Default)]
pub(super) struct Written<'s> {
    around: RefCell<Vec<&'s Value>>,
    count: Cell<usize>,
}

impl<'s> Written<'s> {
    /// Writes the inside of a schema. Returns `None` if the schema contains itself here, or if a limit
    /// is reached.
    pub(super) fn enter<T>(&self, schema: &'s Value, write: impl FnOnce() -> T) -> Option<T> {
        let around = self.around.borrow();
        let is_inside_itself = around.iter().any(|one| ptr::eq(*one, schema));
        if is_inside_itself || around.len() > SHOWN_DEPTH || self.count.get() >= SHOWN_SCHEMAS {
            return None;
        }
        drop(around);
        let count = 1 + schema.entries("properties").count();
        self.count.set(self.count.get() + count);
        self.around.borrow_mut().push(schema);
        let written = write();
        self.around.borrow_mut().pop();
        Some(written)
    }
}

/// Returns the properties of an object: their names, their schemas, and whether they are required.
pub(super) fn list_members(schema: &Value) -> impl Iterator<Item = (&str, &Value, bool)> {
    let is_required = |name: &str| schema.names("required").any(|one| one == name);
    let properties = schema.entries("properties");
    properties.map(move |(name, schema)| (name.as_str(), schema, is_required(name)))
}
