//! Prints, for each API and several answers, the messages that continue the conversation: JSON
//! lines `{api, case, messages}`. The judges send them with the packages of the providers.

use examples::answers::{APIS, AnswerContent};
use tool_core::answer::{Answer, CallResult};
use tool_core::json;

/// A transparent pixel.
const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

fn main() -> Result<(), Box<dyn std::error::Error>> {
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
