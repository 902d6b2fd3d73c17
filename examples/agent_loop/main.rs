//! A conversation with a model that gets its calls wrong, step by step, without a network:
//! what it sends is a script of faults that models make.
//!
//! ```text
//! cargo run --example agent_loop
//! ```

mod script;
mod tools;

use script::{Sent, TURNS, Turn};
use tool_core::call::{Api, Assembler, Call, Calls, Partial, calls_in_response, calls_in_text};
use tool_core::conversation::{Guidance, LoopGuard, LoopState, Retry, RetryBudget};
use tool_core::provider::OpenAi;
use tool_core::{Finish, InvalidCall, ToolSet};
use tools::ToolCall;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    heading("What the model is told before its first call");
    println!("system prompt: {}", Guidance::new());
    let exports = OpenAi::chat()
        .export_all(ToolCall::definitions())
        .map_err(|errors| errors[0].clone())?;
    println!("tools: {}", exports.tools());

    let mut agent = Agent {
        guard: LoopGuard::new(),
        budget: RetryBudget::new().retries(3),
    };
    for turn in TURNS {
        heading(turn.title);
        let found = arrived(turn)?;
        for dropped in &found.dropped {
            println!("  dropped: {:?}, since {}", dropped.name, dropped.reason);
        }
        for call in &found.calls {
            println!("  called: {} {}", call.name, call.raw);
            let answer = agent.answer(call);
            println!("  result: {}", answer.replace('\n', "\n          "));
        }
    }
    Ok(())
}

/// The calls of a turn, in whichever form the model sent them.
fn arrived(turn: &Turn) -> Result<Calls, Box<dyn std::error::Error>> {
    match turn.sent {
        Sent::Response(body) => Ok(calls_in_response(Api::OpenAiChat, body)?),
        Sent::Text(text) => {
            println!("  text: {text}");
            Ok(calls_in_text(text, Finish::Complete))
        }
        Sent::Stream(events) => {
            let mut stream = Assembler::new(Api::OpenAiChat);
            for event in events {
                stream.push(event)?;
                for call in stream.partial() {
                    let arguments = call.arguments.map(Partial::to_value);
                    let arguments = arguments.unwrap_or_default();
                    println!("  arriving: {} {arguments}", call.name);
                }
            }
            Ok(stream.finish())
        }
    }
}

/// What is kept from one call to the next.
struct Agent {
    guard: LoopGuard,
    budget: RetryBudget,
}

impl Agent {
    /// Runs a call, or says why not: the text for the model.
    fn answer(&mut self, call: &Call) -> String {
        let resolved = ToolCall::definitions().resolve(&call.name);
        let tool = match &resolved {
            Ok(found) => found.definition.name(),
            Err(_) => &call.name,
        };
        match self.guard.call(tool, &call.raw) {
            LoopState::Warn(found) => return found.correction(),
            LoopState::AskUser(found) => {
                println!("  to the user: {}", found.question());
                return "The user did not allow this call.".to_owned();
            }
            _ => {}
        }
        match ToolCall::read(&call.name, &call.raw, |reader| reader.finish(call.finish)) {
            Ok(reading) => {
                for repair in &reading.repairs {
                    let (path, before) = (&repair.path, &repair.before);
                    println!("  repaired by {}: `{path}`, was {before}", repair.rule);
                }
                self.budget.succeeded(tool);
                reading.value.run()
            }
            Err(error) => {
                let instruction = error.instruction();
                let logged = InvalidCall::from(error.clone());
                println!("  logged: {}", serde_json::json!(logged));
                // A tool that fails is to be told of in the same way.
                if let LoopState::Warn(found) = self.guard.failed(tool, &call.raw) {
                    return format!("{instruction}\n{found}");
                }
                match self.budget.failed(error) {
                    Retry::Again(text) => text,
                    Retry::GiveUp(summary) => {
                        println!("  to the user: {summary}");
                        instruction
                    }
                }
            }
        }
    }
}

fn heading(text: &str) {
    println!("\n=== {text}\n");
}
