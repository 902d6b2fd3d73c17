//! Finds the treatment of each keyword by exporting a tool with a property that has it.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tool_core::Definition;
use tool_core::provider::{Kept, Reason, Target};

use super::probes::{FORMATS, optional, probes, recursive, small_bounds, tool};

/// Treatment of a keyword by an export.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Kept,
    Rewritten,
    KeptIfSmall,
    Described,
    Reader,
    Dropped,
    Rejected,
}

/// Each treatment, with its words in a list and its symbol in the matrix.
const FATES: &[(Fate, &str, &str)] = &[
    (Fate::Kept, "kept", "✓"),
    (Fate::Rewritten, "rewritten with equivalent keywords", "✓"),
    (
        Fate::KeptIfSmall,
        "kept up to 1, otherwise written in the description",
        "some",
    ),
    (Fate::Described, "written in the description", "text"),
    (Fate::Reader, "enforced (or undone) by the reader", "reader"),
    (Fate::Dropped, "dropped", "dropped"),
    (Fate::Rejected, "rejected, with advice", "✗"),
];

/// Keywords that have a column in the matrix, with the heading of the column.
const COLUMNS: &[(&str, &str)] = &[
    ("pattern", "`pattern`"),
    ("minLength", "`minLength`"),
    ("minimum", "`minimum`"),
    ("minItems", "`minItems`"),
    ("prefixItems", "tuples"),
    ("additionalProperties", "maps"),
    ("oneOf", "`oneOf`"),
    ("default", "`default`"),
];

/// Returns the treatment of each keyword.
fn fates(target: Target) -> Vec<(&'static str, Fate)> {
    let mut fates: Vec<_> = probes()
        .into_iter()
        .map(|(keyword, value)| (keyword, fate(target, keyword, &value)))
        .collect();
    for (small, value) in small_bounds() {
        let is_kept = fate(target, small, &value) == Fate::Kept;
        let described = fates
            .iter_mut()
            .find(|fate| **fate == (small, Fate::Described));
        if let (true, Some((_, fate))) = (is_kept, described) {
            *fate = Fate::KeptIfSmall;
        }
    }
    fates
}

fn fate(target: Target, keyword: &str, value: &Value) -> Fate {
    let Ok(export) = tool(value).export(target) else {
        return Fate::Rejected;
    };
    let of_it = |path: &str| path.starts_with("/properties/value");
    let mut losses = export.losses().iter();
    let lost = losses.find(|loss| loss.keyword == keyword && of_it(&loss.path));
    match lost.map(|loss| loss.kept) {
        Some(Kept::Description) => Fate::Described,
        Some(Kept::Reading) => Fate::Reader,
        Some(_) => Fate::Dropped,
        None if says(
            &export.schema()["properties"]["value"],
            keyword,
            &value[keyword],
        ) =>
        {
            Fate::Kept
        }
        None => Fate::Rewritten,
    }
}

/// Returns true if the schema has the keyword at any depth, with that value. A value that contains
/// schemas counts even if the export changed them.
fn says(schema: &Value, keyword: &str, value: &Value) -> bool {
    match schema {
        Value::Object(keys) => {
            let here = keys.get(keyword).is_some_and(|found| {
                found == value
                    || found.is_array() && value.is_array()
                    || found.is_object() && value.is_object()
            });
            here || keyword == "$ref" && keys.contains_key(keyword)
                || keys.values().any(|inner| says(inner, keyword, value))
        }
        Value::Array(items) => items.iter().any(|inner| says(inner, keyword, value)),
        _ => false,
    }
}

/// Appends a table of the keywords, with one row for each treatment.
pub(super) fn keywords(page: &mut String, target: Target) {
    let fates = fates(target);
    page.push_str("| keywords | |\n|---|---|\n");
    for (fate, words, _) in FATES {
        let names = fates.iter().filter(|(_, found)| found == fate);
        row(page, words, &quoted(names.map(|(keyword, _)| *keyword)));
    }
    row(page, "values of `format`", &formats(target));
    if is_rejected(target, &tool(&json!({}))) {
        row(page, "a value of any type", "rejected");
    }
    if is_rejected(target, &recursive()) {
        row(page, "a recursive schema", "rejected");
    }
    if requires_optional(target) {
        row(
            page,
            "an optional property",
            "required; the model writes null to omit it",
        );
    }
}

/// Returns true if an export makes every optional property required and nullable.
pub(super) fn requires_optional(target: Target) -> bool {
    let export = optional().export(target);
    export.is_ok_and(|export| export.schema()["required"] == json!(["a", "b"]))
}

/// Returns the headings of the matrix, without its first column.
pub(super) fn headings() -> Vec<&'static str> {
    let headings = COLUMNS.iter().map(|(_, heading)| *heading);
    headings
        .chain(["`format`", "any type", "recursion"])
        .collect()
}

/// Returns the cells of a target's row in the matrix, without the first.
pub(super) fn cells(target: Target) -> Vec<&'static str> {
    let fates = fates(target);
    let symbol = |wanted: &str| {
        let found = fates.iter().find(|(keyword, _)| *keyword == wanted);
        let (_, fate) = found.expect("every column has a probe");
        let row = FATES.iter().find(|(other, ..)| other == fate);
        row.map_or("", |(_, _, symbol)| *symbol)
    };
    let formats = match kept_formats(target).len() {
        0 => "text",
        all if all == FORMATS.len() => "✓",
        _ => "some",
    };
    let accepts = |definition: &Definition| {
        if is_rejected(target, definition) {
            "✗"
        } else {
            "✓"
        }
    };
    let columns = COLUMNS.iter().map(|(keyword, _)| symbol(keyword));
    let others = [formats, accepts(&tool(&json!({}))), accepts(&recursive())];
    columns.chain(others).collect()
}

/// Appends a row, unless its second cell is empty.
pub(super) fn row(page: &mut String, what: &str, how: &str) {
    if !how.is_empty() {
        writeln!(page, "| {what} | {how} |").expect("a string takes all");
    }
}

fn quoted<'k>(words: impl Iterator<Item = &'k str>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

fn kept_formats(target: Target) -> Vec<&'static str> {
    let is_kept = |format: &&&str| {
        let value = json!({"type": "string", "format": format});
        fate(target, "format", &value) == Fate::Kept
    };
    FORMATS.iter().filter(is_kept).copied().collect()
}

fn formats(target: Target) -> String {
    let kept = kept_formats(target);
    match kept.len() {
        0 => "all are written in the description".to_owned(),
        all if all == FORMATS.len() => "all are kept".to_owned(),
        _ => format!(
            "{}; others are written in the description",
            quoted(kept.into_iter())
        ),
    }
}

/// Returns true if the target rejects the schema for its keywords, not for its size.
fn is_rejected(target: Target, definition: &Definition) -> bool {
    let error = definition.export(target).err();
    error.is_some_and(|error| !matches!(error.reason(), Reason::TooMany { .. }))
}
