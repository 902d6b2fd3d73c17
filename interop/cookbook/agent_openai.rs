//! An agent loop with OpenAI Responses.

use std::error::Error;

use tool_core::answer::{Answer, CallResult, StopReason};
use tool_core::call::Api;
use tool_core::conversation::{Guidance, NextStep, Step, Supervisor};
use tool_core::provider::OpenAi;
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
    let mut input = vec![json!({"role": "user", "content": "Weather in Bern, two days?"})];
    let mut supervisor = Supervisor::new();
    loop {
        // The reasoning comes back encrypted, because the server stores nothing.
        let request = json!({
            "model": "gpt-5.4",
            "store": false,
            "include": ["reasoning.encrypted_content"],
            "instructions": format!("Answer briefly. {}", Guidance::new()),
            "tools": OpenAi::responses().export_all(Tools::definitions())?.tools(),
            "input": input,
        });
        let answer = Answer::from_body(Api::OpenAiResponses, send(&request))?;
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
                input.extend(answer.turn().iter().cloned());
                input.extend(answer.results(results)?);
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

/// Returns a recorded response instead of `POST https://api.openai.com/v1/responses`.
fn send(request: &Value) -> &'static str {
    let input = request["input"].as_array().expect("a list");
    for item in &input[input.len().saturating_sub(3)..] {
        println!("-> {item}");
    }
    println!();
    match input.len() {
        1 => {
            r#"{"status": "completed", "output": [
                {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"},
                {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "weather",
                 "arguments": "{\"city\": \"Bern\", \"days\": \"two\"}", "status": "completed"}]}"#
        }
        4 => {
            r#"{"status": "completed", "output": [
                {"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": "gBBB"},
                {"type": "function_call", "id": "fc_2", "call_id": "call_2", "name": "weather",
                 "arguments": "{\"city\": \"Bern\", \"days\": \"2\"}", "status": "completed"}]}"#
        }
        _ => {
            r#"{"status": "completed", "output": [
                {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
                 "content": [{"type": "output_text", "text": "Sunny on both days.", "annotations": []}]}]}"#
        }
    }
}
