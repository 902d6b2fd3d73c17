//! Progress notifications of a server.

use std::time::Duration;

use axum::Router;
use insta::assert_snapshot;
use serde_json::{Value, json};
use tokio_stream::StreamExt;
use tool_core::Tool;
use tool_service::event::{Event, Events};
use tool_service::extract::CallContext;
use tool_service::mcp::{HttpOptions, McpServerBuilder, McpServerConfig};
use tool_service::{CallOptions, Progress, ToolResult, ToolService};

use super::http::{anywhere, serve};
use super::{call, connected, outcome, peer};

/// Calls a tool that reports each of these values, with a pause before each, and then answers.
async fn report(values: &[f64], pause: u64, options: CallOptions) -> (ToolResult, Vec<Progress>) {
    let (service, _connection) = connected(peer("reports").options(options)).await;
    let mut events = service.events();
    let arguments = json!({"values": values, "pause": pause});
    let result = call(&service, "report", arguments).await;
    (result, reported(&mut events).await)
}

/// Returns the progress up to the end of a call.
async fn reported(events: &mut Events) -> Vec<Progress> {
    let mut reported = Vec::new();
    loop {
        match events.next().await.unwrap() {
            Event::Progress { progress, .. } => reported.push(progress),
            Event::Completed { .. } | Event::Failed { .. } => return reported,
            _ => {}
        }
    }
}

fn milliseconds(timeout: u64) -> CallOptions {
    CallOptions::new().timeout(Duration::from_millis(timeout))
}

#[tokio::test]
async fn progress_extends_the_timeout_and_causes_events() {
    let values: Vec<_> = (1..=8).map(f64::from).collect();
    let (result, reported) = report(&values, 200, milliseconds(800)).await;
    assert_eq!(outcome(&result), "reported");
    let progress = Progress::new(1.0).total(9.0).message("at 1.0");
    assert_eq!(reported.first(), Some(&progress));
    assert!((6..=8).contains(&reported.len()), "{reported:?}");
}

#[tokio::test]
async fn constant_progress_does_not_extend_the_timeout() {
    let (result, reported) = report(&[1.0; 12], 100, milliseconds(600)).await;
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert_snapshot!(outcome(&result), @"
    The tool mcp__peer__report did not answer in time. The call may have had its effect all the same.
    TimeoutError: timeout: no progress within 600ms
    may have run: true
    ");
}

#[tokio::test]
async fn progress_extends_the_timeout_up_to_a_maximum() {
    let values: Vec<_> = (1..=20).map(f64::from).collect();
    let options = milliseconds(400).max_timeout(Duration::from_secs(1));
    let (result, _) = report(&values, 150, options).await;
    assert_snapshot!(outcome(&result), @"
    The tool mcp__peer__report did not answer in time. The call may have had its effect all the same.
    TimeoutError: timeout: no answer within 1s, despite progress
    may have run: true
    ");
}

#[tokio::test]
async fn limits_the_rate_of_progress_events() {
    let values: Vec<_> = (1..=5000).map(f64::from).collect();
    let (result, reported) = report(&values, 0, milliseconds(20_000)).await;
    assert_eq!(outcome(&result), "reported");
    assert!((1..200).contains(&reported.len()), "{}", reported.len());
}

#[tokio::test]
async fn an_answer_at_once_keeps_the_last_progress() {
    let (result, reported) = report(&[1.0, 2.0, 3.0], 0, milliseconds(20_000)).await;
    assert_eq!(outcome(&result), "reported");
    let last = reported.last().map(|progress| progress.done);
    assert_eq!(last, Some(3.0), "{reported:?}");
}

/// Count up.
#[derive(Debug, Tool)]
struct Count {}

async fn count(context: CallContext, _: Count) -> Result<&'static str, String> {
    for done in 1..=3 {
        let message = format!("\u{202e}{done}");
        context.report_progress(Progress::new(done.into()).message(message));
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    Ok("counted")
}

#[tokio::test]
async fn forwards_progress_from_server_to_client() {
    let theirs = ToolService::new();
    theirs.register(count).unwrap();
    let router = Router::new().nest_service(
        "/mcp",
        McpServerBuilder::new(&theirs).http(HttpOptions::new()),
    );
    let served = serve(router, anywhere()).await;
    let url = format!("http://{}/mcp", served.address);
    let (service, connection) = connected(McpServerConfig::http("peer", url).unwrap()).await;
    let mut events = service.events();
    assert_eq!(call(&service, "count", Value::Null).await.text(), "counted");
    let reported = reported(&mut events).await;
    let last = reported.last().unwrap();
    // Hidden characters are removed.
    let message = format!("{}", last.done);
    assert_eq!(last.message.as_ref(), Some(&message), "{reported:?}");
    connection.disconnect().await;
}
