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
    let system = format!("Answer briefly. {}", Guidance::new());
    let mut messages = vec![json!({"role": "system", "content": system})];
    println!("{}", ask(&mut messages, "Write a note: buy milk.")?);
    Ok(())
}

/// Answers one message of the user. The conversation gets all messages of the model and the tools.
fn ask(messages: &mut Vec<Value>, question: &str) -> Result<String, Box<dyn Error>> {
    messages.push(json!({"role": "user", "content": question}));
    let mut supervisor = Supervisor::new();
    loop {
        let request = json!({
            "model": "qwen3-30b-a3b",
            "max_tokens": 2048,
            "tools": OpenAi::chat().export_all(Tools::definitions()).complete()?.tools(),
            "messages": messages,
        });
        let answer = Answer::from_body(Api::OpenAiChat, send(&request))?;
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
        if next == NextStep::Done {
            check_end(&answer)?;
        }
        // Each call needs a result, even if the loop ends here.
        messages.extend(answer.turn().iter().cloned());
        messages.extend(answer.results(results)?);
        match next {
            NextStep::Continue => {}
            NextStep::Done => return Ok(answer.text),
            NextStep::AskUser(found) => return Ok(found.question()),
            NextStep::GiveUp(summary) => return Ok(summary),
        }
    }
}

/// Returns an error if the answer is incomplete.
fn check_end(answer: &Answer) -> Result<(), String> {
    match &answer.stop {
        StopReason::Done => Ok(()),
        StopReason::Truncated => Err("the answer is longer than the limit of tokens".into()),
        StopReason::Refused => Err(format!("the model refused: {}", answer.text)),
        StopReason::Filtered => Err("a content filter blocked the answer".into()),
        // The provider failed, or the connection broke.
        other => Err(format!("the answer is incomplete: {other}")),
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
