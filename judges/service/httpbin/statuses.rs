//! Statuses, and answers that do not come in time.

use std::fmt::Write;
use std::time::{Duration, Instant};

use insta::assert_snapshot;
use serde_json::json;
use tool_service::{CallOptions, ToolResult};

use super::{api, called_with, describe, fetched};

#[tokio::test]
async fn a_status_is_an_error_of_its_class() {
    let mut log = String::new();
    for status in [
        400, 401, 403, 404, 408, 410, 418, 422, 429, 500, 502, 503, 504,
    ] {
        let result = fetched(api().get(format!("/status/{status}"))).await;
        writeln!(log, "{}", describe(&result)).unwrap();
    }
    assert_snapshot!(log, @"
    ValidationError: rejected arguments: the service answered 400 Bad Request | The tool fetch rejected the arguments. Correct them before you call it again. | attempts: 1
    AuthenticationError: authentication: the service answered 401 Unauthorized | The tool fetch is not logged in to the service that it needs. | attempts: 1
    PermissionError: permission: the service answered 403 Forbidden | The tool fetch is not allowed to do that. | attempts: 1
    NotFoundError: not found: the service answered 404 Not Found | The tool fetch found nothing there. | attempts: 1
    TimeoutError: timeout: the service answered 408 Request Timeout | The tool fetch did not answer in time. The call may have had its effect all the same. | attempts: 3
    NotFoundError: not found: the service answered 410 Gone | The tool fetch found nothing there. | attempts: 1
    ToolExecutionError: tool execution: the service answered 418 I'm a teapot | The tool fetch failed: the service answered 418 I'm a teapot. | attempts: 1
    ValidationError: rejected arguments: the service answered 422 Unprocessable Entity | The tool fetch rejected the arguments. Correct them before you call it again. | attempts: 1
    RateLimitError: rate limit: the service answered 429 Too Many Requests | The tool fetch is called too often. Try again later. | attempts: 3
    ServerError: server: the service answered 500 Internal Server Error | The service behind the tool fetch failed. The call may have had its effect all the same. | attempts: 3
    ServerError: server: the service answered 502 Bad Gateway | The service behind the tool fetch failed. The call may have had its effect all the same. | attempts: 3
    ServerError: server: the service answered 503 Service Unavailable | The service behind the tool fetch failed. The call may have had its effect all the same. | attempts: 3
    ServerError: server: the service answered 504 Gateway Timeout | The service behind the tool fetch failed. The call may have had its effect all the same. | attempts: 3
    ");
}

#[tokio::test]
async fn post_with_possible_effect_is_not_retried() {
    let mut log = String::new();
    for status in [429, 500, 503] {
        let result = fetched(api().post(format!("/status/{status}"))).await;
        writeln!(log, "{}", describe(&result)).unwrap();
    }
    assert_snapshot!(log, @"
    RateLimitError: rate limit: the service answered 429 Too Many Requests | The tool fetch is called too often. Try again later. | attempts: 3
    ServerError: server: the service answered 500 Internal Server Error | The service behind the tool fetch failed. The call may have had its effect all the same. | attempts: 1
    ServerError: server: the service answered 503 Service Unavailable | The service behind the tool fetch failed. The call may have had its effect all the same. | attempts: 1
    ");
}

#[tokio::test]
async fn statuses_of_success_have_answers() {
    for status in [200, 201, 202, 204] {
        let result = fetched(api().get(format!("/status/{status}"))).await;
        assert_eq!(
            (describe(&result).as_str(), result.is_error),
            ("", false),
            "{status}"
        );
    }
}

#[tokio::test]
async fn error_body_is_shown_if_the_author_enables_it() {
    let result = fetched(api().show_error_body(true).get("/status/418")).await;
    assert_snapshot!(describe(&result), @"ToolExecutionError: tool execution: the service answered 418 I'm a teapot | The tool fetch failed: the service answered 418 I'm a teapot. | attempts: 1");
}

async fn slow(path: &str, limit: Duration, retries: u32) -> (ToolResult, Duration) {
    let options = CallOptions::new().timeout(limit).retries(retries);
    let options = options.delay(Duration::from_millis(5)).jitter(false);
    let began = Instant::now();
    let result = called_with(api().get(path), json!({}), json!({}), options).await;
    (result, began.elapsed())
}

#[tokio::test]
async fn late_answer_times_out() {
    let limit = Duration::from_millis(400);
    let (result, took) = slow("/delay/9", limit, 0).await;
    assert_snapshot!(describe(&result), @"TimeoutError: timeout: no answer within 400ms | The tool fetch did not answer in time. The call may have had its effect all the same. | attempts: 1");
    assert!(took >= limit && took < Duration::from_secs(5), "{took:?}");

    let (result, took) = slow("/delay/9", limit, 1).await;
    assert_snapshot!(describe(&result), @"TimeoutError: timeout: no answer within 400ms | The tool fetch did not answer in time. The call may have had its effect all the same. | attempts: 2");
    assert!(
        took >= 2 * limit && took < Duration::from_secs(6),
        "{took:?}"
    );

    // The status has arrived, and the body has not.
    let (result, took) = slow("/drip", limit, 0).await;
    assert!(result.is_error && took < Duration::from_secs(5), "{took:?}");

    let (result, took) = slow("/delay/1", Duration::from_secs(20), 0).await;
    assert!(
        !result.is_error && took >= Duration::from_secs(1),
        "{took:?}"
    );
}
