//! Streams an agent to the terminal: the reasoning, the text, and each call while it arrives.

use std::error::Error;

use tool_core::answer::{Answer, AnswerStream, CallResult, Delta, StopReason};
use tool_core::call::{Api, PartialCall};
use tool_core::conversation::{NextStep, Step, Supervisor};
use tool_core::{Tool, ToolSet, Value, json};

/// Write a file.
#[derive(Debug, Tool)]
struct WriteFile {
    path: String,
    text: String,
}

#[derive(Debug, ToolSet)]
enum Tools {
    WriteFile(WriteFile),
}

impl Tools {
    fn run(self) -> CallResult {
        let Self::WriteFile(WriteFile { path, text }) = self;
        println!("run: write {text:?} to {path}");
        CallResult::text(format!("Wrote {} bytes.", text.len()))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut messages = vec![json!({"role": "user", "content": "Write Ada a note of thanks."})];
    let mut supervisor = Supervisor::new();
    loop {
        let answer = show(send(&messages))?;
        let steps = supervisor.review(&answer, |call| Tools::parse(&call.name, call));
        let mut results = Vec::new();
        for step in steps {
            results.push(match step {
                Step::Run(tool) => tool.run(),
                Step::Ask(_, found) => CallResult::error(found.correction()),
                Step::Skip(result) => result,
            });
        }
        let next = supervisor.settle(&answer, &mut results);
        if next == NextStep::Done && answer.stop != StopReason::Done {
            return Err(format!("the answer is incomplete: {}", answer.stop).into());
        }
        messages.extend(answer.turn().iter().cloned());
        messages.extend(answer.results(results)?);
        match next {
            NextStep::Continue => {}
            NextStep::Done => return Ok(()),
            NextStep::AskUser(found) => return Err(found.question().into()),
            NextStep::GiveUp(summary) => return Err(summary.into()),
        }
    }
}

/// Shows an answer while it arrives, and returns it.
fn show(body: &[&str]) -> Result<Answer, Box<dyn Error>> {
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    for (at, piece) in body.iter().enumerate() {
        stream.push_bytes(piece.as_bytes())?;
        for delta in stream.take_deltas() {
            match delta {
                Delta::Reasoning(text) => println!("{at}: (thinks) {text}"),
                Delta::Text(text) => println!("{at}: {text}"),
                Delta::Call { index, .. } => {
                    println!("{at}: {}", line(stream.partial().nth(index)));
                }
                _ => {}
            }
        }
    }
    Ok(stream.finish()?)
}

/// Returns one line for a call; `…` marks the value that still grows.
fn line(call: Option<PartialCall<'_>>) -> String {
    let Some(call) = call else {
        return "…".to_owned();
    };
    let Some(arguments) = call.arguments else {
        return format!("{}(…)", call.name);
    };
    let fields = arguments.entries().map(|(key, value)| {
        let end = if value.is_complete() { "" } else { "…" };
        format!("{key}: {}{end}", value.to_value())
    });
    format!("{}({})", call.name, fields.collect::<Vec<_>>().join(", "))
}

/// Returns the body of a recorded response, in the pieces in which it arrives.
fn send(messages: &[Value]) -> &'static [&'static str] {
    match messages.len() {
        1 => &[
            "data: {\"choices\": [{\"delta\": {\"reasoning_content\": \"A short note.\"}}]}\n\ndata: {\"cho",
            "ices\": [{\"delta\": {\"content\": \"I write it.\"}}]}\n\n",
            "data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"id\": \"call_1\", \"function\": {\"name\": \"write_file\", \"arguments\": \"\"}}]}}]}\n\n",
            "data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"function\": {\"arguments\": \"{\\\"path\\\": \\\"/a.t\"}}]}}]}\n\n",
            "data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"function\": {\"arguments\": \"xt\\\", \\\"text\\\": \\\"Dear Ada,\\\\nth\"}}]}}]}\n\n",
            "data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 0, \"function\": {\"arguments\": \"ank you.\\\"}\"}}]}}]}\n\n",
            "data: {\"choices\": [{\"delta\": {}, \"finish_reason\": \"tool_calls\"}]}\n\ndata: [DONE]\n\n",
        ],
        _ => &[
            "data: {\"choices\": [{\"delta\": {\"content\": \"The note\"}}]}\n\n",
            "data: {\"choices\": [{\"delta\": {\"content\": \" is written.\"}}]}\n\n",
            "data: {\"choices\": [{\"delta\": {}, \"finish_reason\": \"stop\"}]}\n\ndata: [DONE]\n\n",
        ],
    }
}
