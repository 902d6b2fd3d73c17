//! Reads the declared properties of a schema.

use std::collections::BTreeSet;

use serde_json::Value;
use tool_core::Definition;

use super::described::Described;

/// The properties that a schema declares at its root.
pub(super) struct Declared<'a> {
    tool: &'a Definition,
    root: &'a Value,
    pub(super) names: BTreeSet<&'a str>,
}

impl<'a> Declared<'a> {
    pub(super) fn of(tool: &'a Definition) -> Self {
        Self {
            tool,
            root: resolve_references(tool, tool.schema()),
            names: Described::root(tool).names(),
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    pub(super) fn requires(&self, name: &str) -> bool {
        let required = self.root.get("required").and_then(Value::as_array);
        required.is_some_and(|names| names.iter().any(|required| required == name))
    }

    /// Returns whether the schema allows a property only these types (or `null`).
    pub(super) fn is_only(&self, name: &str, types: &[&str]) -> bool {
        let mut found = Vec::new();
        let property = self.root.get("properties").and_then(|all| all.get(name));
        let known = property.is_some_and(|property| self.types(property, &mut found));
        found.retain(|name| *name != "null");
        known && !found.is_empty() && found.iter().all(|name| types.contains(name))
    }

    /// Collects the types that a schema allows. Returns `false` if the schema leaves them open.
    fn types(&self, schema: &'a Value, found: &mut Vec<&'a str>) -> bool {
        let schema = resolve_references(self.tool, schema);
        if let Some(types) = schema.get("type") {
            match types {
                Value::Array(types) => found.extend(types.iter().filter_map(Value::as_str)),
                _ => found.extend(types.as_str()),
            }
            return true;
        }
        let branches = schema.get("anyOf").or_else(|| schema.get("oneOf"));
        let branches = branches.and_then(Value::as_array);
        branches.is_some_and(|branches| {
            branches.iter().all(|branch| {
                // Optional properties have schemas with one such level.
                let branch = resolve_references(self.tool, branch);
                branch.get("type").is_some() && self.types(branch, found)
            })
        })
    }
}

/// Follows the references of a schema.
fn resolve_references<'a>(tool: &'a Definition, schema: &'a Value) -> &'a Value {
    let mut current = schema;
    // Limited, because a schema may refer to itself.
    for _ in 0..8 {
        let reference = current.get("$ref").and_then(Value::as_str);
        match reference.and_then(|reference| tool.referenced(reference)) {
            Some(target) => current = target,
            None => break,
        }
    }
    current
}
