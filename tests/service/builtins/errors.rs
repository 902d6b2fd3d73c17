//! Errors of builtin tools repeat only a short part of the arguments.

use serde_json::{Value, json};
use tool_service::{CallOptions, ToolCall, ToolService};

async fn outcome(tool: &str, arguments: Value) -> String {
    let service = ToolService::new().with_builtins().unwrap();
    let result = service
        .execute(ToolCall::new(tool, arguments), CallOptions::new())
        .await;
    assert!(result.is_error, "{}", result.text());
    result.text()
}

#[tokio::test]
async fn errors_quote_the_start_of_long_text() {
    let long = "ü".repeat(50_000);
    let path = format!("/a/{long}");
    let object = json!({"a": [1], "b": 2});
    let keys = json!({&long: 1, "b": 1});
    for (tool, arguments) in [
        (
            "object",
            json!({"object": object, "operation": "get", "path": path}),
        ),
        (
            "object",
            json!({"object": object, "operation": "set", "path": path, "value": 1}),
        ),
        (
            "object",
            json!({"object": object, "operation": "remove", "path": path}),
        ),
        (
            "object",
            json!({"object": keys, "operation": "get", "path": "a"}),
        ),
        (
            "object",
            json!({"object": {&long: 1}, "operation": "set", "path": format!("/{long}/b"), "value": 1}),
        ),
        (
            "array",
            json!({"items": [{"b": 1}], "operation": "sort", "field": long}),
        ),
        (
            "array",
            json!({"items": [{&long: "b"}], "operation": "aggregate", "function": "sum", "field": long}),
        ),
        ("date_time", json!({"operation": "now", "time_zone": long})),
        ("date_time", json!({"operation": "convert", "time": long})),
        (
            "date_time",
            json!({"operation": "add", "time": "now", "duration": long}),
        ),
        ("calculator", json!({"expression": "x".repeat(1000)})),
        (
            "calculator",
            json!({"expression": format!("{}()", "x".repeat(900))}),
        ),
        ("calculator", json!({"expression": long})),
        (
            "calculator",
            json!({"expression": format!("0^-1{}", " ".repeat(900))}),
        ),
    ] {
        let text = outcome(tool, arguments).await;
        assert!(
            text.chars().count() < 500,
            "{} characters: {text:.300}",
            text.chars().count()
        );
        assert!(text.contains("...") || tool == "calculator", "{text}");
    }
}

#[tokio::test]
async fn shows_the_start_of_long_text() {
    let call = json!({"operation": "now", "time_zone": "z".repeat(101)});
    insta::assert_snapshot!(outcome("date_time", call).await, @r#"unknown time zone "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"...; use an IANA name like Europe/Oslo"#);
    let call = json!({"object": {"k".repeat(101): 1, "b": 2}, "operation": "get", "path": "/p"});
    insta::assert_snapshot!(outcome("object", call).await, @r#"nothing at "/p"; before the last step is an object of 2: kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk..., b"#);
}
