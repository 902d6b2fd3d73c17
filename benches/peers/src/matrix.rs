//! Kinds of malformed arguments, and their readings by each library that takes a JSON Schema at run
//! time.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use jsonrepair_rs::jsonrepair_value_with_schema;
use serde_json::Value;
use tool_core::{Definition, Leniency};

/// A row of the file.
pub(crate) struct Row {
    id: String,
    schema: Value,
    raw: String,
    /// The expected value, or `None` if the row must be rejected.
    want: Option<Value>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sure,
    Guess,
    Never,
}

/// The rows of the file.
///
/// # Errors
///
/// If it cannot be read, or holds another line.
pub(crate) fn rows(path: &Path) -> io::Result<Vec<Row>> {
    let text = fs::read_to_string(path)?;
    let rows: Option<Vec<_>> = text.lines().map(row).collect();
    rows.ok_or_else(|| io::Error::other("the matrix has a line of another form"))
}

fn row(line: &str) -> Option<Row> {
    let mut line: Value = serde_json::from_str(line).ok()?;
    let want = line["want"].take();
    Some(Row {
        id: line["id"].as_str()?.to_owned(),
        raw: line["raw"].as_str()?.to_owned(),
        kind: match line["safe"].as_str()? {
            "S" => Kind::Sure,
            "G" => Kind::Guess,
            "R" => Kind::Never,
            _ => return None,
        },
        want: (want != "__REJECT__").then_some(want),
        schema: line["schema"].take(),
    })
}

/// Counts the rows of each kind.
pub(crate) fn kinds(rows: &[Row]) -> [usize; 3] {
    [Kind::Sure, Kind::Guess, Kind::Never]
        .map(|kind| rows.iter().filter(|row| row.kind == kind).count())
}

/// The results for the three kinds of rows.
#[derive(Default)]
pub(crate) struct Score {
    /// Rows with exactly one meaning: read as intended, read as another value, rejected.
    pub(crate) sure: [usize; 3],
    /// Rows that need a guess: rejected, read as intended, read as another value.
    pub(crate) guess: [usize; 3],
    /// Rows that must be rejected or kept unchanged: correct, read as another value, rejected
    /// although valid.
    pub(crate) never: [usize; 3],
}

impl Score {
    /// Returns the number of rows that were read as an unintended value.
    pub(crate) fn wrong(&self) -> usize {
        self.sure[1] + self.guess[2] + self.never[1]
    }

    fn count(&mut self, row: &Row, outcome: Option<&Value>) {
        let is_wanted = match (outcome, &row.want) {
            (Some(value), Some(want)) => is_same(value, want),
            (None, None) => true,
            _ => false,
        };
        let number = match (row.kind, outcome) {
            (Kind::Guess, None) => 0,
            (Kind::Guess, Some(_)) => 2 - usize::from(is_wanted),
            (_, _) if is_wanted => 0,
            (_, Some(_)) => 1,
            (_, None) => 2,
        };
        match row.kind {
            Kind::Sure => self.sure[number] += 1,
            Kind::Guess => self.guess[number] += 1,
            Kind::Never => self.never[number] += 1,
        }
    }
}

/// Returns true if two values are equal. Numbers are compared by value, not by spelling.
pub(crate) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_there = |(key, value): (&String, &Value)| {
                other.get(key).is_some_and(|other| is_same(value, other))
            };
            one.len() == other.len() && one.iter().all(is_there)
        }
        _ => one == other,
    }
}

/// Reads a row with one crate. Returns `None` if the crate rejects it.
type Read = fn(&Row) -> Option<Value>;

/// Scores the Rust crates by name.
pub(crate) fn native(rows: &[Row]) -> Vec<(&'static str, Score)> {
    let readers: [(&str, Read); 4] = [
        ("tool-core", |row| own(row, Leniency::Standard)),
        ("tool-core, generous", |row| own(row, Leniency::Generous)),
        ("serde_json, then jsonschema", |row| {
            valid(row, serde_json::from_str(&row.raw).ok()?)
        }),
        ("jsonrepair-rs by schema, then jsonschema", |row| {
            valid(
                row,
                jsonrepair_value_with_schema(&row.raw, &row.schema).ok()?,
            )
        }),
    ];
    let scores = readers.map(|(name, read)| {
        let mut score = Score::default();
        for row in rows {
            score.count(row, read(row).as_ref());
        }
        (name, score)
    });
    scores.into()
}

fn own(row: &Row, leniency: Leniency) -> Option<Value> {
    let definition = Definition::new("tool", "A tool.", row.schema.clone()).ok()?;
    let reader = definition.reader().leniency(leniency);
    Some(reader.read::<Value>(&row.raw).ok()?.value)
}

fn valid(row: &Row, value: Value) -> Option<Value> {
    jsonschema::is_valid(&row.schema, &value).then_some(value)
}

/// Scores the programs of other languages from the lines that they print.
pub(crate) fn others(rows: &[Row], lines: &[Value]) -> Vec<(String, Score)> {
    let rows: BTreeMap<_, _> = rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let mut scores: Vec<(String, Score)> = Vec::new();
    for line in lines {
        let (Some(peer), Some(id)) = (line["peer"].as_str(), line["id"].as_str()) else {
            continue;
        };
        if scores.last().is_none_or(|(last, _)| last != peer) {
            scores.push((peer.to_owned(), Score::default()));
        }
        if let (Some((_, score)), Some(row)) = (scores.last_mut(), rows.get(id)) {
            score.count(row, line.get("value"));
        }
    }
    scores
}
