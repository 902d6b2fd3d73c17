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
    let mut messages =
        vec![json!({"role": "user", "content": "Weather in Bern and Basel, two days?"})];
    let mut supervisor = Supervisor::new();
    loop {
        let request = json!({
            "model": "claude-sonnet-5",
            "max_tokens": 4096,
            "thinking": {"type": "adaptive"},
            "system": format!("Answer briefly. {}", Guidance::new()),
            "tools": Anthropic::messages().export_all(Tools::definitions())?.tools(),
            "messages": messages,
        });
        let answer = Answer::from_body(Api::Anthropic, send(&request))?;
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
