//! A coding agent over plain HTTP: `tool-core`, an HTTP client and eight tools.
//!
//! A local server plays the model, once as OpenAI Responses and once as Anthropic Messages. Its
//! script contains a repaired call, an invalid call, a truncated call, a loop, a truncated text and
//! a refusal.
//!
//! ```text
//! cargo run --example agent
//! ```

mod script;
mod stub;
mod tools;

use std::error::Error;
use std::io::{Write as _, stdout};

use reqwest::Client;
use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, CallResult, Delta, StopReason};
use tool_core::call::Api;
use tool_core::conversation::{Guidance, NextStep, Step, Supervisor};
use tool_core::provider::{Anthropic, OpenAi};
use tool_core::{Reading, ToolSet as _};
use tools::{Tools, Workspace, WriteFile};

const MAX_TURNS: usize = 20;

type Failure = Box<dyn Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let base = stub::start().await?;
    for api in [Api::OpenAiResponses, Api::Anthropic] {
        println!("\n======== {}\n", api.as_str());
        let agent = Agent {
            http: Client::new(),
            api,
            base: base.clone(),
            workspace: Workspace::new()?,
        };
        let fix = format!("Fix the greeting. The style guide is at {base}/style.txt");
        for task in [&fix, "Forge a signature"] {
            match agent.run(task).await {
                Ok(text) => println!("\n[done] {text}\n"),
                Err(error) => println!("\n[failed] {error}\n"),
            }
        }
        println!("[hello.txt] {}", agent.workspace.read("hello.txt")?);
    }
    Ok(())
}

struct Agent {
    http: Client,
    api: Api,
    base: String,
    workspace: Workspace,
}

impl Agent {
    /// Works on a task until the model has no more calls. Returns the last text of the model. Fails
    /// if the model refuses, if a filter or an error ends the answer, or if the user has to decide.
    async fn run(&self, task: &str) -> Result<String, Failure> {
        println!("[user] {task}");
        let mut messages = vec![json!({"role": "user", "content": task})];
        let mut supervisor = Supervisor::new();
        // The start of a text that was cut off.
        let mut text = String::new();
        for _ in 0..MAX_TURNS {
            let answer = self.ask(&messages).await?;
            for dropped in &answer.dropped {
                println!("[dropped] {}: {}", dropped.name, dropped.reason);
            }
            let steps = supervisor.review(&answer, |call| {
                Tools::read(&call.name, call, |reader| reader)
            });
            let mut results = Vec::new();
            for step in steps {
                results.push(self.take(step).await);
            }
            let next = supervisor.settle(&answer, &mut results);
            for result in &results {
                println!(
                    "[{}] {}",
                    if result.is_error { "error" } else { "result" },
                    show(result)
                );
            }
            match next {
                NextStep::Continue => {
                    text.clear();
                    if answer.stop == StopReason::Paused {
                        println!("[paused] The provider continues the turn.");
                    }
                    messages.extend(answer.turn().iter().cloned());
                    messages.extend(answer.results(results)?);
                }
                NextStep::Done => match answer.stop {
                    StopReason::Done => return Ok(text + &answer.text),
                    StopReason::Truncated => {
                        text.push_str(&answer.text);
                        println!("[truncated] The agent asks for the rest.");
                        messages.extend(answer.turn().iter().cloned());
                        let rest = "Your answer was cut off. Continue at its end.";
                        messages.push(json!({"role": "user", "content": rest}));
                    }
                    stop => return Err(format!("{stop}: {}", answer.text).into()),
                },
                // An interactive agent asks, and continues if the user agrees.
                NextStep::AskUser(found) => return Err(found.question().into()),
                NextStep::GiveUp(summary) => return Err(summary.into()),
            }
        }
        Err("the task took too many turns".into())
    }

    /// Runs one call, or returns the result that it already has.
    async fn take(&self, step: Step<Reading<Tools>>) -> CallResult {
        let reading = match step {
            Step::Run(reading) => reading,
            Step::Ask(_, found) => {
                println!("[ask] {}", found.question());
                return CallResult::error("The user did not allow this call.");
            }
            Step::Skip(result) => return result,
        };
        for repair in &reading.repairs {
            println!("[repaired] {}: {}", repair.rule, repair.before);
        }
        let result = match reading.value {
            // The future of `run` contains itself, and therefore has to be boxed.
            Tools::SubTask(sub) => Box::pin(self.run(&sub.task)).await,
            tool => self.workspace.run(tool, &self.http).await,
        };
        match result {
            Ok(text) => CallResult::text(text),
            Err(error) => CallResult::error(error.to_string()),
        }
    }

    /// Sends a request, and prints the answer while it arrives.
    async fn ask(&self, messages: &[Value]) -> Result<Answer, Failure> {
        let (path, request) = self.request(messages)?;
        let request = self
            .http
            .post(format!("{}{path}", self.base))
            .body(request.to_string());
        let mut response = request.send().await?;
        if !response.status().is_success() {
            let body = response.text().await?;
            return Err(match Answer::from_body(self.api, &body) {
                Ok(_) => body.into(),
                Err(error) => error.into(),
            });
        }
        let mut stream = AnswerStream::new(self.api);
        let mut screen = Screen::default();
        while let Some(bytes) = response.chunk().await? {
            stream.push_bytes(&bytes)?;
            for delta in stream.take_deltas() {
                screen.show(&delta, &stream)?;
            }
        }
        println!();
        Ok(stream.finish()?)
    }

    fn request(&self, messages: &[Value]) -> Result<(&'static str, Value), Failure> {
        let system = format!("You are a coding agent. {}", Guidance::new());
        let tools = Tools::definitions();
        if self.api == Api::Anthropic {
            let tools = Anthropic::messages()
                .export_all(tools)
                .complete()?
                .tools()
                .clone();
            let request = json!({
                "model": "claude-sonnet-5", "max_tokens": 8192, "stream": true,
                "system": system, "tools": tools, "messages": messages,
            });
            return Ok(("/v1/messages", request));
        }
        let tools = OpenAi::responses()
            .export_all(tools)
            .complete()?
            .tools()
            .clone();
        let request = json!({
            "model": "gpt-5.4", "stream": true, "store": false,
            "include": ["reasoning.encrypted_content"],
            "instructions": system, "tools": tools, "input": messages,
        });
        Ok(("/v1/responses", request))
    }
}

/// The terminal, which shows an answer while it arrives.
#[derive(Default)]
struct Screen {
    /// The label of the current line.
    label: &'static str,
    calls: usize,
    has_path: bool,
}

impl Screen {
    fn show(&mut self, delta: &Delta, stream: &AnswerStream) -> Result<(), Failure> {
        match delta {
            Delta::Text(text) => self.print("text", text),
            Delta::Reasoning(text) => self.print("thought", text),
            _ => self.show_calls(stream),
        }
        Ok(stdout().flush()?)
    }

    fn print(&mut self, label: &'static str, text: &str) {
        if self.label != label {
            print!("\n[{label}] ");
            self.label = label;
        }
        print!("{text}");
    }

    /// Prints the name of each new call, and the path of a file before its text has arrived.
    fn show_calls(&mut self, stream: &AnswerStream) {
        for call in stream.partial().skip(self.calls) {
            self.label = "";
            self.print("call", call.name);
            self.calls += 1;
            self.has_path = false;
        }
        let last = stream.partial().last();
        let file = last.filter(|call| call.name == "write_file" && !self.has_path);
        if let Some(path) = file.and_then(|call| call.read::<WriteFile>().path) {
            print!(" {path}");
            self.has_path = true;
        }
    }
}

fn show(result: &CallResult) -> String {
    let parts = result.content.iter().map(|part| match part {
        tool_core::answer::Content::Text(text) => text.trim_end().replace('\n', "\n  "),
        other => format!("{other:?}"),
    });
    parts.collect::<Vec<_>>().join("\n  ")
}
