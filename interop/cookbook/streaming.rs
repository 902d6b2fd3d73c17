//! Shows a call in the terminal while it arrives.

use std::error::Error;

use tool_core::Tool;
use tool_core::call::{Api, Assembler, PartialCall};

/// Write a file.
#[derive(Debug, Tool)]
struct WriteFile {
    path: String,
    text: String,
}

/// The body of a streamed response, in the pieces in which it arrives.
const BODY: &[&[u8]] = &[
    b"data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"id\": \"call_1\", \"function\": {\"name\": \"write_file\", \"arguments\": \"\"}}]}}]}\n\ndata: {\"cho",
    b"ices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"function\": {\"arguments\": \"{\\\"path\\\": \\\"/a.t\"}}]}}]}\n\n",
    b"data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"function\": {\"arguments\": \"xt\\\", \\\"text\\\": \\\"Dear Ada,\\\\nth\"}}]}}]}\n\n",
    b"data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"function\": {\"arguments\": \"ank you.\\\"}\"}}]}}]}\n\n",
    b"data: {\"choices\": [{\"delta\": {}, \"finish_reason\": \"tool_calls\"}]}\n\ndata: [DONE]\n\n",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut stream = Assembler::new(Api::OpenAiChat);
    for (at, bytes) in BODY.iter().enumerate() {
        stream.push_bytes(bytes)?;
        for call in stream.partial() {
            println!("{at}: {}", line(call));
        }
    }

    // Only `finish` returns calls to run.
    let found = stream.finish();
    for call in &found.calls {
        match call.read::<WriteFile>(WriteFile::definition()) {
            Ok(reading) => {
                let WriteFile { path, text } = reading.value;
                println!("run: write {text:?} to {path}");
            }
            Err(error) => println!("retry: {error}"),
        }
    }
    for dropped in &found.dropped {
        println!("dropped: {} ({})", dropped.name, dropped.reason.as_str());
    }
    Ok(())
}

/// Returns one line for a call; `…` marks the value that still grows.
fn line(call: PartialCall<'_>) -> String {
    let Some(arguments) = call.arguments else {
        return format!("{}(…)", call.name);
    };
    let fields = arguments.entries().map(|(key, value)| {
        let end = if value.is_complete() { "" } else { "…" };
        format!("{key}: {}{end}", value.to_value())
    });
    format!("{}({})", call.name, fields.collect::<Vec<_>>().join(", "))
}
