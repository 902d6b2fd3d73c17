//! Puts the tables into `docs/compared.md`, each between its two marks; the words around
//! them are written by hand.

use std::path::Path;
use std::{fs, io};

use crate::others::Programs;
use crate::{matrix, tables};

const PAGE: &str = "docs/compared.md";

/// Measures all, and writes the tables. The folder is that of `benches/peers/run`.
///
/// # Errors
///
/// If something cannot be run, or the page lacks a mark.
pub(crate) fn write(work: &Path, date: &str) -> io::Result<()> {
    let rows = Path::new("../shared/data/matrix.jsonl");
    let given = rows.exists().then_some(rows);
    let programs = Programs::of(work);
    let said = programs.say(given)?;
    let mut page = fs::read_to_string(PAGE)?;
    put(&mut page, "versions", &tables::versions(&said, date))?;
    put(&mut page, "costs", &tables::costs()?)?;
    put(&mut page, "memory", &tables::memory()?)?;
    put(&mut page, "faults", &tables::faults(&said)?)?;
    put(&mut page, "compiled", &tables::compiled()?)?;
    put(&mut page, "first", &tables::first()?)?;
    put(&mut page, "times", &tables::times(&programs.times()?))?;
    match given {
        Some(rows) => {
            let rows = matrix::rows(rows)?;
            put(&mut page, "matrix", &tables::matrix(&rows, &said))?;
        }
        None => eprintln!("no {}: that table stays as it is", rows.display()),
    }
    fs::write(PAGE, page)
}

fn put(page: &mut String, name: &str, table: &str) -> io::Result<()> {
    let (begin, end) = (
        format!("<!-- begin {name} -->\n"),
        format!("<!-- end {name} -->"),
    );
    let found = page.find(&begin).zip(page.find(&end));
    let Some((from, to)) = found else {
        return Err(io::Error::other(format!(
            "{PAGE} lacks the marks of `{name}`"
        )));
    };
    page.replace_range(from + begin.len()..to, &format!("\n{table}\n"));
    Ok(())
}
