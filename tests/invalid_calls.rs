//! The one answer for a call that cannot be read.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::call::InvalidCallTool;
use tool_core::feedback::Style;
use tool_core::provider::OpenAi;
use tool_core::{CallError, Definition, Definitions, Tool};

fn read_file() -> Definition {
    let schema = json!({
        "type": "object",
        "properties": {
            "file_path": {"type": "string"},
            "limit": {"type": "integer"},
            "range": {
                "type": "object",
                "properties": {"from": {"type": "integer"}},
                "required": ["from"],
            },
        },
        "required": ["file_path", "limit"],
    });
    Definition::new("read_file", "Reads a file.", schema).expect("a usable schema")
}

fn tools() -> Definitions {
    Definitions::new([read_file(), InvalidCallTool::definition().clone()])
        .expect("names that differ")
}

fn error(name: &str, raw: &str) -> CallError {
    tools().parse(name, raw).expect_err("the call is refused")
}

#[test]
fn arguments_with_only_missing_fields_list_all_of_them() {
    let describe_error = |raw: &str| {
        read_file()
            .parse(raw)
            .expect_err("it is refused")
            .render(Style::Preflight)
    };
    assert_snapshot!(describe_error("{}"), @"Invalid arguments: missing required field(s): file_path, limit (the arguments are empty). Please rewrite the input so it satisfies the expected schema.");
    assert_snapshot!(describe_error(""), @"Invalid arguments: missing required field(s): file_path, limit (the arguments are empty). Please rewrite the input so it satisfies the expected schema.");
    assert_snapshot!(describe_error(r#"{"limit": 1, "range": {}}"#), @"Invalid arguments: missing required field(s): file_path, range.from. Please rewrite the input so it satisfies the expected schema.");
    assert_snapshot!(describe_error(r#"{"limit": "ten"}"#), @"Please rewrite the input with valid arguments. Errors: file_path: Required; limit: expected integer, got string");
    for empty in ["[]", "null", " { } ", r#""""#] {
        assert_eq!(describe_error(empty), describe_error("{}"), "{empty}");
    }
    let no_object = describe_error("5");
    assert_snapshot!(no_object, @"Invalid arguments: missing required field(s): file_path, limit. Please rewrite the input so it satisfies the expected schema.");
    assert_eq!(describe_error(r#""abc""#), no_object);
    let several = describe_error(r#"[{"limit": 1}, {"limit": 2}]"#);
    assert!(several.contains("several objects were sent"), "{several}");
    assert_snapshot!(describe_error("read it"), @r#"Please rewrite the input with valid arguments. Errors: the arguments are not valid JSON: expected a JSON object such as {"file_path": .., "limit": ..}"#);
    let names: Vec<String> = (0..9).map(|number| format!("f{number}")).collect();
    let schema = json!({"type": "object", "required": names});
    let many = Definition::new("many", "Many.", schema).expect("a usable schema");
    let error = many.parse("{}").expect_err("it is refused");
    assert_snapshot!(error.render(Style::Preflight), @"Invalid arguments: missing required field(s): f0, f1, f2, f3, f4, f5, f6, f7, f8 (the arguments are empty). Please rewrite the input so it satisfies the expected schema.");
    // The required properties of a union belong to its forms.
    let joined = json!({
        "type": "object",
        "$ref": "#/$defs/a",
        "allOf": [{"required": ["b"]}],
        "anyOf": [{"required": ["c"]}, {"required": ["d"]}],
        "$defs": {"a": {"type": "object", "required": ["a"]}},
    });
    let joined = Definition::new("joined", "Joined.", joined).expect("a usable schema");
    let error = joined.parse("[]").expect_err("it is refused");
    assert_snapshot!(error.render(Style::Preflight), @r#"Please rewrite the input with valid arguments. Errors: expected {"c": any, …} or {"d": any, …}, got array"#);
    // If no property is required, the type is wrong.
    let free = Definition::new("free", "Free.", json!({"type": "object"}));
    let error = free
        .expect("a usable schema")
        .parse("[1]")
        .expect_err("it is refused");
    assert_snapshot!(error.render(Style::Preflight), @"Please rewrite the input with valid arguments. Errors: expected object, got array");
}

/// A host exports its set without changes.
#[test]
fn the_invalid_tool_is_not_shown_to_the_model() {
    let names = |tools: &Definitions| {
        let exports = OpenAi::chat()
            .export_all(tools)
            .complete()
            .expect("they are exported");
        let tools = exports.tools().as_array().cloned().unwrap_or_default();
        let names = tools.iter().map(|tool| tool["function"]["name"].clone());
        names.collect::<Value>().to_string()
    };
    assert_snapshot!(names(&tools()), @r#"["read_file"]"#);
    // Another tool of that name is one as any other.
    let own = Definition::new("invalid", "Own.", json!({"type": "object"}));
    let own = Definitions::new([own.expect("a usable schema")]).expect("one name");
    assert_snapshot!(names(&own), @r#"["invalid"]"#);
}

#[test]
fn payload_has_the_same_form_for_every_error() {
    assert_snapshot!(json!(error("read_file", r#"{"file_path": "a"}"#)), @r#"{"tool":"read_file","error":"Please rewrite the input with valid arguments. Errors: limit: Required","receivedArgs":{"file_path":"a"},"issues":[{"path":"limit","message":"Required","code":"required","expected":["integer"]}]}"#);
    assert_snapshot!(json!(error("reed_file", r#"{"file_path": "a"}"#)), @r#"{"tool":"reed_file","error":"Unknown tool requested by model: reed_file. Did you mean read_file? Call one of: read_file","receivedArgs":{"file_path":"a"},"issues":[{"path":"","message":"Unknown tool requested by model: reed_file. Did you mean read_file? Call one of: read_file","code":"unknown_tool","nearest":["read_file"],"tools":["read_file"]}]}"#);
    assert_snapshot!(json!(error("⚙", "{")), @r#"{"tool":"⚙","error":"Unknown tool requested by model: \"⚙\" holds no letter or digit. Call one of: read_file","receivedArgs":{"raw":"{"},"issues":[{"path":"","message":"Unknown tool requested by model: \"⚙\" holds no letter or digit. Call one of: read_file","code":"not_a_call"}]}"#);
    assert_snapshot!(json!(tools().resolve("x").unwrap_err())["receivedArgs"], @"{}");
}

/// A provider accepts every input as the arguments of a call.
#[test]
fn received_arguments_are_valid_for_any_input() {
    let shown = |raw: &str| error("nobody", raw).payload()["receivedArgs"].to_string();
    assert_snapshot!(shown(""), @"{}");
    assert_snapshot!(shown(" \n"), @"{}");
    assert_snapshot!(shown("read it"), @r#"{"raw":"read it"}"#);
    assert_snapshot!(shown(r#"{"path": "/a"#), @r#"{"raw":"{\"path\": \"/a"}"#);
    assert_snapshot!(shown("null"), @r#"{"raw":"null"}"#);
    assert_snapshot!(shown(r#"{"a": 1}"#), @r#"{"a":1}"#);
    // Inputs that a JSON value cannot represent exactly.
    assert_snapshot!(shown(r#"{"a": 1, "a": 2}"#), @r#"{"raw":"{\"a\": 1, \"a\": 2}"}"#);
    assert_snapshot!(shown(r#"{"id": 123456789012345678901234567890}"#), @r#"{"raw":"{\"id\": 123456789012345678901234567890}"}"#);
    let deep = format!("{}1{}", "{\"a\":".repeat(500), "}".repeat(500));
    assert!(error("nobody", &deep).payload()["receivedArgs"]["raw"].is_string());
    let tools = tools();
    let value = tools.parse("nobody", &json!([1]));
    assert_snapshot!(value.unwrap_err().payload()["receivedArgs"], @r#"{"raw":[1]}"#);
}

#[test]
fn the_invalid_tool_answers_with_the_instruction() {
    for (name, raw) in [("read_file", "{}"), ("nobody", "not JSON"), ("⚙", "")] {
        let error = error(name, raw);
        let payload = error.payload();
        let call = InvalidCallTool::from(error.clone());
        assert_eq!(json!(call), payload, "the arguments are the payload");
        let definitions = tools();
        let routed = definitions.parse("invalid", &payload);
        let reading = routed.expect("it reads").reading;
        assert!(reading.is_exact());
        assert_eq!(reading.value, payload);
        let typed = InvalidCallTool::parse(&payload.to_string()).expect("it reads");
        assert_eq!(typed.result(), error.to_string());
        assert_eq!(typed, call);
    }
}

/// Hosts that know only the tool and its error, too.
#[test]
fn invalid_tool_requires_only_the_error() {
    let call =
        InvalidCallTool::parse(r#"{"tool": "bash", "error": "Mend it."}"#).expect("it reads");
    assert_eq!(call.result(), "Mend it.");
    assert!(InvalidCallTool::parse("{}").is_err());
    assert_snapshot!(InvalidCallTool::definition().schema(), @r#"{"type":"object","properties":{"tool":{"type":"string","description":"The name of the called tool."},"error":{"type":"string","description":"The problem of the call, and the correction."},"receivedArgs":{"type":"object","additionalProperties":true,"description":"The arguments of the call: the received object, or `{\"raw\": ..}` around any other input.","default":{}},"issues":{"type":"array","items":{"type":"object","additionalProperties":true},"description":"All issues, each with its path, message and code.","default":[]}},"required":["tool","error"],"description":"A call that could not be run."}"#);
}

#[test]
fn the_invalid_tool_is_not_advertised_by_an_unknown_name() {
    let CallError::UnknownTool(unknown) = error("invalud", "") else {
        panic!("the name is unknown");
    };
    assert_eq!(
        (unknown.tools, unknown.nearest),
        (vec!["read_file".to_owned()], vec![])
    );
    // Another tool of that name is one as any other.
    let own = Definition::new("invalid", "Own.", Value::Object(serde_json::Map::new()));
    let own = Definitions::new([own.expect("a usable schema")]).expect("one name");
    assert_snapshot!(own.resolve("nobody").unwrap_err(), @"Unknown tool requested by model: nobody. Call one of: invalid");
}
