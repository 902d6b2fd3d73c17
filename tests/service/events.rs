//! Events of calls.

use std::convert::Infallible;
use std::time::Duration;

use insta::assert_snapshot;
use service_tests::{Scripted, arrived, ran, service};
use tokio_stream::StreamExt;
use tool_core::Tool;
use tool_core::definition::Annotations;
use tool_service::event::{Event, Events};
use tool_service::{CallOptions, Failure, ToolCall, ToolError, ToolService};

/// Formats an event in one line.
fn line(event: &Event) -> String {
    match event {
        Event::Started { call, id, name, .. } => format!("{call} started {name} {id:?}"),
        Event::ArgumentsRepaired {
            call,
            tool,
            repairs,
        } => {
            let rules: Vec<_> = repairs.iter().map(|repair| repair.rule.as_str()).collect();
            format!("{call} coerced {tool} {rules:?}")
        }
        Event::Retried {
            call,
            tool,
            attempt,
            wait,
            error,
        } => {
            format!("{call} retried {tool} after {attempt}, in {wait:?}: {error}")
        }
        Event::Completed { call, tool, .. } => format!("{call} completed {tool}"),
        Event::Failed {
            call, tool, error, ..
        } => format!("{call} failed {tool}: {error}"),
        other => format!("{other:?}"),
    }
}

/// Returns the events so far.
async fn lines(events: &mut Events) -> String {
    let lines: Vec<_> = arrived(events).await.iter().map(line).collect();
    lines.join("\n")
}

#[tokio::test(start_paused = true)]
async fn reports_each_step() {
    let busy = ToolError::Server(Failure::new("busy"));
    let scripted = Scripted::failing([busy]);
    let idempotent = Annotations::new().idempotent(true);
    let service = service([scripted.tool("count", idempotent)]).unwrap();
    let mut events = service.events();
    let options = CallOptions::new().jitter(false);
    let call = ToolCall::new("Count", r#"{"n": "1"}"#).id("call_1");
    service.execute(call, options.clone()).await;
    ran(&service, "count", "{}").await;
    ran(&service, "count_all", "{}").await;
    assert_snapshot!(lines(&mut events).await, @r#"
    1 started Count Some("call_1")
    1 coerced count ["tool_name", "string_to_number"]
    1 retried count after 1, in 200ms: server: busy
    1 completed count
    2 started count None
    2 failed count: Please rewrite the input with valid arguments. Errors: n: Required (the arguments are empty)
    3 started count_all None
    3 failed count_all: Unknown tool requested by model: count_all. Did you mean count? Call one of: count
    "#);
}

/// Wait for ever.
#[derive(Debug, Tool)]
struct Wait {}

#[tokio::test(start_paused = true)]
async fn reports_a_dropped_call() {
    let service = ToolService::new();
    service
        .register(async |_: Wait| {
            std::future::pending::<()>().await;
            Ok::<_, Infallible>(())
        })
        .unwrap();
    let mut events = service.events();
    let options = CallOptions::new();
    let call = service.execute(ToolCall::new("wait", "{}"), options.clone());
    assert!(
        tokio::time::timeout(Duration::from_secs(1), call)
            .await
            .is_err()
    );
    assert_snapshot!(lines(&mut events).await, @"
    1 started wait None
    1 failed wait: cancelled: the caller cancelled the call
    ");
}

/// Events have no listener that reads them. The service continues, and the oldest events are
/// dropped and counted.
#[tokio::test]
async fn slow_listeners_do_not_block_the_service() {
    let service = service([Scripted::default().tool("count", Annotations::new())]).unwrap();
    let mut events = service.events();
    for _ in 0..2000 {
        ran(&service, "count", r#"{"n": 1}"#).await;
    }
    let Some(Event::Lagged(missed)) = events.next().await else {
        panic!("4000 events are more than are kept")
    };
    assert_eq!(missed, 4000 - 1024);
    let rest = lines(&mut events).await;
    assert_eq!(rest.lines().count(), 1024);
    assert_eq!(rest.lines().last(), Some("2000 completed count"));
}

#[tokio::test]
async fn the_stream_ends_with_the_service() {
    let service = ToolService::new();
    let mut events = service.events();
    drop(service);
    assert!(events.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_late_listener_gets_the_end_of_a_call() {
    let service = ToolService::new();
    service
        .register(async |_: Wait| {
            std::future::pending::<()>().await;
            Ok::<_, Infallible>(())
        })
        .unwrap();
    let options = CallOptions::new();
    let mut call = Box::pin(service.execute(ToolCall::new("wait", "{}"), options.clone()));
    let waited = tokio::time::timeout(Duration::from_secs(1), &mut call).await;
    assert!(waited.is_err());
    let mut events = service.events();
    drop(call);
    assert_snapshot!(
        lines(&mut events).await,
        @"1 failed wait: cancelled: the caller cancelled the call"
    );
}
