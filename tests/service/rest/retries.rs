//! Retries of requests.

use std::collections::BTreeSet;
use std::time::{Duration, Instant, SystemTime};

use insta::assert_snapshot;
use serde_json::json;
use tool_core::definition::Annotations;
use tool_service::rest::Method;
use tool_service::{ToolCall, ToolResult, ToolService};

use super::server::{Server, answer, closing, nobody, raw, text};
use super::{annotated, api, called, definition, fetched, outcome, quick};

/// Returns the number of requests to a server that always answers with this status.
async fn asked(status: u16, method: &Method, annotations: Annotations) -> usize {
    let server = Server::start(move |_, _| text(status, "no")).await;
    let endpoint = api(&server.address).request(method.clone(), "/x");
    let definition = annotated(&json!({}), &[], annotations);
    let result = called(endpoint, definition, json!({})).await;
    assert_eq!(result.attempts as usize, server.seen().len());
    server.seen().len()
}

#[tokio::test]
async fn does_not_retry_permanent_failures() {
    for status in [400, 401, 403, 404, 409, 422] {
        assert_eq!(
            asked(status, &Method::GET, Annotations::new()).await,
            1,
            "{status}"
        );
        let idempotent = Annotations::new().idempotent(true);
        assert_eq!(
            asked(status, &Method::POST, idempotent).await,
            1,
            "{status}"
        );
    }
}

#[tokio::test]
async fn retries_rate_limited_calls() {
    assert_eq!(asked(429, &Method::POST, Annotations::new()).await, 3);
    let says = Annotations::new().idempotent(false);
    assert_eq!(asked(429, &Method::POST, says).await, 3);
}

#[tokio::test]
async fn method_decides_on_idempotency_by_default() {
    for method in [
        Method::GET,
        Method::HEAD,
        Method::OPTIONS,
        Method::PUT,
        Method::DELETE,
    ] {
        assert_eq!(asked(503, &method, Annotations::new()).await, 3, "{method}");
        let says = Annotations::new().idempotent(false);
        assert_eq!(asked(503, &method, says).await, 1, "{method}");
    }
    for method in [Method::POST, Method::PATCH] {
        for status in [408, 500, 503] {
            assert_eq!(
                asked(status, &method, Annotations::new()).await,
                1,
                "{method}"
            );
        }
        let says = Annotations::new().idempotent(true);
        assert_eq!(asked(503, &method, says).await, 3, "{method}");
        let says = Annotations::new().read_only(true);
        assert_eq!(asked(503, &method, says).await, 3, "{method}");
    }
}

/// Returns the result and the duration with a server that requests one delay.
async fn waited(status: u16, retry_after: String) -> (ToolResult, Duration) {
    let server = Server::start(move |_, before| match before {
        0 => answer(status, &[("retry-after", &retry_after)], ""),
        _ => text(200, "ok"),
    })
    .await;
    let began = Instant::now();
    let result = fetched(api(&server.address).get("/x")).await;
    (result, began.elapsed())
}

#[tokio::test]
async fn respects_retry_after_in_both_formats() {
    for status in [429, 503] {
        let (result, took) = waited(status, "1".to_owned()).await;
        assert_eq!((result.text().as_str(), result.attempts), ("ok", 2));
        assert!(took >= Duration::from_secs(1), "{took:?}");
    }
    // A date has whole seconds: between one and two of them.
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(2));
    let (result, took) = waited(429, date).await;
    assert_eq!((result.text().as_str(), result.attempts), ("ok", 2));
    assert!(took >= Duration::from_millis(900), "{took:?}");
}

#[tokio::test]
async fn ignores_past_and_invalid_retry_after() {
    let past = httpdate::fmt_http_date(SystemTime::UNIX_EPOCH);
    for text in [past.as_str(), "0", "soon", "-1", ""] {
        let (result, took) = waited(429, text.to_owned()).await;
        assert_eq!(
            (result.text().as_str(), result.attempts),
            ("ok", 2),
            "{text}"
        );
        assert!(took < Duration::from_millis(900), "{text}: {took:?}");
    }
}

#[tokio::test]
async fn does_not_retry_after_a_long_delay() {
    for text in ["3600", "99999999999999999999999999"] {
        let (result, _) = waited(429, text.to_owned()).await;
        let error = result.error.unwrap();
        assert_eq!(result.attempts, 1);
        assert!(error.failure().unwrap().retry_after().unwrap() >= Duration::from_secs(3600));
    }
}

#[tokio::test]
async fn a_refused_connection_did_not_run() {
    let result = fetched(api(&nobody().await).post("/x")).await;
    assert_eq!(result.attempts, 3);
    assert!(!result.error.as_ref().unwrap().may_have_run());
    assert_snapshot!(outcome(&result), @"NetworkError: network: cannot connect to the service | The tool fetch could not be reached.");
}

/// Neither hyper nor reqwest resends a request that the server has read.
#[tokio::test]
async fn does_not_resend_on_a_broken_pooled_connection() {
    let (address, requests) = closing().await;
    let service = ToolService::new();
    let endpoint = api(&address).post("/x");
    let tool = endpoint.tool(definition(&json!({}), &[])).unwrap();
    service.register(tool).unwrap();
    let call = async || {
        let call = ToolCall::new("fetch", "{}");
        service.execute(call, quick()).await
    };
    assert_eq!(call().await.text(), "ok");
    let result = call().await;
    assert_eq!((result.attempts, *requests.lock().unwrap()), (1, 2));
    assert!(result.error.unwrap().may_have_run());
}

#[tokio::test]
async fn a_broken_connection_may_have_run() {
    let broken: [&'static [u8]; 4] = [
        b"",
        b"HTTP/1.1 200 OK\r\ncontent-le",
        b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf of it",
        b"no HTTP at all\r\n\r\n",
    ];
    let mut tellings = BTreeSet::new();
    for bytes in broken {
        let (address, connections) = raw(bytes).await;
        let result = fetched(api(&address).post("/x")).await;
        assert_eq!(
            (result.attempts, *connections.lock().unwrap()),
            (1, 1),
            "{result:?}"
        );
        assert!(result.error.as_ref().unwrap().may_have_run());
        tellings.insert(outcome(&result));
        let result = fetched(api(&address).get("/x")).await;
        assert_eq!(
            (result.attempts, *connections.lock().unwrap()),
            (3, 4),
            "{result:?}"
        );
    }
    let tellings: Vec<_> = tellings.into_iter().collect();
    assert_snapshot!(tellings.join("\n"), @"NetworkError: network: the connection to the service broke | The connection to the tool fetch broke off. The call may have had its effect all the same.");
}
