//! An agent loop with a local server that is compatible with OpenAI Chat Completions.

use std::error::Error;

use tool_core::answer::{Answer, CallResult, StopReason};
use tool_core::call::Api;
use tool_core::conversation::{Guidance, NextStep, Step, Supervisor};
use tool_core::provider::OpenAi;
use tool_core::{Tool, ToolSet, Value, json};

/// Write a note.
#[derive(Debug, Tool)]
struct WriteNote {
    title: String,
    #[tool(json_string)]
    lines: Vec<String>,
}

#[derive(Debug, ToolSet)]
enum Tools {
    WriteNote(WriteNote),
}

impl Tools {
    fn run(self) -> CallResult {
        let Self::WriteNote(WriteNote { title, lines }) = self;
        CallResult::text(format!("Wrote {title}, {} lines.", lines.len()))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut messages = vec![
        json!({"role": "system", "content": format!("Answer briefly. {}", Guidance::new())}),
        json!({"role": "user", "content": "Write a note: buy milk."}),
    ];
    let mut supervisor = Supervisor::new();
    loop {
        let request = json!({
            "model": "qwen3-30b-a3b",
            "max_tokens": 2048,
            "tools": OpenAi::chat().export_all(Tools::definitions())?.tools(),
            "messages": messages,
        });
        let answer = Answer::from_body(Api::OpenAiChat, send(&request))?;
        let steps = supervisor.review(&answer, |call| Tools::read(&call.name, call, |r| r));
        let mut results = Vec::new();
        for step in steps {
            results.push(match step {
                Step::Run(reading) => reading.value.run(),
                Step::Ask(_, found) => return Err(found.question().into()),
                Step::Skip(result) => result,
            });
        }
        match supervisor.settle(&answer, &mut results) {
            NextStep::Continue => {
                messages.extend(answer.turn().iter().cloned());
                messages.extend(answer.results(results)?);
            }
            NextStep::Done if answer.stop == StopReason::Truncated => {
                return Err("the answer is too long".into());
            }
            NextStep::Done => {
                println!("{}", answer.text);
                return Ok(());
            }
            NextStep::AskUser(found) => return Err(found.question().into()),
            NextStep::GiveUp(summary) => return Err(summary.into()),
        }
    }
}

/// Returns a recorded response instead of `POST http://localhost:8080/v1/chat/completions`.
fn send(request: &Value) -> &'static str {
    let messages = request["messages"].as_array().expect("a list");
    for message in &messages[messages.len().saturating_sub(2)..] {
        println!("-> {message}");
    }
    println!();
    match messages.len() {
        2 => {
            r#"{"choices": [{"finish_reason": "length", "message": {"role": "assistant",
                "reasoning_content": "A short note.", "content": "", "tool_calls": [
                    {"id": "a1", "type": "function", "function": {"name": "write_note",
                     "arguments": "{\"title\": \"Shopping\", \"lines\": [\"buy"}}]}}]}"#
        }
        4 => {
            r#"{"choices": [{"finish_reason": "tool_calls", "message": {"role": "assistant",
                "content": null, "tool_calls": [
                    {"id": "a2", "type": "function", "function": {"name": "write_note",
                     "arguments": "{\"title\": \"Shopping\", \"lines\": \"[\\\"buy milk\\\"]\"}"}}]}}]}"#
        }
        _ => {
            r#"{"choices": [{"finish_reason": "stop", "message": {"role": "assistant",
                "content": "The note is written."}}]}"#
        }
    }
}
