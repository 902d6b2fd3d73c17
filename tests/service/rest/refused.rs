//! Errors of invalid endpoints.

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

/// Returns the error of an endpoint of a tool with these properties.
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
fn rejects_invalid_base_urls() {
    assert_snapshot!(base("api.example.com"), @"invalid base URL: it is not an absolute URL");
    assert_snapshot!(base("ftp://api.example.com"), @"invalid base URL: the scheme must be `http` or `https`");
    assert_snapshot!(base("http://ada:l0velace@example.com"), @"invalid base URL: it contains a user; use `RestApi::auth` for credentials");
    assert_snapshot!(base("http://example.com/?key=s3cret"), @"invalid base URL: it contains a query or a fragment");
    assert_snapshot!(base("http://example.com/#top"), @"invalid base URL: it contains a query or a fragment");
    assert!(!base("http://ada:l0velace@example.com").contains("l0ve"));
    assert!(!base("http://example.com/?key=s3cret").contains("s3cret"));
}

/// Other packages of the same build may enable the feature.
#[test]
fn https_needs_tls() {
    let rest = RestApi::new("https://example.com");
    let mcp = McpServerConfig::http("peer", "https://example.com");
    match (rest, mcp) {
        (Ok(_), Ok(_)) => {}
        (Err(rest), Err(mcp)) => {
            assert_snapshot!(rest, @"a base URL with `https` requires the feature `tls` of `tool-service`");
            assert_snapshot!(mcp, @"configuration: the URL of the MCP server \"peer\" uses https, which requires the feature `tls`");
        }
        (rest, mcp) => panic!("they disagree: {:?} {:?}", rest.err(), mcp.err()),
    }
}

#[test]
fn rejects_invalid_paths() {
    assert_snapshot!(refused(|api| api.get("x/{id}")), @"invalid path `x/{id}`: it must begin with `/`");
    assert_snapshot!(refused(|api| api.get("/x/{id")), @"invalid path `/x/{id`: it contains `{` without `}`");
    assert_snapshot!(refused(|api| api.get("/x/id}")), @"invalid path `/x/id}`: it contains `}` without `{`");
    assert_snapshot!(refused(|api| api.get("/x/{}")), @"invalid path `/x/{}`: it contains `{}` without an argument name");
    assert_snapshot!(refused(|api| api.get("/x?id={id}")), @"invalid path `/x?id={id}`: it contains a query or a fragment; use `Endpoint::query`");
    assert_snapshot!(refused(|api| api.get("/x/../{id}")), @"invalid path `/x/../{id}`: it contains the segment `.` or `..`");
    assert_snapshot!(refused(|api| api.get("/x/%2E%2e/{id}")), @"invalid path `/x/%2E%2e/{id}`: it contains the segment `.` or `..`");
    assert_snapshot!(refused(|api| api.get("//evil.com/{id}")), @"invalid path `//evil.com/{id}`: it contains an empty segment");
    assert_snapshot!(refused(|api| api.get("/a b/{id}")), @"invalid path `/a b/{id}`: it contains a character that must be percent-encoded");
    assert_snapshot!(refused(|api| api.get("/100%/{id}")), @"invalid path `/100%/{id}`: a `%` in it is not followed by two hexadecimal digits");
    assert_snapshot!(refused(|api| api.get("/x").allow_slash("id")), @"the argument `id` cannot be sent: it is not in the path");
}

#[test]
fn rejects_locations_of_unknown_properties() {
    assert_snapshot!(refused(|api| api.get("/x/{name}")), @"the argument `name` cannot be sent: it is in the path, but the schema has no required property with this name");
    assert_snapshot!(refused(|api| api.get("/x/{text}")), @"the argument `text` cannot be sent: it is in the path, but the schema has no required property with this name");
    assert_snapshot!(refused(|api| api.get("/x/{tags}")), @"the argument `tags` cannot be sent: it is in the path, but the schema allows only an array or an object");
    assert_snapshot!(refused(|api| api.get("/x").query("name")), @"the argument `name` cannot be sent: the schema has no property with this name");
    assert_snapshot!(refused(|api| api.post("/x").query("filter")), @"the argument `filter` cannot be sent: it is an object, which requires a body");
    assert_snapshot!(refused(|api| api.post("/x").header("filter", "X-Filter")), @"the argument `filter` cannot be sent: it is an object, which requires a body");
    assert_snapshot!(refused(|api| api.get("/x")), @"the argument `filter` cannot be sent: it is an object, which requires a body");
    assert_snapshot!(refused(|api| api.get("/x").body("filter")), @"the argument `filter` cannot be sent: the method does not allow a body");
    assert_snapshot!(refused(|api| api.post("/x/{id}").query("id")), @"the argument `id` cannot be sent: it already has another location");
    assert_snapshot!(refused(|api| api.post("/x").query_as("text", "id").query("id")), @"the argument `id` cannot be sent: another argument or the credentials use the same parameter");
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
fn resolves_references_of_the_schema() {
    let api = api("http://localhost");
    let refused = api.get("/x").typed::<Search>().unwrap_err();
    assert_snapshot!(refused, @"the argument `filter` cannot be sent: it is an object, which requires a body");
    assert!(api.post("/x").typed::<Search>().is_ok());
}

#[test]
fn rejects_parameter_collisions() {
    let api = api("http://localhost")
        .auth(Auth::query("text", "k3y"))
        .unwrap();
    assert_snapshot!(error(api.delete("/x").body("filter")), @"the argument `text` cannot be sent: another argument or the credentials use the same parameter");
    assert_snapshot!(error(api.post("/x").query("text")), @"the argument `text` cannot be sent: another argument or the credentials use the same parameter");
    assert_snapshot!(error(api.post("/x").query_as("text", "Te_xt[]")), @"the argument `text` cannot be sent: another argument or the credentials use the same parameter");
    assert!(
        api.post("/x")
            .query_as("text", "text2")
            .tool(definition(&json!({"text": {}}), &[]))
            .is_ok()
    );
}

#[test]
fn rejects_reserved_headers() {
    let header = |name: &str| refused(|api| api.post("/x").header("id", name));
    assert_snapshot!(header("Authorization"), @"the header `Authorization` cannot be set: arguments must not set it; use `RestApi::default_header`");
    assert_snapshot!(header("Host"), @"the header `Host` cannot be set: the HTTP client sets it itself");
    assert_snapshot!(header("x-api-key"), @"the header `x-api-key` cannot be set: the credentials use it");
    assert_snapshot!(header("X Trace"), @"the header `X Trace` cannot be set: the name is invalid; use letters, digits, `-` and `_`");
    assert_snapshot!(refused(|api| api.post("/x").header("id", "X-A").header("text", "x-a")), @"the header `x-a` cannot be set: another argument uses it");
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
    assert_snapshot!(set("Transfer-Encoding", "chunked"), @"the header `Transfer-Encoding` cannot be set: the HTTP client sets it itself");
    assert_snapshot!(set("X-A", "s3cret\r\nX-B: 1"), @"the header `X-A` cannot be set: the value contains a character that a header cannot contain");
}

#[test]
fn rejects_invalid_credentials() {
    let refused = |auth| api("http://localhost").auth(auth).unwrap_err().to_string();
    assert_snapshot!(refused(Auth::bearer("t0ken\n")), @"the credentials cannot be sent: they contain a character that a header cannot contain, such as a line break at the end");
    assert_snapshot!(refused(Auth::basic("a:b", "c")), @"the credentials cannot be sent: the user name contains `:`");
    assert_snapshot!(refused(Auth::header("Content-Length", "1")), @"the header `Content-Length` cannot be set: the HTTP client sets it itself");
    assert!(
        api("http://localhost")
            .auth(Auth::header("Authorization", "Token x"))
            .is_ok()
    );
}

#[test]
fn rejects_unsupported_methods() {
    assert_snapshot!(refused(|api| api.request(Method::CONNECT, "/x")), @"unsupported method CONNECT");
}
