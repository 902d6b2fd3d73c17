use std::fmt::Write as _;

use serde_json::Value;
use tool_core::Definition;
use tool_core::provider::{Export, Loss, Target};

/// The tool object of an export, and its losses, one a line.
///
/// # Panics
///
/// If the definition cannot be exported.
#[must_use]
#[track_caller]
pub fn exported(definition: &Definition, target: Target) -> String {
    let export = definition.export(target).expect("it can be exported");
    with_losses(format!("{:#}", export.tool()), &export)
}

/// The same, with the tool object on one line.
///
/// # Panics
///
/// If the definition cannot be exported.
#[must_use]
#[track_caller]
pub fn exported_in_short(definition: &Definition, target: Target) -> String {
    let export = definition.export(target).expect("it can be exported");
    with_losses(export.tool().to_string(), &export)
}

fn with_losses(mut text: String, export: &Export) -> String {
    if let Some(why) = export.fallback() {
        let _ = write!(text, "\nplain: {why}");
    }
    for loss in export.losses() {
        let _ = write!(text, "\n{}", line(loss));
    }
    text
}

fn line(loss: &Loss) -> String {
    let Loss {
        path,
        keyword,
        value,
        kept,
        ..
    } = loss;
    let mut value = value.to_string();
    if value.len() > 60 {
        "..".clone_into(&mut value);
    }
    format!("lost: {path} {keyword} {value} ({kept:?})")
}

/// Why a schema cannot be exported, from after the name of the tool.
///
/// # Panics
///
/// If it can be exported, or cannot be the schema of a tool.
#[must_use]
#[track_caller]
pub fn not_exported(schema: Value, target: Target) -> String {
    let definition = Definition::unchecked("t", "A tool.", schema);
    let error = definition
        .export(target)
        .expect_err("it cannot be exported");
    let text = error.to_string();
    let words = text.strip_prefix("tool `t` cannot be exported to ");
    words.unwrap_or_else(|| panic!("{text}")).to_owned()
}
