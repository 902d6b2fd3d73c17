//! Locations of arguments in the request.

use insta::assert_snapshot;
use serde::Serialize;
use serde_json::{Value, json};
use tool_core::{Issues, Tool};
use tool_service::rest::{Auth, Endpoint, Method};
use tool_service::{CallOptions, ToolCall, ToolService};

use super::server::Server;
use super::{api, called, definition};

/// Properties without types.
fn any(names: &[&str]) -> Value {
    names
        .iter()
        .map(|name| ((*name).to_owned(), json!({})))
        .collect()
}

/// Formats the request with these arguments in one line.
async fn sent(
    endpoint: impl FnOnce(&tool_service::rest::RestApi) -> Endpoint,
    names: &[&str],
    required: &[&str],
    arguments: Value,
) -> String {
    let server = Server::ok().await;
    let endpoint = endpoint(&api(&server.at("/v1")));
    let result = called(endpoint, definition(&any(names), required), arguments).await;
    assert_eq!(result.text(), "ok", "{result:?}");
    server.last().line()
}

#[tokio::test]
async fn unmapped_arguments_go_into_the_query_or_body() {
    let all = json!({"id": "7", "a": [1, "x y", true], "b": null, "c": {"d": "&"}});
    for method in ["GET", "HEAD", "OPTIONS", "DELETE", "POST", "PUT", "PATCH"] {
        let server = Server::ok().await;
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let endpoint = api(&server.at("/v1")).request(method.clone(), "/x/{id}");
        let definition = definition(&any(&["id", "a", "b", "c"]), &["id"]);
        called(endpoint, definition, all.clone()).await;
        let line = server.last().line();
        let rest = line.strip_prefix(&format!("{method} /v1/x/7")).unwrap();
        if matches!(method, Method::POST | Method::PUT | Method::PATCH) {
            assert_eq!(rest, r#" {"a":[1,"x y",true],"b":null,"c":{"d":"&"}}"#);
            assert_eq!(server.last().header("content-type"), "application/json");
        } else {
            assert_eq!(rest, "?a=1&a=x+y&a=true&c=%7B%22d%22%3A%22%26%22%7D");
            assert_eq!(server.last().header("content-type"), "-");
        }
    }
}

#[tokio::test]
async fn fills_path_placeholders() {
    let name = json!({"a": "São Paulo", "b": 7, "c": true});
    let line = sent(
        |api| api.get("/x/{a}/y.{b}-{c}/"),
        &["a", "b", "c"],
        &["a", "b", "c"],
        name,
    );
    assert_snapshot!(line.await, @"GET /v1/x/S%C3%A3o%20Paulo/y.7-true/");
    let marks = json!({"a": "a?b#c&d=e%f:@+ ;,~-_.!$'()*"});
    let line = sent(|api| api.get("/x%20y/ü/{a}"), &["a"], &["a"], marks);
    assert_snapshot!(line.await, @"GET /v1/x%20y/%C3%BC/a%3Fb%23c%26d%3De%25f%3A%40%2B%20%3B%2C~-_.%21%24%27%28%29%2A");
    assert_snapshot!(sent(|api| api.get(""), &[], &[], json!({})).await, @"GET /v1");
    assert_snapshot!(sent(|api| api.get("/"), &[], &[], json!({})).await, @"GET /v1/");
}

#[tokio::test]
async fn joins_base_url_and_path() {
    let server = Server::ok().await;
    for (base, path) in [
        ("", "/x"),
        ("/", "/x"),
        ("/a", "/a/x"),
        ("/a/b%20c/", "/a/b%20c/x"),
    ] {
        super::fetched(api(&server.at(base)).get("/x")).await;
        assert_eq!(server.last().target, path);
    }
    super::fetched(api(&server.at("")).get("")).await;
    assert_eq!(server.last().target, "/");
}

#[tokio::test]
async fn query_parameters_have_names_and_commas() {
    let names = &["a", "b"];
    let arguments = json!({"a": [1, null, 2], "b": "x"});
    let line = sent(
        |api| api.post("/x").query_as("a", "other[]"),
        names,
        &[],
        arguments.clone(),
    );
    assert_snapshot!(line.await, @r#"POST /v1/x?other%5B%5D=1&other%5B%5D=2 {"b":"x"}"#);
    let line = sent(
        |api| api.get("/x").comma_separated(),
        names,
        &[],
        arguments.clone(),
    );
    assert_snapshot!(line.await, @"GET /v1/x?a=1%2C2&b=x");
    let line = sent(
        |api| api.post("/x").query("a").query("b"),
        names,
        &[],
        arguments,
    );
    assert_snapshot!(line.await, @"POST /v1/x?a=1&a=2&b=x");
    let none = json!({"a": [], "b": null});
    assert_snapshot!(sent(|api| api.get("/x"), names, &[], none).await, @"GET /v1/x");
}

#[tokio::test]
async fn sends_a_body_if_its_properties_are_declared() {
    assert_snapshot!(sent(|api| api.post("/x"), &["a"], &[], json!({})).await, @"POST /v1/x {}");
    assert_snapshot!(sent(|api| api.post("/x"), &[], &[], json!({})).await, @"POST /v1/x");
    let whole = json!({"a": [1, 2], "b": 3});
    let line = sent(
        |api| api.put("/x").body("a"),
        &["a", "b"],
        &[],
        whole.clone(),
    );
    assert_snapshot!(line.await, @"PUT /v1/x?b=3 [1,2]");
    let line = sent(|api| api.delete("/x").body("a"), &["a", "b"], &[], whole);
    assert_snapshot!(line.await, @"DELETE /v1/x?b=3 [1,2]");
    let line = sent(|api| api.post("/x").body("a"), &["a"], &[], json!({}));
    assert_snapshot!(line.await, @"POST /v1/x");
}

#[tokio::test]
async fn sends_mapped_headers_only() {
    let server = Server::ok().await;
    let api = api(&server.at(""))
        .default_header("X-Trace-Id", "none")
        .unwrap();
    let api = api.default_header("Accept", "text/csv").unwrap();
    let endpoint = api
        .get("/x")
        .header("trace", "X-Trace-Id")
        .header("tags", "X-Tags");
    let definition = definition(&any(&["trace", "tags", "authorization"]), &[]);
    let arguments = json!({"trace": "größe", "tags": ["a", 1], "authorization": "Bearer x"});
    called(endpoint.clone(), definition.clone(), arguments).await;
    let seen = server.last();
    let header = |name| seen.header(name);
    assert_eq!((header("x-trace-id"), header("x-tags")), ("größe", "a, 1"));
    assert_eq!(
        (header("authorization"), header("accept")),
        ("-", "text/csv")
    );
    assert_eq!(
        header("user-agent"),
        concat!("tool-service/", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(seen.target, "/x?authorization=Bearer+x");

    called(endpoint, definition, json!({"trace": null})).await;
    assert_eq!(server.last().header("x-trace-id"), "none");
    assert_eq!(server.last().header("x-tags"), "-");
}

#[tokio::test]
async fn default_header_sets_the_content_type() {
    let server = Server::ok().await;
    let api = api(&server.at(""));
    let api = api
        .default_header("Content-Type", "application/vnd.api+json")
        .unwrap();
    called(
        api.post("/x"),
        definition(&any(&["a"]), &[]),
        json!({"a": 1}),
    )
    .await;
    assert_eq!(
        server.last().header("content-type"),
        "application/vnd.api+json"
    );
}

#[tokio::test]
async fn sends_credentials() {
    let server = Server::ok().await;
    let api = api(&server.at(""));
    let with = |auth| api.clone().auth(auth).unwrap().get("/x");

    super::fetched(with(Auth::bearer("t0ken"))).await;
    assert_eq!(server.last().header("authorization"), "Bearer t0ken");
    super::fetched(with(Auth::basic("ada", "l0ve:lace"))).await;
    assert_eq!(
        server.last().header("authorization"),
        "Basic YWRhOmwwdmU6bGFjZQ=="
    );
    super::fetched(with(Auth::header("X-Api-Key", "k3y"))).await;
    assert_eq!(server.last().header("x-api-key"), "k3y");
    super::fetched(with(Auth::query("appid", "k&y"))).await;
    assert_eq!(server.last().target, "/x?appid=k%26y");
}

/// List the days of a range.
#[derive(Debug, Serialize, Tool)]
#[tool(check = in_order)]
struct Days {
    #[serde(rename = "from")]
    first: u32,
    #[serde(default)]
    last: Option<u32>,
}

fn in_order(days: &Days, issues: &mut Issues) {
    if days.last.is_some_and(|last| last < days.first) {
        issues.add("last", "must not be before `from`");
    }
}

#[tokio::test]
async fn sends_a_struct_as_serialized_by_serde() {
    let server = Server::ok().await;
    let service = ToolService::new();
    let days = api(&server.at(""))
        .get("/days/{from}")
        .typed::<Days>()
        .unwrap();
    assert_eq!(days.kind(), "rest");
    service.register(days).unwrap();
    let call = async |arguments: &str| {
        let call = ToolCall::new("days", arguments);
        service.execute(call, CallOptions::new()).await.text()
    };
    assert_eq!(call(r#"{"from": "5"}"#).await, "ok");
    assert_eq!(server.last().target, "/days/5");
    assert_eq!(call(r#"{"from": 5, "last": 6}"#).await, "ok");
    assert_eq!(server.last().target, "/days/5?last=6");
    assert_snapshot!(call(r#"{"from": 5, "last": 2}"#).await, @"Please rewrite the input with valid arguments. Errors: last: must not be before `from`");
    assert_eq!(server.seen().len(), 2);
}
