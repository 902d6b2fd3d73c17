//! Gets an answer in the shape of a struct, shows it while it arrives, and retries once.

use std::error::Error;

use tool_core::answer::{Answer, AnswerStream, ReadError, StopReason};
use tool_core::call::Api;
use tool_core::provider::{OpenAi, StructuredAnswer as _};
use tool_core::{Tool, ToolArg, Value, json};

/// An invoice.
#[derive(Debug, Tool)]
#[tool(partial)]
struct Invoice {
    /// Name of the seller.
    seller: String,
    currency: Currency,
    #[schemars(length(min = 1))]
    lines: Vec<Line>,
}

#[derive(Debug, ToolArg)]
enum Currency {
    Chf,
    Eur,
}

#[derive(Debug, ToolArg)]
struct Line {
    text: String,
    #[schemars(range(min = 1))]
    cents: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    // The provider enforces the schema while the model writes.
    let format = Invoice::response_format(OpenAi::chat().strict())?;
    let mut messages = vec![json!({"role": "user", "content": "Read this invoice: .."})];
    for _ in 0..2 {
        let mut request = json!({"model": "gpt-5.4", "stream": true, "messages": messages});
        format.fields().add_to(&mut request);
        let answer = read(&send(&request))?;
        if answer.stop == StopReason::Truncated {
            // The next answer would end at the same limit.
            return Err("the answer is too long".into());
        }
        match answer.read::<Invoice>() {
            Ok(reading) => {
                let Invoice {
                    seller,
                    currency,
                    lines,
                } = reading.value;
                let total: u64 = lines.iter().map(|line| line.cents).sum();
                println!(
                    "{seller}: {total} cents in {currency:?}, for {}",
                    lines[0].text
                );
                return Ok(());
            }
            Err(ReadError::Invalid(error)) => {
                println!("retry: {error}");
                messages.extend(answer.turn().iter().cloned());
                messages.extend(answer.retry(error.to_string()));
            }
            // The answer has no value: the model refused, or a filter blocked it.
            Err(error) => return Err(error.into()),
        }
    }
    Err("the model sent no valid invoice".into())
}

/// Reads a stream, and shows the fields that are known.
fn read(events: &[Value]) -> Result<Answer, Box<dyn Error>> {
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    for event in events {
        stream.push(&event.to_string())?;
        let Some(text) = stream.partial_value() else {
            continue;
        };
        let known = text.read::<Invoice>();
        let lines = text.get("lines").map_or(0, |lines| lines.items().count());
        println!("so far: seller {:?}, {lines} lines", known.seller);
    }
    Ok(stream.finish()?)
}

/// Returns the events of a recorded stream.
fn send(request: &Value) -> Vec<Value> {
    let schema = &request["response_format"]["json_schema"]["schema"];
    println!("request with the properties {}", schema["required"]);
    let is_first = request["messages"].as_array().map(Vec::len) == Some(1);
    let cents = if is_first { "0" } else { "1250" };
    let pieces = [
        r#"{"seller": "Müller"#,
        r#" AG", "currency": "Chf", "lines": [{"text": "#,
        &format!(r#""Bread", "cents": {cents}}}]}}"#),
    ];
    let mut events: Vec<_> = pieces
        .iter()
        .map(|text| json!({"choices": [{"delta": {"content": text}}]}))
        .collect();
    events.push(json!({"choices": [{"delta": {}, "finish_reason": "stop"}]}));
    events
}
