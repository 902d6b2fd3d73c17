//! Classification of HTTP statuses.

use insta::assert_snapshot;
use tool_service::rest::RestApi;
use tool_service::{CallOptions, ToolCall, ToolError, ToolResult, ToolService};

use super::server::{Server, answer, text};
use super::{api, definition, fetched, outcome};

/// Returns the result of a POST without retries.
async fn answered(
    status: u16,
    of: impl FnOnce(RestApi) -> RestApi,
    body: &'static str,
) -> ToolResult {
    let server = Server::start(move |_, _| text(status, body)).await;
    let service = ToolService::new();
    let endpoint = of(api(&server.address)).post("/x");
    let definition = definition(&serde_json::json!({}), &[]);
    service
        .register(endpoint.tool(definition).unwrap())
        .unwrap();
    let options = CallOptions::new().retries(0);
    service
        .execute(ToolCall::new("fetch", "{}"), options.clone())
        .await
}

#[tokio::test]
async fn each_status_has_its_class() {
    let mut lines = Vec::new();
    for status in [
        300, 304, 400, 401, 402, 403, 404, 405, 407, 408, 409, 410, 413, 418, 422, 425, 429, 451,
        499, 500, 501, 502, 503, 504, 599,
    ] {
        let result = answered(status, |api| api, "no").await;
        let error = result.error.as_ref().unwrap();
        let ran = if error.may_have_run() {
            "may have run"
        } else {
            "not run"
        };
        lines.push(format!("{ran}: {}", outcome(&result)));
        assert_eq!(error.failure().unwrap().status(), Some(status));
    }
    assert_snapshot!(lines.join("\n"), @"
    may have run: ToolExecutionError: tool execution: the service answered 300 Multiple Choices | The tool fetch failed: the service answered 300 Multiple Choices.
    may have run: ToolExecutionError: tool execution: the service answered 304 Not Modified | The tool fetch failed: the service answered 304 Not Modified.
    may have run: ValidationError: rejected arguments: the service answered 400 Bad Request | The tool fetch rejected the arguments. Correct them before you call it again. The service said: no
    not run: AuthenticationError: authentication: the service answered 401 Unauthorized | The tool fetch is not logged in to the service that it needs.
    may have run: ToolExecutionError: tool execution: the service answered 402 Payment Required | The tool fetch failed: the service answered 402 Payment Required.
    may have run: PermissionError: permission: the service answered 403 Forbidden | The tool fetch is not allowed to do that.
    may have run: NotFoundError: not found: the service answered 404 Not Found | The tool fetch found nothing there.
    may have run: ToolExecutionError: tool execution: the service answered 405 Method Not Allowed | The tool fetch failed: the service answered 405 Method Not Allowed.
    not run: AuthenticationError: authentication: the service answered 407 Proxy Authentication Required | The tool fetch is not logged in to the service that it needs.
    may have run: TimeoutError: timeout: the service answered 408 Request Timeout | The tool fetch did not answer in time. The call may have had its effect all the same.
    may have run: ToolExecutionError: tool execution: the service answered 409 Conflict | The tool fetch failed: the service answered 409 Conflict.
    may have run: NotFoundError: not found: the service answered 410 Gone | The tool fetch found nothing there.
    may have run: ToolExecutionError: tool execution: the service answered 413 Payload Too Large | The tool fetch failed: the service answered 413 Payload Too Large.
    may have run: ToolExecutionError: tool execution: the service answered 418 I'm a teapot | The tool fetch failed: the service answered 418 I'm a teapot.
    may have run: ValidationError: rejected arguments: the service answered 422 Unprocessable Entity | The tool fetch rejected the arguments. Correct them before you call it again. The service said: no
    may have run: ToolExecutionError: tool execution: the service answered 425 Too Early | The tool fetch failed: the service answered 425 Too Early.
    not run: RateLimitError: rate limit: the service answered 429 Too Many Requests | The tool fetch is called too often. Try again later.
    may have run: ToolExecutionError: tool execution: the service answered 451 Unavailable For Legal Reasons | The tool fetch failed: the service answered 451 Unavailable For Legal Reasons.
    may have run: ToolExecutionError: tool execution: the service answered 499 | The tool fetch failed: the service answered 499.
    may have run: ServerError: server: the service answered 500 Internal Server Error | The service behind the tool fetch failed. The call may have had its effect all the same.
    may have run: ServerError: server: the service answered 501 Not Implemented | The service behind the tool fetch failed. The call may have had its effect all the same.
    may have run: ServerError: server: the service answered 502 Bad Gateway | The service behind the tool fetch failed. The call may have had its effect all the same.
    may have run: ServerError: server: the service answered 503 Service Unavailable | The service behind the tool fetch failed. The call may have had its effect all the same.
    may have run: ServerError: server: the service answered 504 Gateway Timeout | The service behind the tool fetch failed. The call may have had its effect all the same.
    may have run: ServerError: server: the service answered 599 | The service behind the tool fetch failed. The call may have had its effect all the same.
    ");
}

#[tokio::test]
async fn keeps_error_bodies_for_the_host() {
    let result = answered(400, |api| api, "`days` is at most 16").await;
    let error = result.error.as_ref().unwrap();
    let body = error.failure().unwrap().body();
    assert_eq!(body, Some("`days` is at most 16"));
    assert!(!format!("{error:?} {error}").contains("at most 16"));

    let server = Server::start(|_, _| answer(500, &[], vec![b'x'; 1 << 20])).await;
    let result = fetched(api(&server.address).post("/x")).await;
    let error = result.error.unwrap();
    assert_eq!(error.failure().unwrap().body().unwrap().len(), 16 << 10);
}

#[tokio::test]
async fn model_sees_bodies_of_rejections() {
    for status in [400, 422] {
        let body = "`days` is at most 16";
        let shown = answered(status, |api| api, body).await.text();
        insta::allow_duplicates! {
            assert_snapshot!(shown, @"The tool fetch rejected the arguments. Correct them before you call it again. The service said: `days` is at most 16");
        }
        let hidden = answered(status, |api| api.show_error_body(false), body)
            .await
            .text();
        insta::allow_duplicates! {
            assert_snapshot!(hidden, @"The tool fetch rejected the arguments. Correct them before you call it again.");
        }
    }
    for status in [401, 402, 403, 404, 407, 408, 409, 429, 500] {
        let text = answered(status, |api| api, "`days` is at most 16")
            .await
            .text();
        assert!(!text.contains("days"), "{status}");
    }
}

#[tokio::test]
async fn model_sees_other_error_bodies_if_enabled() {
    let shown = async |status| {
        answered(
            status,
            |api| api.show_error_body(true),
            "`days` is at most 16",
        )
        .await
        .text()
    };
    assert_snapshot!(shown(400).await, @"The tool fetch rejected the arguments. Correct them before you call it again. The service said: `days` is at most 16");
    assert_snapshot!(shown(409).await, @"The tool fetch failed: the service answered 409 Conflict. The service said: `days` is at most 16");
    assert_snapshot!(shown(404).await, @"The tool fetch found nothing there. The service said: `days` is at most 16");
    for status in [401, 403, 407, 408, 429, 500] {
        assert!(!shown(status).await.contains("days"), "{status}");
    }
}

#[tokio::test]
async fn model_sees_a_limited_text_body() {
    let shown = async |content_type: &'static str, body: String| {
        let server =
            Server::start(move |_, _| answer(400, &[("content-type", content_type)], body.clone()));
        let api = api(&server.await.address).show_error_body(true);
        fetched(api.get("/x")).await.text()
    };
    let long = shown("application/problem+json", "ü".repeat(3000)).await;
    assert!(long.ends_with("üü…"), "{long}");
    assert_eq!(long.matches('ü').count(), 1000);
    let page = shown("text/html", "<html>".to_owned()).await;
    assert_snapshot!(page, @"The tool fetch rejected the arguments. Correct them before you call it again.");
    let empty = shown("text/plain", " \n".to_owned()).await;
    assert_snapshot!(empty, @"The tool fetch rejected the arguments. Correct them before you call it again.");
}

#[tokio::test]
async fn classifies_server_errors_without_a_body() {
    let result = answered(503, |api| api, "").await;
    assert!(matches!(result.error, Some(ToolError::Server(_))));
}
