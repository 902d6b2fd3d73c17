use proptest::prelude::*;

use crate::call::{Call, Definitions};
use crate::finish::Finish;
use crate::text::{TextAnswer, TextOptions, read_text};

fn read(text: &str, finish: Finish) -> TextAnswer {
    read_text(
        text,
        &Definitions::default(),
        &TextOptions::new().finish(finish),
    )
}

/// Lists the calls, and the dropped calls with their reasons.
fn calls(text: &str) -> String {
    let read = read(text, Finish::Complete);
    let calls = read.calls.iter().map(|call| {
        let id = call.id.as_deref().unwrap_or("-");
        format!("{id} {} {}", call.name, call.raw)
    });
    let dropped = read.dropped.iter().map(|dropped| {
        let id = dropped.id.as_deref().unwrap_or("-");
        format!(
            "dropped {id} {:?} {} {}",
            dropped.name,
            dropped.raw,
            dropped.reason.as_str()
        )
    });
    calls.chain(dropped).collect::<Vec<_>>().join("\n")
}

#[test]
fn of_hermes() {
    insta::assert_snapshot!(calls(r#"First this.
        <tool_call>
        {"name": "a", "arguments": {"x": "</tool_call>"}}
        </tool_call>
        <tool_call>{"arguments": "{\"y\": 1}", "name": "b", "id": "c1"}</tool_call>
        <tool_call>{"type": "function", "function": {"name": "c", "parameters": {}}}</tool_call>
        <tool_call>{"name": "d"}</tool_call> And so on.
        <tool_call>{"name": "⚙", "arguments": {}}</tool_call>"#), @r#"
    - a {"x": "</tool_call>"}
    c1 b {"y": 1}
    - c {}
    - d {}
    dropped - "⚙" {} no_name
    "#);
}

#[test]
fn of_hermes_broken_or_cut_off() {
    insta::assert_snapshot!(calls(r#"
        <tool_call>{"name": "a", "arguments": {'x': 1,}}</tool_call>
        <tool_call>a(x=1)</tool_call>
        <tool_call><function=b><parameter=x>1</parameter></function></tool_call>
        <tool_call>{"name": "c", "arguments": {"x": "y"#), @r#"
    - a {'x': 1,}
    - b {"x": "1"}
    dropped - "c" {"x": "y incomplete
    "#);
    // The object around the arguments is open. The caller knows that the output is complete.
    insta::assert_snapshot!(calls(r#"<tool_call>{"name": "a", "arguments": {"x": {}}"#), @r#"- a {"x": {}}"#);
    insta::assert_snapshot!(calls(r#"<tool_call>{"name": "a", "arguments": {"x": {}}</tool_call>"#), @r#"- a {"x": {}}"#);
    insta::assert_snapshot!(calls(r#"<tool_call>{"name": "a", "arguments": {'x': {}}"#), @r#"- a {'x': {}}"#);
    insta::assert_snapshot!(calls(r#"[TOOL_CALLS][{"name": "a", "arguments": {}}, {"name": "b", "arguments": {}}"#), @r#"
    - a {}
    dropped - "b" {} incomplete
    "#);
    insta::assert_snapshot!(calls(r"[TOOL_CALLS]a[ARGS]"), @r#"dropped - "a" a[ARGS] incomplete"#);
}

#[test]
fn of_hermes_in_a_fence_or_several_in_one_tag() {
    insta::assert_snapshot!(calls(r#"
        <tool_call>
        ```json
        {"name": "a", "arguments": {}}
        ```
        </tool_call>
        <tool_call>{"name": "b", "arguments": {}}
        {"name": "c", "arguments": {}}</tool_call>
        <tool_call>[{"name": "d", "arguments": {}}, {"name": "e"}]</tool_call>
        <tool_call>{"name": "f", "arguments": {}}
        <tool_call>{"name": "g", "arguments": {"x": "<tool_call>"}}</tool_call>
        <tool_call>{"name": "h", "arguments": {"x": "</tool_call>",}}</tool_call>
        <tool_call>"#), @r#"
    - a {}
    - b {}
    - c {}
    - d {}
    - e {}
    - f {}
    - g {"x": "<tool_call>"}
    - h {"x": "</tool_call>",}
    "#);
}

#[test]
fn drops_broken_calls_with_their_names() {
    insta::assert_snapshot!(calls(r#"
        <tool_call>{"name": "a", "argum</tool_call>
        <tool_call>{'name': 'b', 'arguments': {}}</tool_call>
        <tool_call>c(x=1), d()</tool_call>
        <tool_call>e
        <arg_key>x</arg_key><arg_value>1</arg_value></tool_call>
        <tool_call>f</tool_call>
        <tool_call>No name here.</tool_call>"#), @r#"
    - b {}
    - e {"x": "1"}
    - f {}
    dropped - "a" {"name": "a", "argum not_json
    "#);
    insta::assert_snapshot!(calls(r#"[TOOL_CALLS][{"name": "a", "arguments": {}}, {"name": "b", "arg"#), @r#"
    - a {}
    dropped - "b"  incomplete
    "#);
}

#[test]
fn of_json_without_tags_cut_off_or_broken() {
    insta::assert_snapshot!(calls(r#"{"name": "a", "parameters": {"x": "y"#), @r#"dropped - "a" {"x": "y incomplete"#);
    insta::assert_snapshot!(calls(r#"{"name": "a", "parameters": {"x": ["y"]}"#), @r#"dropped - "a" {"x": ["y"]} incomplete"#);
    insta::assert_snapshot!(calls(r#"{"name": "a", "parameters": {"x": 1,}}"#), @r#"- a {"x": 1,}"#);
    insta::assert_snapshot!(calls("```json\n{\"name\": \"a\", \"parameters\": {}}\n```"), @"- a {}");
    insta::assert_snapshot!(calls(r#"<|python_tag|>{"name": "a", "parameters": {}}<|eom_id|>"#), @"- a {}");
}

#[test]
fn drops_the_last_call_of_a_truncated_text_unless_something_follows_it() {
    let a = r#"{"name": "a", "arguments": {"x": 1}}"#;
    for (text, is_kept) in [
        (format!("<tool_call>{a}"), false),
        (format!("<tool_call>{a}</tool_call>"), true),
        (format!("<tool_call>{a}\n<tool_call>"), true),
        (a.to_owned(), false),
        (format!("[TOOL_CALLS][{a}"), false),
        (format!("[TOOL_CALLS][{a}]"), true),
        (r#"[TOOL_CALLS]a[ARGS]{"x": 1}"#.to_owned(), false),
        (r#"[TOOL_CALLS]a[ARGS]{"x": 1} Done."#.to_owned(), true),
        (r#"<function=a>{"x": 1}"#.to_owned(), false),
        (r#"<function=a>{"x": 1}</function>"#.to_owned(), true),
    ] {
        let found = read(&text, Finish::Truncated);
        assert_eq!(found.calls.len(), usize::from(is_kept), "{text}");
        let finish = found.calls.iter().map(Call::finish);
        assert!(finish.eq(found.calls.iter().map(|_| Finish::Truncated)));
        let found = read(&text, Finish::Complete);
        assert!(
            found
                .calls
                .iter()
                .all(|call| call.finish() == Finish::Unknown)
        );
    }
}

#[test]
fn ignores_calls_in_reasoning_and_reasoning_in_arguments() {
    let (a, b) = (
        r#"<tool_call>{"name": "a", "arguments": {}}</tool_call>"#,
        r#"<tool_call>{"name": "b", "arguments": {}}</tool_call>"#,
    );
    for (open, close) in [
        ("<think>", "</think>"),
        ("<thinking>", "</thinking>"),
        ("[THINK]", "[/THINK]"),
    ] {
        for (text, want) in [
            (format!("{open}{a}{close}{b}"), "- b {}"),
            (format!("{a}{close}{b}"), "- b {}"),
            (format!("Hm. {a} Hm.{close} No."), ""),
            (format!("{open}{a}"), "dropped - \"a\" {} in_reasoning"),
            (format!("{a}{open}Hm.{close}{b}"), "- a {}\n- b {}"),
            (
                format!("{open}Hm.{close}{open}Hm.{close}{{\"name\": \"a\", \"arguments\": {{}}}}"),
                "- a {}",
            ),
        ] {
            assert_eq!(calls(&text), want, "{text}");
        }
        for tag in [open, close, "<tool_call>", "</tool_call>"] {
            let call = format!(r#"{{"name": "a", "arguments": {{"x": "{tag}"}}}}"#);
            let want = format!(r#"- a {{"x": "{tag}"}}"#);
            assert_eq!(calls(&call), want);
            assert_eq!(calls(&format!("<tool_call>{call}</tool_call>")), want);
        }
    }
}

#[test]
fn of_mistral() {
    insta::assert_snapshot!(calls(r#"[TOOL_CALLS] [{"name": "a", "arguments": {"x": 1}, "id": "c1"}, {"name": "b", "arguments": {}}]"#), @r#"
    c1 a {"x": 1}
    - b {}
    "#);
    insta::assert_snapshot!(calls(r#"Well.[TOOL_CALLS]a[ARGS]{"x": 1}[TOOL_CALLS]b{"y": [2]}[TOOL_CALLS]c[CALL_ID]c3[ARGS]{"#), @r#"
    - a {"x": 1}
    - b {"y": [2]}
    dropped c3 "c" { incomplete
    "#);
}

#[test]
fn of_llama() {
    insta::assert_snapshot!(calls(r#"{"name": "a", "parameters": {"x": 1}}; {"name": "b", "parameters": {}}"#), @r#"
    - a {"x": 1}
    - b {}
    "#);
    insta::assert_snapshot!(calls(r#"<|python_tag|>{"type": "function", "name": "a", "parameters": {}}"#), @"- a {}");
    insta::assert_snapshot!(calls(r#"<function=a>{"x": 1}</function>"#), @r#"- a {"x": 1}"#);
}

#[test]
fn reads_python_calls() {
    insta::assert_snapshot!(calls(r#"[a.b(x="(", y=[1]), c()]"#), @r#"
    - a.b {"x":"(","y":[1]}
    - c {}
    "#);
    insta::assert_snapshot!(calls(r#"<|python_tag|>search.call(query="x")"#), @r#"- search.call {"query":"x"}"#);
}

#[test]
fn ignores_text_that_is_not_a_call() {
    for text in [
        "",
        "I will call a(x=1) now.",
        "[see above (or below)]",
        "[1, 2]",
        r#"{"name": "Ada", "age": 36}"#,
        r#"{"name": "Ada"}"#,
        r#"{"name": "a", "arguments": {}, "born": 1815}"#,
        r#"Here it is: {"name": "a", "arguments": {}}"#,
        "Here it is:\n```json\n{\"name\": \"a\", \"arguments\": {}}\n```",
        r#"{"age": 36, "name": "Ada"#,
        r#"{"name": "Ada", "age": 36,}"#,
        r#"<think><tool_call>{"name": "a", "arguments": {}}</tool_call></think> No."#,
    ] {
        assert_eq!(calls(text), "", "{text}");
    }
    assert_eq!(
        calls(r#"<think>Hm.</think>{"name": "a", "arguments": {}}"#),
        "- a {}"
    );
}

proptest! {
    /// No text causes a panic.
    #[test]
    fn reads_any_text(
        pieces in prop::collection::vec(prop_oneof![
            Just("<tool_call>"), Just("</tool_call>"), Just("<function="), Just(">"), Just("[TOOL_CALLS]"), Just("[ARGS]"),
            Just("<|python_tag|>"), Just("<think>"), Just("</think>"), Just("```"), Just("<|"), Just("|>"), Just("[CALL_ID]"), Just("é"), Just("{"), Just("}"), Just("["), Just("]"), Just("("), Just(")"),
            Just(r#"{"name": "a", "arguments": {}}"#), Just(r#"{"name": "a", "arguments": "#), Just("'"), Just(";"), Just("a"),
        ], 0..12),
    ) {
        let _ = read(&pieces.concat(), Finish::Unknown);
    }
}

/// `benches` measures the costs. Quadratic work would take minutes here.
#[test]
fn any_repetition_is_read_to_its_end() {
    for unit in [
        "<tool_call>",
        "<tool_call></tool_call>",
        "<tool_call>{}",
        "</think>",
        "<think></think>",
        "{\"name\": \"a\", \"arguments\": ",
        "[TOOL_CALLS][{},",
        "<function=",
        "[TOOL_CALLS]",
        "[TOOL_CALLS][",
        "[TOOL_CALLS]a{}",
        "<",
        "[",
        "<tool_call>{\"",
        "a(",
        "a();",
        "{};",
    ] {
        for head in [
            "",
            "<|python_tag|>",
            "[",
            "<tool_call>{\"name\": \"a\", \"arguments\": ",
        ] {
            let text = format!("{head}{}]", unit.repeat((1 << 19) / unit.len()));
            let _ = read(&text, Finish::Unknown);
        }
    }
}
