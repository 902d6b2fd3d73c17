//! The kinds of malformed arguments that are known, where the list is at hand: in
//! a folder `shared` beside the checkout. Without it the test says so and passes.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tool_core::{Definition, Reading, ToolArgError};

fn read(row: &Value) -> Result<Reading<Value>, ToolArgError> {
    let definition = Definition::new("tool", "A tool.", row["schema"].clone());
    let raw = row["raw"].as_str().expect("a string");
    definition.expect("a schema").reader().read(raw)
}

#[test]
fn what_is_sure_is_read_and_what_is_a_guess_or_worse_is_not() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/matrix.jsonl");
    let Ok(text) = fs::read_to_string(&file) else {
        println!("the list is not at hand: {} is passed over", file.display());
        return;
    };
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("a line of JSON");
        let is_refused = row["want"] == "__REJECT__" || row["safe"] == "G";
        match read(&row) {
            Ok(reading) if !is_refused => assert_eq!(reading.value, row["want"], "{row}"),
            Ok(reading) => panic!("{row} is read as {}", reading.value),
            Err(_) if is_refused => {}
            Err(error) => panic!("{row} is refused: {error}"),
        }
    }
}
