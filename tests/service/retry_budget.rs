//! The retry budget as a layer.

use std::convert::Infallible;

use insta::assert_snapshot;
use serde_json::Value;
use service_tests::{Scripted, service};
use tool_core::Tool;
use tool_core::conversation::RetryBudget;
use tool_core::definition::Annotations;
use tool_service::layer::{
    ErrorsAsResultsLayer, Layered, RetryBudgetLayer, ToolRequest, execute_all,
};
use tool_service::{Failure, ToolCall, ToolError, ToolResult, ToolService};
use tower::{Layer, ServiceBuilder, ServiceExt};

fn counting() -> ToolService {
    service(["count", "other"].map(|name| Scripted::default().tool(name, Annotations::new())))
        .unwrap()
}

async fn sent(
    service: &Layered<ToolService, RetryBudgetLayer>,
    name: &str,
    raw: &str,
) -> ToolResult {
    let call = ToolRequest::from(ToolCall::new(name, raw));
    let Ok(result) = service.clone().oneshot(call).await;
    result
}

/// Returns the class of the error, and the texts for the model and the host.
fn outcome(result: &ToolResult) -> String {
    let error = result.error.as_ref();
    let class = error.map_or("ok", |error| error.class());
    match error {
        Some(ToolError::RetriesSpent { summary, .. }) => {
            assert_eq!(error.unwrap().to_string(), *summary);
            format!("{class}: {}\n  user: {}", result.text(), summary)
        }
        _ => format!("{class}: {}", result.text()),
    }
}

#[tokio::test]
async fn text_escalates_until_the_budget_is_spent() {
    let layer = RetryBudgetLayer::new(RetryBudget::new());
    let service = layer.layer(counting());
    let mut lines = Vec::new();
    for raw in ["{}", r#"{"n": "x"}"#, r#"{"n": "y"}"#, r#"{"n": 1}"#, "{}"] {
        lines.push(outcome(&sent(&service, "Count", raw).await));
    }
    assert_snapshot!(lines.join("\n"), @r#"
    ValidationError: Please rewrite the input with valid arguments. Errors: n: Required (the arguments are empty)
    ValidationError: Nothing was run. Send the whole call again with these fixed:
    - n: expected integer, got string "x"
    The arguments must have this shape, where ? marks what is optional:
    {"n": integer}
    RetriesSpentError: Please rewrite the input with valid arguments. Errors: n: expected integer, got string
      user: The model could not call count: 3 attempts failed. The last one: n: expected integer, got string
    ok: {"n":1}
    ValidationError: Please rewrite the input with valid arguments. Errors: n: Required (the arguments are empty)
    "#);
    // Another tool has a separate count.
    assert_eq!(layer.budget(), {
        let mut budget = RetryBudget::new();
        let error = Scripted::default().tool("count", Annotations::new());
        let _ = budget.failed(error.definition().parse("{}").unwrap_err());
        budget
    });
    layer.clear();
    assert_eq!(layer.budget(), RetryBudget::new());
}

#[tokio::test]
async fn counts_unknown_tools_but_not_tool_failures() {
    let layer = RetryBudgetLayer::new(RetryBudget::new().retries(1));
    let down = || ToolError::ToolExecution(Failure::new("down"));
    let tool = Scripted::failing([down(), down(), down()]).tool("count", Annotations::new());
    let service = layer.layer(service([tool]).unwrap());
    for _ in 0..3 {
        let result = sent(&service, "count", r#"{"n": 1}"#).await;
        assert!(matches!(result.error, Some(ToolError::ToolExecution(_))));
    }
    let first = sent(&service, "look_up", "{}").await;
    assert!(matches!(first.error, Some(ToolError::UnknownTool(_))));
    assert_snapshot!(outcome(&sent(&service, "look_down", "{}").await), @"
    RetriesSpentError: Unknown tool requested by model: look_down. Call one of: count
      user: The model called no known tool: 2 attempts failed. The last one: look_down
    ");
    // A successful call resets the budget.
    sent(&service, "count", r#"{"n": 1}"#).await;
    let again = sent(&service, "look_up", "{}").await;
    assert!(matches!(again.error, Some(ToolError::UnknownTool(_))));
}

/// The model has seen no answer in between.
#[tokio::test]
async fn concurrent_failures_in_one_response_count_once() {
    let tools = counting();
    let layer = RetryBudgetLayer::new(RetryBudget::new());
    let service = ServiceBuilder::new()
        .layer(ErrorsAsResultsLayer::new())
        .layer(layer.clone())
        .service(tools.clone());
    let calls = || {
        ["count", "count", "other", "count", "lost", "found"].map(|name| ToolCall::new(name, "{}"))
    };
    for response in ["first", "second", "third"] {
        let results = execute_all(service.clone(), &tools, calls()).await;
        let spent = results
            .iter()
            .map(|result| matches!(result.error, Some(ToolError::RetriesSpent { .. })));
        let spent: Vec<_> = spent.collect();
        let expected = match response {
            "third" => [true, false, true, false, true, false],
            _ => [false; 6],
        };
        assert_eq!(spent, expected, "{response}");
    }
}

/// The texts show the call as the model sent it.
#[tokio::test]
async fn texts_contain_no_variable_values() {
    /// Log in.
    #[derive(Debug, Tool)]
    struct LogIn {
        #[schemars(length(max = 4))]
        password: String,
    }

    let tools = ToolService::builder()
        .before(async |call: ToolCall, _| {
            Ok(call.resolve_variables(|_| Some(Value::from("correct horse"))))
        })
        .build();
    let log_in = async |log_in: LogIn| Ok::<_, Infallible>(log_in.password.len());
    tools.register(log_in).unwrap();
    let service = RetryBudgetLayer::new(RetryBudget::new()).layer(tools);
    for _ in 0..3 {
        let result = sent(&service, "log_in", r#"{"password": "${PASSWORD}"}"#).await;
        assert!(result.is_error && !format!("{result:?}").contains("horse"));
    }
}

#[tokio::test]
async fn clones_share_the_budget() {
    let layer = RetryBudgetLayer::new(RetryBudget::new().retries(0));
    let (one, other) = (layer.layer(counting()), layer.clone().layer(counting()));
    let first = sent(&one, "count", "{}").await;
    assert!(matches!(first.error, Some(ToolError::RetriesSpent { .. })));
    assert_snapshot!(outcome(&sent(&other, "count", "{}").await), @"
    RetriesSpentError: Please rewrite the input with valid arguments. Errors: n: Required (the arguments are empty)
      user: The model could not call count: 2 attempts failed. The last one: n: Required (the arguments are empty)
    ");
}
