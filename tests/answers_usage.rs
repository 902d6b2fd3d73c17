//! The tokens of servers that count reasoning apart, or only in the total.

use serde_json::{Value, json};
use tool_core::answer::Answer;
use tool_core::call::Api;

fn read_output(usage: &Value) -> (Option<u64>, Option<u64>) {
    let body = json!({"choices": [{"finish_reason": "stop", "message": {"content": "Hi"}}],
        "usage": usage});
    let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("an answer");
    (answer.usage.output, answer.usage.reasoning)
}

#[test]
fn tokens_that_only_the_total_has_are_output() {
    let with_total =
        |total: u64| json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": total});
    assert_eq!(read_output(&with_total(15)), (Some(5), None));
    assert_eq!(read_output(&with_total(100)), (Some(90), None));
    // A total that is too small says nothing.
    for total in [0, 5, 10, 14] {
        assert_eq!(read_output(&with_total(total)), (Some(5), None), "{total}");
    }
}

#[test]
fn reasoning_is_a_part_of_the_output_or_the_rest_of_the_total() {
    for (total, output) in [(15, 5), (18, 8), (100, 5)] {
        let usage = json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": total,
            "completion_tokens_details": {"reasoning_tokens": 3}});
        assert_eq!(read_output(&usage), (Some(output), Some(3)), "{total}");
    }
}

#[test]
fn a_number_that_is_missing_is_not_made_up() {
    let usage = json!({"prompt_tokens": 10, "total_tokens": 10});
    assert_eq!(read_output(&usage), (None, None));
    let usage = json!({"completion_tokens": 5, "total_tokens": 10});
    assert_eq!(read_output(&usage), (Some(5), None));
}
