//! The calls that Groq rejects as `tool_use_failed`.

use serde_json::json;
use tool_core::answer::{Answer, AnswerError, CallResult};
use tool_core::call::Api;

/// Reads the answer that Groq rejects as `tool_use_failed`.
fn rejected(generation: &str) -> Option<Answer> {
    let error = json!({
        "type": "invalid_request_error", "code": "tool_use_failed",
        "message": "Failed to call a function.", "failed_generation": generation,
    });
    let body = json!({"error": error}).to_string();
    match Answer::from_body(Api::OpenAiChat, &body) {
        Err(AnswerError::Provider(error)) => error.rejected.map(|answer| *answer),
        other => panic!("expected an error of the provider, got {other:?}"),
    }
}

fn calls(answer: &Answer) -> Vec<(&str, &str)> {
    let calls = answer.calls.iter();
    calls.map(|call| (&*call.name, &*call.raw)).collect()
}

#[test]
fn the_calls_that_groq_rejected_can_be_answered() {
    let answer = rejected("<function=wait>{\"seconds\": \"5\"}</function>").expect("a call");
    assert_eq!(calls(&answer), [("wait", "{\"seconds\": \"5\"}")]);
    assert_eq!(
        answer.turn()[0]["tool_calls"][0]["id"],
        "failed_generation_1"
    );
    let results = answer.results([CallResult::text("done")]);
    assert_eq!(
        results.expect("one result for one call"),
        [json!({"role": "tool", "tool_call_id": "failed_generation_1", "content": "done"})]
    );
}

#[test]
fn a_broken_call_that_groq_rejected_is_dropped_and_reported() {
    let answer = rejected("<function=wait>{\"seconds\": ").expect("a dropped call");
    assert_eq!(answer.calls, []);
    assert_eq!(answer.dropped.len(), 1);
    let results = answer.results([]).expect("no result is due");
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["role"], "user");
    assert_eq!(rejected("I cannot call a tool."), None);
}

/// Groq rejects a call of Llama because of these characters around the arguments.
#[test]
fn a_rejected_call_is_read_in_each_form_of_llama() {
    let generations = [
        "<function=wait{\"s\": 5}</function>",
        "<function=wait{\"s\": 5}></function>\n",
        "<function=wait {\"s\": 5} </function>",
        "<function=wait={\"s\": 5}</function>",
        "<function=wait,{\"s\": 5}>",
        "<function=wait({\"s\": 5})</function>",
        "<function=wait>[{\"s\": 5}]</function>",
        "<function=wait> {\"s\": 5}",
        "<function=wait>{\"s\": 5}<function>",
        "<function/wait>{\"s\": 5}</function>",
        "<function(wait)>{\"s\": 5}</function>",
        "(function=wait>{\"s\": 5}</function>",
        "wait{\"s\": 5}</function>",
        "I wait.\n<function=wait{\"s\": 5}</function>",
    ];
    for generation in generations {
        let answer = rejected(generation).expect(generation);
        assert_eq!(calls(&answer), [("wait", "{\"s\": 5}")], "{generation}");
        assert_eq!(answer.dropped, [], "{generation}");
    }
    let two = "<function=wait{\"s\": 5}</function>\n<function=stop>{}</function>";
    let answer = rejected(two).expect("two calls");
    assert_eq!(calls(&answer), [("wait", "{\"s\": 5}"), ("stop", "{}")]);
}

/// Groq asks older models for this JSON.
#[test]
fn a_rejected_list_of_calls_is_read() {
    let call = |name: &str| {
        json!({"id": "pending", "type": "function", "function": {"name": name},
            "parameters": {"s": 5}})
    };
    let list = json!({"tool_calls": [call("wait"), call("stop")]}).to_string();
    let two = [("wait", "{\"s\":5}"), ("stop", "{\"s\":5}")];
    let one = json!({"tool_call": call("wait")}).to_string();
    let text = json!({"tool_calls": [{"id": "c1", "type": "function",
        "function": {"name": "wait", "arguments": "{\"s\":5}"}}]});
    let generations = [
        (list.clone(), &two[..]),
        (format!("```\n{list}\n```"), &two),
        (format!("```json\n{list}\n```"), &two),
        (format!("<tool-use>\n{list}\n</tool-use>"), &two),
        (format!("{one}\n</tool-use>"), &two[..1]),
        (text.to_string(), &two[..1]),
    ];
    for (generation, expected) in generations {
        let answer = rejected(&generation).expect(&generation);
        assert_eq!(calls(&answer), expected, "{generation}");
    }
}

#[test]
fn a_rejected_call_that_is_cut_off_or_has_two_arguments_does_not_run() {
    let generations = [
        "<function=wait{\"s\": 5",
        "<function=wait{\"s\": 5}{\"s\": 6}</function>",
        "<function=wait>[{\"s\": 5}, {\"s\": 6}]</function>",
        "<function=wait>{</function>",
        "<tool-use>{\"tool_calls\": [{\"function\": {\"name\": \"wait\"}, \"parameters\": {\"s\"",
        "<tool-use>\n{\"tool_calls\": []}\n</tool-use>",
        "wait{\"s\": 5}",
    ];
    for generation in generations {
        let calls = rejected(generation).map(|answer| answer.calls);
        assert_eq!(calls.unwrap_or_default(), [], "{generation}");
    }
}

/// The Responses API of Groq reports the same error.
#[test]
fn a_rejected_call_of_responses_can_be_answered() {
    let error = json!({"code": "tool_use_failed", "message": "Failed to call a function.",
        "failed_generation": "<function=wait>{\"s\": 5}</function>"});
    let body = json!({"error": error}).to_string();
    let Err(AnswerError::Provider(error)) = Answer::from_body(Api::OpenAiResponses, &body) else {
        panic!("expected an error of the provider");
    };
    let answer = error.rejected.expect("a call");
    assert_eq!(
        answer.turn(),
        [
            json!({"type": "function_call", "call_id": "failed_generation_1", "name": "wait",
            "arguments": "{\"s\": 5}"})
        ]
    );
    let results = answer.results([CallResult::text("done")]);
    assert_eq!(
        results.expect("one result for one call"),
        [
            json!({"type": "function_call_output", "call_id": "failed_generation_1",
            "output": "done"})
        ]
    );
}
