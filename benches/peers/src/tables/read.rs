use std::fmt::Write as _;

use serde_json::Value;

use crate::matrix::{self, Row};
use crate::mended::{self, Text};

/// Returns the table of malformed calls.
pub(crate) fn matrix(rows: &[Row], answers: &[Value]) -> String {
    let native = matrix::native(rows).into_iter();
    let native = native.map(|(name, score)| (name.to_owned(), score));
    let [sure, guess, never] = matrix::kinds(rows);
    let mut table = format!(
        "| | one possible meaning ({sure}): intended value / wrong value / rejected | \
         needs a guess ({guess}): rejected / intended value / wrong value | \
         unreadable or valid ({never}): correct / wrong value / wrongly rejected | \
         wrong values in total |\n\
         |---|---|---|---|---|\n"
    );
    for (name, score) in native.chain(matrix::others(rows, answers)) {
        write!(table, "| {name} |").ok();
        for [first, second, third] in [score.sure, score.guess, score.never] {
            write!(table, " {first} / {second} / {third} |").ok();
        }
        writeln!(table, " {} |", score.wrong()).ok();
    }
    table
}

/// Returns the table of broken texts that several engines repair in the same way.
pub(crate) fn mended(texts: &[Text]) -> String {
    let mut table = format!(
        "| | same value as the engines, of {} | another value | rejected |\n\
         |---|---|---|---|\n",
        texts.len()
    );
    for (name, [same, other, refused]) in mended::native(texts) {
        writeln!(table, "| {name} | {same} | {other} | {refused} |").ok();
    }
    table
}
