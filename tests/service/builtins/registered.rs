//! The builtin tools as tools of a service.

use std::time::Duration;

use insta::assert_snapshot;
use service_tests::{Scripted, ran};
use tool_core::Definition;
use tool_core::definition::Annotations;
use tool_service::{CallOptions, ToolCall, ToolService};

#[tokio::test]
async fn builtins_behave_like_other_tools() {
    let service = ToolService::new().with_builtins().unwrap();
    let definitions = service.definitions();
    let names: Vec<_> = definitions.iter().map(Definition::name).collect();
    assert_eq!(
        names,
        ["calculator", "date_time", "string", "array", "object"]
    );
    assert_eq!(service.get("calculator").unwrap().kind(), "builtin");

    let mut lines = Vec::new();
    for (name, raw) in [
        (
            "Calculator",
            r#"{"expression": "x / 4", "variables": {"x": "10"}}"#,
        ),
        ("calculator", r#"{"expression": "1 / 0"}"#),
        ("calculator", r#"{"formula": "1 / 0"}"#),
        (
            "string",
            r#"{"text": "a,b", "operation": "split", "separator": ","}"#,
        ),
        ("array", r#"{"items": "[3, 1, 2]", "operation": "sort"}"#),
        (
            "object",
            r#"{"object": {"a": null}, "operation": "get", "path": "/a"}"#,
        ),
        ("string", r#"{"text": "a,b", "operation": "join"}"#),
    ] {
        let (text, class, _) = ran(&service, name, raw).await;
        lines.push(format!("{name} {raw}\n  {class}: {text}"));
    }
    assert_snapshot!(lines.join("\n"), @r#"
    Calculator {"expression": "x / 4", "variables": {"x": "10"}}
      : {"result":2.5}
    calculator {"expression": "1 / 0"}
      ToolExecutionError: division by zero
    calculator {"formula": "1 / 0"}
      ValidationError: Please rewrite the input with valid arguments. Errors: expression: Required ("formula" is unknown)
    string {"text": "a,b", "operation": "split", "separator": ","}
      : ["a","b"]
    array {"items": "[3, 1, 2]", "operation": "sort"}
      : [1,2,3]
    object {"object": {"a": null}, "operation": "get", "path": "/a"}
      : null
    string {"text": "a,b", "operation": "join"}
      ValidationError: Please rewrite the input with valid arguments. Errors: operation: expected "length", "case", "trim", "reverse", "split", "replace", "count" or "slice"
    "#);
}

#[test]
fn rejects_names_of_builtins() {
    let service = ToolService::new();
    let tool = Scripted::default().tool("Date-Time", Annotations::new());
    service.register(tool).unwrap();
    let error = service.with_builtins().unwrap_err();
    assert_snapshot!(error, @r#"the names "Date-Time" and "date_time" differ only in case and style; rename one"#);
}

/// The calls do not wait for tools that block threads.
#[test]
fn builtins_need_no_blocking_threads() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .max_blocking_threads(1)
        .build()
        .unwrap();
    let (release, blocked) = std::sync::mpsc::channel::<()>();
    runtime.spawn_blocking(move || blocked.recv());
    let service = ToolService::new().with_builtins().unwrap();
    let options = CallOptions::new().timeout(Duration::from_secs(5));
    for (tool, arguments) in [
        ("calculator", r#"{"expression": "6 * 7"}"#),
        ("date_time", r#"{"operation": "now"}"#),
        ("string", r#"{"text": "a", "operation": "length"}"#),
        ("array", r#"{"items": [1], "operation": "reverse"}"#),
        ("object", r#"{"object": {"a": 1}, "operation": "keys"}"#),
    ] {
        let call = ToolCall::new(tool, arguments);
        let result = runtime.block_on(service.execute(call, options.clone()));
        assert!(!result.is_error, "{tool}: {}", result.text());
    }
    drop(release);
}
