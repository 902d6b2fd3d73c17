//! Broken JSON that several engines repair to the same value, and the crates that agree with them.

use std::path::Path;
use std::{fs, io};

use serde_json::{Value, json};
use tool_core::{Definition, Finish, Input, Leniency};

use crate::matrix::is_same;

/// A broken text, and the value that the engines repair it to.
pub(crate) struct Text {
    raw: String,
    expected: Value,
}

/// Returns the texts of the file that the engines can read.
///
/// # Errors
///
/// If it cannot be read, or holds another line.
pub(crate) fn texts(path: &Path) -> io::Result<Vec<Text>> {
    let mut texts = Vec::new();
    for line in fs::read_to_string(path)?.lines() {
        let mut line: Value = serde_json::from_str(line)?;
        if line["outcome"] == "value" {
            texts.push(Text {
                raw: line["raw"].as_str().unwrap_or_default().to_owned(),
                expected: line["expected"].take(),
            });
        }
    }
    Ok(texts)
}

/// Reads a text with one crate. Returns `None` if the crate rejects it.
type Read = fn(&str) -> Option<Value>;

/// Counts for each crate the texts that it reads as the engines do, that it reads as something
/// else, and that it rejects.
pub(crate) fn native(texts: &[Text]) -> Vec<(&'static str, [usize; 3])> {
    let readers: [(&str, Read); 5] = [
        ("serde_json", |raw| serde_json::from_str(raw).ok()),
        ("tool-core", |raw| own(raw, Leniency::Standard)),
        ("tool-core, generous", |raw| own(raw, Leniency::Generous)),
        ("jsonrepair-rs", |raw| {
            jsonrepair_rs::jsonrepair_value(raw).ok()
        }),
        ("rustia", |raw| {
            match rustia::parse_lenient_json_value(raw) {
                rustia::LlmJsonParseResult::Success { data } => Some(data),
                rustia::LlmJsonParseResult::Failure { .. } => None,
            }
        }),
    ];
    let counted = readers.map(|(name, read)| {
        let mut counts = [0; 3];
        for text in texts {
            let number = match read(&text.raw) {
                Some(value) if is_same(&value, &text.expected) => 0,
                Some(_) => 1,
                None => 2,
            };
            counts[number] += 1;
        }
        (name, counts)
    });
    counted.into()
}

/// The engines treat the whole text as the arguments.
fn own(raw: &str, leniency: Leniency) -> Option<Value> {
    let definition = Definition::new("tool", "A tool.", json!({})).ok()?;
    let reader = definition.reader().leniency(leniency);
    let input = Input::from(raw).finish(Finish::Complete);
    let reading = reader.read::<Value>(input).ok()?;
    Some(reading.value)
}
