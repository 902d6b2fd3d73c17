//! The requests that the server receives. The server returns them in its answer.

use std::fmt::Write;

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_service::ToolResult;
use tool_service::rest::{Auth, Endpoint, Method};

use super::{api, called, describe, fetched};
use crate::read_variable;

/// The request as httpbin saw it.
fn seen(result: &ToolResult) -> String {
    let Some(seen) = &result.structured else {
        return describe(result);
    };
    let headers = [
        "Accept",
        "Authorization",
        "Content-Type",
        "User-Agent",
        "X-Trace",
    ];
    let headers = headers.map(|name| (name, &seen["headers"][name]));
    let headers: Vec<_> = headers
        .iter()
        .filter(|(_, value)| !value.is_null())
        .collect();
    let headers: Vec<_> = headers
        .iter()
        .map(|(name, value)| format!("{name}: {}", value.as_str().unwrap()))
        .collect();
    let url = seen["url"]
        .as_str()
        .unwrap()
        .replace(&read_variable("HTTPBIN"), "");
    format!(
        "{} {url} args {} json {} form {}\n{}",
        seen["method"].as_str().unwrap_or("-"),
        seen["args"],
        seen["json"],
        seen["form"],
        headers.join("\n"),
    )
}

fn anything(method: Method) -> Endpoint {
    api().request(method, "/anything/cities/{city}/weather")
}

async fn asked(endpoint: Endpoint) -> String {
    let properties = json!({
        "city": {"type": "string"},
        "days": {"type": "integer"},
        "tags": {"type": "array", "items": {"type": "string"}},
    });
    let arguments = json!({"city": "São Paulo", "days": "3", "tags": ["a b", "c&d=e"]});
    seen(&called(endpoint, properties, arguments).await)
}

#[tokio::test]
async fn arguments_arrive_with_every_method() {
    assert_snapshot!(asked(anything(Method::GET)).await, @r#"
    GET /anything/cities/São%20Paulo/weather?days=3&tags=a+b&tags=c%26d%3De args {"days":"3","tags":["a b","c&d=e"]} json null form {}
    Accept: application/json, text/plain;q=0.9, */*;q=0.8
    User-Agent: tool-service/0.1.0
    "#);
    assert_snapshot!(asked(anything(Method::DELETE)).await, @r#"
    DELETE /anything/cities/São%20Paulo/weather?days=3&tags=a+b&tags=c%26d%3De args {"days":"3","tags":["a b","c&d=e"]} json null form {}
    Accept: application/json, text/plain;q=0.9, */*;q=0.8
    User-Agent: tool-service/0.1.0
    "#);
    assert_snapshot!(asked(anything(Method::POST)).await, @r#"
    POST /anything/cities/São%20Paulo/weather args {} json {"days":3,"tags":["a b","c&d=e"]} form {}
    Accept: application/json, text/plain;q=0.9, */*;q=0.8
    Content-Type: application/json
    User-Agent: tool-service/0.1.0
    "#);
    assert_snapshot!(asked(anything(Method::PUT)).await, @r#"
    PUT /anything/cities/São%20Paulo/weather args {} json {"days":3,"tags":["a b","c&d=e"]} form {}
    Accept: application/json, text/plain;q=0.9, */*;q=0.8
    Content-Type: application/json
    User-Agent: tool-service/0.1.0
    "#);
    assert_snapshot!(asked(anything(Method::PATCH)).await, @r#"
    PATCH /anything/cities/São%20Paulo/weather args {} json {"days":3,"tags":["a b","c&d=e"]} form {}
    Accept: application/json, text/plain;q=0.9, */*;q=0.8
    Content-Type: application/json
    User-Agent: tool-service/0.1.0
    "#);
}

#[tokio::test]
async fn arguments_arrive_in_their_mapped_places() {
    let endpoint = anything(Method::POST)
        .query_as("days", "forecast_days")
        .body("tags");
    assert_snapshot!(asked(endpoint).await, @r#"
    POST /anything/cities/São%20Paulo/weather?forecast_days=3 args {"forecast_days":"3"} json ["a b","c&d=e"] form {}
    Accept: application/json, text/plain;q=0.9, */*;q=0.8
    Content-Type: application/json
    User-Agent: tool-service/0.1.0
    "#);
    let endpoint = anything(Method::GET)
        .comma_separated()
        .header("days", "X-Trace");
    assert_snapshot!(asked(endpoint).await, @r#"
    GET /anything/cities/São%20Paulo/weather?tags=a+b,c%26d%3De args {"tags":"a b,c&d=e"} json null form {}
    Accept: application/json, text/plain;q=0.9, */*;q=0.8
    User-Agent: tool-service/0.1.0
    X-Trace: 3
    "#);
    let api = api().auth(Auth::query("appid", "k3y")).unwrap();
    assert_snapshot!(asked(api.get("/anything/{city}")).await, @r#"
    GET /anything/São%20Paulo?days=3&tags=a+b&tags=c%26d%3De&appid=k3y args {"appid":"k3y","days":"3","tags":["a b","c&d=e"]} json null form {}
    Accept: application/json, text/plain;q=0.9, */*;q=0.8
    User-Agent: tool-service/0.1.0
    "#);
}

/// Values that try to leave the path, and the resulting requests.
async fn sent(endpoint: Endpoint, value: &str) -> String {
    let result = called(
        endpoint,
        json!({"id": {"type": "string"}}),
        json!({"id": value}),
    )
    .await;
    match &result.structured {
        Some(seen) => {
            let url = seen["url"]
                .as_str()
                .unwrap()
                .replace(&read_variable("HTTPBIN"), "");
            format!("{url} {}", seen["args"])
        }
        None => result.text(),
    }
}

#[tokio::test]
async fn value_cannot_leave_its_path_segment() {
    let mut log = String::new();
    let values = [
        "plain",
        "a b+c",
        "日本",
        "100%",
        "a?x=1",
        "a#b",
        "a;b=c",
        "a&b",
        "@evil.test",
        ":80",
        "a..b",
        "..",
        ".",
        "../status/500",
        "..%2Fstatus",
        "%2e%2e",
        "a\\..\\b",
        "//evil.test",
        "a\r\nX: 1",
        "a\0b",
        "",
        " ",
    ];
    for value in values {
        let told = sent(api().get("/anything/{id}/end"), value).await;
        writeln!(log, "{value:?} -> {told}").unwrap();
    }
    assert_snapshot!(log, @r#"
    "plain" -> /anything/plain/end {}
    "a b+c" -> /anything/a%20b+c/end {}
    "日本" -> /anything/日本/end {}
    "100%" -> /anything/100%/end {}
    "a?x=1" -> /anything/a%3Fx=1/end {}
    "a#b" -> /anything/a%23b/end {}
    "a;b=c" -> /anything/a;b=c/end {}
    "a&b" -> /anything/a&b/end {}
    "@evil.test" -> /anything/@evil.test/end {}
    ":80" -> /anything/:80/end {}
    "a..b" -> /anything/a..b/end {}
    ".." -> Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`
    "." -> Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`
    "../status/500" -> Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path
    "..%2Fstatus" -> Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path
    "%2e%2e" -> Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`
    "a\\..\\b" -> Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path
    "//evil.test" -> Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path
    "a\r\nX: 1" -> Please rewrite the input with valid arguments. Errors: id: must not hold a control character, since it is part of a path
    "a\0b" -> Please rewrite the input with valid arguments. Errors: id: must not hold a control character, since it is part of a path
    "" -> Please rewrite the input with valid arguments. Errors: id: must not be empty, since it is part of a path
    " " -> Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`
    "#);
}

/// httpbin's server reads `%2F` as `/`, as its gateway interface has it.
#[tokio::test]
async fn allowed_slash_stays_below_the_path() {
    let endpoint = || api().get("/anything/{id}").allow_slash("id");
    assert_snapshot!(sent(endpoint(), "group/project").await, @"/anything/group/project {}");
    assert_snapshot!(sent(endpoint(), "group/../../status/500").await, @"Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`");
}

#[tokio::test]
async fn query_value_cannot_add_parameters() {
    let mut log = String::new();
    for value in [
        "a&b=c", "a=b", "a#b", "a+b c", "100%", "%26", "日本", "a\r\nb", "",
    ] {
        let told = sent(api().get("/anything"), value).await;
        writeln!(log, "{value:?} -> {told}").unwrap();
    }
    assert_snapshot!(log, @r#"
    "a&b=c" -> /anything?id=a%26b%3Dc {"id":"a&b=c"}
    "a=b" -> /anything?id=a%3Db {"id":"a=b"}
    "a#b" -> /anything?id=a%23b {"id":"a#b"}
    "a+b c" -> /anything?id=a%2Bb+c {"id":"a+b c"}
    "100%" -> /anything?id=100%25 {"id":"100%"}
    "%26" -> /anything?id=%2526 {"id":"%26"}
    "日本" -> /anything?id=日本 {"id":"日本"}
    "a\r\nb" -> /anything?id=a%0D%0Ab {"id":"a\r\nb"}
    "" -> /anything?id= {"id":""}
    "#);
}

#[tokio::test]
async fn credentials_are_sent() {
    let basic = |password: &str| api().auth(Auth::basic("ada", password)).unwrap();
    let bearer = api().auth(Auth::bearer("t0ken")).unwrap();
    let mut log = String::new();
    for endpoint in [
        basic("l0velace").get("/basic-auth/ada/l0velace"),
        basic("wr0ng").get("/basic-auth/ada/l0velace"),
        api().get("/basic-auth/ada/l0velace"),
        basic("wr0ng").get("/hidden-basic-auth/ada/l0velace"),
        bearer.get("/bearer"),
        api().get("/bearer"),
    ] {
        let result = fetched(endpoint).await;
        assert!(!format!("{:?}", result.error).contains("wr0ng"));
        writeln!(log, "{}", describe(&result)).unwrap();
    }
    assert_snapshot!(log, @r#"
    { "authenticated": true, "user": "ada" }
    AuthenticationError: authentication: the service answered 401 Unauthorized | The tool fetch is not logged in to the service that it needs. | attempts: 1
    AuthenticationError: authentication: the service answered 401 Unauthorized | The tool fetch is not logged in to the service that it needs. | attempts: 1
    NotFoundError: not found: the service answered 404 Not Found | The tool fetch found nothing there. | attempts: 1
    { "authenticated": true, "token": "t0ken" }
    AuthenticationError: authentication: the service answered 401 Unauthorized | The tool fetch is not logged in to the service that it needs. | attempts: 1
    "#);
}

#[tokio::test]
async fn sends_only_the_mapped_headers() {
    let api = api().default_header("X-Trace", "on").unwrap();
    let result = fetched(api.get("/headers")).await;
    let mut headers: Value = result.structured.unwrap()["headers"].take();
    headers["Host"].take();
    assert_snapshot!(headers, @r#"{"Accept":"application/json, text/plain;q=0.9, */*;q=0.8","Accept-Encoding":"identity","Host":null,"User-Agent":"tool-service/0.1.0","X-Trace":"on"}"#);
}
