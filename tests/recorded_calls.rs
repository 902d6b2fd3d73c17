//! Calls that real models made, from the shared data.

use serde_json::Value;
use tests::shared_rows;
use tool_core::{Definition, Reading, ToolArgError};

/// Number of calls with one meaning that must be read: all of them.
const ACCEPTED: usize = 163;

/// Number of calls with invalid JSON that must be read, of 687. The others have an array where a
/// string is declared, or keys that are not.
const MENDED: usize = 683;

fn read(row: &Value) -> Result<Reading<Value>, ToolArgError> {
    let text = |key: &str| row[key].as_str().expect("a string");
    let definition = Definition::new(text("name"), "A tool.", row["schema"].clone());
    definition
        .expect("a schema that is used by real tools")
        .reader()
        .read(text("raw"))
}

#[test]
fn recorded_calls_are_read_correctly_or_rejected() {
    let Some(rows) = shared_rows("bfcl_calls.jsonl") else {
        return;
    };
    let (mut accepted, mut mended) = (0, 0);
    for row in rows {
        let (id, want) = (&row["id"], &row["want"]);
        match (row["outcome"].as_str(), read(&row)) {
            (Some("identity"), Ok(reading)) => {
                assert_eq!(reading.value, *want, "{id}");
                assert!(reading.is_exact(), "{id}: {:?}", reading.repairs);
            }
            (Some("identity"), Err(error)) => panic!("{id}: {error}"),
            (Some("reject"), outcome) => assert!(outcome.is_err(), "{id}: {outcome:?}"),
            (outcome, Ok(reading)) => {
                assert_eq!(reading.value, *want, "{id}");
                accepted += usize::from(outcome == Some("accept"));
                mended += usize::from(row["why"] == "not JSON");
            }
            (_, Err(_)) => {}
        }
    }
    assert!(accepted >= ACCEPTED, "only {accepted} are read");
    assert!(mended >= MENDED, "only {mended} are mended");
}
