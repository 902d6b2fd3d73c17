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
    let mut input = Vec::new();
    for question in ["Weather in Bern, two days?", "Do I need a coat?"] {
        println!("== {question}");
        println!("{}", ask(&mut input, question)?);
    }
    Ok(())
}

/// Answers one message of the user. The conversation gets all messages of the model and the tools.
fn ask(input: &mut Vec<Value>, question: &str) -> Result<String, Box<dyn Error>> {
    input.push(json!({"role": "user", "content": question}));
    let mut supervisor = Supervisor::new();
    loop {
        // The reasoning comes back encrypted, because the server stores nothing.
        let request = json!({
            "model": "gpt-5.4",
            "store": false,
            "include": ["reasoning.encrypted_content"],
            "instructions": format!("Answer briefly. {}", Guidance::new()),
            "tools": OpenAi::responses().export_all(Tools::definitions()).complete()?.tools(),
            "input": input,
        });
        let answer = Answer::from_body(Api::OpenAiResponses, send(&request))?;
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
        input.extend(answer.turn().iter().cloned());
        input.extend(answer.results(results)?);
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

/// Returns a recorded response instead of `POST https://api.openai.com/v1/responses`.
fn send(request: &Value) -> &'static str {
    let input = request["input"].as_array().expect("a list");
    let (known, body) = match input.len() {
        1 => (
            0,
            r#"{"status": "completed", "output": [
                {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"},
                {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "weather",
                 "arguments": "{\"city\": \"Bern\", \"days\": \"two\"}", "status": "completed"}]}"#,
        ),
        4 => (
            1,
            r#"{"status": "completed", "output": [
                {"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": "gBBB"},
                {"type": "function_call", "id": "fc_2", "call_id": "call_2", "name": "weather",
                 "arguments": "{\"city\": \"Bern\", \"days\": \"2\"}", "status": "completed"}]}"#,
        ),
        7 => (
            4,
            r#"{"status": "completed", "output": [
                {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
                 "content": [{"type": "output_text", "text": "Sunny on both days.", "annotations": []}]}]}"#,
        ),
        _ => (
            7,
            r#"{"status": "completed", "output": [
                {"type": "message", "id": "msg_2", "role": "assistant", "status": "completed",
                 "content": [{"type": "output_text", "text": "No.", "annotations": []}]}]}"#,
        ),
    };
    for item in &input[known..] {
        println!("-> {item}");
    }
    println!();
    body
}
