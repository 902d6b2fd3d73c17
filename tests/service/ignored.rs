//! Keys that a tool does not declare.

use std::convert::Infallible;
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::{Value, json};
use service_tests::arrived;
use tool_core::Definition;
use tool_service::event::Event;
use tool_service::{CallOptions, RegisteredTool, ToolCall, ToolService};

/// A tool that declares `max_count` and accepts all other keys.
fn open() -> RegisteredTool {
    let schema = json!({"type": "object", "properties": {"max_count": {"type": "integer"}}});
    let open = Definition::new("open", "Open.", schema).unwrap();
    RegisteredTool::function(open, async |arguments: Value| {
        Ok::<_, Infallible>(arguments.as_object().map_or(0, serde_json::Map::len))
    })
}

#[tokio::test]
async fn reports_undeclared_keys_to_host_and_model() {
    let service = ToolService::new();
    service.register(open()).unwrap();
    let mut events = service.events();
    let mut outcome = Vec::new();
    let long = format!("{{\"{}\\n\": 1}}", "long".repeat(100));
    let many = json!({"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1}).to_string();
    let noting = CallOptions::new().note_ignored(true);
    let silent = CallOptions::new().note_ignored(false);
    for (raw, options) in [
        (r#"{"max_cont": 3, "other": 1}"#, CallOptions::new()),
        (r#"{"max_cont": 3, "other": 1}"#, noting.clone()),
        (r#"{"max_cont": 3, "other": 1}"#, silent),
        (many.as_str(), CallOptions::new()),
        (r#"{"max_count": 3}"#, noting.clone()),
        (long.as_str(), noting.clone()),
        (many.as_str(), noting),
    ] {
        let result = service
            .execute(ToolCall::new("open", raw), options.clone())
            .await;
        assert!(!result.is_error);
        outcome.push(result.text());
    }
    assert_snapshot!(outcome.join("\n---\n"), @r#"
    2
    `max_cont` was ignored; did you mean `max_count`?
    ---
    2
    `max_cont` was ignored; did you mean `max_count`? `other` was ignored.
    ---
    2
    ---
    7
    ---
    1
    ---
    1
    `["longlonglonglonglonglonglonglonglonglonglonglonglonglonglo…` was ignored.
    ---
    7
    `a` was ignored. `b` was ignored. `c` was ignored. `d` was ignored. `e` was ignored. 2 more keys were ignored.
    "#);
    let ignored = arrived(&mut events)
        .await
        .into_iter()
        .filter_map(|event| match event {
            Event::Ignored { call, tool, keys } => {
                let keys: Vec<_> = keys
                    .iter()
                    .map(|key| (key.path.to_string().len(), key.nearest.clone()))
                    .collect();
                Some(format!("{call} {tool} {keys:?}"))
            }
            _ => None,
        });
    assert_snapshot!(ignored.collect::<Vec<_>>().join("\n"), @r#"
    1 open [(8, Some("max_count")), (5, None)]
    2 open [(8, Some("max_count")), (5, None)]
    3 open [(8, Some("max_count")), (5, None)]
    4 open [(1, None), (1, None), (1, None), (1, None), (1, None), (1, None), (1, None)]
    6 open [(406, None)]
    7 open [(1, None), (1, None), (1, None), (1, None), (1, None), (1, None), (1, None)]
    "#);
}

/// The note follows the truncation mark, and only if the tool answered.
#[tokio::test]
async fn keeps_the_note_of_a_truncated_result() {
    let service = ToolService::new();
    let open_definition = open().definition().clone();
    let long = RegisteredTool::function(open_definition, async |_: Value| {
        Ok::<_, Infallible>("x".repeat(1000))
    });
    service.register(long).unwrap();
    let options = CallOptions::new().note_ignored(true).max_output(10);
    let call = || ToolCall::new("open", r#"{"max_cont": 1}"#);
    let result = service.execute(call(), options.clone()).await;
    assert!(
        result
            .text()
            .ends_with("`max_cont` was ignored; did you mean `max_count`?")
    );
    let late = options.timeout(Duration::ZERO);
    service.remove("open");
    let hang = RegisteredTool::function(open().definition().clone(), async |_: Value| {
        std::future::pending::<Result<(), Infallible>>().await
    });
    service.register(hang).unwrap();
    let result = service.execute(call(), late.clone().retries(0)).await;
    assert!(!result.text().contains("ignored"), "{}", result.text());
}
