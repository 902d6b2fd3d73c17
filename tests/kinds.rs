//! The known kinds of malformed arguments, from the shared data.

use serde_json::Value;
use tests::shared_rows;
use tool_core::issue::Repair;
use tool_core::rules::RuleClass;
use tool_core::{Definition, Leniency, Reading, ToolArgError};

fn read(row: &Value, leniency: Leniency) -> Result<Reading<Value>, ToolArgError> {
    let definition = Definition::new("tool", "A tool.", row["schema"].clone());
    let raw = row["raw"].as_str().expect("a string");
    let definition = definition.expect("a schema");
    definition.reader().leniency(leniency).read(raw)
}

/// Checks that a row is read as its expected value, or is rejected.
fn check(row: &Value, leniency: Leniency, is_refused: bool) {
    match read(row, leniency) {
        Ok(reading) if !is_refused => assert_eq!(reading.value, row["want"], "{row}"),
        Ok(reading) => panic!("{row} is read as {}", reading.value),
        Err(_) if is_refused => {}
        Err(error) => panic!("{row} is refused: {error}"),
    }
}

#[test]
fn standard_leniency_applies_certain_rules_and_rejects_guesses() {
    for row in shared_rows("matrix.jsonl").unwrap_or_default() {
        let is_refused = row["want"] == "__REJECT__" || row["safe"] == "G";
        check(&row, Leniency::Standard, is_refused);
    }
}

#[test]
fn generous_leniency_applies_guesses_and_rejects_ambiguous_input() {
    for row in shared_rows("matrix.jsonl").unwrap_or_default() {
        check(&row, Leniency::Generous, row["want"] == "__REJECT__");
        if let Ok(reading) = read(&row, Leniency::Generous) {
            let is_guess = |repair: &Repair| repair.class() == RuleClass::Generous;
            let guessed = reading.repairs.iter().any(is_guess);
            assert_eq!(guessed, row["safe"] == "G", "{row} {:?}", reading.repairs);
        }
    }
}
