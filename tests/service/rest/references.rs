//! References declare the same properties as for the reader.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::Definition;

use super::declared::sent;
use super::{api, called};
use crate::rest::server::Server;

fn user() -> Value {
    json!({"type": "object", "properties": {"name": {"type": "string"}}})
}

/// The schema of a tool with an argument `user`, and the reference to the schema of `user`.
fn schemas() -> [Value; 4] {
    let older = json!({"$id": "#user", "type": "object", "properties": {"name": {}}});
    [
        json!({
            "$id": "https://api.example/tool.json",
            "properties": {"user": {"$ref": "https://api.example/tool.json#/$defs/user"}},
            "$defs": {"user": user()},
        }),
        json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {"user": {"$ref": "#user"}},
            "definitions": {"user": older},
        }),
        json!({
            "properties": {"user": {"$ref": "#/$defs/100%"}},
            "$defs": {"100%": user()},
        }),
        // A `$ref` in a default is data.
        json!({
            "default": {"$anchor": "user", "type": "object"},
            "properties": {"user": {"$ref": "#user"}},
            "$defs": {"user": {"$anchor": "user", "properties": {"name": {}}}},
        }),
    ]
}

#[tokio::test]
async fn follows_each_form_of_reference() {
    for schema in schemas() {
        let made_up = json!({"user": {"name": "Ada", "is_admin": true}});
        let outcome = sent(|api| api.post("/x"), schema.clone(), made_up).await;
        assert!(
            outcome.ends_with("Errors: user.is_admin: is not an argument of this tool"),
            "{schema}: {outcome}"
        );
        let declared = json!({"user": {"name": "Ada"}});
        let line = sent(|api| api.post("/x"), schema, declared).await;
        assert_eq!(line, r#"POST /v1/x {"user":{"name":"Ada"}}"#);
    }
}

/// The unresolved schema may list the properties, so undeclared ones cannot be detected.
#[tokio::test]
async fn accepts_any_property_behind_an_unresolved_reference() {
    let schema = json!({"properties": {"user": {"$ref": "user.json"}}});
    let definition = Definition::unchecked("fetch", "Fetch it.", schema);
    let server = Server::ok().await;
    let call = async |endpoint, arguments| {
        let result = called(endpoint, definition.clone(), arguments).await;
        result.text()
    };
    let endpoint = || api(&server.address).post("/x");
    let outcome = call(endpoint(), json!({"user": {"is_admin": true}})).await;
    assert_snapshot!(outcome, @"Please rewrite the input with valid arguments. Errors: user.is_admin: is not an argument of this tool");
    assert_eq!(call(endpoint(), json!({"user": "Ada"})).await, "ok");
    let passed = endpoint().pass_undeclared();
    assert_eq!(call(passed, json!({"user": {"a": 1}})).await, "ok");
}
