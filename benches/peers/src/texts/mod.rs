//! Calls that open models write as text, and the libraries that read them.

mod own;
mod rows;
mod score;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde_json::Value;

pub(crate) use score::{Score, formats};

use crate::others::{self, Peer, Programs};
use own::Recognise;
use rows::Row;
use score::{Read, recognised, selected};

/// A library, or one of two ways to use it.
pub(crate) struct Library {
    pub(crate) peer: Peer,
    pub(crate) selection: Selection,
    pub(crate) score: Score,
}

/// The source of the format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Selection {
    /// The caller gives the format.
    Given,
    /// The library recognises the format.
    Recognised,
}

/// The results of all libraries.
pub(crate) struct Results {
    pub(crate) texts: usize,
    pub(crate) formats: usize,
    pub(crate) libraries: Vec<Library>,
}

/// Scores tool-core for the texts of a file.
///
/// # Errors
///
/// Returns an error if the file has a line of another form.
pub(crate) fn own(file: &Path) -> io::Result<Results> {
    results(&rows::rows(file)?, Vec::new())
}

/// Scores all libraries for the texts of a file. `work` is the folder in which
/// `benches/peers/run` installed the programs.
///
/// # Errors
///
/// Returns an error if the file has a line of another form, or if a program fails.
pub(crate) fn all(file: &Path, work: &Path) -> io::Result<Results> {
    let rows = rows::rows(file)?;
    let inputs = work.join("texts.jsonl");
    rows::write(&rows, &inputs)?;
    results(&rows, Programs::of(work).texts(&inputs)?)
}

fn results(rows: &[Row], lines: Vec<Value>) -> io::Result<Results> {
    let all: Vec<_> = rows.iter().collect();
    let mut libraries = Vec::new();
    for (recognise, selection) in [
        (Recognise::Yes, Selection::Recognised),
        (Recognise::No, Selection::Given),
    ] {
        let peer = Peer {
            name: "tool-core".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let score = recognised(&all, &own::read(rows, recognise)?);
        libraries.push(Library {
            peer,
            selection,
            score,
        });
    }
    for ((peer, selection), parsers) in by_library(lines) {
        let score = match (selection, parsers.values().next()) {
            (Selection::Recognised, Some(read)) => recognised(&all, read),
            _ => selected(&all, &parsers),
        };
        libraries.push(Library {
            peer,
            selection,
            score,
        });
    }
    // The sort is stable: tool-core comes first if another library has the same score.
    libraries.sort_by_key(|library| std::cmp::Reverse(library.score.right));
    Ok(Results {
        texts: rows.len(),
        formats: formats(rows),
        libraries,
    })
}

/// Sorts the lines `{peer, version, parser, id, calls}` of the programs. A line without a parser
/// is of a library that recognises the format.
fn by_library(lines: Vec<Value>) -> BTreeMap<(Peer, Selection), BTreeMap<String, Read>> {
    let mut libraries: BTreeMap<_, BTreeMap<String, Read>> = BTreeMap::new();
    for line in lines {
        let parser = line["parser"].as_str();
        let selection = parser.map_or(Selection::Recognised, |_| Selection::Given);
        let parsers = libraries
            .entry((others::peer(&line), selection))
            .or_default();
        let read = parsers
            .entry(parser.unwrap_or_default().to_owned())
            .or_default();
        let calls = line["calls"].as_array().map_or(&[][..], Vec::as_slice);
        read.insert(others::text(&line, "id"), rows::calls(calls));
    }
    libraries
}
