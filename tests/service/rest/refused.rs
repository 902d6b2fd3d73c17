//! What an author is told of an endpoint that cannot be used.

use insta::assert_snapshot;
use serde::Serialize;
use serde_json::json;
use tool_core::{Tool, ToolArg};
use tool_service::mcp::McpServerConfig;
use tool_service::rest::{Auth, Endpoint, Method, RestApi};

use super::{api, definition};

fn base(base: &str) -> String {
    RestApi::new(base).unwrap_err().to_string()
}

/// The error of an endpoint of a tool with these properties.
fn refused(endpoint: impl FnOnce(&RestApi) -> Endpoint) -> String {
    let api = api("http://localhost/v1");
    let api = api.auth(Auth::header("X-Api-Key", "k3y")).unwrap();
    error(endpoint(&api))
}

fn error(endpoint: Endpoint) -> String {
    let properties = json!({
        "id": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "filter": {"anyOf": [{"type": "object"}, {"type": "null"}]},
        "text": {"type": ["string", "null"]},
    });
    let definition = definition(&properties, &["id", "tags"]);
    endpoint.tool(definition).unwrap_err().to_string()
}

#[test]
fn a_base_url_is_plain() {
    assert_snapshot!(base("api.example.com"), @"the base URL cannot be used: it is no absolute URL");
    assert_snapshot!(base("ftp://api.example.com"), @"the base URL cannot be used: it is none of `http` or `https`");
    assert_snapshot!(base("http://ada:l0velace@example.com"), @"the base URL cannot be used: it holds a user; give the credentials by `RestApi::auth`");
    assert_snapshot!(base("http://example.com/?key=s3cret"), @"the base URL cannot be used: it holds a query or a fragment");
    assert_snapshot!(base("http://example.com/#top"), @"the base URL cannot be used: it holds a query or a fragment");
    assert!(!base("http://ada:l0velace@example.com").contains("l0ve"));
    assert!(!base("http://example.com/?key=s3cret").contains("s3cret"));
}

/// Whether the feature is on depends on what is built along with the tests.
#[test]
fn https_needs_tls() {
    let rest = RestApi::new("https://example.com");
    let mcp = McpServerConfig::http("peer", "https://example.com");
    match (rest, mcp) {
        (Ok(_), Ok(_)) => {}
        (Err(rest), Err(mcp)) => {
            assert_snapshot!(rest, @"the base URL begins with `https`, which needs the feature `tls` of `tool-service`");
            assert_snapshot!(mcp, @"configuration: the URL of the MCP server \"peer\" uses https, which needs the feature `tls`");
        }
        (rest, mcp) => panic!("they disagree: {:?} {:?}", rest.err(), mcp.err()),
    }
}

#[test]
fn a_path_is_a_path() {
    assert_snapshot!(refused(|api| api.get("x/{id}")), @"the path `x/{id}` cannot be used: it does not begin with `/`");
    assert_snapshot!(refused(|api| api.get("/x/{id")), @"the path `/x/{id` cannot be used: a `{` in it is not closed");
    assert_snapshot!(refused(|api| api.get("/x/id}")), @"the path `/x/id}` cannot be used: a `}` in it has no `{`");
    assert_snapshot!(refused(|api| api.get("/x/{}")), @"the path `/x/{}` cannot be used: a `{}` in it names no argument");
    assert_snapshot!(refused(|api| api.get("/x?id={id}")), @"the path `/x?id={id}` cannot be used: a query or a fragment is no part of it; see `Endpoint::query`");
    assert_snapshot!(refused(|api| api.get("/x/../{id}")), @"the path `/x/../{id}` cannot be used: a segment of it is `.` or `..`");
    assert_snapshot!(refused(|api| api.get("/x/%2E%2e/{id}")), @"the path `/x/%2E%2e/{id}` cannot be used: a segment of it is `.` or `..`");
    assert_snapshot!(refused(|api| api.get("//evil.com/{id}")), @"the path `//evil.com/{id}` cannot be used: a segment of it is empty");
    assert_snapshot!(refused(|api| api.get("/a b/{id}")), @"the path `/a b/{id}` cannot be used: it holds a character that has to be percent-encoded");
    assert_snapshot!(refused(|api| api.get("/100%/{id}")), @"the path `/100%/{id}` cannot be used: a `%` in it is followed by no two hexadecimal digits");
    assert_snapshot!(refused(|api| api.get("/x").allow_slash("id")), @"the argument `id` cannot be sent: it is not in the path");
}

#[test]
fn a_place_is_for_a_property() {
    assert_snapshot!(refused(|api| api.get("/x/{name}")), @"the argument `name` cannot be sent: it stands in the path, and the schema has no required property of that name");
    assert_snapshot!(refused(|api| api.get("/x/{text}")), @"the argument `text` cannot be sent: it stands in the path, and the schema has no required property of that name");
    assert_snapshot!(refused(|api| api.get("/x/{tags}")), @"the argument `tags` cannot be sent: it stands in the path, and the schema has an array or an object there");
    assert_snapshot!(refused(|api| api.get("/x").query("name")), @"the argument `name` cannot be sent: the schema has no property of that name");
    assert_snapshot!(refused(|api| api.post("/x").query("filter")), @"the argument `filter` cannot be sent: the schema has an object there, which only a body can hold");
    assert_snapshot!(refused(|api| api.post("/x").header("filter", "X-Filter")), @"the argument `filter` cannot be sent: the schema has an object there, which only a body can hold");
    assert_snapshot!(refused(|api| api.get("/x")), @"the argument `filter` cannot be sent: the schema has an object there, which only a body can hold");
    assert_snapshot!(refused(|api| api.get("/x").body("filter")), @"the argument `filter` cannot be sent: the method has no body");
    assert_snapshot!(refused(|api| api.post("/x/{id}").query("id")), @"the argument `id` cannot be sent: it has another place already");
    assert_snapshot!(refused(|api| api.post("/x").query_as("text", "id").query("id")), @"the argument `id` cannot be sent: the parameter is that of another argument, or of the credentials");
}

/// Search for it.
#[derive(Debug, Serialize, Tool)]
struct Search {
    filter: Option<Filter>,
}

#[derive(Debug, Serialize, ToolArg)]
struct Filter {
    tag: String,
}

#[test]
fn a_schema_is_followed_to_its_definitions() {
    let api = api("http://localhost");
    let refused = api.get("/x").typed::<Search>().unwrap_err();
    assert_snapshot!(refused, @"the argument `filter` cannot be sent: the schema has an object there, which only a body can hold");
    assert!(api.post("/x").typed::<Search>().is_ok());
}

#[test]
fn an_argument_without_a_place_has_no_other_s_parameter() {
    let api = api("http://localhost")
        .auth(Auth::query("text", "k3y"))
        .unwrap();
    assert_snapshot!(error(api.delete("/x").body("filter")), @"the argument `text` cannot be sent: the parameter is that of another argument, or of the credentials");
    assert_snapshot!(error(api.post("/x").query("text")), @"the argument `text` cannot be sent: the parameter is that of another argument, or of the credentials");
    assert_snapshot!(error(api.post("/x").query_as("text", "Te_xt[]")), @"the argument `text` cannot be sent: the parameter is that of another argument, or of the credentials");
    assert!(
        api.post("/x")
            .query_as("text", "text2")
            .tool(definition(&json!({"text": {}}), &[]))
            .is_ok()
    );
}

#[test]
fn some_headers_are_not_to_be_set() {
    let header = |name: &str| refused(|api| api.post("/x").header("id", name));
    assert_snapshot!(header("Authorization"), @"the header `Authorization` cannot be set: no argument may set it");
    assert_snapshot!(header("Host"), @"the header `Host` cannot be set: the client sets it");
    assert_snapshot!(header("x-api-key"), @"the header `x-api-key` cannot be set: it is that of the credentials");
    assert_snapshot!(header("X Trace"), @"the header `X Trace` cannot be set: it is no name of a header");
    assert_snapshot!(refused(|api| api.post("/x").header("id", "X-A").header("text", "x-a")), @"the header `x-a` cannot be set: it is that of another argument");
    for name in [
        "Content-Length",
        "Transfer-Encoding",
        "Connection",
        "Content-Type",
        "Cookie",
    ] {
        assert!(header(name).contains("cannot be set"), "{name}");
    }

    let api = api("http://localhost");
    let set = |name, value| {
        api.clone()
            .default_header(name, value)
            .unwrap_err()
            .to_string()
    };
    assert_snapshot!(set("Transfer-Encoding", "chunked"), @"the header `Transfer-Encoding` cannot be set: the client sets it");
    assert_snapshot!(set("X-A", "s3cret\r\nX-B: 1"), @"the header `X-A` cannot be set: its value holds a character that it cannot");
}

#[test]
fn credentials_can_be_sent() {
    let refused = |auth| api("http://localhost").auth(auth).unwrap_err().to_string();
    assert_snapshot!(refused(Auth::bearer("t0ken\n")), @"the credentials cannot be sent: they hold a character that a header cannot hold, a line break at their end perhaps");
    assert_snapshot!(refused(Auth::basic("a:b", "c")), @"the credentials cannot be sent: the name of the user holds a `:`");
    assert_snapshot!(refused(Auth::header("Content-Length", "1")), @"the header `Content-Length` cannot be set: the client sets it");
    assert!(
        api("http://localhost")
            .auth(Auth::header("Authorization", "Token x"))
            .is_ok()
    );
}

#[test]
fn some_methods_are_not_those_of_tools() {
    assert_snapshot!(refused(|api| api.request(Method::CONNECT, "/x")), @"a tool cannot be a request of CONNECT");
}
