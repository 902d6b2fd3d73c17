//! Functions of this program.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tool_core::Tool;
use tool_service::ForModel;
use tool_service::extract::State;

/// The notes, which all calls share.
pub(crate) type Notes = Arc<Mutex<BTreeMap<String, String>>>;

/// Write a note.
#[derive(Debug, Tool)]
#[tool(idempotent)]
pub(crate) struct WriteNote {
    /// The name of the note.
    #[schemars(length(min = 1))]
    name: String,
    text: String,
}

/// Read a note.
#[derive(Debug, Tool)]
#[tool(read_only)]
pub(crate) struct ReadNote {
    /// The name of the note.
    name: String,
}

/// Returns the number of notes.
pub(crate) async fn write_note(
    State(notes): State<Notes>,
    note: WriteNote,
) -> Result<usize, std::convert::Infallible> {
    let mut notes = notes.lock().unwrap_or_else(PoisonError::into_inner);
    notes.insert(note.name, note.text);
    Ok(notes.len())
}

/// The error names the existing notes: the model can then correct its call.
pub(crate) async fn read_note(
    State(notes): State<Notes>,
    note: ReadNote,
) -> Result<String, ForModel<String>> {
    let notes = notes.lock().unwrap_or_else(PoisonError::into_inner);
    notes.get(&note.name).cloned().ok_or_else(|| {
        let names: Vec<_> = notes.keys().map(String::as_str).collect();
        let names = names.join(", ");
        ForModel(format!(
            "There is no note {:?}; there are: {names}",
            note.name
        ))
    })
}
