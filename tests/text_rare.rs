//! Rare forms of calls in text, read as a whole and in pieces.

use serde_json::{Value, json};
use tests::{read_in_pieces, read_text_in_any_pieces};
use tool_core::text::{Format, TextAnswer, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

/// Reads a text as a whole, and in pieces with the same result.
#[track_caller]
fn read(text: &str, finish: Finish) -> TextAnswer {
    read_text_in_any_pieces(text, &tools(), finish)
}

fn tools() -> Definitions {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    Definitions::new([Definition::new("f", "", schema).unwrap()]).unwrap()
}

/// Returns the ID, the name and the arguments of each call.
fn calls(answer: &TextAnswer) -> Vec<(Option<&str>, &str, Value)> {
    let calls = answer.calls.iter();
    calls
        .map(|call| {
            let arguments = serde_json::from_str(&call.raw).expect("JSON");
            (call.id.as_deref(), call.name.as_str(), arguments)
        })
        .collect()
}

fn one(value: &str) -> Vec<(Option<&'static str>, &'static str, Value)> {
    vec![(None, "f", json!({"a": value}))]
}

#[test]
fn reads_the_escapes_and_quotes_of_python_strings() {
    let answer = read(
        r#"[f(a='say "x" \u00e4\x41\U0001F600\q \'y\'')]"#,
        Finish::Complete,
    );
    assert_eq!(calls(&answer), one("say \"x\" äA😀\\q 'y'"));
}

#[test]
fn reads_a_body_inside_a_code_fence() {
    for body in [
        "```json\n{\"name\": \"f\", \"arguments\": {\"a\": \"x\"}}\n```",
        "```\n[{\"name\": \"f\", \"arguments\": {\"a\": \"x\"}}]\n```\n",
        "```json\n{\"name\": \"f\", \"arguments\": {\"a\": \"x\"}}\n",
    ] {
        let text = format!("<TOOLCALL>{body}</TOOLCALL>");
        let answer = read(&text, Finish::Complete);
        assert_eq!(calls(&answer), one("x"), "{body}: {answer:?}");
        assert_eq!(answer.content, "", "{body}");
    }
}

#[test]
fn reads_a_list_whose_bracket_is_missing() {
    let call = r#"{"name": "f", "arguments": {"a": "x"}}"#;
    let answer = read(
        &format!("<TOOLCALL>[{call}</TOOLCALL> Done."),
        Finish::Complete,
    );
    assert_eq!(calls(&answer), one("x"));
    assert_eq!(answer.content.trim(), "Done.");
}

#[test]
fn reads_two_objects_in_a_fence() {
    let call = |value: &str| format!("{{\"name\": \"f\", \"arguments\": {{\"a\": \"{value}\"}}}}");
    for between in ["\n", ";\n", ", "] {
        let text = format!("```json\n{}{between}{}\n```", call("x"), call("y"));
        let answer = read(&text, Finish::Complete);
        let expected = [one("x"), one("y")].concat();
        assert_eq!(calls(&answer), expected, "{between:?}");
    }
}

#[test]
fn keeps_the_id_before_the_arguments() {
    let answer = read(
        "[TOOL_CALLS]f[CALL_ID]abc123456[ARGS]{\"a\": \"x\"}",
        Finish::Complete,
    );
    let expected = [(Some("abc123456"), "f", json!({"a": "x"}))];
    assert_eq!(calls(&answer), expected);
}

#[test]
fn drops_a_list_of_broken_python_calls() {
    let answer = read(
        "<|tool_call_start|>[f(a=), f(a=\"x\")]<|tool_call_end|> Done.",
        Finish::Complete,
    );
    assert_eq!(answer.calls, []);
    assert_eq!(answer.dropped.len(), 1, "{answer:?}");
    assert_eq!(answer.content.trim(), "Done.");
}

/// GLM writes the same tags. The text after the name is of Hunyuan 3 alone.
#[test]
fn the_text_after_the_name_shows_the_format() {
    let call = |value: &str| {
        format!(
            "<tool_call>f<tool_sep>\n<arg_key>a</arg_key>\n<arg_value>{value}</arg_value>\n\
             </tool_call>\n"
        )
    };
    let (x, y) = (call("\"x\""), call("\"y\""));
    let several = read(
        &format!("<tool_calls>\n{x}{y}</tool_calls>"),
        Finish::Complete,
    );
    assert_eq!(calls(&several), [one("\"x\""), one("\"y\"")].concat());
    assert_eq!(several.content.trim(), "");
    let alone = read(&x, Finish::Complete);
    assert_eq!(calls(&alone), one("\"x\""));
    let glm = read(&x.replace("<tool_sep>", ""), Finish::Complete);
    assert_eq!(calls(&glm), one("\"x\""));
    assert_eq!(glm.format, Some(Format::Glm45));
    for answer in [several, alone] {
        assert_eq!(answer.format, Some(Format::HyV3), "{answer:?}");
    }
}

#[test]
fn reads_line_breaks_that_are_written_out() {
    let answer = read(
        r"<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>",
        Finish::Complete,
    );
    assert_eq!(calls(&answer).len(), 1, "{answer:?}");
}

/// Only models of some formats leave out the end marker of their reasoning.
#[test]
fn a_call_ends_reasoning_without_an_end_marker() {
    let call = "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0\
                <|tool_call_argument_begin|>{\"a\": \"x\"}<|tool_call_end|>\
                <|tool_calls_section_end|>";
    let open = read(&format!("<think>I call it. {call}"), Finish::Complete);
    let expected = [(Some("functions.f:0"), "f", json!({"a": "x"}))];
    assert_eq!(calls(&open), expected, "{open:?}");
    assert_eq!(open.reasoning.trim(), "I call it.");
    let hermes = "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": \"x\"}}\n</tool_call>";
    for (text, finish) in [
        (format!("<think>I call it. {hermes}"), Finish::Complete),
        (format!("<think>I call it. {call}"), Finish::Truncated),
        (
            format!("<think>As {call} shows, I call it."),
            Finish::Complete,
        ),
    ] {
        let answer = read(&text, finish);
        assert_eq!(answer.calls, [], "{answer:?}");
        assert_eq!(answer.content, "", "{answer:?}");
    }
    let closed = read(&format!("<think>As {call}</think>No."), Finish::Complete);
    assert_eq!(
        (closed.calls.len(), &*closed.content),
        (0, "No."),
        "{closed:?}"
    );
}

/// A mention of a marker and an example precede the call.
#[test]
fn the_last_call_ends_reasoning_that_mentions_others() {
    let hermes = r#"<tool_call>{"name": "f", "arguments": {"a": "x"}}</tool_call>"#;
    let kimi = "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0\
                <|tool_call_argument_begin|>{\"a\": \"x\"}<|tool_call_end|>\
                <|tool_calls_section_end|>";
    for (before, call) in [
        ("I use <tool_call> tags. ", hermes),
        (
            "As in <tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>, so: ",
            hermes,
        ),
        ("I use <|tool_call_begin|> tags. ", kimi),
        ("I need <|tool_calls_section_begin|> first. ", kimi),
    ] {
        let text = format!("{before}{call}");
        let options = TextOptions::new().starts_in_reasoning(true);
        let whole = read_text(&text, &tools(), &options.finish(Finish::Complete));
        assert_eq!(whole.calls.len(), 1, "{whole:?}");
        assert_eq!(whole.calls[0].name, "f");
        assert_eq!(whole.calls[0].raw, r#"{"a": "x"}"#);
        assert_eq!((&*whole.reasoning, &*whole.content), (before, ""));
        for size in [1, 2, 3, 7] {
            let pieces = read_in_pieces(&text, &tools(), options, Finish::Complete, size);
            assert_eq!(pieces, whole, "{text} by {size}");
        }
    }
    let text = format!("I use <|tool_call_begin|> here. {kimi}");
    let content = read(&text, Finish::Complete);
    assert_eq!(content.calls.len(), 1, "{content:?}");
    assert_eq!(content.calls[0].name, "f");
}

/// A quote in prose and in JSON with faults hides no call.
#[test]
fn a_call_after_a_broken_string_is_read() {
    let json = r#"<tool_call>{"name": "f", "arguments": {"a": "x"}}</tool_call>"#;
    let tags = "<tool_call>f<arg_key>a</arg_key><arg_value>x</arg_value></tool_call>";
    for (before, call) in [
        (r#"{"thought": "I call "#, json),
        ("{\"thought\": \"I call\n", tags),
        ("{\"thought\": \"I call \" ", tags),
        ("{\"thought\": \"I call\"} ", tags),
        ("{\"thought\": \"I call\", ", tags),
        ("{\"thought\" ", tags),
        ("{thought: \"", tags),
        ("See [1], [\"a\"] and [true]: \"", tags),
        ("Use `{\"a` and \"", tags),
        ("I run \"", tags),
        ("[\"a\\\"\", \"b\"] ", tags),
    ] {
        let answer = read(&format!("{before}{call}"), Finish::Complete);
        assert_eq!(calls(&answer), one("x"), "{before}");
        assert_eq!(answer.content, before);
    }
    // A complete text does not end in a string of JSON.
    let text = format!("{{\"thought\": \"I call {tags}");
    assert_eq!(calls(&read(&text, Finish::Complete)), one("x"));
    for finish in [Finish::Truncated, Finish::Unknown] {
        let answer = read(&text, finish);
        assert_eq!((answer.calls.len(), answer.content), (0, text.clone()));
    }
}

#[test]
fn a_message_does_not_end_in_a_string() {
    let call = "<|start|>assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>";
    let json = format!("{{\"note\": \"Hi<|end|>{call}\", \"b\": [\"<|end|>\"]}}");
    let answer = read(
        &format!("<|channel|>final<|message|>{json}<|end|>{call}"),
        Finish::Complete,
    );
    assert_eq!((answer.calls.len(), answer.content), (1, json));
    let answer = read(
        &format!("<|channel|>final<|message|>{{\"note\": \"Hi\n<|end|>{call}"),
        Finish::Complete,
    );
    assert_eq!(answer.calls.len(), 1);
    assert_eq!(answer.content, "{\"note\": \"Hi\n");
}

#[test]
fn a_special_token_ends_an_open_string() {
    for token in ["<|im_end|>", "<|eot_id|>\n"] {
        let answer = read(&format!("{{\"note\": \"It is{token}"), Finish::Unknown);
        assert_eq!(answer.content.trim_end(), "{\"note\": \"It is");
    }
    let text = "{\"note\": \"It is<|im_end|> here";
    assert_eq!(read(text, Finish::Unknown).content, text);
}

#[test]
fn reasoning_does_not_end_in_a_string() {
    let text = "{\"note\": \"Write </think> here\"}";
    let answer = read(text, Finish::Complete);
    assert_eq!((&*answer.content, &*answer.reasoning), (text, ""));
}

/// The reader does not wait for the end of long inline code.
#[test]
fn long_inline_code_hides_no_call() {
    let call = "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": \"x\"}}</tool_call>";
    for (length, count) in [(900, 0), (1000, 1), (2000, 1)] {
        let text = format!("``{}{call} And more", "a".repeat(length));
        assert_eq!(
            read(&text, Finish::Truncated).calls.len(),
            count,
            "{length}"
        );
    }
}

fn note() -> Definition {
    let schema = json!({
        "type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"],
    });
    Definition::new("note", "", schema).unwrap()
}

/// Python expressions that begin and end with a quote.
const EXPRESSIONS: [&str; 13] = [
    r#""a" + "b""#,
    r#""a"+"b""#,
    r#""a/"+"b""#,
    r#""a/" + "b""#,
    r#""a" "b""#,
    r#""a""b""#,
    r#""a %s" % "b""#,
    r#""a".join("b")"#,
    r#""a/".join("b")"#,
    r#""a" if x else "b""#,
    r#"f"a{x}""#,
    "'a' + 'b'",
    r#""a")]x[note(text="b""#,
];

#[test]
fn an_expression_is_no_string() {
    let tools = Definitions::new([note()]).unwrap();
    for expression in EXPRESSIONS {
        for (before, behind) in [
            ("[note(text=", ")]"),
            ("note(text=", ")"),
            ("<|tool_call_start|>[note(text=", ")]<|tool_call_end|>"),
            ("```tool_code\nnote(text=", ")\n```"),
        ] {
            let text = format!("{before}{expression}{behind}");
            let read = read_text_in_any_pieces(&text, &tools, Finish::Complete);
            assert_eq!(read.calls, [], "{text}");
            assert!(
                read.content.contains(expression) || read.dropped.len() == 1,
                "{text}"
            );
        }
        let arguments = format!("note(text={expression})");
        assert!(note().parse(&arguments).is_err(), "{arguments}");
    }
}

#[test]
fn quotes_in_a_string_belong_to_it() {
    let tools = Definitions::new([note()]).unwrap();
    for (literal, value) in [
        (r#""a + b""#, "a + b"),
        (r#""say "hi", ok""#, r#"say "hi", ok"#),
        (r#""print("a")""#, r#"print("a")"#),
        (r#""grep -n "foo" x.py""#, r#"grep -n "foo" x.py"#),
        (
            r#""find . -name "*.py" -print""#,
            r#"find . -name "*.py" -print"#,
        ),
        (r#""cd "./a b" && ls""#, r#"cd "./a b" && ls"#),
        ("'it's fine'", "it's fine"),
        ("'print('a')'", "print('a')"),
        (r#""x = "a" + "b"; y = 1""#, r#"x = "a" + "b"; y = 1"#),
        (r#"f"a""#, "a"),
        (r#"r"a\n""#, r"a\n"),
        (r#""a\n""#, "a\n"),
    ] {
        let text = format!("[note(text={literal})]");
        let read = read_text_in_any_pieces(&text, &tools, Finish::Complete);
        assert_eq!(read.calls.len(), 1, "{text}: {read:?}");
        let arguments: Value = serde_json::from_str(&read.calls[0].raw).unwrap();
        assert_eq!(arguments, json!({"text": value}), "{text}");
    }
}
