//! An agent loop with a server that leaves the calls of the model in the text.

use std::error::Error;

use tool_core::answer::{Answer, AnswerStream, CallResult, Delta, StopReason};
use tool_core::call::{Api, Partial};
use tool_core::conversation::{Guidance, NextStep, Step, Supervisor};
use tool_core::text::{Format, TextOptions};
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
        CallResult::text(format!("{city}: sunny, {days} days"))
    }
}

const MODEL: &str = "Qwen3-30B-A3B";

fn main() -> Result<(), Box<dyn Error>> {
    let format = Format::for_model(MODEL).ok_or("unknown model")?;
    let tools = format.render_tools(Tools::definitions());
    let tools = tools.ok_or("the format shows no tools")?.text;
    let system = format!("Answer briefly. {}\n\n{tools}", Guidance::new());
    println!("{system}\n");

    let mut messages = vec![
        json!({"role": "system", "content": system}),
        json!({"role": "user", "content": "Weather in Bern and Basel, two days?"}),
    ];
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
fn show(pieces: &[&str]) -> Result<Answer, Box<dyn Error>> {
    // `starts_in_reasoning(true)` if the prompt of the template ends with `<think>`.
    let options = TextOptions::new().format(Format::for_model(MODEL));
    let stream = AnswerStream::new(Api::OpenAiChat);
    let mut stream = stream.text_calls(Tools::definitions(), options);
    for piece in pieces {
        let event = json!({"choices": [{"delta": {"content": piece}}]});
        stream.push(&event.to_string())?;
        for delta in stream.take_deltas() {
            match delta {
                Delta::Reasoning(text) => println!("(thinks) {}", text.trim()),
                // The white space between calls is text, too.
                Delta::Text(text) if text.trim().is_empty() => {}
                Delta::Text(text) => println!("{}", text.trim()),
                Delta::Call { index, .. } => {
                    if let Some(call) = stream.partial().nth(index) {
                        let known = call.arguments.map(Partial::to_value).unwrap_or_default();
                        println!("(calls {} {known})", call.name);
                    }
                }
                _ => {}
            }
        }
    }
    stream.push(r#"{"choices": [{"delta": {}, "finish_reason": "stop"}]}"#)?;
    Ok(stream.finish()?)
}

/// Returns the text of a recorded stream, instead of `POST /v1/chat/completions` without `tools`.
fn send(messages: &[Value]) -> &'static [&'static str] {
    let known = if messages.len() == 2 { 1 } else { 2 };
    for message in &messages[known..] {
        println!("-> {message}");
    }
    println!();
    match messages.len() {
        2 => &[
            "<think>Two cities.</think>I look it up.\n",
            "<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Be",
            "rn\", \"days\": 2}}\n</tool_call>\n",
            "<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Ba",
            "sel\", \"days\": \"2\"}}\n</tool_call>",
        ],
        _ => &["Sunny in both cities."],
    }
}
