//! Prints what a host sends to each API, for the judges, which send it with the packages of the
//! providers: the messages that continue a conversation, as JSON lines `{api, case, messages}`, and
//! members of a request, as JSON lines `{api, case, fields}`.

use examples::answers::{APIS, AnswerContent};
use tool_core::answer::{Answer, CallResult};
use tool_core::call::Api;
use tool_core::provider::{Anthropic, Bedrock, Cohere, Gemini, Ollama, OpenAi, Target, ToolChoice};
use tool_core::{Tool, json};

/// A transparent pixel.
const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/// A recipe.
#[derive(Debug, Tool)]
#[allow(dead_code, reason = "only its schema is printed")]
struct Recipe {
    title: String,
    #[schemars(range(min = 1))]
    minutes: u32,
    source: Option<String>,
}

/// A file to read.
#[derive(Debug, Tool)]
#[tool(name = "read_file")]
#[allow(dead_code, reason = "only its schema is printed")]
struct ReadFile {
    path: String,
}

/// A file to write.
#[derive(Debug, Tool)]
#[tool(name = "write_file")]
#[allow(dead_code, reason = "only its schema is printed")]
struct WriteFile {
    path: String,
}

const TARGETS: [(Api, Target); 8] = [
    (Api::OpenAiChat, OpenAi::chat()),
    (Api::OpenAiResponses, OpenAi::responses()),
    (Api::Anthropic, Anthropic::messages()),
    (Api::Gemini, Gemini::json_schema()),
    (Api::GeminiInteractions, Gemini::interactions()),
    (Api::Bedrock, Bedrock::converse()),
    (Api::Cohere, Cohere::chat()),
    (Api::Ollama, Ollama::chat()),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print_messages()?;
    print_fields()
}

/// Prints the members for the choice of tools, and for the shape of an answer.
fn print_fields() -> Result<(), Box<dyn std::error::Error>> {
    let choices = [
        ("auto", ToolChoice::auto().parallel(false)),
        ("none", ToolChoice::none()),
        ("required", ToolChoice::required().parallel(true)),
        ("one tool", ToolChoice::tool("read_file")),
        (
            "two tools",
            ToolChoice::required().only(["read_file", "write_file"]),
        ),
    ];
    let tools = [ReadFile::definition(), WriteFile::definition()];
    for (api, target) in TARGETS {
        let exports = target.export_all(tools).complete()?;
        for (case, choice) in &choices {
            let mut body = json!({});
            exports.fields().add_to(&mut body);
            exports.choose(choice)?.add_to(&mut body);
            println!(
                "{}",
                json!({"api": api.as_str(), "case": case, "fields": body})
            );
        }
        let format = Recipe::definition().response_format(target)?;
        let fields = format.fields().body();
        println!(
            "{}",
            json!({"api": api.as_str(), "case": "response format", "fields": fields})
        );
    }
    Ok(())
}

fn print_messages() -> Result<(), Box<dyn std::error::Error>> {
    let cases: [(&str, &[&str], bool, Vec<CallResult>); 6] = [
        (
            "text",
            &[r#"{"path":"/a"}"#],
            false,
            vec![CallResult::text("the text")],
        ),
        (
            "json",
            &[r#"{"path":"/a"}"#],
            false,
            vec![CallResult::json(json!({"lines": 3}))],
        ),
        (
            "list",
            &[r#"{"path":"/a"}"#],
            false,
            vec![CallResult::json(json!([1, 2]))],
        ),
        (
            "error",
            &[r#"{"path":"/a"}"#],
            false,
            vec![CallResult::error("/a: not found")],
        ),
        (
            "parallel",
            &[r#"{"path":"/a"}"#, r#"{"path":"/b"}"#],
            false,
            vec![
                CallResult::text("the page").and_image("image/png", PIXEL),
                CallResult::error("/b: not found"),
            ],
        ),
        (
            "truncated",
            &[r#"{"path":"/a"}"#, r#"{"path":"/b"}"#],
            true,
            vec![CallResult::text("the text")],
        ),
    ];
    for api in APIS {
        for (case, arguments, is_cut, results) in &cases {
            let calls = arguments.iter().enumerate();
            let calls = calls.map(|(at, text)| {
                Ok((
                    format!("call{at:05}"),
                    "read_file".into(),
                    serde_json::from_str(text)?,
                ))
            });
            let content = AnswerContent {
                thought: "Which file?".into(),
                text: "I read the file.".into(),
                calls: calls.collect::<Result<_, serde_json::Error>>()?,
                is_cut: *is_cut,
            };
            let answer = Answer::from_body(api, &content.body(api).to_string())?;
            // An API without a reason for the end does not report that an answer is truncated.
            let mut results = results.clone();
            results.resize(answer.calls.len(), CallResult::text("the other text"));
            let mut messages = answer.turn().to_vec();
            messages.extend(answer.results(results)?);
            println!(
                "{}",
                json!({"api": api.as_str(), "case": case, "messages": messages})
            );
        }
    }
    Ok(())
}
