//! Redirects.

use std::fmt::Write;

use insta::assert_snapshot;
use serde_json::json;
use tool_service::rest::{Auth, Endpoint};

use super::{api, called, describe, fetched};
use crate::read_variable;

/// Asks httpbin to redirect there.
async fn to(endpoint: Endpoint, url: &str, status: u16) -> String {
    let properties = json!({"url": {"type": "string"}, "status_code": {"type": "integer"}});
    let arguments = json!({"url": url, "status_code": status});
    let endpoint = endpoint.query("url").query("status_code");
    describe(&called(endpoint, properties, arguments).await)
}

#[tokio::test]
async fn redirects_are_followed_up_to_the_limit() {
    let mut log = String::new();
    for path in [
        "/redirect/1",
        "/redirect/5",
        "/redirect/6",
        "/relative-redirect/3",
        "/absolute-redirect/3",
    ] {
        let result = fetched(api().get(path)).await;
        let url = result
            .structured
            .as_ref()
            .map(|seen| seen["url"].to_string());
        let url = url.map(|url| url.replace(&read_variable("HTTPBIN"), ""));
        writeln!(
            log,
            "{path} -> {}",
            url.unwrap_or_else(|| describe(&result))
        )
        .unwrap();
    }
    for (max, path) in [(0, "/redirect/1"), (6, "/redirect/6")] {
        let result = fetched(api().max_redirects(max).get(path)).await;
        writeln!(log, "at most {max}: {}", result.error.is_none()).unwrap();
    }
    assert_snapshot!(log, @r#"
    /redirect/1 -> "/get"
    /redirect/5 -> "/get"
    /redirect/6 -> ToolExecutionError: tool execution: the service redirected more than 5 times | The tool fetch failed. | attempts: 1
    /relative-redirect/3 -> "/get"
    /absolute-redirect/3 -> "/get"
    at most 0: false
    at most 6: true
    "#);
}

#[tokio::test]
async fn redirect_to_another_origin_is_not_followed() {
    let here = read_variable("HTTPBIN");
    let elsewhere = here.replace("127.0.0.1", "localhost");
    let secure = here.replace("http:", "https:");
    let api = api().auth(Auth::bearer("t0ken")).unwrap();
    let mut log = String::new();
    for url in [
        "/bearer",
        &format!("{here}/bearer"),
        &format!("{elsewhere}/bearer"),
        &format!("{secure}/bearer"),
        "//evil.test/bearer",
        "http://127.0.0.1:1/bearer",
        "file:///etc/passwd",
    ] {
        let told = to(api.get("/redirect-to"), url, 302).await;
        writeln!(log, "{url} -> {told}").unwrap();
    }
    let port = here.rsplit(':').next().unwrap();
    assert_snapshot!(log.replace(port, "PORT").replace(&here, "HTTPBIN"), @r#"
    /bearer -> { "authenticated": true, "token": "t0ken" }
    http://127.0.0.1:PORT/bearer -> { "authenticated": true, "token": "t0ken" }
    http://localhost:PORT/bearer -> ToolExecutionError: tool execution: the service redirected to another origin: http://localhost:PORT | The tool fetch failed. | attempts: 1
    https://127.0.0.1:PORT/bearer -> ToolExecutionError: tool execution: the service redirected to another origin: https://127.0.0.1:PORT | The tool fetch failed. | attempts: 1
    //evil.test/bearer -> ToolExecutionError: tool execution: the service redirected to another origin: http://evil.test | The tool fetch failed. | attempts: 1
    http://127.0.0.1:1/bearer -> ToolExecutionError: tool execution: the service redirected to another origin: http://127.0.0.1:1 | The tool fetch failed. | attempts: 1
    file:///etc/passwd -> ToolExecutionError: tool execution: the service redirected to another origin: null | The tool fetch failed. | attempts: 1
    "#);
}

#[tokio::test]
async fn redirect_keeps_the_method_for_status_307_and_308() {
    let mut log = String::new();
    for status in [301, 302, 303, 307, 308] {
        let endpoint = api().post("/redirect-to").query("url").query("status_code");
        let properties = json!({
            "url": {"type": "string"},
            "status_code": {"type": "integer"},
            "body": {"type": "integer"},
        });
        let arguments = json!({"url": "/anything", "status_code": status, "body": 7});
        let result = called(endpoint, properties, arguments).await;
        let seen = result.structured.unwrap();
        let content_type = &seen["headers"]["Content-Type"];
        let (method, body) = (&seen["method"], &seen["json"]);
        writeln!(log, "{status} {method} {body} {content_type}").unwrap();
    }
    assert_snapshot!(log, @r#"
    301 "GET" null null
    302 "GET" null null
    303 "GET" null null
    307 "POST" {"body":7} "application/json"
    308 "POST" {"body":7} "application/json"
    "#);
}
