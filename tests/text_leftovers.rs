//! Calls whose marks contain more text than the call.

use serde_json::{Value, json};
use tests::read_text_in_any_pieces;
use tool_core::call::DropReason;
use tool_core::{Definition, Definitions, Finish};

fn tools() -> Definitions {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string"}, "dry_run": {"type": "boolean"}},
    });
    Definitions::new([Definition::new("rm", "", schema).unwrap()]).unwrap()
}

/// The text before and behind the object of a call, in formats with JSON.
const AROUND: [(&str, &str); 17] = [
    (
        "<tool_calls>\n{\"name\": \"rm\", \"arguments\": ",
        "}@\n</tool_calls>",
    ),
    (
        "<tool_call>\n{\"name\": \"rm\", \"arguments\": ",
        "}@\n</tool_call>",
    ),
    (
        "<function_call>{\"name\": \"rm\", \"arguments\": ",
        "}@</function_call>",
    ),
    (
        "[TOOL_REQUEST]{\"name\": \"rm\", \"arguments\": ",
        "}@[END_TOOL_REQUEST]",
    ),
    (
        "<|START_ACTION|>[{\"tool_name\": \"rm\", \"parameters\": ",
        "}]@<|END_ACTION|>",
    ),
    (
        "<TOOLCALL>[{\"name\": \"rm\", \"arguments\": ",
        "}]@</TOOLCALL>",
    ),
    ("<|tools_prefix|>[{\"rm\": ", "}]@<|tools_suffix|>"),
    (
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>rm\n```json\n",
        "\n```@<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    ),
    (
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>rm<｜tool▁sep｜>",
        "@<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    ),
    (
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.rm:0<|tool_call_argument_begin|>",
        "@<|tool_call_end|><|tool_calls_section_end|>",
    ),
    (
        "<|tool_calls|><|tool_call:begin|>1<|tool_call:name|>rm<|tool_call:args|>",
        "@<|tool_call:end|>",
    ),
    (
        "<|channel|>commentary to=functions.rm <|constrain|>json<|message|>",
        "@<|call|>",
    ),
    (
        "<use_mcp_tool>\n<server_name>t</server_name>\n<tool_name>rm</tool_name>\n<arguments>\n",
        "@\n</arguments>\n</use_mcp_tool>",
    ),
    ("<function=rm>", "@</function>"),
    ("<tool_call>rm\n", "@</tool_call>"),
    ("[TOOL_CALLS]rm[ARGS]", "@"),
    (">>>rm\n", "@"),
];

#[test]
fn text_behind_an_object_drops_the_call() {
    let mut count = 0;
    for (before, behind) in AROUND {
        let write = |left: &str| {
            format!(
                "{before}{{\"path\": \"/srv\"}}{}",
                behind.replace('@', left)
            )
        };
        let whole = read_text_in_any_pieces(&write(""), &tools(), Finish::Complete);
        assert_eq!(whole.calls.len(), 1, "{before}: {whole:?}");
        for left in [
            " dry_run: true",
            "\ndry_run: true",
            "{\"dry_run\": true}",
            "\n{\"dry_run\": true}",
            ", \"dry_run\": true}",
        ] {
            // Without an end marker, other text may be an answer.
            if behind == "@" && !left.contains("{\"") {
                continue;
            }
            let text = write(left);
            let read = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
            let has_dry_run = read.calls.iter().any(|call| call.raw.contains("dry_run"));
            // Several objects between the marks of a section are several calls.
            assert!(read.calls.is_empty() || has_dry_run, "{text}: {read:?}");
            let content = read.content.contains("dry_run");
            let dropped = read
                .dropped
                .iter()
                .any(|dropped| dropped.raw.contains("dry_run"));
            assert!(content || dropped || has_dry_run, "{text}: {read:?}");
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}

#[test]
fn brackets_and_end_markers_behind_an_object_are_read() {
    for text in [
        "<tool_call>{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}}</tool_call>",
        "<tool_call>{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}</function></tool_call>",
        "<tool_call>\n{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}\n\nI deleted it.",
        "<tool_call>\n{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}\nNext:\n<tool_call>\n{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}\n</tool_call>",
        "<function=rm>{\"path\": \"/srv\"}</function>\nI deleted it.",
        "<tool_call>\n<function=rm>\n<parameter=path>\n/srv\n</parameter>\n</function>\n</tool_call>\nDone.",
    ] {
        let read = read_text_in_any_pieces(text, &tools(), Finish::Complete);
        assert!(
            !read.calls.is_empty() && read.dropped.is_empty(),
            "{text}: {read:?}"
        );
        for call in read.calls {
            let arguments: Value = serde_json::from_str(&call.raw).unwrap();
            assert_eq!(arguments, json!({"path": "/srv"}), "{text}");
        }
    }
}

#[test]
fn an_argument_behind_the_end_of_a_call_drops_it() {
    let path = "<parameter=path>\n/srv\n</parameter>\n";
    let dry = "<parameter=dry_run>\ntrue\n</parameter>\n";
    for inside in [
        format!("{path}</function>\n{dry}</function>"),
        format!("</function>\n{path}</function>"),
        format!("{path}</function>\n{dry}"),
        format!("{path}</function>\ndry_run: true\n"),
    ] {
        let text = format!("<tool_call>\n<function=rm>\n{inside}\n</tool_call>");
        let read = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
        assert_eq!(read.calls, [], "{text}");
        assert_eq!(read.dropped[0].reason, DropReason::Ambiguous, "{text}");
    }
}

/// Sections whose calls have their own tags, with text behind the last call.
#[test]
fn text_behind_a_call_in_a_section_drops_it() {
    let invoke = "<invoke name=\"rm\">\n<parameter name=\"path\">/srv</parameter>\n</invoke>";
    let function = "<function=rm>\n<parameter=path>/srv</parameter>\n</function>";
    let token = "]<]minimax[>[";
    let nested =
        format!("{token}<invoke name=\"rm\">{token}<path>/srv{token}</path>{token}</invoke>");
    let keys = "<tool_call:a1>rm\n<arg_key:a1>path</arg_key:a1>\n<arg_value:a1>/srv</arg_value:a1>\n\
                </tool_call:a1>";
    for (open, call, close) in [
        ("<minimax:tool_call>", invoke, "</minimax:tool_call>"),
        ("<dots_function_call>", invoke, "</dots_function_call>"),
        ("<seed:tool_call>", function, "</seed:tool_call>"),
        (
            &*format!("{token}<tool_call>"),
            &nested,
            &format!("{token}</tool_call>"),
        ),
        ("<tool_calls:a1>", keys, "</tool_calls:a1>"),
    ] {
        for count in [1, 2] {
            let calls = [call].repeat(count).join("\n");
            let write = |left: &str| format!("{open}\n{calls}{left}\n{close}");
            let read = |text: &str| read_text_in_any_pieces(text, &tools(), Finish::Complete);
            let whole = read(&write(""));
            assert_eq!(whole.calls.len(), count, "{open}: {whole:?}");
            assert_eq!(whole.content.trim(), "", "{open}");
            for left in [
                "\ndry_run: true",
                "{\"dry_run\": true}",
                "\n<dry_run>true</dry_run>",
            ] {
                let text = write(left);
                let answer = read(&text);
                let reason = answer.dropped.last().map(|dropped| dropped.reason);
                assert_eq!(reason, Some(DropReason::Ambiguous), "{text}");
                assert!(answer.calls.len() < count, "{text}: {answer:?}");
                assert!(
                    answer.dropped.last().unwrap().raw.contains("dry_run"),
                    "{text}"
                );
                assert_eq!(answer.content.trim(), "", "{text}");
            }
            // Behind the section, the text is an answer.
            let text = format!("{}\nThe dry run is over.", write(""));
            assert_eq!(read(&text).calls.len(), count, "{text}");
        }
    }
}

/// A broken line between two calls keeps both calls. Text without an object may belong to a call.
#[test]
fn text_between_the_lines_of_a_section_drops_the_call_above() {
    let call = "{\"name\": \"rm\", \"arguments\": {\"path\": \"/srv\"}}";
    for (line, count) in [("", 2), ("{broken}", 2), ("}", 2), ("dry_run: true", 1)] {
        let text = format!("<tool_calls>\n{call}\n{line}\n{call}\n</tool_calls>");
        let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
        assert_eq!(answer.calls.len(), count, "{text}: {answer:?}");
    }
}

#[test]
fn an_argument_in_the_tag_of_a_call_drops_it() {
    let write = |attribute: &str| {
        format!(
            "<minimax:tool_call><invoke name=\"rm\"{attribute}><parameter name=\"path\">/srv\
             </parameter></invoke></minimax:tool_call>"
        )
    };
    let read = |text: &str| read_text_in_any_pieces(text, &tools(), Finish::Complete);
    for attribute in ["", " id=\"1\"", " index=\"1\"", " version=\"2\""] {
        assert_eq!(read(&write(attribute)).calls.len(), 1, "{attribute}");
    }
    let answer = read(&write(" dry_run=\"true\""));
    assert_eq!(answer.calls, []);
    assert_eq!(answer.dropped[0].reason, DropReason::BrokenTags);
}

const CALL: &str =
    "<tool_call>\n{\"name\": \"rm\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>";

#[test]
fn an_end_mark_of_another_format_behind_a_call_is_no_text() {
    for mark in [
        "</seed:tool_call>",
        "</use_mcp_tool>",
        "<|tool_call:end|>",
        "<end_function_call>",
        "</parameter>",
        "</ifm|tool_calls>",
        "<tool_response>",
        "✿RESULT✿",
        "Observation:",
    ] {
        let read = |text: &str| read_text_in_any_pieces(text, &tools(), Finish::Complete);
        let answer = read(&format!("{CALL}\n{mark}"));
        assert_eq!(
            (answer.calls.len(), answer.content.trim()),
            (1, ""),
            "{mark}"
        );
        let text = format!("It is done.\n{mark} x");
        assert_eq!(read(&text).content, text);
    }
    // The text behind the mark of a result stays.
    let text = format!("{CALL}\nObservation: ok");
    let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
    assert_eq!(answer.content.trim(), "Observation: ok");
}

#[test]
fn tokens_before_the_answer_are_no_text() {
    for (text, content) in [
        ("<|im_start|>assistant\nHello.<|im_end|>", "Hello."),
        (
            "<|start_header_id|>assistant<|end_header_id|>\n\nHello.",
            "Hello.",
        ),
        ("<|eot_id|>Hello.", "Hello."),
        ("<|eot_id|> ends a turn.", "<|eot_id|> ends a turn."),
        (
            "It has <|im_start|>assistant\nHello.",
            "It has <|im_start|>assistant\nHello.",
        ),
        ("<s>old</s> new", "<s>old</s> new"),
    ] {
        let answer = read_text_in_any_pieces(text, &tools(), Finish::Complete);
        assert_eq!(answer.content, content, "{text}");
    }
    for mark in ["<|im_end|>", "</function>"] {
        let text = format!("{mark}\n{CALL}");
        let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
        assert_eq!(
            (answer.calls.len(), answer.content.trim()),
            (1, ""),
            "{text}"
        );
    }
}

/// What is not called stays in the text, with the mark at its end.
#[test]
fn the_end_mark_of_a_text_that_is_no_call_stays() {
    for text in [
        "<|tool_call>call:rm(path=<|\"|>a<|\"|>)<tool_call|>",
        "<dots_function_call>rm</dots_function_call>",
    ] {
        let answer = read_text_in_any_pieces(text, &tools(), Finish::Complete);
        assert_eq!((answer.calls.len(), answer.content.as_str()), (0, text));
    }
}

/// A call at the end of unclosed reasoning is dropped with its reason, also without a marker.
#[test]
fn a_call_without_a_mark_in_unclosed_reasoning_is_dropped() {
    for call in [
        "{\"name\": \"rm\", \"arguments\": {\"path\": \"a\"}}",
        "[rm(path=\"a\")]",
        "<rm><path>a</path></rm>",
        "<|channel|>commentary to=functions.rm <|constrain|>json<|message|>{\"path\": \"a\"}<|call|>",
        "Action: rm\nAction Input: {\"path\": \"a\"}",
        "✿FUNCTION✿: rm\n✿ARGS✿: {\"path\": \"a\"}",
    ] {
        let text = format!("<think>I shall do it.\n{call}");
        let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
        let dropped: Vec<_> = answer.dropped.iter().map(|call| call.reason).collect();
        assert_eq!(dropped, [DropReason::InReasoning], "{text}");
        assert!(
            answer.calls.is_empty() && answer.content.is_empty(),
            "{text}"
        );
        for end in ["\nThat would delete it.", "</think>\nNo."] {
            let text = format!("{text}{end}");
            let answer = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
            assert!(
                answer.calls.is_empty() && answer.dropped.is_empty(),
                "{text}"
            );
        }
    }
}
