//! The calls and schemas as files, for the programs of other languages.

use std::path::Path;
use std::{fs, io};

use peers::{CALLS, schemas};
use serde_json::{Map, json};

/// Writes `calls.json` (a list of `{name, shape}`), the text of each call, and
/// `schemas.json` (by shape) into a folder.
///
/// # Errors
///
/// If the folder cannot be written.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let calls = CALLS
        .iter()
        .map(|call| json!({"name": call.name, "shape": call.shape.tool()}));
    let calls: Vec<_> = calls.collect();
    fs::write(folder.join("calls.json"), json!(calls).to_string())?;
    for call in CALLS {
        fs::write(folder.join(format!("{}.txt", call.name)), (call.text)())?;
    }
    let schemas: Map<_, _> = schemas()
        .into_iter()
        .map(|(tool, schema)| (tool.to_owned(), schema))
        .collect();
    fs::write(folder.join("schemas.json"), json!(schemas).to_string())
}
