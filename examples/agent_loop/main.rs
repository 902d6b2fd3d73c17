//! A conversation with a model that makes wrong calls, step by step and without a network. A script
//! has typical mistakes of models.
//!
//! ```text
//! cargo run --example agent_loop
//! ```

mod script;
mod tools;

use script::{Sent, TURNS, Turn};
use tool_core::call::InvalidCall;
use tool_core::call::{Api, Assembler, Call, Calls, Partial, calls_in_response, calls_in_text};
use tool_core::conversation::{Guidance, LoopGuard, LoopState, RetryBudget, RetryDecision};
use tool_core::feedback::Format;
use tool_core::provider::OpenAi;
use tool_core::{CallError, Finish, Tool, ToolSet};
use tools::ToolCall;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    heading("What the model is told before its first call");
    println!("system prompt: {}", Guidance::new());
    let exports = OpenAi::chat().export_all(ToolCall::definitions())?;
    println!("tools: {}", exports.tools());

    let mut agent = Agent {
        guard: LoopGuard::new(),
        budget: RetryBudget::new().retries(3),
    };
    for turn in TURNS {
        heading(turn.title);
        println!("  ({})\n", turn.about);
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
                    println!("  arriving: {} {}", call.name, fields(call.arguments));
                }
            }
            Ok(stream.finish())
        }
    }
}

/// Each field that has begun to arrive, and whether more of it may come.
fn fields(arguments: Option<Partial<'_>>) -> String {
    let fields = arguments.into_iter().flat_map(Partial::entries);
    let fields = fields.map(|(name, value)| {
        let state = if value.is_complete() {
            "complete"
        } else {
            "open"
        };
        format!("{name} ({state}): {}", value.to_value())
    });
    fields.collect::<Vec<_>>().join(", ")
}

/// The state between calls.
struct Agent {
    guard: LoopGuard,
    budget: RetryBudget,
}

impl Agent {
    /// Runs a call. Returns its result or the error text for the model.
    fn answer(&mut self, call: &Call) -> String {
        let resolved = ToolCall::definitions().resolve(&call.name);
        let tool = match &resolved {
            Ok(found) => found.reader.definition().name(),
            Err(_) => &call.name,
        };
        match self.guard.call(tool, &call.raw) {
            LoopState::Warn(found) => {
                println!("  not run: the loop guard warns");
                return found.correction();
            }
            LoopState::AskUser(found) => {
                println!("  not run: the loop guard asks");
                println!("  to the user: {}", found.question());
                return "The user did not allow this call.".to_owned();
            }
            _ => {}
        }
        match ToolCall::read(&call.name, call, |reader| reader) {
            Ok(reading) => {
                for repair in &reading.repairs {
                    let (path, before) = (&repair.path, &repair.before);
                    println!("  repaired by {}: `{path}`, was {before}", repair.rule);
                }
                self.budget.succeeded(tool);
                reading.value.run()
            }
            Err(error) => {
                let name = InvalidCall::definition().name();
                let routed = serde_json::json!(InvalidCall::from(error.clone()));
                println!("  not run: as a call of the tool `{name}` it is {routed}");
                let instruction = error.to_string();
                if let CallError::Arguments(error) = &error
                    && error.render(Format::Preflight) != instruction
                {
                    println!("  in the short form: {}", error.render(Format::Preflight));
                }
                // A failed tool is reported in the same way.
                if let LoopState::Warn(found) = self.guard.failed(tool, &call.raw) {
                    println!("  the loop guard warns");
                    return format!("{instruction}\n{found}");
                }
                match self.budget.failed(error) {
                    RetryDecision::Again(text) => text,
                    RetryDecision::GiveUp(summary) => {
                        println!("  the retry budget is spent; to the user: {summary}");
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
