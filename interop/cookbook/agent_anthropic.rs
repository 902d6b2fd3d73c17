//! An agent loop with Anthropic Messages.

use std::error::Error;

use tool_core::answer::{Answer, CallResult, StopReason};
use tool_core::call::Api;
use tool_core::conversation::{Guidance, NextStep, Step, Supervisor};
use tool_core::provider::Anthropic;
use tool_core::{Tool, ToolSet, Value, json};

/// Get the weather of a city.
#[derive(Debug, Tool)]
struct Weather {
    city: String,
    #[schemars(range(min = 1, max = 7))]
    days: u8,
}

#[derive(Debug, ToolSet)]
enum Tools {
    Weather(Weather),
}

impl Tools {
    fn run(self) -> CallResult {
        let Self::Weather(Weather { city, days }) = self;
        CallResult::json(json!({"city": city, "days": vec!["sunny"; days.into()]}))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut messages = Vec::new();
    println!(
        "{}",
        ask(&mut messages, "Weather in Bern and Basel, two days?")?
    );
    Ok(())
}

/// Answers one message of the user. The conversation gets all messages of the model and the tools.
fn ask(messages: &mut Vec<Value>, question: &str) -> Result<String, Box<dyn Error>> {
    messages.push(json!({"role": "user", "content": question}));
    let mut supervisor = Supervisor::new();
    loop {
        let request = json!({
            "model": "claude-sonnet-5",
            "max_tokens": 4096,
            "thinking": {"type": "adaptive"},
            "system": format!("Answer briefly. {}", Guidance::new()),
            "tools": Anthropic::messages().export_all(Tools::definitions()).complete()?.tools(),
            "messages": messages,
        });
        let answer = Answer::from_body(Api::Anthropic, send(&request))?;
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

/// Returns a recorded response instead of `POST https://api.anthropic.com/v1/messages`.
fn send(request: &Value) -> &'static str {
    let messages = request["messages"].as_array().expect("a list");
    for message in &messages[messages.len().saturating_sub(2)..] {
        println!("-> {message}");
    }
    println!();
    match messages.len() {
        1 => {
            r#"{"type": "message", "stop_reason": "tool_use", "content": [
                {"type": "thinking", "thinking": "Two cities.", "signature": "EqQB"},
                {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {"city": "Bern", "days": "2"}},
                {"type": "tool_use", "id": "toolu_2", "name": "weather", "input": {"city": "Basel"}}]}"#
        }
        3 => {
            r#"{"type": "message", "stop_reason": "tool_use", "content": [
                {"type": "tool_use", "id": "toolu_3", "name": "weather", "input": {"city": "Basel", "days": 2}}]}"#
        }
        _ => {
            r#"{"type": "message", "stop_reason": "end_turn", "content": [
                {"type": "text", "text": "Sunny in both cities."}]}"#
        }
    }
}
