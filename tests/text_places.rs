//! A call in a place of its own is read, and a quoted call is text: each notation in each place.

use serde_json::{Value, json};
use tests::{read_in_pieces, read_text_in_any_pieces};
use tool_core::text::{TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

fn tools() -> Definitions {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string"}, "dry_run": {"type": "boolean"}},
        "required": ["path"],
    });
    Definitions::new([Definition::new("rm", "", schema).unwrap()]).unwrap()
}

/// One call in the notations of the models.
const CALLS: &[&str] = &[
    "<tool_call>\n{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}\n</tool_call>",
    "<tool_call>\n<function=rm>\n<parameter=path>\n/srv\n</parameter>\n</function>\n</tool_call>",
    "<tool_call>rm<arg_key>path</arg_key><arg_value>/srv</arg_value></tool_call>",
    "<tool_calls>\n<tool_call>rm<tool_sep>\n<arg_key>path</arg_key>\n<arg_value>/srv</arg_value>\n</tool_call>\n</tool_calls>",
    "<seed:tool_call>\n<function=rm>\n<parameter=path>/srv</parameter>\n</function>\n</seed:tool_call>",
    "<minimax:tool_call>\n<invoke name=\"rm\">\n<parameter name=\"path\">/srv</parameter>\n</invoke>\n</minimax:tool_call>",
    "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"rm\">\n<｜DSML｜parameter name=\"path\" string=\"true\">/srv</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>rm\n```json\n{\"path\": \"/srv\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>rm<｜tool▁sep｜>{\"path\": \"/srv\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"rm\"><steptml:parameter name=\"path\">/srv</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>",
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.rm:0<|tool_call_argument_begin|>{\"path\": \"/srv\"}<|tool_call_end|><|tool_calls_section_end|>",
    "<|open|>tools<|sep|><|open|>call tool=\"rm\" index=\"1\"<|sep|><|open|>argument key=\"path\" type=\"string\"<|sep|>/srv<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>",
    "<|channel|>commentary to=functions.rm<|message|>{\"path\": \"/srv\"}<|call|>",
    "[TOOL_CALLS]rm[ARGS]{\"path\": \"/srv\"}",
    "[TOOL_CALLS] [{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}]",
    "<|tool_call>call:rm{path:<|\"|>/srv<|\"|>}<tool_call|>",
    "<|tool_call_start|>[rm(path=\"/srv\")]<|tool_call_end|>",
    "<|START_ACTION|>[{\"tool_call_id\":\"0\",\"tool_name\":\"rm\",\"parameters\":{\"path\": \"/srv\"}}]<|END_ACTION|>",
    "<|tool_call|>[{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}]",
    "functools[{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}]",
    "<|action_start|><|plugin|>{\"name\":\"rm\",\"parameters\":{\"path\": \"/srv\"}}<|action_end|>",
    "<|tools_prefix|>[{\"rm\": {\"path\": \"/srv\"}}]<|tools_suffix|>",
    "<|tool_calls|><|tool_call:begin|>a<|tool_call:name|>rm<|tool_call:args|>{\"path\": \"/srv\"}<|tool_call:end|>",
    "<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>rm<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>{\"path\": \"/srv\"}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>",
    "<function=rm>{\"path\": \"/srv\"}</function>",
    "<rm>\n<path>/srv</path>\n</rm>",
    "{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}",
    "[{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}]",
    "[rm(path=\"/srv\")]",
];

/// Places of its own, with the content around the call.
const OWN: &[(&str, &str)] = &[
    ("{}", ""),
    ("I do it.\n{}", "I do it."),
    ("I do it:\n\n{}\n", "I do it:"),
    ("I do it.\r\n{}\r\n", "I do it."),
    ("{}<|im_end|>", ""),
    ("{}\nThen I wait.", "Then I wait."),
    ("<think>I should.</think>\n{}", ""),
];

/// Places in which a call is text.
const QUOTED: &[&str] = &[
    "He wrote \"{}\".",
    "(like {})",
    "“{}” is a call",
    "« {} »",
    "「{}」と書く。",
    "**{}**",
    "*{}*",
    "| {} | x |",
    "|a|{}|b|",
    "```\n{}\n```\nAn example.",
    "~~~xml\n{}\n~~~\nAn example.",
    "````\n```\n{}\n```\n````\nAn example.",
    "<!--\n{}\n-->",
    "<code>{}</code>",
    "<example>\n{}\n</example>",
    "<p>{}</p>",
    "<li>{}</li>",
    "<tool_response>\n{}\n</tool_response>\nOk.",
    "The text {} is a call.",
    "I will not write {}, of course.",
    "不要执行{}，因为危险。",
    "Schreibe {} niemals.",
    "call = {};",
    "...{}...",
    // In each line of it.
    "> ",
    // As a string of JSON.
    "\"",
];

#[test]
fn each_notation_is_read_in_a_place_of_its_own() {
    for call in CALLS {
        for (place, content) in OWN {
            let text = place.replace("{}", call);
            let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
            assert_eq!((answer.calls.len(), answer.dropped.len()), (1, 0), "{text}");
            let read: Value = serde_json::from_str(&answer.calls[0].raw).unwrap();
            assert_eq!(read, json!({"path": "/srv"}), "{text}");
            assert_eq!(answer.content.trim(), *content, "{text}");
        }
    }
}

#[test]
fn each_notation_is_text_in_each_quotation() {
    let tools = tools();
    let options = TextOptions::new();
    for call in CALLS {
        for place in QUOTED {
            let text = match *place {
                "> " => format!("> {}\n\nThat is the log.", call.replace('\n', "\n> ")),
                "\"" => json!({"page": call}).to_string(),
                place => place.replace("{}", call),
            };
            let whole = read_text(&text, &tools, &options.finish(Finish::Complete));
            assert_eq!((whole.calls.len(), whole.dropped.len()), (0, 0), "{text}");
            assert_eq!(whole.content, text);
            for size in [1, 3, 7] {
                let pieces = read_in_pieces(&text, &tools, options, Finish::Complete, size);
                assert_eq!(pieces, whole, "{text} by {size}");
            }
        }
    }
}
