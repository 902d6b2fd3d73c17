use std::fmt::Write as _;

use serde_json::Value;

use crate::matrix::{self, Row};
use crate::mended::{self, Text};

/// What became of the rows of the matrix.
pub(crate) fn matrix(rows: &[Row], said: &[Value]) -> String {
    let native = matrix::native(rows).into_iter();
    let native = native.map(|(name, score)| (name.to_owned(), score));
    let [sure, guess, never] = matrix::kinds(rows);
    let mut table = format!(
        "| | one reading ({sure}): read as it / as another value / refused | \
         a guess ({guess}): refused / read as meant / as another value | \
         never ({never}): right / another value / refused | another value, in all |\n\
         |---|---|---|---|---|\n"
    );
    for (name, score) in native.chain(matrix::others(rows, said)) {
        write!(table, "| {name} |").ok();
        for [first, second, third] in [score.sure, score.guess, score.never] {
            write!(table, " {first} / {second} / {third} |").ok();
        }
        writeln!(table, " {} |", score.wrong()).ok();
    }
    table
}

/// What became of broken texts on whose repair engines agree.
pub(crate) fn mended(texts: &[Text]) -> String {
    let mut table = format!(
        "| | read as the engines agree, of {} | as something else | refused |\n\
         |---|---|---|---|\n",
        texts.len()
    );
    for (name, [same, other, refused]) in mended::native(texts) {
        writeln!(table, "| {name} | {same} | {other} | {refused} |").ok();
    }
    table
}
