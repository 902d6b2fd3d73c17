//! Tokens of turns around calls, and quotations around calls with a header or a mark of a result.

use serde_json::{Value, json};
use tests::read_text_in_any_pieces;
use tool_core::call::DropReason;
use tool_core::{Definition, Definitions, Finish};

fn tools() -> Definitions {
    let weather = json!({"type": "object", "required": ["city"], "properties": {
        "city": {"type": "string"},
    }});
    Definitions::new([Definition::new("get_weather", "", weather).unwrap()]).unwrap()
}

/// A call in formats of each shape, with marks and without.
const CALLS: [&str; 11] = [
    "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n</tool_call>",
    "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>",
    "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>",
    "[TOOL_CALLS][{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}]",
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{\"city\": \"Oslo\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Oslo\"}}",
    "[get_weather(city=\"Oslo\")]",
    "<get_weather>\n<city>\nOslo\n</city>\n</get_weather>",
    " <tool_calls>[\n {\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}\n]</tool_calls>",
    "✿FUNCTION✿: get_weather\n✿ARGS✿: {\"city\": \"Oslo\"}\n✿RESULT✿",
    "to=get_weather<|message|><atem:function_calls>\n<atem:invoke name=\"get_weather\">\n<atem:parameter name=\"city\">Oslo</atem:parameter>\n</atem:invoke>\n</atem:function_calls>",
];

/// Reads a text with one call, and returns its content.
fn read_call(text: &str) -> String {
    let answer = read_text_in_any_pieces(text, &tools(), Finish::Complete);
    assert_eq!(answer.calls.len(), 1, "{text}: {answer:?}");
    assert_eq!(answer.dropped, [], "{text}");
    let raw: Value = serde_json::from_str(&answer.calls[0].raw).unwrap();
    assert_eq!(raw, json!({"city": "Oslo"}), "{text}");
    answer.content.trim().to_owned()
}

#[test]
fn a_turn_of_the_model_behind_a_call_is_no_text() {
    for call in CALLS {
        for turn in [
            "<|im_start|>assistant",
            "<|im_end|><|im_start|>assistant",
            "<|im_end|>\n<|im_start|>assistant\n",
            "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
            "<end_of_turn>\n<start_of_turn>model\n",
            "<|start|>assistant",
            "<|role_end|>",
            "[EOS]",
            "<|file_separator|>",
            // A token that no table has.
            "<|new_token_7|>",
            "<|new_token|>\n<|another|>",
        ] {
            // Behind the mark of a result, a token of another model may be the result.
            let is_other = turn.starts_with("<|new_") || turn.starts_with("<|start|>");
            if call.ends_with("✿RESULT✿") && is_other {
                continue;
            }
            assert_eq!(
                read_call(&format!("Hi.\n{call}{turn}")),
                "Hi.",
                "{call}{turn}"
            );
        }
    }
}

#[test]
fn tokens_before_a_call_are_no_text() {
    for call in CALLS {
        for token in [
            "<bos>",
            "<|begin_of_text|>",
            "<|startoftext|>",
            "<｜begin▁of▁sentence｜>",
            "<pad>",
            "<unk>",
            "<|im_start|>assistant\n",
            "<bos><start_of_turn>model\n",
            "[BOS]",
            "[gMASK]<sop>",
            "<|role_start|>assistant<|role_end|>",
        ] {
            assert_eq!(read_call(&format!("{token}{call}")), "", "{token}{call}");
        }
    }
    for call in &CALLS[..8] {
        assert_eq!(read_call(&format!("<s>{call}")), "", "<s>{call}");
    }
}

#[test]
fn an_answer_goes_on_behind_a_token() {
    let call = CALLS[0];
    let text = format!("{call}<|im_end|>\n<|im_start|>assistant\nOslo is warm.");
    assert_eq!(read_call(&text), "Oslo is warm.");
    for (text, content) in [
        ("<|im_start|>assistant\n\nHi.", "Hi."),
        ("<bos>Hi.", "Hi."),
        ("Hi.<|role_end|>", "Hi."),
        ("Hi.[EOS]", "Hi."),
        ("The token is <|new_token|>.", "The token is <|new_token|>."),
        // Tags of HTML and words of a sentence stay.
        ("<s>old</s> new", "<s>old</s> new"),
        ("<pad> is a token.", "<pad> is a token."),
        (
            "Use <|im_start|>assistant here.",
            "Use <|im_start|>assistant here.",
        ),
    ] {
        let answer = read_text_in_any_pieces(text, &tools(), Finish::Complete);
        assert_eq!(answer.content, content);
    }
}

/// The Command models mark their thoughts. A call without a mark may follow.
#[test]
fn a_call_without_a_mark_follows_thoughts_in_tokens() {
    for call in &CALLS[5..8] {
        let text = format!("<|START_THINKING|>Hm.<|END_THINKING|>{call}");
        assert_eq!(read_call(&text), "", "{text}");
    }
    // Other JSON of these models is an answer.
    let text = format!("<|START_RESPONSE|>{}<|END_RESPONSE|>", CALLS[5]);
    let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
    assert_eq!((answer.calls.len(), &*answer.content), (0, CALLS[5]));
}

/// A cut mark at the end of a call leaves a reason.
#[test]
fn a_call_without_its_last_bracket_is_incomplete() {
    let call = "[Calling tool: get_weather({\"city\": \"Oslo\"})]";
    assert_eq!(read_call(call), "");
    for finish in [Finish::Unknown, Finish::Truncated, Finish::Complete] {
        let text = &call[..call.len() - 1];
        let answer = read_text_in_any_pieces(text, &tools(), finish);
        let reasons: Vec<_> = answer.dropped.iter().map(|call| call.reason).collect();
        assert_eq!(reasons, [DropReason::Incomplete], "{finish:?}");
        assert_eq!((answer.calls.len(), &*answer.content), (0, ""));
    }
}

/// Quotations around a call, with `{}` in its place.
const QUOTATIONS: [&str; 13] = [
    "Er schrieb: „{}“ und ging.",
    "She said: “{}” and left.",
    "« {} » est un exemple.",
    "~~{}~~\nNever mind.",
    "*{}*\n(just an example)",
    "id,text\n1,\"{}\"\n",
    "1,{},x",
    "prompt = '''\n{}\n'''\nprint(prompt)",
    "{}\nWait, no. I should not have done that.",
    "I will not send the following call:\n{}",
    "# {}\nprint('x')",
    "Translate this into French:\n{}",
    "Expected output:\n{}\n",
];

#[test]
fn a_quoted_call_with_a_header_or_the_mark_of_a_result_is_text() {
    for call in &CALLS[9..] {
        for quotation in QUOTATIONS {
            let text = quotation.replace("{}", call);
            let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
            assert_eq!(answer.calls, [], "{text}");
        }
        // The same without a quotation.
        assert_eq!(
            read_call(&format!("I look it up.\n{call}")),
            "I look it up."
        );
        assert_eq!(
            read_call(&format!("I look it up.\n{call}<|im_end|>")),
            "I look it up."
        );
    }
}
