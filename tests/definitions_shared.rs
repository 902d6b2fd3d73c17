//! Definitions of the shared data: schemas for exports, what ports of agents found, and real schemas
//! with labelled instances.

use std::collections::HashSet;
use std::process::Command;

use serde_json::Value;
use tests::{as_sent, shared_path, shared_rows, targets, violations};
use tool_core::provider::ExportedSet;
use tool_core::{Definition, Leniency};

fn text<'r>(row: &'r Value, key: &str) -> &'r str {
    row[key].as_str().unwrap_or_else(|| panic!("{key}: {row}"))
}

#[test]
fn schemas_for_exports_obey_every_provider_or_are_errors() {
    let Some(rows) = shared_rows("export_schemas.jsonl") else {
        return;
    };
    assert_eq!(rows.len(), 54);
    let tools: Vec<_> = rows
        .iter()
        .map(|row| {
            let builder = Definition::builder(
                text(row, "name"),
                text(row, "description"),
                row["schema"].clone(),
            );
            builder
                .clone()
                .remove_malformed()
                .build()
                .unwrap_or_else(|_| builder.unchecked())
        })
        .collect();
    for (name, target) in targets() {
        let mut refused = HashSet::new();
        for tool in &tools {
            match tool.export(target) {
                Ok(export) => {
                    let found = violations(as_sent(name, &export), export.tool());
                    assert!(found.is_empty(), "{name}: {found:?}\n{:#}", export.tool());
                }
                Err(error) => {
                    assert!(!error.suggestion().is_empty(), "{error}");
                    refused.insert(tool.name());
                }
            }
        }
        // A bad tool costs no other tool.
        let ExportedSet { exports, errors } = target.export_all(&tools);
        for tool in tools.iter().filter(|tool| !refused.contains(tool.name())) {
            let is_there = exports.find(tool.name()).is_some();
            let is_blamed = errors.iter().any(|error| error.tool() == tool.name());
            assert!(is_there || is_blamed, "{name}: {} is lost", tool.name());
        }
    }
}

/// Rows whose rule has changed since. A phrase without the looks of several items is one item, and a
/// path with a space or a word that begins with `-` looks like several.
const CHANGED: &[&str] = &[
    "ports-f-words-4",
    "ports-f-words-5",
    "ports-f-words-7",
    "ports-f-words-10",
    "ports-f-words-13",
    "ports-f-words-14",
];

#[test]
fn findings_of_ports_are_read_as_expected() {
    let Some(rows) = shared_rows("ports_findings.jsonl") else {
        return;
    };
    let mut different = Vec::new();
    for row in &rows {
        let tool = Definition::new("t", "A tool.", row["schema"].clone());
        let tool = tool.unwrap_or_else(|error| panic!("{row}: {error}"));
        let read = tool.parse(text(row, "raw"));
        let is_right = match &row["expected"] {
            Value::String(word) if word == "reject" => read.is_err(),
            want => read.as_ref().ok() == Some(want),
        };
        if !is_right {
            different.push(text(row, "id"));
        }
    }
    assert_eq!(different, CHANGED);
}

/// The rows with a type of their own are drifts of hand-written schemas, which accept the call.
#[test]
fn drifts_of_ports_are_read_by_hand_written_schemas() {
    let Some(rows) = shared_rows("ports_drifts.jsonl") else {
        return;
    };
    let mut refused = Vec::new();
    for row in &rows {
        let tool = Definition::new("t", "A tool.", row["schema"].clone());
        let tool = tool.unwrap_or_else(|error| panic!("{row}: {error}"));
        if tool.parse(text(row, "raw")).is_err() {
            refused.push(text(row, "id"));
        }
    }
    // The first lacks two properties that its schema requires. The others break their schemas.
    assert_eq!(refused, ["ports-d11", "ports-d13", "ports-d14"]);
}

/// Schemas with a label that counts a `format` as a constraint: five name their draft, which makes it
/// an annotation, and one has `uri-reference`, which the reader does not check.
const LABELLED_BY_FORMAT: [&str; 6] = [
    "Github_hard---o45586",
    "Github_medium---o7574",
    "Github_medium---o62823",
    "Github_medium---o76785",
    "Github_ultra---o65671",
    "JsonSchemaStore---appveyor",
];

/// The strict reader has every verdict of the schemas that it can compile right.
#[test]
fn verdicts_on_real_schemas_are_right() {
    let Some(path) = shared_path("maskbench.jsonl.xz") else {
        return;
    };
    let Ok(unpacked) = Command::new("xz").args(["-dc"]).arg(path).output() else {
        eprintln!("skipped: no program xz");
        return;
    };
    let text = String::from_utf8(unpacked.stdout).expect("UTF-8");
    let (mut schemas, mut verdicts) = (0, 0);
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let Ok(tool) =
            tool_core::__private::of_any_root(Definition::builder("t", "", row["schema"].clone()))
        else {
            continue;
        };
        schemas += 1;
        let reader = tool.reader().leniency(Leniency::Strict);
        for test in row["tests"].as_array().expect("tests") {
            let read = reader.read::<Value>(test["data"].to_string().as_str());
            if read.is_ok() && LABELLED_BY_FORMAT.contains(&row["id"].as_str().unwrap_or_default())
            {
                continue;
            }
            assert_eq!(read.is_ok(), test["valid"], "{}: {read:?}", row["id"]);
            verdicts += 1;
        }
    }
    assert!(schemas > 3_810, "{schemas} of 3,841 schemas");
    assert!(verdicts > 10_000, "{verdicts} of 12,878 verdicts");
}
