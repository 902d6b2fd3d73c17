//! Rules of the text.

use serde_json::json;
use tool_core::{Finish, Leniency};

use super::{COMPLETE, List, Mode, Open, STANDARD, Write, applies, keeps, read, refuses};

const CUT: &str =
    "the arguments were cut off before their end; send the complete arguments, shorter if need be";
const ALONE: &str =
    "the arguments are not valid JSON: expected one JSON object with all arguments, no other text";

#[test]
fn closes_containers_if_the_caller_reports_complete_text() {
    let a = json!({"path": "a"});
    applies::<Write>(COMPLETE, "unclosed", r#"{"path": "a""#, a);
    applies::<Write>(
        COMPLETE,
        "unclosed",
        r#"{"path": "a", "tags": ["b""#,
        json!({"path": "a", "tags": ["b"]}),
    );
    let truncated = Mode(Leniency::Standard, Finish::Truncated);
    for raw in [
        r#"{"path": "a""#,
        r#"[{"path": "a"}"#,
        r#"{"arguments": {"path": "a"}"#,
    ] {
        refuses::<Write>(STANDARD, raw, CUT);
        refuses::<Write>(truncated, raw, CUT);
    }
    refuses::<Write>(
        COMPLETE,
        r#"{"path": "a", "n": 5"#,
        r#"the arguments are not valid JSON: expected the rest of the arguments after "…ath\": \"a\", \"n\": 5""#,
    );
}

#[test]
fn reports_where_an_unclosed_string_of_complete_text_starts() {
    refuses::<Write>(
        COMPLETE,
        r#"{"path": "a}"#,
        r#"the arguments are not valid JSON: expected a closing quote for the string after "{\"path\": ""#,
    );
    refuses::<Write>(STANDARD, r#"{"path": "a}"#, CUT);
}

#[test]
fn reads_one_object_in_other_text_but_no_argument_of_another_call() {
    for raw in [
        "```json\n{\"path\": \"a\"}\n```",
        "Sure: {\"path\": \"a\"}",
        "<tool_call>{\"path\": \"a\"}</tool_call>",
    ] {
        applies::<Write>(STANDARD, "surrounding_text", raw, json!({"path": "a"}));
    }
    for raw in [
        r#"<parameter=file>{"path": "a"}</parameter>"#,
        "file: {\"path\": \"a\"}",
        r#"const file = {"path": "a"};"#,
        r#"open({"path": "a"})"#,
    ] {
        refuses::<Write>(STANDARD, raw, ALONE);
    }
    refuses::<Write>(
        STANDARD,
        r#"write(to="b", file={"path": "a"})"#,
        r#"path: Required (sent inside "file"?); to: unknown key"#,
    );
    refuses::<Write>(
        STANDARD,
        r#"<function=write><parameter=file>{"path": "a"}</parameter></function>"#,
        r#"path: Required (sent inside "file"?)"#,
    );
    applies::<List>(STANDARD, "surrounding_text", "```json\n{}\n```", json!({}));
    applies::<List>(STANDARD, "surrounding_text", "{}<|call|>", json!({}));
    for raw in ["So {} is right.", "fn main() {}", "find . -exec wc {} \\;"] {
        refuses::<List>(STANDARD, raw, ALONE);
    }
}

#[test]
fn reads_a_whole_call_of_this_tool_only() {
    let a = json!({"path": "a"});
    let call = r#"{"name": "write", "arguments": {"path": "a"}}"#;
    applies::<Write>(STANDARD, "envelope", call, a.clone());
    applies::<Write>(
        STANDARD,
        "envelope",
        &call.replace("arguments", "parameters"),
        a,
    );
    refuses::<Write>(
        STANDARD,
        &call.replace("write", "delete"),
        r#"a call of "delete" was sent as the arguments; send this tool's arguments alone"#,
    );
    refuses::<Write>(
        STANDARD,
        &call.replace(r#""a""#, "[]"),
        "path: expected string, got array",
    );
    // A value that the schema accepts stays unchanged.
    let raw = r#"{"file_path": "a", "name": "open", "arguments": {"file_path": "b"}}"#;
    keeps::<Open>(STANDARD, raw);
}

#[test]
fn adds_no_comma_between_a_string_and_a_bare_key() {
    applies::<Write>(
        STANDARD,
        "comma",
        r#"{"path": "a" "n": 1}"#,
        json!({"path": "a", "n": 1}),
    );
    applies::<Write>(
        STANDARD,
        "comma",
        r#"{"n": 1 path: "a"}"#,
        json!({"n": 1, "path": "a"}),
    );
    refuses::<Write>(
        STANDARD,
        r#"{path: "a" n: 1}"#,
        r#"the arguments are not valid JSON: expected ',' or '}' after "{path: \"a\" ""#,
    );
}

#[test]
fn reads_a_key_without_its_opening_quote() {
    applies::<Write>(
        STANDARD,
        "quotes",
        r#"{"path": "a",n": 1}"#,
        json!({"path": "a", "n": 1}),
    );
    refuses::<Write>(STANDARD, r#"{"path": "a","n: 1}"#, CUT);
}

#[test]
fn reads_an_invalid_escape_next_to_backslashes_of_a_path() {
    let path = |path: &str| json!({"path": path});
    applies::<Write>(
        STANDARD,
        "escape",
        r#"{"path": "C:\Dev\users"}"#,
        path(r"C:\Dev\users"),
    );
    applies::<Write>(
        STANDARD,
        "escape",
        r#"{"path": "C:\\Users\Dev"}"#,
        path(r"C:\Users\Dev"),
    );
    keeps::<Write>(STANDARD, r#"{"path": "x \\ y"}"#);
    for raw in [
        r#"{"path": "\\server\share"}"#,
        r#"{"path": "x \\ \alpha"}"#,
        r#"{"path": "\u12"}"#,
    ] {
        let error = read::<Write>(STANDARD, raw).expect_err(raw).to_string();
        assert!(
            error.contains(r"expected a backslash written as \\ after"),
            "{error}"
        );
    }
}

#[test]
fn reads_json_text_of_all_arguments_among_marks() {
    let a = json!({"path": "a"});
    for raw in [
        r#""{\"path\": \"a\"}""#,
        r#""{\"path\": \"a\"}"<|call|>"#,
        "```json\n\"{\\\"path\\\": \\\"a\\\"}\"\n```",
    ] {
        applies::<Write>(STANDARD, "json_string", raw, a.clone());
    }
    applies::<Write>(
        STANDARD,
        "array_of_one",
        "```json\n[{\"path\": \"a\"}]\n```",
        a.clone(),
    );
    applies::<Write>(
        STANDARD,
        "repeated_object",
        "```json\n{\"path\": \"a\"}\n{\"path\": \"a\"}\n```",
        a,
    );
    let raw = r#"I send "{\"path\": \"a\"}""#;
    assert!(read::<Write>(STANDARD, raw).is_err());
}
