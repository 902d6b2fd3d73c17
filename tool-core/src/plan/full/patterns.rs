//! How much work the patterns of a whole schema may make of a text.

use serde_json::{Map, Value};

use super::super::Given;
use super::super::SchemaError;
use super::super::keywords::Keywords;
use super::super::pattern::Patterns;
use crate::schema::Lookup;

/// How often a pattern with look-around or references back may try another way for each
/// text. Each time it may look at the whole text.
pub(super) const BACKTRACKS: usize = 10_000;

/// Patterns up to this size are fast in any text.
const SMALL: usize = 8 * 1024;

/// How many steps a byte of a text may cost.
///
/// # Errors
///
/// If the patterns are too large.
pub(super) fn steps_for_each_byte(given: Given<'_>) -> Result<usize, SchemaError> {
    let patterns = Patterns::new(given.limits);
    let mut steps = 0_usize;
    let resources = given.resources.iter().map(|(_, resource)| resource);
    let mut open: Vec<&Value> = resources.chain([given.schema]).collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                for (keyword, source) in sources(map) {
                    steps = steps.saturating_add(steps_of(source, keyword, &patterns)?);
                }
                open.extend(map.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    Ok(steps)
}

/// What may be patterns of a schema. Data that looks like it is no harm.
fn sources(map: &Map<String, Value>) -> impl Iterator<Item = (&str, &str)> {
    let one = map.text("pattern").map(|source| ("pattern", source));
    let keys = map.entries("patternProperties");
    one.into_iter()
        .chain(keys.map(|(source, _)| ("patternProperties", source.as_str())))
}

fn steps_of(source: &str, keyword: &str, patterns: &Patterns) -> Result<usize, SchemaError> {
    let map = Map::new();
    let at = Keywords {
        map: &map,
        path: "",
    };
    match patterns.compile(source, keyword, at) {
        Ok(pattern) if pattern.size() <= SMALL => Ok(0),
        Ok(pattern) => Ok(pattern.size()),
        // The crate knows more of patterns than the plan does.
        Err(error) if error.is_gap() => Ok(BACKTRACKS),
        Err(error) => Err(error),
    }
}
