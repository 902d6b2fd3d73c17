//! Asks in the terminal before a tool that has an effect is run:
//!
//! ```sh
//! cargo run --example approve
//! ```
//!
//! The calls come from a model that tidies up. Read-only calls run immediately. For other calls
//! answer `y`, `n`, or other arguments as JSON. At the end of the input (Ctrl-D) the calls that
//! still wait are kept in a file, and the next start of the program goes on with them.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use std::{env, fs};

use serde_json::{Value, json};
use tool_core::Tool;
use tool_service::approval::{
    Approval, Approvals, DirectoryApprovals, Pending, Principal, ask_before_effects,
};
use tool_service::extract::State;
use tool_service::{BoxError, CallOptions, ForModel, ToolCall, ToolError, ToolService};

type Notes = Arc<Mutex<BTreeMap<String, String>>>;

/// List the names of all notes.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct ListNotes {}

/// Delete a note for good.
#[derive(Debug, Tool)]
#[tool(destructive)]
struct DeleteNote {
    name: String,
}

async fn list_notes(State(notes): State<Notes>, _: ListNotes) -> Result<Vec<String>, BoxError> {
    let notes = notes.lock().map_err(|error| error.to_string())?;
    Ok(notes.keys().cloned().collect())
}

async fn delete_note(
    State(notes): State<Notes>,
    delete: DeleteNote,
) -> Result<String, ForModel<String>> {
    let mut notes = notes.lock().map_err(|error| ForModel(error.to_string()))?;
    let deleted = notes
        .remove(&delete.name)
        .map(|_| format!("Deleted {}.", delete.name));
    deleted.ok_or_else(|| ForModel(format!("There is no note {:?}.", delete.name)))
}

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    let folder = env::temp_dir().join("tool-service-approve");
    let answered = DirectoryApprovals::open(folder.join("answered"))?;
    let waiting = folder.join("waiting.json");
    // A real host takes the key from its secrets: anyone who knows the key can approve calls.
    let approvals = Approvals::new([7; 32], answered);

    let notes = ["ideas", "old", "taxes"].map(|name| (name.to_owned(), "...".to_owned()));
    let service = ToolService::builder()
        .state(Notes::new(Mutex::new(notes.into())))
        .approvals(approvals)
        .authorize(ask_before_effects)
        .build();
    service.register(list_notes)?;
    service.register(delete_note)?;
    let options = CallOptions::new().extension(Principal("terminal".to_owned()));

    let mut pending: Vec<Pending> = match fs::read(&waiting) {
        Ok(stored) => serde_json::from_slice(&stored)?,
        Err(_) => Vec::new(),
    };
    if pending.is_empty() {
        let calls = [
            ToolCall::new("list_notes", "{}"),
            ToolCall::new("deleteNote", "{'Name': 'old'}"),
            ToolCall::new("delete_note", json!({"name": "taxes"})),
        ];
        for result in service.execute_all(calls, options.clone()).await {
            println!("{}: {}", result.tool, result.text());
            if let Some(ToolError::ApprovalRequired(call)) = result.error {
                pending.push(call);
            }
        }
    }

    let mut lines = io::stdin().lock().lines();
    while let Some(call) = pending.first().cloned() {
        print!("Run {call}? [y/n/JSON] ");
        io::stdout().flush()?;
        let Some(line) = lines.next().transpose()? else {
            break;
        };
        let answer = match line.trim() {
            "y" => Approval::Granted,
            "n" => Approval::Refused("The user does not want that.".to_owned()),
            json => match serde_json::from_str::<Value>(json) {
                Ok(arguments) => Approval::Changed(arguments),
                Err(_) => continue,
            },
        };
        let result = service.resume(&call, answer, options.clone()).await;
        println!("{}: {}", result.tool, result.text());
        match result.error {
            // The changed call needs an answer, too.
            Some(ToolError::ApprovalRequired(changed)) => pending[0] = changed,
            // The arguments do not fit; the call waits on.
            Some(ToolError::Validation(_)) => {}
            _ => drop(pending.remove(0)),
        }
    }
    fs::write(&waiting, serde_json::to_vec(&pending)?)?;
    println!("\n{} calls wait.", pending.len());
    Ok(())
}
