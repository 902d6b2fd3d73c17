//! Judges the calls that a library reads.

use std::collections::{BTreeMap, BTreeSet};

use tool_core::Finish;

use super::rows::{Call, Row};
use crate::matrix::is_same;

/// The calls of one reader, by the row's id. A row without an entry has no calls.
pub(crate) type Read = BTreeMap<String, Vec<Call>>;

/// The results of a library.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    /// Formats with at least one call that is read.
    pub(crate) formats: usize,
    pub(crate) right: usize,
    pub(crate) missed: usize,
    pub(crate) wrong: usize,
    /// Rows in formats that the library does not read.
    pub(crate) unsupported: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    /// Some calls are missing, and the others are right.
    Missed,
    /// A call is invented, or one of its values is another value.
    Wrong,
}

/// Scores a library that recognises the format: each row counts.
pub(crate) fn recognised(rows: &[&Row], read: &Read) -> Score {
    let mut score = Score::default();
    for rows in by_format(rows).values() {
        let one = judged(rows, read);
        score.formats += usize::from(one.calls > 0);
        score.add(one);
    }
    score
}

/// Scores a library whose caller selects the parser. For each format, the parser with the most
/// right rows counts. A format counts as unsupported if no parser reads a call of it.
pub(crate) fn selected(rows: &[&Row], parsers: &BTreeMap<String, Read>) -> Score {
    let mut score = Score::default();
    for rows in by_format(rows).values() {
        let results = parsers.values().map(|read| judged(rows, read));
        let results = results.filter(|result| result.calls > 0);
        let best = results.max_by_key(|result| (result.right, result.missed));
        let Some(best) = best else {
            score.unsupported += rows.len();
            continue;
        };
        score.formats += 1;
        score.add(best);
    }
    score
}

impl Score {
    fn add(&mut self, result: Judged) {
        self.right += result.right;
        self.missed += result.missed;
        self.wrong += result.wrong;
    }
}

/// The results of one reader for one format.
#[derive(Clone, Copy, Default)]
struct Judged {
    right: usize,
    missed: usize,
    wrong: usize,
    /// Right rows with calls.
    calls: usize,
}

fn judged(rows: &[&Row], read: &Read) -> Judged {
    let mut result = Judged::default();
    for row in rows {
        let calls = read.get(&row.id).map_or(&[][..], Vec::as_slice);
        match verdict(row, calls) {
            Verdict::Right => {
                result.right += 1;
                result.calls += usize::from(!calls.is_empty());
            }
            Verdict::Missed => result.missed += 1,
            Verdict::Wrong => result.wrong += 1,
        }
    }
    result
}

fn by_format<'r>(rows: &[&'r Row]) -> BTreeMap<&'r str, Vec<&'r Row>> {
    let mut formats: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in rows {
        formats.entry(row.format.as_str()).or_default().push(*row);
    }
    formats
}

/// Counts the formats with calls in at least one row.
pub(crate) fn formats(rows: &[Row]) -> usize {
    let rows = rows
        .iter()
        .filter(|row| row.accepted.iter().any(|calls| !calls.is_empty()));
    let formats: BTreeSet<_> = rows.map(|row| row.format.as_str()).collect();
    formats.len()
}

/// A truncated text may also yield no calls.
fn verdict(row: &Row, calls: &[Call]) -> Verdict {
    let is_cut = row.finish == Finish::Truncated && calls.is_empty();
    if is_cut || row.accepted.iter().any(|all| is_equal(all, calls)) {
        Verdict::Right
    } else if row.accepted.iter().any(|all| is_part(calls, all)) {
        Verdict::Missed
    } else {
        Verdict::Wrong
    }
}

fn is_equal(all: &[Call], calls: &[Call]) -> bool {
    all.len() == calls.len() && is_part(calls, all)
}

/// Returns whether the calls are in the list, in its order.
fn is_part(calls: &[Call], all: &[Call]) -> bool {
    let mut rest = all.iter();
    calls.iter().all(|call| {
        rest.any(|one| one.name == call.name && is_same(&one.arguments, &call.arguments))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::texts::rows::calls;

    fn row(accepted: &[Value], finish: Finish) -> Row {
        let accepted = accepted.iter().map(read);
        Row {
            id: "1".to_owned(),
            format: "hermes_json".to_owned(),
            text: String::new(),
            starts_in_reasoning: false,
            finish,
            tools: Vec::new(),
            accepted: accepted.collect(),
        }
    }

    fn read(list: &Value) -> Vec<Call> {
        calls(list.as_array().map_or(&[], Vec::as_slice))
    }

    fn call(name: &str) -> Value {
        json!({"name": name, "arguments": {"n": 1}})
    }

    #[test]
    fn fewer_calls_are_missed_and_other_calls_are_wrong() {
        let row = row(&[json!([call("a"), call("b")])], Finish::Complete);
        for (calls, expected) in [
            (json!([call("a"), call("b")]), Verdict::Right),
            (json!([call("b")]), Verdict::Missed),
            (json!([]), Verdict::Missed),
            (json!([call("b"), call("a")]), Verdict::Wrong),
            (json!([call("a"), call("b"), call("b")]), Verdict::Wrong),
            (
                json!([{"name": "a", "arguments": {"n": "1"}}]),
                Verdict::Wrong,
            ),
        ] {
            assert_eq!(verdict(&row, &read(&calls)), expected, "{calls}");
        }
    }

    #[test]
    fn each_accepted_reading_and_no_call_of_a_truncated_text_are_right() {
        let readings = [json!([call("a")]), json!([call("b")])];
        let row = row(&readings, Finish::Truncated);
        for calls in [json!([call("a")]), json!([call("b")]), json!([])] {
            assert_eq!(verdict(&row, &read(&calls)), Verdict::Right, "{calls}");
        }
    }

    #[test]
    fn arguments_are_an_object_or_its_text() {
        let texts = json!([
            {"name": "a", "arguments": "{\"n\": 1}"},
            {"name": "b", "arguments": ""},
            {"name": "c", "arguments": "{n"},
        ]);
        let expected = json!([call("a"), {"name": "b", "arguments": {}}]);
        assert_eq!(read(&texts), read(&expected));
    }

    #[test]
    fn the_best_parser_of_a_format_counts() {
        let row = row(&[json!([call("a")])], Finish::Complete);
        let parser = |calls: &Value| BTreeMap::from([("1".to_owned(), read(calls))]);
        let none = BTreeMap::from([("x".to_owned(), parser(&json!([call("b")])))]);
        let unsupported = Score {
            unsupported: 1,
            ..Score::default()
        };
        assert_eq!(selected(&[&row], &none), unsupported);
        let mut both = none;
        both.insert("y".to_owned(), parser(&json!([call("a")])));
        let right = Score {
            formats: 1,
            right: 1,
            ..Score::default()
        };
        assert_eq!(selected(&[&row], &both), right);
    }
}
