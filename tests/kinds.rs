//! The kinds of malformed arguments that are known, where the list is at hand: in
//! a folder `shared` beside the checkout. Without it the test says so and passes.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tool_core::{Class, Definition, Leniency, Reading, Repair, ToolArgError};

fn rows() -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/matrix.jsonl");
    let Ok(text) = fs::read_to_string(&file) else {
        println!("the list is not at hand: {} is passed over", file.display());
        return Vec::new();
    };
    let rows = text.lines().map(serde_json::from_str);
    rows.map(|row| row.expect("a line of JSON")).collect()
}

fn read(row: &Value, leniency: Leniency) -> Result<Reading<Value>, ToolArgError> {
    let definition = Definition::new("tool", "A tool.", row["schema"].clone());
    let raw = row["raw"].as_str().expect("a string");
    let definition = definition.expect("a schema");
    definition.reader().leniency(leniency).read(raw)
}

/// That it is read as is wanted, or refused.
fn check(row: &Value, leniency: Leniency, is_refused: bool) {
    match read(row, leniency) {
        Ok(reading) if !is_refused => assert_eq!(reading.value, row["want"], "{row}"),
        Ok(reading) => panic!("{row} is read as {}", reading.value),
        Err(_) if is_refused => {}
        Err(error) => panic!("{row} is refused: {error}"),
    }
}

#[test]
fn what_is_sure_is_read_and_what_is_a_guess_or_worse_is_not() {
    for row in rows() {
        let is_refused = row["want"] == "__REJECT__" || row["safe"] == "G";
        check(&row, Leniency::Standard, is_refused);
    }
}

#[test]
fn what_is_a_guess_is_read_where_that_is_asked_for_and_what_is_worse_is_not() {
    for row in rows() {
        check(&row, Leniency::Generous, row["want"] == "__REJECT__");
        if let Ok(reading) = read(&row, Leniency::Generous) {
            let is_guess = |repair: &Repair| repair.class() == Class::Generous;
            let guessed = reading.repairs.iter().any(is_guess);
            assert_eq!(guessed, row["safe"] == "G", "{row} {:?}", reading.repairs);
        }
    }
}
