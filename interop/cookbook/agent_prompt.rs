//! An agent loop with llama.cpp: the program writes the tools and the results into the prompt,
//! and a grammar makes each call valid.

use std::error::Error;

use tool_core::answer::{Answer, CallResult, Content, StopReason};
use tool_core::call::Api;
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

fn main() -> Result<(), Box<dyn Error>> {
    let format = Format::for_model("Qwen3-30B-A3B").ok_or("unknown model")?;
    let tools = format.render_tools(Tools::definitions());
    let tools = tools.ok_or("the format shows no tools")?.text;
    let grammar = format.grammar(Tools::definitions()).ok_or("no grammar")?;
    let mut messages = vec![
        json!({"role": "system", "content": format!("Answer briefly. {}\n\n{tools}", Guidance::new())}),
        json!({"role": "user", "content": "Weather in Bern and Basel, two days?"}),
    ];
    let mut supervisor = Supervisor::new();
    loop {
        let prompt = apply_template(&json!({"messages": messages}));
        let response = complete(&json!({
            "prompt": prompt,
            "n_predict": 2048,
            // The grammar applies from the start of a call on. 1 is the type of a word.
            "grammar": grammar.gbnf(),
            "grammar_lazy": true,
            "grammar_triggers": [{"type": 1, "value": grammar.trigger()}],
            "preserved_tokens": [grammar.trigger()],
        }));
        let written = read(&response)?;
        // The turn is the text as the model wrote it.
        messages.extend(written.turn().iter().cloned());
        let options = TextOptions::new().format(format);
        let answer = written.text_calls(Tools::definitions(), options);

        let steps = supervisor.review(&answer, |call| Tools::parse(&call.name, call));
        let mut results = Vec::new();
        for step in steps {
            results.push(match step {
                Step::Run(tool) => tool.run(),
                Step::Ask(_, found) => CallResult::error(found.correction()),
                Step::Skip(result) => result,
            });
        }
        match supervisor.settle(&answer, &mut results) {
            NextStep::Continue => messages.push(show_results(format, &answer, &results)),
            NextStep::Done if answer.stop == StopReason::Done => {
                println!("{}", answer.text);
                return Ok(());
            }
            NextStep::Done => return Err(format!("incomplete: {}", answer.stop).into()),
            NextStep::AskUser(found) => return Err(found.question().into()),
            NextStep::GiveUp(summary) => return Err(summary.into()),
        }
    }
}

/// Reads a response of `POST /completion` like the message of a chat.
fn read(response: &Value) -> Result<Answer, Box<dyn Error>> {
    let is_truncated = response["stop_type"] == "limit";
    let finish = if is_truncated { "length" } else { "stop" };
    let message = json!({"role": "assistant", "content": response["content"]});
    let body = json!({"choices": [{"finish_reason": finish, "message": message}]});
    Ok(Answer::from_body(Api::OpenAiChat, &body.to_string())?)
}

/// Returns the message with the results, in the words of the model.
fn show_results(format: Format, answer: &Answer, results: &[CallResult]) -> Value {
    let calls = answer.calls.iter().zip(results);
    let shown = calls.filter_map(|(call, result)| {
        format.render_result(&call.name, call.id.as_deref(), &text(result))
    });
    let mut texts: Vec<_> = shown.map(|part| part.text).collect();
    let dropped = answer.dropped.iter().map(|call| call.message().to_owned());
    texts.extend(dropped);
    json!({"role": "user", "content": texts.join("\n")})
}

/// Returns the parts of a result as text.
fn text(result: &CallResult) -> String {
    let parts = result.content.iter().map(|part| match part {
        Content::Text(text) => text.clone(),
        Content::Json(value) | Content::Block(value) => value.to_string(),
        _ => "(not shown)".to_owned(),
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// Returns a prompt instead of `POST http://localhost:8080/apply-template`.
fn apply_template(request: &Value) -> String {
    let messages = request["messages"].as_array().expect("a list");
    let turns = messages.iter().map(|message| {
        let [role, content] = ["role", "content"].map(|key| message[key].as_str().expect("a text"));
        format!("<|im_start|>{role}\n{content}<|im_end|>\n")
    });
    turns.collect::<String>() + "<|im_start|>assistant\n"
}

/// Returns a recorded response instead of `POST http://localhost:8080/completion`.
fn complete(request: &Value) -> Value {
    let prompt = request["prompt"].as_str().expect("a text");
    let (_, turns) = prompt.split_once("<|im_end|>\n").expect("a system message");
    if turns.contains("<tool_response>") {
        println!("{turns}");
        return json!({"content": "Sunny in both cities.", "stop_type": "eos"});
    }
    let rest = ["grammar_lazy", "grammar_triggers", "preserved_tokens"];
    println!(
        "{prompt}\n\n{}",
        request["grammar"].as_str().expect("a text")
    );
    println!("{}\n", json!(rest.map(|key| &request[key])));
    let calls = ["Bern", "Basel"].map(|city| {
        let arguments = format!(r#"{{"city": "{city}", "days": 2}}"#);
        let call = format!(r#"{{"name": "weather", "arguments": {arguments}}}"#);
        format!("<tool_call>\n{call}\n</tool_call>")
    });
    let content = format!("I look it up.\n{}", calls.join("\n"));
    json!({"content": content, "stop_type": "eos"})
}
