//! Puts the tables into `docs/compared.md`, each between its two marks; the words around
//! them are written by hand.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::others::Programs;
use crate::{matrix, mended, tables};

const PAGE: &str = "docs/compared.md";

/// Measures all, and writes the tables. The folder is that of `benches/peers/run`.
///
/// # Errors
///
/// If something cannot be run, or the page lacks a mark.
pub(crate) fn write(work: &Path, date: &str) -> io::Result<()> {
    let programs = Programs::of(work);
    let rows = given("matrix.jsonl");
    let said = programs.say(rows.as_deref())?;
    let mut page = fs::read_to_string(PAGE)?;
    put(&mut page, "versions", &tables::versions(&said, date))?;
    put(&mut page, "costs", &tables::costs()?)?;
    put(&mut page, "workloads", &tables::workloads(work)?)?;
    put(&mut page, "memory", &tables::memory()?)?;
    put(&mut page, "faults", &tables::faults(&said)?)?;
    put(&mut page, "compiled", &tables::compiled()?)?;
    put(&mut page, "first", &tables::first()?)?;
    put(&mut page, "times", &tables::times(&programs.times()?))?;
    if let Some(rows) = rows {
        let table = tables::matrix(&matrix::rows(&rows)?, &said);
        put(&mut page, "matrix", &table)?;
    }
    if let Some(texts) = given("repair_core.jsonl") {
        put(
            &mut page,
            "mended",
            &tables::mended(&mended::texts(&texts)?),
        )?;
    }
    fs::write(PAGE, page)
}

/// A list of test data, if it is at hand beside the checkout.
fn given(name: &str) -> Option<PathBuf> {
    let file = Path::new("../shared/data").join(name);
    if !file.exists() {
        eprintln!("no {}: its table stays as it is", file.display());
        return None;
    }
    Some(file)
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
