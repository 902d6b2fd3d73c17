//! Requests stay at the location of the author, for all arguments.

use axum::http::HeaderName;
use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::json;
use tokio::runtime::Runtime;
use tool_core::{Arguments, Definition};
use tool_service::{ToolCall, ToolService};

use super::server::Server;
use super::{api, called, definition, outcome, quick};

/// Returns the text for the model for a path value, or an empty text if it was sent.
async fn refused(value: &str) -> String {
    let server = Server::ok().await;
    let endpoint = api(&server.at("/v1")).get("/x/{id}/y");
    let definition = definition(&json!({"id": {"type": "string"}}), &["id"]);
    let result = called(endpoint, definition, json!({"id": value})).await;
    match server.seen().as_slice() {
        [] => result.text(),
        [seen, ..] => seen.target.clone(),
    }
}

#[tokio::test]
async fn encodes_a_value_as_one_path_segment() {
    assert_snapshot!(refused("").await, @"Please rewrite the input with valid arguments. Errors: id: must not be empty, since it is part of a path");
    assert_snapshot!(refused("..").await, @"Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`");
    assert_snapshot!(refused("../../admin").await, @r"Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path");
    assert_snapshot!(refused("..%2f").await, @r"Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path");
    assert_snapshot!(refused("%252e%252e").await, @"Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`");
    assert_snapshot!(refused("..;x=1").await, @"Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`");
    assert_snapshot!(refused("a\\b").await, @r"Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path");
    assert_snapshot!(refused("//evil.com").await, @r"Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path");
    assert_snapshot!(refused("a\r\nHost: evil.com").await, @"Please rewrite the input with valid arguments. Errors: id: must not hold a control character, since it is part of a path");
    assert_snapshot!(refused("a%00").await, @"Please rewrite the input with valid arguments. Errors: id: must not hold a control character, since it is part of a path");
    assert_snapshot!(refused("%ff").await, @"Please rewrite the input with valid arguments. Errors: id: must not be percent-encoded: give the plain text");
    assert_snapshot!(refused("%2525252541").await, @"Please rewrite the input with valid arguments. Errors: id: must not be percent-encoded: give the plain text");
    assert_snapshot!(refused(" ").await, @"Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`");
}

#[tokio::test]
async fn encodes_url_syntax_in_values() {
    assert_snapshot!(refused("?x=1").await, @"/v1/x/%3Fx%3D1/y");
    assert_snapshot!(refused("#").await, @"/v1/x/%23/y");
    assert_snapshot!(refused("@evil.com").await, @"/v1/x/%40evil.com/y");
    assert_snapshot!(refused("a..b").await, @"/v1/x/a..b/y");
    assert_snapshot!(refused("100%").await, @"/v1/x/100%25/y");
    assert_snapshot!(refused("50%25").await, @"/v1/x/50%2525/y");
    assert_snapshot!(refused("日本 ü").await, @"/v1/x/%E6%97%A5%E6%9C%AC%20%C3%BC/y");
}

#[tokio::test]
async fn encodes_a_slash_if_allowed() {
    let server = Server::ok().await;
    let sent = async |value: &str| {
        let endpoint = api(&server.at("/v1")).get("/x/{id}").allow_slash("id");
        let definition = definition(&json!({"id": {"type": "string"}}), &["id"]);
        called(endpoint, definition, json!({"id": value})).await
    };
    assert_eq!(sent("group/project").await.text(), "ok");
    assert_eq!(server.last().target, "/v1/x/group%2Fproject");
    assert_snapshot!(sent("a/../b").await.text(), @"Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`");
    assert_snapshot!(sent("a//b").await.text(), @"Please rewrite the input with valid arguments. Errors: id: must not be blank, `.` or `..`, nor be so between two `/`");
    assert_snapshot!(sent("a\\b").await.text(), @r"Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path");
}

#[tokio::test]
async fn rejects_path_values_that_are_not_text() {
    let server = Server::ok().await;
    let endpoint = api(&server.at("")).get("/x/{id}");
    let result = called(
        endpoint,
        definition(&json!({"id": {}}), &["id"]),
        json!({"id": [1]}),
    );
    assert_snapshot!(outcome(&result.await), @"ValidationError: Please rewrite the input with valid arguments. Errors: id: must be text, since it is part of a path | Please rewrite the input with valid arguments. Errors: id: must be text, since it is part of a path");
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn rejects_arguments_that_are_not_an_object() {
    let server = Server::ok().await;
    let service = ToolService::new();
    let definition = Definition::unchecked("fetch", "Fetch it.", json!({"properties": {"a": {}}}));
    let tool = api(&server.address).post("/x").tool(definition).unwrap();
    service.register(tool).unwrap();
    let call = async |arguments: &str| {
        let call = ToolCall::new("fetch", arguments);
        service.execute(call, quick()).await.text()
    };
    assert_snapshot!(call("[1]").await, @"Please rewrite the input with valid arguments. Errors: The arguments must be an object");
    assert!(server.seen().is_empty());
    assert_eq!(call(r#"{"a": 1}"#).await, "ok");
    assert_eq!(server.last().line(), r#"POST /x {"a":1}"#);
}

#[tokio::test]
async fn rejects_arguments_too_long_for_a_url() {
    let server = Server::ok().await;
    let long = "a".repeat(10_000_000);
    let properties = json!({"id": {"type": "string"}, "q": {"type": "string"}});
    let definition = definition(&properties, &["id"]);
    let endpoint = api(&server.at("")).get("/x/{id}");
    let result = called(endpoint.clone(), definition.clone(), json!({"id": long}));
    assert_snapshot!(outcome(&result.await), @"ValidationError: Please rewrite the input with valid arguments. Errors: The arguments are too long for a URL | Please rewrite the input with valid arguments. Errors: The arguments are too long for a URL");
    let result = called(endpoint, definition.clone(), json!({"id": "1", "q": long}));
    assert_snapshot!(result.await.text(), @"Please rewrite the input with valid arguments. Errors: The arguments are too long for a URL");
    assert!(server.seen().is_empty());

    let endpoint = api(&server.at("")).post("/x/{id}");
    let result = called(endpoint, definition, json!({"id": "1", "q": long})).await;
    assert_eq!(
        (result.text().as_str(), server.last().body.len()),
        ("ok", 10_000_008)
    );
}

#[tokio::test]
async fn rejects_line_breaks_in_headers() {
    let server = Server::ok().await;
    let sent = async |value: serde_json::Value| {
        let endpoint = api(&server.at("")).get("/x").header("id", "X-Id");
        outcome(
            &called(
                endpoint,
                definition(&json!({"id": {}}), &[]),
                json!({"id": value}),
            )
            .await,
        )
    };
    assert_snapshot!(sent(json!("a\r\nX-Evil: 1")).await, @"ValidationError: Please rewrite the input with valid arguments. Errors: id: must not hold a line break or another control character, since it is sent in a header | Please rewrite the input with valid arguments. Errors: id: must not hold a line break or another control character, since it is sent in a header");
    assert_snapshot!(sent(json!("a\0")).await, @"ValidationError: Please rewrite the input with valid arguments. Errors: id: must not hold a line break or another control character, since it is sent in a header | Please rewrite the input with valid arguments. Errors: id: must not hold a line break or another control character, since it is sent in a header");
    assert_snapshot!(sent(json!(["a", "b\n"])).await, @"ValidationError: Please rewrite the input with valid arguments. Errors: id: must not hold a line break or another control character, since it is sent in a header | Please rewrite the input with valid arguments. Errors: id: must not hold a line break or another control character, since it is sent in a header");
    assert_snapshot!(sent(json!({"a": 1})).await, @"ValidationError: Please rewrite the input with valid arguments. Errors: id: must be text, since it is sent in a header | Please rewrite the input with valid arguments. Errors: id: must be text, since it is sent in a header");
    assert!(server.seen().is_empty());
}

/// Resolved variables appear in no error, even if the tool itself reports it.
#[tokio::test]
async fn hides_resolved_variables_in_errors() {
    let service = ToolService::builder()
        .before(async |mut call: ToolCall, _| {
            call.arguments = Arguments::from(json!({"id": "../s3cret"}));
            Ok(call)
        })
        .build();
    let definition = definition(&json!({"id": {"type": "string"}}), &["id"]);
    let tool = api("http://localhost")
        .get("/x/{id}")
        .tool(definition)
        .unwrap();
    service.register(tool).unwrap();
    let call = ToolCall::new("fetch", json!({"id": "$ID"}));
    let result = service.execute(call, quick()).await;
    assert_snapshot!(outcome(&result), @r"ValidationError: Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path | Please rewrite the input with valid arguments. Errors: id: must not hold `/` or `\`, since it is one part of a path");
    assert!(!format!("{result:?}").contains("s3cret"));
}

/// Generates URL syntax and arbitrary text.
fn hostile() -> impl Strategy<Value = String> {
    let marks = prop::sample::select(vec![
        "..", ".", "/", "\\", "%2e", "%2E", "%2f", "%5c", "%", "%25", "?", "#", "@", ":", ";", "&",
        "=", "\r\n", "\0", " ", "evil.com", "http://", "a", "{id}", "ü", "．", "／", "\u{202e}",
    ]);
    let text = prop::collection::vec(marks, 0..8).prop_map(|marks| marks.concat());
    prop_oneof![text, any::<String>()]
}

#[test]
fn arguments_cannot_leave_the_api() {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(Server::ok());
    let text = json!({"type": "string"});
    let properties = json!({"id": text, "name": text, "q": text, "h": text});
    let definition = definition(&properties, &["id", "name"]);
    let api = api(&server.at("/v1/api"));
    let endpoint = api.get("/x/{id}/{name}.json").header("h", "X-H");
    let endpoint = endpoint.pass_undeclared();
    let service = ToolService::new();
    service
        .register(endpoint.tool(definition).unwrap())
        .unwrap();
    let host = server.address.strip_prefix("http://").unwrap();

    let strategy = (hostile(), hostile(), hostile(), hostile(), hostile());
    proptest!(|((id, name, q, h, key) in strategy)| {
        let before = server.seen().len();
        let mut arguments = json!({"id": id, "name": name, "q": q, "h": h});
        arguments[&key] = json!(key);
        let call = ToolCall::new("fetch", arguments.clone());
        let result = runtime.block_on(service.execute(call, quick()));
        let seen = server.seen();
        prop_assert!(seen.len() <= before + 1);
        let Some(seen) = seen.get(before) else {
            prop_assert!(result.is_error);
            return Ok(());
        };
        prop_assert_eq!(seen.header("host"), host);
        prop_assert_eq!(&seen.method, "GET");
        let path = seen.target.split('?').next().unwrap();
        prop_assert!(path.starts_with("/v1/api/x/"), "{}", path);
        prop_assert_eq!(path.matches('/').count(), 5);
        prop_assert!(path.strip_suffix(".json").is_some());
        let mut names: Vec<_> = seen.headers.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        prop_assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent", "x-h"]);
    });
    // Some of the arguments are harmless.
    assert!(server.seen().len() > 10);
}

/// Generates valid and invalid paths of an author.
fn template() -> impl Strategy<Value = String> {
    let marks = prop::sample::select(vec![
        "/",
        "/",
        "{id}",
        "{id}",
        "x",
        ".",
        "..",
        "%2e",
        "%2F",
        "%5c",
        "%",
        "?",
        "#",
        "@",
        ";",
        "\\",
        "\t",
        " ",
        "{",
        "}",
        "http://evil.com",
    ]);
    prop::collection::vec(marks, 0..8).prop_map(|marks| marks.concat())
}

#[test]
fn endpoint_paths_cannot_leave_the_api() {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(Server::ok());
    let definition = definition(&json!({"id": {"type": "string"}}), &["id"]);
    let api = api(&server.at("/v1/api"));
    let host = server.address.strip_prefix("http://").unwrap();

    proptest!(|(template in template(), id in hostile())| {
        let Ok(tool) = api.post(template).tool(definition.clone()) else {
            return Ok(());
        };
        let service = ToolService::new();
        service.register(tool).unwrap();
        let before = server.seen().len();
        let call = ToolCall::new("fetch", json!({"id": id}));
        runtime.block_on(service.execute(call, quick()));
        if let Some(seen) = server.seen().get(before) {
            prop_assert_eq!(seen.header("host"), host);
            let below = seen.target.strip_prefix("/v1/api").unwrap();
            prop_assert!(below.is_empty() || below.starts_with('/'), "{}", below);
        }
    });
    assert!(server.seen().len() > 5);
}

/// Two adjacent arguments cannot form invalid text together.
#[tokio::test]
async fn adjacent_arguments_form_one_path_segment() {
    let pairs = [
        ("%", "2e%2e"),
        (".", "."),
        ("a%", "2fb"),
        ("a%2", "fb"),
        ("a%", "5cb"),
        ("x%25", "2fb"),
        ("x%", "00"),
    ];
    for (left, right) in pairs {
        let server = Server::ok().await;
        let endpoint = api(&server.at("/v1")).get("/x/{a}{b}/y");
        let text = json!({"type": "string"});
        let definition = definition(&json!({"a": text, "b": text}), &["a", "b"]);
        let result = called(endpoint, definition, json!({"a": left, "b": right})).await;
        assert!(result.is_error, "{left} {right}");
        assert!(server.seen().is_empty(), "{left} {right}");
    }
    let server = Server::ok().await;
    let endpoint = api(&server.at("/v1")).get("/x/{a}-{b}/y");
    let text = json!({"type": "string"});
    let definition = definition(&json!({"a": text, "b": text}), &["a", "b"]);
    let result = called(endpoint, definition, json!({"a": "50%", "b": "c d"})).await;
    assert!(!result.is_error, "{}", result.text());
    assert_eq!(server.last().target, "/v1/x/50%25-c%20d/y");
}
