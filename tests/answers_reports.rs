//! What the model reads of dropped calls that the turn cannot contain.

use serde_json::{Value, json};
use tool_core::answer::{Answer, CallResult};
use tool_core::call::Api;

const REPORT: &str = "The name of the call has no letter or digit, so the call did not run. Call a tool by its exact name.";

/// Returns the messages for one complete call and one call without a name.
fn results(api: Api, body: &Value) -> Vec<Value> {
    let answer = Answer::from_body(api, &body.to_string()).expect("an answer");
    assert_eq!(
        (answer.calls.len(), answer.dropped.len()),
        (1, 1),
        "{api:?}"
    );
    let done = [CallResult::text("done")];
    answer.results(done).expect("one result")
}

/// Mistral's API and chat templates reject a message of the user after a result.
#[test]
fn a_report_is_a_part_of_the_last_result_that_is_a_text() {
    let text = format!("done\n\nAnother call of the same turn: {REPORT}");
    let chat = json!([
        {"id": "c1", "function": {"name": "wait", "arguments": "{}"}},
        {"id": "c2", "function": {"name": "", "arguments": "{}"}},
    ]);
    assert_eq!(
        results(
            Api::OpenAiChat,
            &json!({"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": chat}}]}),
        ),
        [json!({"role": "tool", "tool_call_id": "c1", "content": text})]
    );
    let ollama = json!([
        {"function": {"name": "wait", "arguments": {}}},
        {"function": {"name": "", "arguments": {}}},
    ]);
    assert_eq!(
        results(
            Api::Ollama,
            &json!({"message": {"role": "assistant", "tool_calls": ollama}, "done": true,
                "done_reason": "stop"}),
        ),
        [json!({"role": "tool", "tool_name": "wait", "content": text})]
    );
}

#[test]
fn a_report_is_a_block_of_the_last_result_that_has_blocks() {
    let chat = json!([
        {"id": "c1", "type": "function", "function": {"name": "wait", "arguments": "{}"}},
        {"id": "c2", "type": "function", "function": {"name": "", "arguments": "{}"}},
    ]);
    assert_eq!(
        results(
            Api::Cohere,
            &json!({"finish_reason": "TOOL_CALL",
                "message": {"role": "assistant", "tool_calls": chat}}),
        ),
        [json!({"role": "tool", "tool_call_id": "c1", "content": [
            {"type": "text", "text": "done"}, {"type": "text", "text": REPORT}]})]
    );
}
