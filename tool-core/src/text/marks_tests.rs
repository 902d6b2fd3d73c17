//! Each mark of reasoning behaves like `<think>` in the reader of arguments and in the reader of
//! texts.

use serde_json::{Value, json};

use crate::call::Definitions;
use crate::finish::Finish;
use crate::marks::REASONING;
use crate::text::{TextOptions, read_text};
use crate::tool::Definition;

fn tool() -> Definition {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"type": "integer"}},
        "required": ["n"],
    });
    Definition::new("t", "", schema).expect("a valid schema")
}

fn read_arguments(text: &str) -> Option<Value> {
    tool().parse(text).ok()
}

fn read_calls(text: &str) -> (Vec<String>, String, String) {
    let tools = Definitions::new([tool()]).expect("one tool");
    let answer = read_text(text, &tools, &TextOptions::new().finish(Finish::Complete));
    let calls = answer.calls.iter().map(|call| call.raw.clone()).collect();
    (calls, answer.content, answer.reasoning)
}

/// Texts around one thought. `OPEN` and `CLOSE` stand for its marks.
const TEXTS: [&str; 12] = [
    "OPENI could send {\"n\": 1} but I am not sure.CLOSE",
    "OPEN{\"n\": 1}CLOSE",
    "OPEN\n{\"n\": 1}\nCLOSE\nI need more.",
    "OPENPerhaps\n{\"n\": 1}",
    "OPENHm.CLOSE{\"n\": 2}",
    "OPEN\nHm: n = 3?\nCLOSE\n\n{\"n\": 2}",
    "OPENHm.CLOSE\n```json\n{\"n\": 2}\n```",
    "OPENHm. CLOSEOPENNo.CLOSE{\"n\": \"2\"}",
    "OPEN{\"n\": 1}CLOSE{\"n\": 2}",
    "{\"n\": 2}OPENI could send {\"n\": 1}.CLOSE",
    "OPENf(n=1)CLOSE\n{\"n\": 2}",
    "OPENHm.CLOSEThe arguments:\n{\"n\": 2}",
];

const CALLS: [&str; 6] = [
    "OPENI could\nCALL1\nbut I do not.CLOSE\nDone.",
    "OPENI could\nCALL1\nbut I do not.CLOSE\nCALL2",
    "OPENHm.CLOSECALL2",
    "OPENHm.CLOSEOPENCALL1CLOSE\nCALL2",
    "CALL2\nOPENHm.CLOSE\nCALL1",
    "Text.\nOPENCALL1CLOSE",
];

#[test]
fn all_marks_of_reasoning_behave_alike_in_arguments() {
    for text in TEXTS {
        let of = |open, close| text.replace("OPEN", open).replace("CLOSE", close);
        let expected = read_arguments(&of("<think>", "</think>"));
        for marks in REASONING {
            let text = of(marks.open, marks.close);
            assert_eq!(read_arguments(&text), expected, "{text}");
        }
    }
}

#[test]
fn a_good_call_behind_a_closed_thought_is_read() {
    for marks in REASONING {
        for (text, expected) in TEXTS
            .iter()
            .zip([None, None, None, None].into_iter().chain([Some(2); 4]))
        {
            let text = text
                .replace("OPEN", marks.open)
                .replace("CLOSE", marks.close);
            let expected = expected.map(|n| json!({"n": n}));
            assert_eq!(read_arguments(&text), expected, "{text}");
        }
    }
}

#[test]
fn all_marks_of_reasoning_behave_alike_in_texts() {
    let call =
        |n| format!("<tool_call>{{\"name\": \"t\", \"arguments\": {{\"n\": {n}}}}}</tool_call>");
    for text in CALLS {
        let of = |open, close| {
            let text = text.replace("OPEN", open).replace("CLOSE", close);
            text.replace("CALL1", &call(1)).replace("CALL2", &call(2))
        };
        let expected = read_calls(&of("<think>", "</think>"));
        for marks in REASONING {
            let text = of(marks.open, marks.close);
            assert_eq!(read_calls(&text), expected, "{text}");
        }
    }
}
