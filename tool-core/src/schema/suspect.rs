//! Finds keywords of a schema that are valid, and are probably mistakes.

use std::cmp::Ordering;

use serde_json::Value;

use super::keyword::{KEYWORDS, Keyword};
use super::walk::{SchemaMap, subschemas};
use crate::issue::ComparedName;
use crate::limits::SCHEMA_DEPTH;
use crate::tree::compare_numbers;

/// Maximum number of edits between a misspelt keyword and the known one.
const MAX_EDITS: usize = 2;
/// Maximum number of suspects of one schema.
const MAX_SUSPECTS: usize = 64;

/// The lower bounds, each with the upper bounds of the same size, and whether both are inclusive.
const BOUNDS: [(&str, &str, bool); 8] = [
    ("minimum", "maximum", true),
    ("minimum", "exclusiveMaximum", false),
    ("exclusiveMinimum", "maximum", false),
    ("exclusiveMinimum", "exclusiveMaximum", false),
    ("minLength", "maxLength", true),
    ("minItems", "maxItems", true),
    ("minProperties", "maxProperties", true),
    ("minContains", "maxContains", true),
];

/// A keyword that is probably a mistake.
pub(crate) struct Suspect {
    /// The place of the schema, as a JSON Pointer.
    pub(crate) path: String,
    pub(crate) keyword: String,
    pub(crate) reason: String,
    pub(crate) fix: &'static str,
}

/// Returns the unknown keywords that resemble a known one, and the bounds that no value meets.
pub(crate) fn find_suspects(schema: &Value) -> Vec<Suspect> {
    let mut found = Vec::new();
    if let Some(schema) = schema.as_object() {
        collect(schema, "", 0, &mut found);
    }
    found
}

fn collect(schema: &SchemaMap, path: &str, depth: usize, found: &mut Vec<Suspect>) {
    if depth > SCHEMA_DEPTH || found.len() >= MAX_SUSPECTS {
        return;
    }
    let misspelt = schema.keys().filter_map(|keyword| {
        let near = find_meant(keyword)?;
        let reason = format!("unknown keyword; did you mean `{near}`?");
        let fix = "correct the keyword, or begin it with `x-`";
        Some((keyword.as_str(), reason, fix))
    });
    let impossible = BOUNDS.iter().filter_map(|(lower, upper, is_inclusive)| {
        let (least, most) = (schema.get(*lower)?, schema.get(*upper)?);
        let is_possible = match compare_numbers(least, most)? {
            Ordering::Less => true,
            Ordering::Equal => *is_inclusive,
            Ordering::Greater => false,
        };
        // Without `contains`, its bounds have no effect.
        let has_effect = !lower.ends_with("Contains") || schema.contains_key("contains");
        let reason = format!("no value is valid between {least} and `{upper}` {most}");
        let fix = "correct one of the bounds";
        (has_effect && !is_possible).then_some((*lower, reason, fix))
    });
    found.extend(
        misspelt
            .chain(impossible)
            .map(|(keyword, reason, fix)| Suspect {
                path: path.to_owned(),
                keyword: keyword.to_owned(),
                reason,
                fix,
            }),
    );
    for (step, inside) in subschemas(schema) {
        if let Value::Object(inside) = inside {
            collect(inside, &format!("{path}{step}"), depth + 1, found);
        }
    }
}

/// Returns the known keyword that an unknown one resembles.
fn find_meant(keyword: &str) -> Option<&'static str> {
    /// Keywords of `OpenAPI` that resemble those of JSON Schema.
    const FOREIGN: [&str; 2] = ["example", "nullable"];
    if keyword.starts_with("x-") || FOREIGN.contains(&keyword) || Keyword::named(keyword).is_some()
    {
        return None;
    }
    let compared = ComparedName::new(keyword);
    let edits = |known: &Keyword| compared.count_edits_within(known.name, MAX_EDITS);
    let similar = KEYWORDS
        .iter()
        .filter_map(|known| Some((known.name, edits(known)?)));
    let (near, edits) = similar.min_by_key(|(_, edits)| *edits)?;
    (edits * 4 <= near.chars().count()).then_some(near)
}
