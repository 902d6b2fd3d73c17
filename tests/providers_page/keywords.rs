//! What becomes of each keyword: seen by exporting a tool of one property that has it.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tool_core::Definition;
use tool_core::provider::{Kept, Reason, Target};

use super::probes::{FORMATS, optional, probes, recursive, tool};

#[derive(Clone, Copy, PartialEq)]
enum Fate {
    AsItIs,
    OtherWords,
    Described,
    Reader,
    Gone,
    Refused,
}

const FATES: &[(Fate, &str)] = &[
    (Fate::AsItIs, "as they are"),
    (Fate::OtherWords, "the same in other keywords"),
    (Fate::Described, "told in the description"),
    (Fate::Reader, "held to or turned back by the reader"),
    (Fate::Gone, "left out"),
    (Fate::Refused, "refused, with the way out"),
];

fn fate(target: Target, keyword: &str, value: &Value) -> Fate {
    let Ok(export) = tool(value).export(target) else {
        return Fate::Refused;
    };
    let of_it = |path: &str| path.starts_with("/properties/value");
    let mut losses = export.losses().iter();
    let lost = losses.find(|loss| loss.keyword == keyword && of_it(&loss.path));
    match lost.map(|loss| loss.kept) {
        Some(Kept::Description) => Fate::Described,
        Some(Kept::Reading) => Fate::Reader,
        Some(_) => Fate::Gone,
        None if says(
            &export.schema()["properties"]["value"],
            keyword,
            &value[keyword],
        ) =>
        {
            Fate::AsItIs
        }
        None => Fate::OtherWords,
    }
}

/// Whether a schema says the keyword anywhere, with that value; one of schemas may be bent.
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

/// What a target does with each keyword, one row for each way.
pub(super) fn keywords(page: &mut String, target: Target) {
    let fates: Vec<(&str, Fate)> = probes()
        .iter()
        .map(|(keyword, value)| (*keyword, fate(target, keyword, value)))
        .collect();
    page.push_str("| keywords | |\n|---|---|\n");
    for (fate, words) in FATES {
        let names = fates.iter().filter(|(_, found)| found == fate);
        row(page, words, &quoted(names.map(|(keyword, _)| *keyword)));
    }
    row(page, "formats of strings", &formats(target));
    if refused(target, &tool(&json!({}))) {
        row(page, "a value of any type", "refused");
    }
    if refused(target, &recursive()) {
        row(page, "a schema that refers to itself", "refused");
    }
    let export = optional().export(target);
    if export.is_ok_and(|export| export.schema()["required"] == json!(["a", "b"])) {
        let how = "required, and null where it is left out";
        row(page, "an optional property", how);
    }
}

/// A row, unless there is nothing to say.
pub(super) fn row(page: &mut String, what: &str, how: &str) {
    if !how.is_empty() {
        writeln!(page, "| {what} | {how} |").expect("a string takes all");
    }
}

fn quoted<'k>(words: impl Iterator<Item = &'k str>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

fn formats(target: Target) -> String {
    let stays = |format: &&&str| {
        let value = json!({"type": "string", "format": format});
        fate(target, "format", &value) == Fate::AsItIs
    };
    let kept: Vec<&str> = FORMATS.iter().filter(stays).copied().collect();
    match kept.len() {
        0 => "none; told in the description".to_owned(),
        all if all == FORMATS.len() => "all".to_owned(),
        _ => format!(
            "{}; others are told in the description",
            quoted(kept.into_iter())
        ),
    }
}

fn refused(target: Target, definition: &Definition) -> bool {
    let error = definition.export(target).err();
    error.is_some_and(|error| !matches!(error.reason(), Reason::TooMany { .. }))
}
