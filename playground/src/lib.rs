//! The logic of the playground: one request as JSON, one answer as JSON.
//!
//! The page sends a schema, a call and the settings of the reader. [`respond`] returns the value,
//! the repairs, the issues, the retry texts and the exports. A browser calls the same functions
//! through the module `shell`, which is compiled for WebAssembly only.

mod exports;
mod given;
mod locate;
mod reading;
mod request;
mod samples;
mod tokens;

#[cfg(target_arch = "wasm32")]
pub mod shell;

use serde::Serialize;

use exports::ExportRow;
use given::{Given, SchemaFault};
use reading::ReadingView;
use request::Request;
use tokens::estimate;

/// Answers one request. Both are JSON text.
///
/// The answer is an object with `tool` and either `fault`, which says why the schema cannot be
/// used, or `reading` and `exports`. A request of another form gets `{"error": ".."}`.
#[must_use]
pub fn respond(request: &str) -> String {
    let answer = match serde_json::from_str::<Request>(request) {
        Ok(request) => to_json(&answer(&request)),
        Err(error) => serde_json::to_string(&serde_json::json!({"error": error.to_string()})),
    };
    answer.unwrap_or_default()
}

/// Returns the samples of the page as a JSON array of `{"id", "title", "schema", "call", ..}`.
#[must_use]
pub fn samples() -> String {
    to_json(samples::SAMPLES).unwrap_or_default()
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<String> {
    serde_json::to_string(value)
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Fault {
        fault: Box<SchemaFault>,
    },
    Tool {
        tool: ToolView,
        reading: Box<ReadingView>,
        exports: Vec<ExportRow>,
    },
}

/// The tool as the model sees it.
#[derive(Serialize)]
struct ToolView {
    name: String,
    description: String,
    declaration: String,
    schema_tokens: usize,
}

fn answer(request: &Request) -> Answer {
    let given = match Given::parse(&request.schema) {
        Ok(given) => given,
        Err(fault) => return Answer::Fault { fault },
    };
    let definition = match given.define(&request.schema) {
        Ok(definition) => definition,
        Err(fault) => return Answer::Fault { fault },
    };
    Answer::Tool {
        tool: ToolView {
            name: definition.name().to_owned(),
            description: definition.description().to_owned(),
            declaration: definition.to_signature(),
            schema_tokens: estimate(&definition.schema().to_string()),
        },
        reading: Box::new(reading::read(&definition, request)),
        exports: exports::export_to_all(&definition),
    }
}
