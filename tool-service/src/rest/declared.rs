//! What a schema says of the properties of the arguments.

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
            root: followed(tool, tool.schema()),
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

    /// Whether a property is, by its schema, of those types alone (or `null`).
    pub(super) fn is_only(&self, name: &str, types: &[&str]) -> bool {
        let mut found = Vec::new();
        let property = self.root.get("properties").and_then(|all| all.get(name));
        let known = property.is_some_and(|property| self.types(property, &mut found));
        found.retain(|name| *name != "null");
        known && !found.is_empty() && found.iter().all(|name| types.contains(name))
    }

    /// Collects the types that a schema allows; false where it does not say.
    fn types(&self, schema: &'a Value, found: &mut Vec<&'a str>) -> bool {
        let schema = followed(self.tool, schema);
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
                // One level is what schemas of optional properties have.
                let branch = followed(self.tool, branch);
                branch.get("type").is_some() && self.types(branch, found)
            })
        })
    }
}

/// The schema that the references of a schema lead to.
fn followed<'a>(tool: &'a Definition, schema: &'a Value) -> &'a Value {
    let mut current = schema;
    // A schema may refer to itself.
    for _ in 0..8 {
        let reference = current.get("$ref").and_then(Value::as_str);
        match reference.and_then(|reference| tool.referenced(reference)) {
            Some(target) => current = target,
            None => break,
        }
    }
    current
}
