//! Answers failed calls, and stops when the model does not get further.

use tool_core::conversation::{LoopGuard, LoopState, RetryBudget, RetryDecision};
use tool_core::{Tool, ToolSet};

/// Read a file.
#[derive(Debug, Tool)]
struct ReadFile {
    path: String,
    #[schemars(range(min = 1))]
    limit: Option<u32>,
}

/// All tools of the agent.
#[derive(Debug, ToolSet)]
enum Call {
    ReadFile(ReadFile),
}

/// What the host does after a call.
enum Next {
    /// The model continues with this result.
    Model(String),
    /// The conversation waits for the user. This text is for the user.
    User(String),
}

/// The state of one conversation.
struct Conversation {
    budget: RetryBudget,
    guard: LoopGuard,
}

impl Conversation {
    fn answer(&mut self, name: &str, arguments: &str) -> Next {
        // The model may write the name in another style: `ReadFile`.
        let found = Call::definitions().resolve(name);
        let tool = found
            .as_ref()
            .map_or(name, |found| found.reader.definition().name());

        // Before the call runs: does the model repeat itself?
        match self.guard.call(tool, arguments) {
            LoopState::Warn(found) => return Next::Model(found.correction()),
            LoopState::AskUser(found) => return Next::User(found.question()),
            _ => {}
        }
        match Call::parse(name, arguments) {
            Ok(Call::ReadFile(call)) => {
                self.budget.succeeded(tool);
                let limit = call
                    .limit
                    .map_or("all".to_owned(), |limit| limit.to_string());
                Next::Model(format!("{limit} lines of {}", call.path))
            }
            // The budget counts failures, and the guard looks for equal arguments.
            Err(error) => match (
                self.budget.failed(error),
                self.guard.failed(tool, arguments),
            ) {
                (RetryDecision::GiveUp(summary), _) => Next::User(summary),
                (_, LoopState::AskUser(found)) => Next::User(found.question()),
                (RetryDecision::Again(text), LoopState::Warn(found)) => {
                    Next::Model(format!("{text}\n{found}"))
                }
                (RetryDecision::Again(text), _) => Next::Model(text),
            },
        }
    }
}

fn main() {
    println!("== wrong arguments, three times");
    converse(&[
        ("read_file", r#"{"file": "/a", "limit": "few"}"#),
        ("read_file", r#"{"path": "/a", "limit": 0}"#),
        ("read_file", r#"{"path": "/a", "limit": -1}"#),
    ]);
    println!("\n== a good call after a wrong one");
    converse(&[
        ("read_file", r#"{"path": "/a", "limit": 0}"#),
        ("read_file", r#"{"path": "/a", "limit": "10"}"#),
    ]);
    println!("\n== the same wrong call, twice");
    converse(&[("ReadFile", r#"{"path": "/a", "limit": 0}"#); 2]);
    println!("\n== the same call, four times");
    converse(&[("read_file", r#"{"path": "/a"}"#); 4]);
}

/// Plays a conversation until the host stops it.
fn converse(calls: &[(&str, &str)]) {
    let mut conversation = Conversation {
        budget: RetryBudget::new(),
        guard: LoopGuard::new(),
    };
    for (name, arguments) in calls {
        println!("call: {name} {arguments}");
        match conversation.answer(name, arguments) {
            Next::Model(text) => println!("for the model: {text}"),
            Next::User(text) => {
                println!("for the user: {text}");
                break;
            }
        }
    }
}
