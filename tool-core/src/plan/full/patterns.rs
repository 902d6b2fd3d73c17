//! Estimates the work of a schema's patterns for a text.

use serde_json::{Map, Value};

use super::super::Given;
use super::super::SchemaError;
use super::super::keywords::Keywords;
use super::super::pattern::Patterns;
use crate::schema::Lookup;

/// Maximum backtracks per text for a pattern with look-around or backreferences. Each backtrack may
/// scan the whole text.
pub(super) const BACKTRACKS: usize = 10_000;

/// Patterns up to this size are fast for any text.
const SMALL: usize = 8 * 1024;

/// Returns the maximum number of steps per byte of text.
///
/// # Errors
///
/// Returns an error if the patterns are too large.
pub(super) fn count_steps_for_each_byte(given: Given<'_>) -> Result<usize, SchemaError> {
    let patterns = Patterns::new(given.limits);
    let mut steps = 0_usize;
    let resources = given.resources.iter().map(|(_, resource)| resource);
    let mut open: Vec<&Value> = resources.chain([given.schema]).collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                for (keyword, source) in list_sources(map) {
                    steps = steps.saturating_add(count_steps(source, keyword, &patterns)?);
                }
                open.extend(map.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    Ok(steps)
}

/// Returns the strings of a schema that may be patterns. It is harmless if some of them are data.
fn list_sources(map: &Map<String, Value>) -> impl Iterator<Item = (&str, &str)> {
    let one = map.text("pattern").map(|source| ("pattern", source));
    let keys = map.entries("patternProperties");
    one.into_iter()
        .chain(keys.map(|(source, _)| ("patternProperties", source.as_str())))
}

fn count_steps(source: &str, keyword: &str, patterns: &Patterns) -> Result<usize, SchemaError> {
    let map = Map::new();
    let at = Keywords {
        map: &map,
        path: "",
    };
    match patterns.compile(source, keyword, at) {
        Ok(pattern) if pattern.size() <= SMALL => Ok(0),
        Ok(pattern) => Ok(pattern.size()),
        // The crate supports more syntax than the plan.
        Err(error) if error.is_gap() => Ok(BACKTRACKS),
        Err(error) => Err(error),
    }
}
