//! Answers failed calls, and stops if the model makes no progress.

use tool_core::answer::{Answer, CallResult};
use tool_core::call::Api;
use tool_core::conversation::{CallLoop, NextStep, Step, Supervisor};
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
enum Tools {
    ReadFile(ReadFile),
}

impl Tools {
    fn run(self) -> CallResult {
        let Self::ReadFile(ReadFile { path, limit }) = self;
        if path == "/missing" {
            return CallResult::error("/missing: not found");
        }
        let limit = limit.map_or("all".to_owned(), |limit| limit.to_string());
        CallResult::text(format!("{limit} lines of {path}"))
    }
}

/// Handles one answer of the model. Returns whether the conversation continues.
fn handle(supervisor: &mut Supervisor, answer: &Answer) -> bool {
    // Reads all calls. Each failed call already has its result.
    let steps = supervisor.review(answer, |call| Tools::parse(&call.name, call));
    let mut results = Vec::new();
    for step in steps {
        results.push(match step {
            Step::Run(tool) => tool.run(),
            Step::Ask(tool, found) if allows(&found) => {
                supervisor.clear();
                tool.run()
            }
            Step::Ask(..) => CallResult::error("The user did not allow this call."),
            Step::Skip(result) => result,
        });
    }
    // Counts failed runs, and decides how the conversation continues.
    let continues = match supervisor.settle(answer, &mut results) {
        NextStep::Continue => true,
        NextStep::Done => false,
        NextStep::AskUser(found) => {
            let is_allowed = allows(&found);
            if is_allowed {
                supervisor.clear();
            }
            is_allowed
        }
        NextStep::GiveUp(summary) => {
            println!("for the user: {summary}");
            false
        }
    };
    // The conversation needs a result for each call, even if the loop ends here.
    for message in answer.results(results).expect("one result for each call") {
        println!(
            "for the model: {}",
            message["content"].as_str().unwrap_or_default()
        );
    }
    continues
}

/// Asks the user. This user never agrees.
fn allows(found: &CallLoop) -> bool {
    println!("for the user: {}", found.question());
    false
}

fn main() {
    println!("== wrong arguments, three times");
    converse(&[
        r#"{"file": "/a", "limit": "few"}"#,
        r#"{"path": "/a", "limit": 0}"#,
        r#"{"path": "/a", "limit": -1}"#,
    ]);
    println!("\n== a good call after a wrong one");
    converse(&[
        r#"{"path": "/a", "limit": 0}"#,
        r#"{"path": "/a", "limit": "10"}"#,
    ]);
    println!("\n== the same failing call, three times");
    converse(&[r#"{"path": "/missing"}"#; 3]);
    println!("\n== the same call, four times");
    converse(&[r#"{"path": "/a"}"#; 4]);
}

/// Plays a conversation with one call in each answer, until the host stops it.
fn converse(calls: &[&str]) {
    let mut supervisor = Supervisor::new();
    for arguments in calls {
        println!("call: read_file {arguments}");
        let body = tool_core::json!({"choices": [{"finish_reason": "tool_calls", "message": {
            "tool_calls": [{"id": "1", "function": {"name": "read_file", "arguments": arguments}}]
        }}]});
        let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("an answer");
        if !handle(&mut supervisor, &answer) {
            break;
        }
    }
}
