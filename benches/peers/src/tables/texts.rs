use std::fmt::Write as _;

use super::Measured;
use crate::texts::{Library, Results, Selection};

/// Returns the table of calls in the texts of open models.
pub(crate) fn texts(results: &Results, measured: &Measured<'_>) -> String {
    let Measured { date, commit } = measured;
    let mut table = format!(
        "Measured on {date} at commit `{commit}`.\n\n\
         | | format | formats read, of {} | right, of {} | missed | wrong | unsupported format |\n\
         |---|---|---|---|---|---|---|\n",
        results.formats, results.texts,
    );
    for Library {
        peer,
        selection,
        score,
    } in &results.libraries
    {
        let selection = match selection {
            Selection::Given => "given",
            Selection::Recognised => "recognised",
        };
        writeln!(
            table,
            "| {} {} | {selection} | {} | {} | {} | {} | {} |",
            peer.name,
            peer.version,
            score.formats,
            score.right,
            score.missed,
            score.wrong,
            score.unsupported,
        )
        .ok();
    }
    table
}
