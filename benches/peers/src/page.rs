//! Writes the tables of `docs/compared.md`, each between its two marks, and the charts. The text
//! around the tables is written by hand.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::others::Programs;
use crate::tables::Measured;
use crate::{charts, matrix, mended, tables, texts};

const PAGE: &str = "docs/compared.md";

/// Measures everything, and writes the tables and the charts. `work` is the folder in which
/// `benches/peers/run` installed the programs.
///
/// # Errors
///
/// Returns an error if a program fails or the page lacks a mark.
pub(crate) fn write(work: &Path, measured: &Measured<'_>) -> io::Result<()> {
    let programs = Programs::of(work);
    let rows = given("matrix.jsonl");
    let answers = programs.say(rows.as_deref())?;
    let mut page = fs::read_to_string(PAGE)?;
    put(&mut page, "versions", &tables::versions(&answers, measured))?;
    put(&mut page, "costs", &tables::costs()?)?;
    for (name, costs) in [
        ("workloads", "costs.jsonl"),
        ("workloads-thin", "costs-thin.jsonl"),
    ] {
        put(&mut page, name, &tables::workloads(&work.join(costs))?)?;
    }
    put(&mut page, "memory", &tables::memory()?)?;
    put(&mut page, "faults", &tables::faults(&answers)?)?;
    put(&mut page, "compiled", &tables::compiled()?)?;
    put(&mut page, "first", &tables::first()?)?;
    put(&mut page, "times", &tables::times(&programs.times()?))?;
    if let Some(rows) = rows {
        let table = tables::matrix(&matrix::rows(&rows)?, &answers);
        put(&mut page, "matrix", &table)?;
    }
    if let Some(texts) = given("repair_core.jsonl") {
        put(
            &mut page,
            "mended",
            &tables::mended(&mended::texts(&texts)?),
        )?;
    }
    put_texts(&mut page, work, measured)?;
    fs::write(PAGE, &page)?;
    charts::write(&page)
}

/// Measures the calls in texts, and writes only their table.
///
/// # Errors
///
/// Returns an error if a program fails or the page lacks a mark.
pub(crate) fn write_texts(work: &Path, measured: &Measured<'_>) -> io::Result<()> {
    let mut page = fs::read_to_string(PAGE)?;
    put_texts(&mut page, work, measured)?;
    fs::write(PAGE, &page)
}

fn put_texts(page: &mut String, work: &Path, measured: &Measured<'_>) -> io::Result<()> {
    let Some(file) = given("model_texts.jsonl") else {
        return Ok(());
    };
    let table = tables::texts(&texts::all(&file, work)?, measured);
    put(page, "texts", &table)
}

/// Draws the charts from the tables of the page, without measuring.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written.
pub(crate) fn charts() -> io::Result<()> {
    charts::write(&fs::read_to_string(PAGE)?)
}

/// Returns the path of a file of test data. The data is not part of the repository: it is in the
/// folder `SHARED_DATA_DIR`. Returns `None` if the file does not exist.
pub(crate) fn given(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("SHARED_DATA_DIR");
    let file = Path::new(&folder.unwrap_or_else(|| "../shared/data".into())).join(name);
    if !file.exists() {
        eprintln!("{} is missing; its figures are left out", file.display());
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
