//! What each provider takes of a tool, written from the providers' rules and not
//! from the passes: a second word on what the exports make.

mod exported;
mod google;
mod measure;
mod schema;
mod shape;
mod tables;

use serde_json::Value;

/// What a provider refuses of a tool object, as `path: what`: a path into the schema,
/// or `tool` and a path into what is around it.
#[must_use]
pub fn refusals(target: &str, tool: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(schema) = shape::schema_in(target, tool, &mut found) {
        found.extend(schema::refusals(target, schema));
    }
    found
}

/// The same, and what our exports do without besides: what a provider drops in silence,
/// what takes tokens and says nothing, what was only once seen to be taken.
#[must_use]
pub fn violations(target: &str, tool: &Value) -> Vec<String> {
    let mut found = refusals(target, tool);
    if let Some(schema) = shape::schema_in(target, tool, &mut Vec::new()) {
        found.extend(exported::not_exported(target, schema));
    }
    found
}
