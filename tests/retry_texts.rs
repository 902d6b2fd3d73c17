//! The texts of errors as calls of derived tools bring them about.
#![expect(dead_code, reason = "the fields are not read")]

use insta::assert_snapshot;
use serde::Serialize;
use serde_json::{Value, json};
use tool_core::feedback::{Style, TextLimits};
use tool_core::{Definition, Tool, ToolArg, ToolArgError};

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Read,
    Write,
}

/// Read a file.
#[derive(Debug, Tool)]
struct ReadFile {
    file_path: String,
    #[schemars(range(max = 2000))]
    limit: u32,
    mode: Mode,
    #[serde(default)]
    tags: Vec<String>,
}

#[track_caller]
fn error<T: Tool + std::fmt::Debug>(raw: &str) -> ToolArgError {
    T::parse(raw).expect_err("the call is refused")
}

fn four_faults() -> ToolArgError {
    error::<ReadFile>(r#"{"limit": "ten", "mode": "reed", "tags": ["a", {}], "Tags": ["b"]}"#)
}

#[test]
fn instruction_text_matches_the_snapshot() {
    assert_snapshot!(four_faults().to_string(), @r#"Please rewrite the input with valid arguments. Errors: file_path: Required; limit: expected integer, got string; mode: expected "read" or "write"; tags[1]: expected string, got object; Tags: second spelling of "tags"; send it once, under that name"#);
    assert_snapshot!(error::<ReadFile>("{}"), @"Please rewrite the input with valid arguments. Errors: file_path: Required; limit: Required; mode: Required (the arguments are empty)");
    let short = TextLimits::default().issues(2).characters(40);
    assert_snapshot!(four_faults().render_within(Style::Instruction, short), @"Please rewrite the input with valid arguments. Errors: file_path: Required; limit: expected integer, got string; and 3 more");
}

#[test]
fn list_text_matches_the_snapshot() {
    assert_snapshot!(four_faults().render(Style::List), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - file_path: Required
    - limit: expected integer, got string "ten"
    - mode: expected "read" or "write", got "reed"; did you mean "read"?
    - tags[1]: expected string, got object {}
    - Tags: second spelling of "tags"; send it once, under that name
    "#);
}

#[test]
fn numbered_text_matches_the_snapshot() {
    assert_snapshot!(four_faults().render(Style::Numbered), @r#"
    Parameter validation failed:

    1. Field 'file_path' is required but missing
    2. Field 'limit' expected integer, got string
    3. Field 'mode' expected "read" or "write", got "reed"; did you mean "read"?
    4. Field 'tags[1]' expected string, got object
    5. Field 'Tags' is a second spelling of "tags"; send it once, under that name

    Please fix the parameters and try again.
    "#);
}

#[test]
fn payload_matches_the_snapshot() {
    let payload = four_faults().payload();
    assert_eq!(
        payload,
        json!(four_faults()),
        "serialised, an error is its payload"
    );
    assert_snapshot!(payload["tool"], @r#""read_file""#);
    assert_snapshot!(payload["receivedArgs"], @r#"{"limit":"ten","mode":"reed","tags":["a",{}],"Tags":["b"]}"#);
    assert_snapshot!(payload["issues"][1], @r#"{"path":"limit","message":"expected integer, got string","code":"type","expected":["integer"],"received":{"type":"string","text":"\"ten\""}}"#);
    let text = error::<ReadFile>("path=/etc").payload();
    assert_snapshot!(text["receivedArgs"], @r#"{"raw":"path=/etc"}"#);
}

#[test]
fn salvaged_arguments_have_the_declared_types() {
    let salvage = four_faults().salvage();
    assert_snapshot!(json!(salvage), @r#"{"value":{"limit":0,"mode":"","tags":[],"file_path":""},"emptied":["file_path","limit","mode","Tags","tags"]}"#);
    assert_snapshot!(json!(error::<ReadFile>(r#"{"file_path": "a", "limit": "5", "mode": "Read", "path": 1}"#).salvage()), @r#"{"value":{"file_path":"a","limit":5,"mode":"read"},"emptied":["path"]}"#);
    assert_snapshot!(json!(error::<ReadFile>("[1]").salvage()), @r#"{"value":{"file_path":"","limit":0,"mode":""},"emptied":[""]}"#);
}

#[test]
fn error_is_one_pointer_and_send_sync_clone() {
    fn travels<T: std::error::Error + Send + Sync + Clone + Serialize + 'static>(_: &T) {}
    travels(&four_faults());
    assert_eq!(size_of::<ToolArgError>(), size_of::<usize>());
    assert_eq!(size_of::<Result<(), ToolArgError>>(), size_of::<usize>());
}

#[test]
fn a_dynamic_tool_has_the_same_texts() {
    let schema = ReadFile::definition().schema().clone();
    let dynamic = Definition::new("read_file", "Read a file.", schema).expect("a schema");
    let raw = r#"{"limit": "ten", "mode": "reed", "tags": ["a", {}], "Tags": ["b"]}"#;
    let error = dynamic
        .reader()
        .read::<Value>(raw)
        .expect_err("it is refused");
    assert_eq!(error.payload(), four_faults().payload());
}
