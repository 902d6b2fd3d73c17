//! Rules on derived tools and on tools of the same schema: the places where each applies and does
//! not apply.

#![allow(
    clippy::needless_pass_by_value,
    reason = "values written in place are easier to read"
)]

mod text;
mod values;

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde_json::Value;
use tool_core::{
    Definition, Finish, Input, Leniency, Reader, Reading, Tool, ToolArg, ToolArgError,
};

/// Write a file.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the values are compared by `Debug`")]
struct Write {
    path: String,
    #[serde(default)]
    n: Option<i64>,
    #[serde(default)]
    edits: Vec<Edit>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    labels: BTreeMap<String, Value>,
    #[serde(default)]
    any: Value,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "the values are compared by `Debug`")]
struct Edit {
    old: String,
    #[serde(default)]
    new: String,
}

/// Write a file, with further keys.
#[derive(Debug, Tool)]
#[tool(open)]
#[expect(dead_code, reason = "the values are compared by `Debug`")]
struct Open {
    file_path: String,
    #[serde(default)]
    ranges: Option<Vec<Range>>,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "the values are compared by `Debug`")]
struct Range {
    start: u32,
    end: u32,
}

/// List files.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the values are compared by `Debug`")]
struct List {
    #[serde(default)]
    depth: Option<u8>,
}

/// Change a row.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the values are compared by `Debug`")]
struct Change {
    table: String,
    #[serde(flatten)]
    op: Op,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "op")]
#[expect(dead_code, reason = "the values are compared by `Debug`")]
enum Op {
    Insert { row: Vec<String> },
    Delete { id: u32, cascade: bool },
}

/// The leniency of a reading.
#[derive(Clone, Copy)]
struct Mode(Leniency, Finish);

const STANDARD: Mode = Mode(Leniency::Standard, Finish::Unknown);
const COMPLETE: Mode = Mode(Leniency::Standard, Finish::Complete);
const GENEROUS: Mode = Mode(Leniency::Generous, Finish::Unknown);

impl Mode {
    fn read<T: DeserializeOwned + 'static>(
        self,
        reader: Reader<'_>,
        raw: &str,
    ) -> Result<Reading<T>, ToolArgError> {
        reader
            .leniency(self.0)
            .read(Input::from(raw).finish(self.1))
    }
}

/// Reads a text by the type, by its definition and by a definition of its schema. All three must
/// agree.
fn read<T: Tool + Debug>(mode: Mode, raw: &str) -> Result<Reading<Value>, ToolArgError> {
    let schema = T::definition().schema().clone();
    let name = T::definition().name();
    let given = Definition::new(name, "A tool.", schema).expect("a schema");
    let given = mode.read::<Value>(given.reader(), raw);
    let typed = mode.read::<T>(T::definition().reader(), raw);
    match (&given, &typed) {
        (Ok(given), Ok(typed)) => {
            assert_eq!(given.repairs, typed.repairs, "{raw}");
            let strict = T::definition().reader().leniency(Leniency::Strict);
            let again = strict.read::<T>(&given.value).expect("it is valid");
            assert_eq!(format!("{:?}", again.value), format!("{:?}", typed.value));
        }
        (Err(given), Err(typed)) => assert_eq!(given.issues(), typed.issues(), "{raw}"),
        _ => panic!("{raw}: {given:?}, but {typed:?}"),
    }
    given
}

/// That a text is read as that value, by that rule.
#[track_caller]
fn applies<T: Tool + Debug>(mode: Mode, rule: &str, raw: &str, value: Value) {
    let reading = read::<T>(mode, raw).unwrap_or_else(|error| panic!("{raw}: {error}"));
    assert_eq!(reading.value, value, "{raw}");
    let mut rules = reading.repairs.iter().map(|repair| repair.rule.as_str());
    assert!(
        rules.any(|applied| applied == rule),
        "{raw}: {:?}",
        reading.repairs
    );
}

/// Asserts that a text is rejected with this message.
#[track_caller]
fn refuses<T: Tool + Debug>(mode: Mode, raw: &str, words: &str) {
    match read::<T>(mode, raw) {
        Ok(reading) => panic!("{raw} is read as {}", reading.value),
        Err(error) => {
            let text = error.to_string();
            let (_, said) = text.split_once("Errors: ").expect("a list of errors");
            assert_eq!(said, words, "{raw}");
        }
    }
}

/// Asserts that a text is valid without repairs.
#[track_caller]
fn keeps<T: Tool + Debug>(mode: Mode, raw: &str) {
    let reading = read::<T>(mode, raw).unwrap_or_else(|error| panic!("{raw}: {error}"));
    let sent: Value = serde_json::from_str(raw).expect("JSON");
    assert_eq!(
        (reading.value, reading.repairs),
        (sent, Vec::new()),
        "{raw}"
    );
}
