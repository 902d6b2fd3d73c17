//! Limits of size and time.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use insta::assert_snapshot;
use serde_json::json;
use tokio_stream::{Stream, StreamExt};
use tool_core::Definition;
use tool_service::rest::{Endpoint, Method};
use tool_service::{CallOptions, ToolCall, ToolResult, ToolService};

use super::server::{Seen, Server, answer, raw};
use super::{api, called, definition, fetched, outcome};

/// Chunks without a total length, with a pause after each.
fn chunks(count: usize, pause: Duration) -> Body {
    Body::from_stream(stream(count).throttle(pause))
}

fn stream(count: usize) -> impl Stream<Item = Result<Bytes, Infallible>> {
    tokio_stream::iter(0..count).map(|_| Ok(Bytes::from(vec![b'x'; 100])))
}

#[tokio::test]
async fn rejects_a_large_response() {
    let limit = 1000;
    let server = Server::start(|seen, _| match seen.target.as_str() {
        "/with_length/1000" => answer(200, &[], vec![b'x'; 1000]),
        "/with_length/1001" => answer(200, &[], vec![b'x'; 1001]),
        "/chunks/1000" => answer(200, &[], Body::from_stream(stream(10))),
        _ => answer(200, &[], Body::from_stream(stream(11))),
    })
    .await;
    let api = api(&server.address).max_response_bytes(limit);
    for kind in ["with_length", "chunks"] {
        let result = fetched(api.get(format!("/{kind}/1000"))).await;
        assert_eq!(result.text().len(), limit);
    }
    let result = fetched(api.get("/with_length/1001")).await;
    assert_snapshot!(outcome(&result), @"ToolExecutionError: tool execution: the response is longer than 1000 bytes | The answer of the tool fetch is longer than 1000 bytes. Ask for less of it.");
    let other = fetched(api.get("/chunks/1100")).await;
    assert_eq!(outcome(&other), outcome(&result));
    assert_eq!((other.attempts, result.attempts), (1, 1));
}

/// As for the result of any tool.
#[tokio::test]
async fn truncates_a_response_that_satisfies_its_schema() {
    let json = [("content-type", "application/json")];
    let server = Server::start(move |seen, _| match seen.target.as_str() {
        "/long" => answer(200, &[], vec![b'x'; 300_000]),
        "/fits" => answer(200, &json, r#"{"n": 5}"#),
        _ => answer(200, &json, r#"{"n": "five"}"#),
    })
    .await;
    let api = api(&server.address);
    let long = fetched(api.get("/long")).await.text();
    let parts: Vec<_> = long.split('\n').collect();
    assert_eq!(parts[0].len() + parts[2].len(), 256 * 1024);
    assert_snapshot!(parts[1], @"[The result was cut: 262144 of 300000 bytes, the first 196608 and the last 65536, are shown. Ask for a smaller part to see the rest.]");

    let output = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let definition = || {
        let builder = Definition::builder("fetch", "Fetch it.", json!({"type": "object"}));
        builder.output_schema(output.clone()).build().unwrap()
    };
    let result = called(api.get("/fits"), definition(), json!({})).await;
    assert_eq!(result.text(), r#"{"n": 5}"#);
    let result = called(api.get("/other"), definition(), json!({})).await;
    assert_snapshot!(outcome(&result), @"ToolExecutionError: tool execution: the output violates the output schema of the tool at n | The tool fetch gave a result that does not fit its output schema.");
}

/// The length is the length of a GET response.
#[tokio::test]
async fn ignores_the_length_of_a_head_response() {
    let head =
        b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999999\r\n\r\n";
    let (address, _) = raw(head).await;
    let result = fetched(api(&address).request(Method::HEAD, "/x")).await;
    assert_eq!(
        (outcome(&result).as_str(), result.content.len()),
        ("no error | ", 0)
    );
}

/// Stops at the size limit, not at the timeout.
#[tokio::test]
async fn stops_reading_an_endless_response() {
    let server =
        Server::start(|_, _| answer(200, &[], Body::from_stream(stream(usize::MAX)))).await;
    let result = fetched(api(&server.address).get("/x")).await;
    assert_snapshot!(outcome(&result), @"ToolExecutionError: tool execution: the response is longer than 1048576 bytes | The answer of the tool fetch is longer than 1048576 bytes. Ask for less of it.");
}

async fn within(time: Duration, endpoint: Endpoint) -> (ToolResult, Duration) {
    let service = ToolService::new();
    let tool = endpoint.tool(definition(&json!({}), &[])).unwrap();
    service.register(tool).unwrap();
    let options = CallOptions::new()
        .timeout(time)
        .retries(1)
        .delay(Duration::from_millis(1));
    let began = Instant::now();
    let result = service
        .execute(ToolCall::new("fetch", "{}"), options.clone())
        .await;
    (result, began.elapsed())
}

#[tokio::test]
async fn times_out_on_a_slow_response() {
    let slow = |_: &_, _| answer(200, &[], chunks(1000, Duration::from_millis(50)));
    let server = Server::start(slow).await;
    let time = Duration::from_millis(200);
    let (result, took) = within(time, api(&server.address).post("/x")).await;
    assert_snapshot!(outcome(&result), @"TimeoutError: timeout: no answer within 200ms | The tool fetch did not answer in time. The call may have had its effect all the same.");
    assert_eq!(result.attempts, 1);
    assert!(took < Duration::from_secs(3), "{took:?}");
    let (result, _) = within(time, api(&server.address).get("/x")).await;
    assert_eq!(result.attempts, 2);
}

#[tokio::test]
async fn reports_the_status_despite_a_slow_body() {
    let slow = |_: &_, _| answer(404, &[], chunks(1000, Duration::from_millis(500)));
    let server = Server::start(slow).await;
    let (result, took) = within(Duration::from_secs(30), api(&server.address).get("/x")).await;
    let error = result.error.unwrap();
    let failure = error.failure().unwrap();
    assert_eq!(
        (error.class(), failure.status()),
        ("NotFoundError", Some(404))
    );
    assert!(failure.body().unwrap().starts_with("xxx"));
    assert!(took < Duration::from_secs(8), "{took:?}");
}

/// A stalled body does not change the class of an error, for any timeout.
#[tokio::test]
async fn reports_the_class_despite_a_stalled_body() {
    let stalled = |seen: &Seen, _| {
        let begun = tokio_stream::iter([Ok::<_, Infallible>(Bytes::from_static(b"begun"))]);
        let body = Body::from_stream(begun.chain(tokio_stream::pending()));
        let status = seen.target[1..].parse().unwrap();
        answer(status, &[("retry-after", "99")], body)
    };
    let server = Server::start(stalled).await;
    for (status, class, ran) in [
        (500, "ServerError", true),
        (401, "AuthenticationError", false),
        (429, "RateLimitError", false),
        (404, "NotFoundError", true),
    ] {
        for time in [300, 1500] {
            let endpoint = api(&server.address).post(format!("/{status}"));
            let (result, took) = within(Duration::from_millis(time), endpoint).await;
            let error = result.error.unwrap();
            let failure = error.failure().unwrap();
            assert_eq!((error.class(), error.may_have_run()), (class, ran));
            assert_eq!(failure.body(), Some("begun"));
            let has_wait = matches!(status, 429 | 500);
            assert_eq!(
                failure.retry_after(),
                has_wait.then_some(Duration::from_secs(99))
            );
            assert_eq!(result.attempts, 1);
            assert!(took < Duration::from_millis(time), "{took:?}");
        }
    }
}
