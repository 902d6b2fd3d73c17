//! Redirects are followed within the origin, up to a limit.

use insta::assert_snapshot;
use serde_json::json;
use tool_service::ToolResult;
use tool_service::rest::{Auth, Method};

use super::server::{Server, answer, raw, text};
use super::{api, called, definition, outcome};

async fn sent(server: &Server, method: Method) -> ToolResult {
    let api = api(&server.at("/v1"))
        .auth(Auth::header("X-Api-Key", "k3y"))
        .unwrap();
    let definition = definition(&json!({"a": {}}), &[]);
    called(api.request(method, "/x"), definition, json!({"a": 1})).await
}

/// A server that redirects once.
async fn redirecting(status: u16, location: &'static str) -> Server {
    Server::start(move |_, before| match before {
        0 => answer(status, &[("location", location)], "elsewhere"),
        _ => text(200, "ok"),
    })
    .await
}

#[tokio::test]
async fn methods_change_as_in_browsers() {
    let mut lines = Vec::new();
    for status in [301, 302, 303, 307, 308] {
        for method in [
            Method::GET,
            Method::HEAD,
            Method::POST,
            Method::PUT,
            Method::DELETE,
        ] {
            let server = redirecting(status, "there?b=2").await;
            let result = sent(&server, method).await;
            assert!(!result.is_error);
            assert_eq!(server.last().header("x-api-key"), "k3y");
            let has_body = !server.last().body.is_empty();
            let expected = if has_body { "application/json" } else { "-" };
            assert_eq!(server.last().header("content-type"), expected);
            lines.push(format!("{status} {}", server.lines().join(" -> ")));
        }
    }
    assert_snapshot!(lines.join("\n"), @r#"
    301 GET /v1/x?a=1 -> GET /v1/there?b=2
    301 HEAD /v1/x?a=1 -> HEAD /v1/there?b=2
    301 POST /v1/x {"a":1} -> GET /v1/there?b=2
    301 PUT /v1/x {"a":1} -> PUT /v1/there?b=2 {"a":1}
    301 DELETE /v1/x?a=1 -> DELETE /v1/there?b=2
    302 GET /v1/x?a=1 -> GET /v1/there?b=2
    302 HEAD /v1/x?a=1 -> HEAD /v1/there?b=2
    302 POST /v1/x {"a":1} -> GET /v1/there?b=2
    302 PUT /v1/x {"a":1} -> PUT /v1/there?b=2 {"a":1}
    302 DELETE /v1/x?a=1 -> DELETE /v1/there?b=2
    303 GET /v1/x?a=1 -> GET /v1/there?b=2
    303 HEAD /v1/x?a=1 -> HEAD /v1/there?b=2
    303 POST /v1/x {"a":1} -> GET /v1/there?b=2
    303 PUT /v1/x {"a":1} -> GET /v1/there?b=2
    303 DELETE /v1/x?a=1 -> GET /v1/there?b=2
    307 GET /v1/x?a=1 -> GET /v1/there?b=2
    307 HEAD /v1/x?a=1 -> HEAD /v1/there?b=2
    307 POST /v1/x {"a":1} -> POST /v1/there?b=2 {"a":1}
    307 PUT /v1/x {"a":1} -> PUT /v1/there?b=2 {"a":1}
    307 DELETE /v1/x?a=1 -> DELETE /v1/there?b=2
    308 GET /v1/x?a=1 -> GET /v1/there?b=2
    308 HEAD /v1/x?a=1 -> HEAD /v1/there?b=2
    308 POST /v1/x {"a":1} -> POST /v1/there?b=2 {"a":1}
    308 PUT /v1/x {"a":1} -> PUT /v1/there?b=2 {"a":1}
    308 DELETE /v1/x?a=1 -> DELETE /v1/there?b=2
    "#);
}

#[tokio::test]
async fn rejects_redirects_to_another_origin() {
    let other = Server::ok().await;
    let location = other.at("/there?token=s3cret");
    let server = Server::start(move |_, _| answer(302, &[("location", &location)], "")).await;
    let result = sent(&server, Method::POST).await;
    let shown = outcome(&result).replace(&other.address, "http://other");
    assert_snapshot!(shown, @"ToolExecutionError: tool execution: the service redirected to another origin: http://other | The tool fetch failed.");
    assert!(!format!("{result:?}").contains("s3cret"));
    assert!(result.error.unwrap().may_have_run());
    assert!(other.seen().is_empty());

    for location in [
        "//evil.example/x",
        "https://127.0.0.1/",
        "file:///etc/passwd",
    ] {
        let server = redirecting(307, location).await;
        let result = sent(&server, Method::GET).await;
        assert!(
            outcome(&result).contains("redirected to another origin"),
            "{location}"
        );
        assert_eq!((result.attempts, server.seen().len()), (1, 1));
    }
}

#[tokio::test]
async fn rejects_redirects_outside_the_api() {
    for location in [
        "/admin/secret",
        "../admin/secret",
        "/v1",
        "/v10/x",
        "/",
        "//",
        "?/v1/",
        "/v1/../admin",
        "/v1/%2e%2e/admin",
        "/v1/..%2fadmin",
        "/v1/%252e%252e/admin",
        "/v1/..%5cadmin",
        "/v1/..;a/admin",
        "\\\\v1\\..\\admin",
    ] {
        let server = redirecting(307, location).await;
        let result = sent(&server, Method::POST).await;
        let asked: Vec<_> = server.seen().into_iter().map(|seen| seen.target).collect();
        if matches!(location, "/v1" | "?/v1/") {
            assert_eq!(
                (result.text().as_str(), asked.len()),
                ("ok", 2),
                "{location}"
            );
            continue;
        }
        assert_eq!(
            (result.attempts, asked),
            (1, vec!["/v1/x".to_owned()]),
            "{location}"
        );
        assert!(
            outcome(&result).starts_with("ToolExecutionError: "),
            "{location}"
        );
    }
    let server = redirecting(307, "/admin/secret").await;
    let result = sent(&server, Method::GET).await;
    assert_snapshot!(outcome(&result), @"ToolExecutionError: tool execution: the service redirected to a path outside the base URL | The tool fetch failed.");
    assert!(result.error.unwrap().may_have_run());

    let location = "/v1/S%C3%A3o%20Paulo/100%25//y/?next=/admin/..";
    let server = redirecting(302, location).await;
    assert_eq!(sent(&server, Method::GET).await.text(), "ok");
    assert_eq!(server.last().target, location);
}

#[tokio::test]
async fn drops_the_user_of_a_redirect_url() {
    let server = Server::start(|seen, before| match before {
        0 => {
            let location = format!("http://ada:l0ve@{}/v1/y", seen.header("host"));
            answer(302, &[("location", &location)], "")
        }
        _ => text(200, "ok"),
    })
    .await;
    assert_eq!(sent(&server, Method::GET).await.text(), "ok");
    assert_eq!(server.last().header("authorization"), "-");
}

#[tokio::test]
async fn limits_the_number_of_redirects() {
    let server = Server::start(|_, _| answer(302, &[("location", "/v1/x")], "")).await;
    let result = sent(&server, Method::GET).await;
    assert_snapshot!(outcome(&result), @"ToolExecutionError: tool execution: the service redirected more than 5 times | The tool fetch failed.");
    assert_eq!((result.attempts, server.seen().len()), (1, 6));

    let api = api(&server.address).max_redirects(0);
    let result = super::fetched(api.get("/x")).await;
    assert_snapshot!(outcome(&result), @"ToolExecutionError: tool execution: the service redirected more than 0 times | The tool fetch failed.");
    assert_eq!(server.seen().len(), 7);
}

#[tokio::test]
async fn rejects_an_invalid_redirect_url() {
    let server = redirecting(302, "http://[").await;
    assert_snapshot!(outcome(&sent(&server, Method::GET).await), @"ToolExecutionError: tool execution: the service sent an invalid redirect URL | The tool fetch failed.");
    let server = Server::start(|_, _| text(302, "")).await;
    assert_snapshot!(outcome(&sent(&server, Method::GET).await), @"ToolExecutionError: tool execution: the service answered 302 Found | The tool fetch failed: the service answered 302 Found.");
}

/// A server that stops after its redirect: the next request cannot connect.
#[tokio::test]
async fn a_redirected_request_may_have_run() {
    let redirect = b"HTTP/1.1 303 See Other\r\nlocation: /y\r\nconnection: close\r\n\r\n";
    let (address, connections) = raw(redirect).await;
    let result = super::fetched(api(&address).max_redirects(1).post("/x")).await;
    assert_eq!((result.attempts, *connections.lock().unwrap()), (1, 2));
    assert!(result.error.unwrap().may_have_run());
}

/// A job started by POST is not started again because its status request is rate-limited.
#[tokio::test]
async fn does_not_retry_a_redirected_post() {
    let server = Server::start(|seen, _| match seen.method.as_str() {
        "POST" => answer(303, &[("location", "/v1/jobs/1")], ""),
        _ => text(429, ""),
    })
    .await;
    let result = sent(&server, Method::POST).await;
    assert_eq!((result.attempts, server.seen().len()), (1, 2));
    assert!(result.error.unwrap().may_have_run());
}

/// The first request may have run, which means that its arguments were accepted.
#[tokio::test]
async fn status_400_after_a_redirect_is_not_a_rejection() {
    let server = Server::start(|seen, _| match seen.method.as_str() {
        "POST" => answer(303, &[("location", "/v1/jobs/1")], ""),
        _ => text(400, "no"),
    })
    .await;
    let result = sent(&server, Method::POST).await;
    assert_snapshot!(outcome(&result), @"ToolExecutionError: tool execution: the service answered 400 Bad Request | The tool fetch failed: the service answered 400 Bad Request.");
}
