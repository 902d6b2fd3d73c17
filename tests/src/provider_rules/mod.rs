//! The rules of each provider for a tool, written from their documentation and not from the passes:
//! an independent check of the exports.

mod exported;
mod google;
mod measure;
mod schema;
mod shape;
mod tables;

use serde_json::Value;

/// Lists the reasons for which a provider refuses a tool object, as `path: reason`. The path is in
/// the schema, or starts with `tool` outside it.
#[must_use]
pub fn refusals(target: &str, tool: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(schema) = shape::schema_in(target, tool, &mut found) {
        found.extend(schema::refusals(target, schema));
    }
    found
}

/// Lists the same reasons, and the keywords that our exports avoid: those that a provider ignores
/// silently, that cost tokens without effect, or that it accepted only once.
#[must_use]
pub fn violations(target: &str, tool: &Value) -> Vec<String> {
    let mut found = refusals(target, tool);
    if let Some(schema) = shape::schema_in(target, tool, &mut Vec::new()) {
        found.extend(exported::not_exported(target, schema));
    }
    found
}
