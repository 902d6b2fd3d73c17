//! Requests contain only arguments that the schema declares.

use insta::assert_snapshot;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tool_core::{Definition, Tool};
use tool_service::rest::{Auth, Endpoint, RestApi};
use tool_service::{CallOptions, ToolCall, ToolService};

use super::server::Server;
use super::{api, called, definition};

/// Returns the request of a call with this schema, or the text for the model.
pub(super) async fn sent(
    endpoint: impl FnOnce(&RestApi) -> Endpoint,
    schema: Value,
    arguments: Value,
) -> String {
    let server = Server::ok().await;
    let endpoint = endpoint(&api(&server.at("/v1")));
    let definition = Definition::new("fetch", "Fetch it.", schema.clone())
        .unwrap_or_else(|_| Definition::unchecked("fetch", "Fetch it.", schema));
    let result = called(endpoint, definition, arguments).await;
    match server.lines().as_slice() {
        [] => format!(
            "{}: {}",
            result.error.as_ref().unwrap().class(),
            result.text()
        ),
        lines => lines.join(", "),
    }
}

fn items(api: &RestApi) -> Endpoint {
    api.post("/items/{id}").query("q")
}

fn item() -> Value {
    json!({
        "type": "object",
        "properties": {"id": {}, "q": {}, "h": {}},
        "required": ["id"],
    })
}

#[tokio::test]
async fn rejects_undeclared_arguments() {
    let made_up = json!({"id": "1", "is_admin": true, "q": "x", "role": {"a": 1}});
    let outcome = sent(items, item(), made_up.clone()).await;
    assert_snapshot!(outcome, @"ValidationError: Please rewrite the input with valid arguments. Errors: is_admin: is not an argument of this tool; role: is not an argument of this tool");
    let outcome = sent(|api| api.get("/items/{id}"), item(), made_up.clone()).await;
    assert_snapshot!(outcome, @"ValidationError: Please rewrite the input with valid arguments. Errors: is_admin: is not an argument of this tool; role: is not an argument of this tool");
    let outcome = sent(
        |api| api.get("/x"),
        json!({"type": "object"}),
        json!({"a": 1}),
    )
    .await;
    assert_snapshot!(outcome, @"ValidationError: Please rewrite the input with valid arguments. Errors: a: is not an argument of this tool");

    let declared = json!({"id": "1", "q": "x", "h": [{"a": 1}]});
    assert_snapshot!(sent(items, item(), declared).await, @r#"POST /v1/items/1?q=x {"h":[{"a":1}]}"#);
    let passed = sent(|api| items(api).pass_undeclared(), item(), made_up).await;
    assert_snapshot!(passed, @r#"POST /v1/items/1?q=x {"is_admin":true,"role":{"a":1}}"#);
}

#[tokio::test]
async fn rejects_undeclared_properties_in_arguments() {
    let schema = json!({
        "type": "object",
        "properties": {
            "user": {"anyOf": [{"$ref": "#/$defs/user"}, {"type": "null"}]},
            "users": {"type": "array", "items": {"$ref": "#user"}},
            "labels": {"type": "object"},
            "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
        },
        "$defs": {"user": {
            "$anchor": "user",
            "type": "object",
            "properties": {"name": {"type": "string"}, "friend": {"$ref": "#/$defs/user"}},
        }},
    });
    let post = |api: &RestApi| api.post("/x");
    let arguments = json!({
        "user": {"name": "Ada", "is_admin": true, "friend": {"name": "Bob", "role": 1}},
        "users": [{"name": "Ada"}, {"is_admin": true}],
    });
    let outcome = sent(post, schema.clone(), arguments.clone()).await;
    assert_snapshot!(outcome, @"ValidationError: Please rewrite the input with valid arguments. Errors: user.is_admin: is not an argument of this tool; user.friend.role: is not an argument of this tool; users[1].is_admin: is not an argument of this tool");
    let outcome = sent(
        |api| api.post("/x").body("user"),
        json!({"properties": {"user": schema["$defs"]["user"]}}),
        json!({"user": {"role": 1}}),
    );
    assert_snapshot!(outcome.await, @"ValidationError: Please rewrite the input with valid arguments. Errors: user.role: is not an argument of this tool");

    let passed = sent(
        |api| api.post("/x").pass_undeclared(),
        schema.clone(),
        arguments.clone(),
    );
    assert_eq!(passed.await, format!("POST /v1/x {arguments}"));
    let free = json!({"labels": {"any": {"thing": 1}}, "counts": {"any": 1}, "user": null});
    assert_eq!(
        sent(post, schema, free.clone()).await,
        format!("POST /v1/x {free}")
    );
}

/// Returns the names of the arguments that are sent.
async fn names(schema: Value, names: &[&str]) -> String {
    let mut sent_names = Vec::new();
    for name in names {
        let arguments = Value::Object(Map::from_iter([((*name).to_owned(), json!(1))]));
        let line = sent(|api| api.get("/x"), schema.clone(), arguments).await;
        match line.strip_prefix("GET /v1/x?") {
            Some(pair) => sent_names.push(pair.trim_end_matches("=1").to_owned()),
            None => assert!(line.ends_with("is not an argument of this tool"), "{line}"),
        }
    }
    sent_names.join(" ")
}

#[tokio::test]
async fn each_keyword_declares_its_properties() {
    let all = &["a", "b", "x-1", "z"];
    for (schema, declared) in [
        (json!({"properties": {"a": {}}}), "a"),
        (
            json!({"allOf": [{"properties": {"a": {}}}, {"$ref": "#/$defs/b"}], "$defs": {"b": {"properties": {"b": {}}}}}),
            "a b",
        ),
        (
            json!({"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}),
            "a b",
        ),
        (
            json!({"properties": {"a": {}}, "if": {"required": ["a"]}, "then": {"properties": {"b": {}}}}),
            "a b",
        ),
        (
            json!({"properties": {"a": {}}, "dependentSchemas": {"a": {"properties": {"b": {}}}}}),
            "a b",
        ),
        (
            json!({"properties": {"a": {}}, "patternProperties": {"^x-": {"type": "integer"}}}),
            "a x-1",
        ),
        (
            json!({"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}),
            "a b x-1 z",
        ),
        (
            json!({"properties": {"a": {}}, "additionalProperties": true}),
            "a b x-1 z",
        ),
        (
            json!({"properties": {"a": {}}, "unevaluatedProperties": {}}),
            "a b x-1 z",
        ),
        (
            json!({"properties": {"a": {}}, "propertyNames": {"maxLength": 3}}),
            "a",
        ),
    ] {
        assert_eq!(names(schema.clone(), all).await, declared, "{schema}");
    }
}

/// A required argument can be sent, even if the schema does not list it.
#[tokio::test]
async fn a_required_argument_is_declared() {
    let schema = json!({"type": "object", "required": ["a"]});
    assert_snapshot!(sent(|api| api.get("/x"), schema, json!({"a": 1})).await, @"GET /v1/x?a=1");
}

#[tokio::test]
async fn reserves_the_credentials_parameter_in_every_spelling() {
    let schema = json!({"type": "object", "additionalProperties": true});
    let keyed = |api: &RestApi| api.clone().auth(Auth::query("app_id", "SECRET")).unwrap();
    for name in [
        "app_id",
        "APP_ID",
        "appId",
        "app.id",
        "app id",
        "app_id[]",
        "app_id[a][b]",
        "app[id",
        "app_id+",
        " app_id",
        "app_id\u{a0}",
        "%61pp_id",
        "%2561pp_id",
        "app%5Fid%5B%5D",
        "app_id\0x",
        "app_id\n",
    ] {
        let arguments = json!({name: "mine"});
        for passes in [false, true] {
            let endpoints: [fn(&RestApi) -> Endpoint; 2] =
                [|api| api.get("/x"), |api| api.post("/x")];
            for endpoint in endpoints {
                let endpoint = |api: &RestApi| {
                    let endpoint = endpoint(&keyed(api));
                    if passes {
                        endpoint.pass_undeclared()
                    } else {
                        endpoint
                    }
                };
                let outcome = sent(endpoint, schema.clone(), arguments.clone()).await;
                assert!(
                    outcome.ends_with(": is not an argument of this tool"),
                    "{name:?}: {outcome}"
                );
            }
        }
    }
    for name in ["app", "id", "app_id_2", "my_app_id"] {
        let outcome = sent(
            |api| keyed(api).get("/x"),
            schema.clone(),
            json!({name: "mine"}),
        )
        .await;
        assert_eq!(outcome, format!("GET /v1/x?{name}=mine&app_id=SECRET"));
    }
}

#[tokio::test]
async fn reserves_the_parameters_of_mapped_arguments() {
    let schema = json!({"type": "object", "properties": {"page": {}}});
    let endpoint = |api: &RestApi| api.get("/x").query_as("page", "p").pass_undeclared();
    let outcome = sent(endpoint, schema, json!({"page": 1, "p": 2})).await;
    assert_snapshot!(outcome, @"ValidationError: Please rewrite the input with valid arguments. Errors: p: is not an argument of this tool");
}

/// Search by any column.
#[derive(Debug, Serialize, Tool)]
struct Search {
    #[serde(rename(serialize = "q"))]
    text: String,
}

#[tokio::test]
async fn sends_all_fields_of_a_struct() {
    let server = Server::ok().await;
    let service = ToolService::new();
    let tool = api(&server.address).get("/x").typed::<Search>().unwrap();
    service.register(tool).unwrap();
    let call = ToolCall::new("search", r#"{"text": "a"}"#);
    assert_eq!(service.execute(call, CallOptions::new()).await.text(), "ok");
    assert_eq!(server.last().target, "/x?q=a");
}

#[test]
fn rejects_an_invalid_pattern() {
    let schema = json!({"type": "object", "patternProperties": {"(": {}}});
    let definition = Definition::unchecked("fetch", "Fetch it.", schema);
    let endpoint = api("http://localhost").get("/x");
    assert_snapshot!(endpoint.clone().tool(definition.clone()).unwrap_err(), @"the pattern `(` in `patternProperties` cannot be used: correct it, or send undeclared arguments with `Endpoint::pass_undeclared`");
    assert!(endpoint.pass_undeclared().tool(definition).is_ok());
}

#[tokio::test]
async fn rejects_undeclared_names_of_unchecked_tools() {
    let server = Server::ok().await;
    let schema = definition(&json!({"a": {"type": "integer"}}), &[])
        .schema()
        .clone();
    let definition = Definition::unchecked("fetch", "Fetch it.", schema);
    let result = called(
        api(&server.address).get("/x"),
        definition,
        json!({"a": "x", "b": 1}),
    )
    .await;
    assert_snapshot!(result.text(), @"Please rewrite the input with valid arguments. Errors: b: is not an argument of this tool");
}
