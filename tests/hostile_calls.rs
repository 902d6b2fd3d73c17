//! Hostile calls from the shared data: several faults at once, numbers at their edges, Unicode,
//! nested encodings, code in values, and schemas of real servers.

use serde_json::Value;
use tests::shared_rows;
use tool_core::{Definition, Finish, Input, Reading, ToolArgError};

/// The rows whose result differs from the label, each with the reason. Shrink the list; extend it
/// only for a row whose label contradicts the reading rules.
const DIFFERENT: &[(&str, &str)] = &[
    ("h1-num-104", "the rule keeps the JSON form of `True`"),
    (
        "h1-arr-182",
        "an array is read as the only array of the tool",
    ),
    (
        "h2-trunc-unknown-229",
        "a comma after the object is accepted",
    ),
    (
        "h2-trunc-complete-277",
        "a comma after the object is accepted",
    ),
    ("h4-fold-19", "`resign` is a member, too"),
    (
        "h4-open-54",
        "`args` beside `kwargs` is no lone wrapper, and the schema accepts both",
    ),
    ("h4-one-84", "JSON text is read as JSON"),
];

fn read(row: &Value) -> Result<Reading<Value>, ToolArgError> {
    let text = |key: &str| row[key].as_str().expect("a string");
    let definition = Definition::new(text("name"), "A tool.", row["schema"].clone());
    let definition = definition.expect("a schema of the data");
    let finish = match row.get("finish").and_then(Value::as_str) {
        Some("complete") => Finish::Complete,
        Some("truncated") => Finish::Truncated,
        _ => Finish::Unknown,
    };
    let input = Input::from(text("raw")).finish(finish);
    definition.reader().read(input)
}

/// Returns whether a result agrees with its label: `null` is rejected, `"either"` is rejected or
/// has the value, and any other label is the value.
fn agrees(row: &Value, outcome: &Result<Reading<Value>, ToolArgError>) -> bool {
    let is = |want: &Value| {
        let reading = outcome.as_ref().ok();
        reading.is_some_and(|reading| is_same(&reading.value, want))
    };
    match &row["expected"] {
        Value::Null => outcome.is_err(),
        Value::String(_) => outcome.is_err() || is(&row["value"]),
        want => is(want),
    }
}

fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) if one.is_f64() || other.is_f64() => {
            one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_in = |(key, value): (&String, &Value)| {
                other.get(key).is_some_and(|other| is_same(value, other))
            };
            one.len() == other.len() && one.iter().all(is_in)
        }
        _ => one == other,
    }
}

#[test]
fn reads_hostile_calls_as_labelled() {
    let Some(rows) = shared_rows("hostile_calls.jsonl") else {
        return;
    };
    let (mut wrong, mut right) = (Vec::new(), Vec::new());
    for row in &rows {
        let id = row["id"].as_str().expect("an id");
        let outcome = read(row);
        let is_listed = DIFFERENT.iter().any(|(listed, _)| *listed == id);
        match (agrees(row, &outcome), is_listed) {
            (true, true) => right.push(id),
            (false, false) => wrong.push(format!(
                "{id}: {} is labelled {}, got {outcome:?}",
                row["raw"], row["expected"]
            )),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(right.is_empty(), "remove from the list: {right:?}");
}
