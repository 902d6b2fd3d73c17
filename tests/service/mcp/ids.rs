//! Ids of requests in a session of the MCP server over HTTP.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Extensions, Request, StatusCode};
use insta::{allow_duplicates, assert_snapshot};
use serde_json::json;
use tokio::sync::Semaphore;
use tool_service::mcp::{HttpOptions, HttpService, McpServerBuilder};
use tool_service::{ToolCall, ToolResult, ToolService, ToolServiceBuilder};
use tower::ServiceExt;

use super::requests::{Wait, begin, call_of, data, open, ping, send, text};

/// A server with a tool that ends one call per permit.
fn waiting() -> (HttpService, Arc<Semaphore>) {
    waiting_with(ToolService::builder())
}

fn waiting_with(builder: ToolServiceBuilder) -> (HttpService, Arc<Semaphore>) {
    let permits = Arc::new(Semaphore::new(0));
    let service = builder.build();
    let of_calls = Arc::clone(&permits);
    let wait = move |_: Wait| {
        let permits = Arc::clone(&of_calls);
        async move {
            permits.acquire().await.unwrap().forget();
            Ok::<_, String>("waited")
        }
    };
    service.register(wait).unwrap();
    (
        McpServerBuilder::new(&service).http(HttpOptions::new()),
        permits,
    )
}

#[tokio::test]
async fn rejects_a_request_whose_id_is_in_use() {
    let (server, permits) = waiting();
    let session = begin(&server).await;
    let first = open(&server, Some(&session), call_of(7)).await;
    let second = send(&server, Some(&session), call_of(7)).await;
    assert_snapshot!(data(&second.body), @r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"The id is in use by another request of the session"}}"#);
    // Other requests are served, even with the same id in another session.
    assert_eq!(ping(&server, &session).await, StatusCode::OK);
    let other = begin(&server).await;
    let other = open(&server, Some(&other), call_of(7)).await;
    permits.add_permits(2);
    for answer in [first, other] {
        let text = text(answer).await;
        allow_duplicates! {
            assert_snapshot!(data(&text), @r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"waited"}],"isError":false}}"#);
        }
    }
    // The id is free as soon as the answer arrives.
    for _ in 0..100 {
        permits.add_permits(1);
        let next = send(&server, Some(&session), call_of(7)).await;
        assert!(next.body.contains("waited"), "{}", next.body);
    }
}

/// The call continues.
#[tokio::test]
async fn keeps_the_id_in_use_after_the_stream_closes() {
    let (server, permits) = waiting();
    let session = begin(&server).await;
    for number in 0..20 {
        let answer = open(&server, Some(&session), call_of(7)).await;
        assert_eq!(answer.status(), StatusCode::OK);
        if number > 0 {
            assert!(text(answer).await.contains("-32600"));
        }
    }
    permits.add_permits(1);
    for _ in 0..1000 {
        let answer = open(&server, Some(&session), call_of(7)).await;
        let refused = tokio::time::timeout(Duration::from_millis(20), text(answer));
        if refused.await.is_err() {
            // Only the stream of the last request is still known.
            for (event, is_known) in [("0/0", false), ("0/1", true)] {
                let resumed = resumed(&server, &session, event).await;
                assert_eq!(resumed.is_none(), is_known, "{event}");
            }
            return;
        }
    }
    panic!("the id is never free");
}

fn cancel(id: u32) -> String {
    let params = json!({"requestId": id});
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}).to_string()
}

/// The cancelled call may still be ending.
#[tokio::test]
async fn frees_the_id_of_a_cancelled_request() {
    for ends_slowly in [true, false] {
        let slow = move |_: ToolCall, result: ToolResult, _: Extensions| async move {
            if ends_slowly && result.is_error {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        let (server, permits) = waiting_with(ToolService::builder().after(slow));
        let session = begin(&server).await;
        for _ in 0..20 {
            let cancelled = open(&server, Some(&session), call_of(7)).await;
            let outcome = send(&server, Some(&session), cancel(7)).await;
            assert_eq!(outcome.status, StatusCode::ACCEPTED);
            let again = open(&server, Some(&session), call_of(7)).await;
            // The answer to the first call would have arrived.
            tokio::time::sleep(Duration::from_millis(if ends_slowly { 150 } else { 1 })).await;
            permits.add_permits(1);
            let again = text(again).await;
            assert!(data(&again).contains("waited"), "{again}");
            let cancelled = text(cancelled).await;
            assert!(!cancelled.contains("jsonrpc"), "{cancelled}");
        }
    }
}

#[tokio::test]
async fn ignores_cancellation_of_an_unknown_id() {
    let (server, permits) = waiting();
    let session = begin(&server).await;
    let call = open(&server, Some(&session), call_of(7)).await;
    for id in 0..10 {
        if id != 7 {
            send(&server, Some(&session), cancel(id)).await;
        }
    }
    permits.add_permits(1);
    let answer = text(call).await;
    assert!(data(&answer).contains("waited"), "{answer}");
}

/// Its stored messages are useless for the client.
#[tokio::test]
async fn releases_a_cancelled_request() {
    let (server, _) = waiting();
    let session = begin(&server).await;
    let cancelled = open(&server, Some(&session), call_of(7)).await;
    send(&server, Some(&session), cancel(7)).await;
    text(cancelled).await;
    assert_eq!(ping(&server, &session).await, StatusCode::OK);
    assert_eq!(resumed(&server, &session, "0/0").await.as_deref(), Some(""));
}

/// Returns the messages that are repeated after an event, or `None` if the stream stays open.
async fn resumed(server: &HttpService, session: &str, event: &str) -> Option<String> {
    let request = Request::get("/mcp")
        .header("host", "localhost")
        .header("accept", "text/event-stream")
        .header("mcp-session-id", session)
        .header("last-event-id", event);
    let request = request.body(Body::empty()).unwrap();
    let answer = server.clone().oneshot(request).await.unwrap();
    let body = to_bytes(Body::new(answer.into_body()), 1 << 20);
    let body = tokio::time::timeout(Duration::from_millis(100), body).await;
    Some(String::from_utf8(body.ok()?.unwrap().to_vec()).unwrap())
}
