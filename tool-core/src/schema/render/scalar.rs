//! Strings and numbers in shape notation.

use serde_json::{Map, Value};

use crate::issue::JsonType;
use crate::schema::Lookup;
use crate::schema::keyword::{KEYWORDS, Role};

/// Writes a string: `string (1..40 characters, date-time, matches ^a)`.
pub(super) fn write_string(keywords: &Map<String, Value>) -> String {
    let format = keywords.text("format").map(str::to_owned);
    let pattern = keywords.text("pattern");
    let pattern = pattern.map(|pattern| format!("matches {pattern}"));
    let more = format.into_iter().chain(pattern);
    let bounds = ["minLength", "maxLength"];
    let notes = write_notes(keywords, JsonType::String, bounds, "characters", more);
    format!("string{notes}")
}

/// Writes a number: `integer 0..20`, `number >0`.
pub(super) fn write_number(json_type: JsonType, keywords: &Map<String, Value>) -> String {
    let bound = |keyword, sign| {
        let limit = keywords.get(keyword).filter(|limit| limit.is_number());
        limit.map(|limit| format!("{sign}{limit}"))
    };
    let above = bound("exclusiveMinimum", ">");
    let below = bound("exclusiveMaximum", "<");
    let range = if above.is_none() && below.is_none() {
        vec![count(keywords, "minimum", "maximum")]
    } else {
        vec![above, bound("minimum", ">="), below, bound("maximum", "<=")]
    };
    let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
    let others = other_limits(keywords, JsonType::Number, bounds);
    let words = range.into_iter().flatten().chain(others);
    let words: Vec<String> = [json_type.to_string()].into_iter().chain(words).collect();
    words.join(" ")
}

/// Returns the words of the limits of a type, except the given ones: `multiple of 5`.
fn other_limits<const N: usize>(
    keywords: &Map<String, Value>,
    of: JsonType,
    except: [&str; N],
) -> impl Iterator<Item = String> {
    let limits = KEYWORDS.iter().filter(move |keyword| {
        keyword.about == Some(of) && keyword.role == Role::Limit && !except.contains(&keyword.name)
    });
    limits.filter_map(|keyword| {
        let words = keyword.describe(keywords.get(keyword.name)?)?;
        Some(words.trim_start_matches("a ").to_owned())
    })
}

/// Writes a range: `1..5`, `1..`, `..5`, or `2` if both ends are equal.
fn count(keywords: &Map<String, Value>, least: &str, greatest: &str) -> Option<String> {
    let end = |keyword| keywords.get(keyword).filter(|end| end.is_number());
    match (end(least), end(greatest)) {
        (None, None) => None,
        (Some(least), Some(greatest)) if least == greatest => Some(least.to_string()),
        (least, greatest) => {
            let text = |end: Option<&Value>| end.map_or_else(String::new, Value::to_string);
            Some(format!("{}..{}", text(least), text(greatest)))
        }
    }
}

/// Writes the notes of a value: ` (1..5 items, all different)`. Empty without notes.
pub(super) fn write_notes(
    keywords: &Map<String, Value>,
    of: JsonType,
    [least, greatest]: [&str; 2],
    unit: &str,
    more: impl IntoIterator<Item = String>,
) -> String {
    // The items show the length of a tuple.
    let range = count(keywords, least, greatest).filter(|_| !keywords.contains_key("prefixItems"));
    let range = range.map(|range| format!("{range} {unit}"));
    let others = other_limits(keywords, of, [least, greatest]);
    let notes: Vec<String> = range.into_iter().chain(more).chain(others).collect();
    if notes.is_empty() {
        return String::new();
    }
    format!(" ({})", notes.join(", "))
}
