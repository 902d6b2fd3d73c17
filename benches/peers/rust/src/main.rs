//! Reads the calls in texts by the crates of SGLang and Dynamo. Writes JSON lines.
//!
//! ```text
//! texts FILE     {peer, version, parser, id, calls: [{name, arguments}]}, not for empty calls
//! ```
//!
//! Each line of the file is `{id, text, answer, starts_in_reasoning, tools: [{name, parameters}]}`;
//! `answer` is the text after its reasoning. Each parser of each crate reads each text, and
//! arguments are the text of a JSON object.

mod dynamo;
mod dynamo_v2;
mod sglang;

use std::process::ExitCode;

use serde_json::{Value, json};

/// A text to read, and the tools that the model had.
struct Row {
    id: String,
    text: String,
    answer: String,
    starts_in_reasoning: bool,
    tools: Vec<Tool>,
}

struct Tool {
    name: String,
    parameters: Value,
}

/// Name and arguments of a call.
type Call = (String, String);

/// The calls that one parser reads.
struct Read {
    parser: String,
    calls: Vec<Call>,
}

/// A crate: its name, its version, and its reader. The reader returns the calls of each parser.
type Peer = (&'static str, &'static str, fn(&Row) -> Vec<Read>);

const PEERS: [Peer; 3] = [
    ("tool-parser", "1.10.0", sglang::read),
    ("dynamo-parsers", "11.0.1", dynamo::read),
    ("dynamo-parsers-v2", "0.9.6", dynamo_v2::read),
];

fn main() -> ExitCode {
    let file = std::env::args().nth(1).unwrap_or_default();
    let Ok(texts) = std::fs::read_to_string(&file) else {
        eprintln!("cannot read the file `{file}`");
        return ExitCode::FAILURE;
    };
    for line in texts.lines() {
        let Some(row) = row(line) else {
            eprintln!("a line has another form: {line}");
            return ExitCode::FAILURE;
        };
        for (peer, version, read) in PEERS {
            print(peer, version, &row, read(&row));
        }
    }
    ExitCode::SUCCESS
}

fn row(line: &str) -> Option<Row> {
    let line: Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| line[key].as_str().map(str::to_owned);
    let tools = line["tools"].as_array()?.iter().map(|tool| {
        Some(Tool {
            name: tool["name"].as_str()?.to_owned(),
            parameters: tool["parameters"].clone(),
        })
    });
    Some(Row {
        id: text("id")?,
        text: text("text")?,
        answer: text("answer")?,
        starts_in_reasoning: line["starts_in_reasoning"] == true,
        tools: tools.collect::<Option<_>>()?,
    })
}

fn print(peer: &str, version: &str, row: &Row, read: Vec<Read>) {
    for Read { parser, calls } in read.into_iter().filter(|read| !read.calls.is_empty()) {
        let calls = calls.into_iter();
        let calls = calls.map(|(name, arguments)| json!({"name": name, "arguments": arguments}));
        let calls: Vec<_> = calls.collect();
        println!(
            "{}",
            json!({
                "peer": peer,
                "version": version,
                "parser": parser,
                "id": row.id,
                "calls": calls,
            })
        );
    }
}

/// Waits for the result of a parser. The parsers are asynchronous, but they do no I/O.
fn wait<T>(parser: impl Future<Output = T>) -> Option<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.ok().map(|runtime| runtime.block_on(parser))
}
