//! Malicious servers.

use std::process::Stdio;
use std::time::{Duration, Instant};

use insta::assert_snapshot;
use serde_json::json;
use tokio_stream::StreamExt;
use tool_core::provider::{Anthropic, Gemini, OpenAi};
use tool_service::event::Event;
use tool_service::mcp::McpServerConfig;
use tool_service::{CallOptions, ToolService};

use super::{Log, call, command, connected, outcome, peer};

/// Returns the events about a list, and the registered names.
async fn listed(behaviour: &str) -> String {
    let service = ToolService::new();
    let mut events = service.events();
    let _connection = service.connect(peer(behaviour)).await.unwrap();
    let mut outcome = Vec::new();
    loop {
        match events.next().await.unwrap() {
            Event::ToolRejected { tool, reason } => {
                outcome.push(format!("{tool:?} refused: {reason}"));
            }
            Event::ToolUnchecked { tool, reason } => {
                outcome.push(format!("{tool:?} unchecked: {reason}"));
            }
            Event::ToolCleaned {
                tool,
                removed,
                cut,
                repairs,
            } => {
                outcome.push(format!("{tool:?} cleaned: {removed} removed, {cut} cut"));
                outcome.extend(repairs.iter().map(ToString::to_string));
            }
            Event::SchemaWarnings { tool, warnings } => {
                let warnings = warnings.iter();
                outcome
                    .extend(warnings.map(|one| format!("{tool:?} {}: {}", one.path, one.message)));
            }
            Event::Lagged(_) => {}
            Event::ToolsListed { .. } => break,
            event => panic!("{event:?}"),
        }
    }
    let definitions = service.definitions();
    outcome.extend(definitions.iter().map(|tool| tool.name().to_owned()));
    outcome.join("\n")
}

#[tokio::test]
async fn the_first_of_duplicate_names_wins() {
    assert_snapshot!(listed("lists twice").await, @r#"
    "echo" refused: the server lists another tool with the same name
    mcp__peer__echo
    mcp__peer__hang
    "#);
}

#[tokio::test]
async fn removes_hidden_characters_and_truncates_texts() {
    assert_snapshot!(listed("lists hidden").await, @r#"
    "mcp__peer__re_ad" cleaned: 14 removed, 1829 cut
    mcp__peer__re_ad
    mcp__peer__plain
    "#);
    let (service, _connection) = connected(peer("lists hidden")).await;
    let tool = service.get("mcp__peer__re_ad").unwrap();
    let definition = tool.definition();
    let description = definition.description();
    assert_eq!(description.chars().count(), 8193);
    assert!(description.starts_with("Read a file \u{1f5c2}\u{fe0f}.\n\tNow.xx"));
    assert!(description.ends_with("xx…"));
    assert_eq!(definition.title(), Some("Read"));
    assert_eq!(
        *definition.schema(),
        json!({
            "type": "object",
            "description": "Arguments",
            "properties": {
                "description": {"type": "string", "description": "Words"},
                "mode": {"enum": ["a\u{200d}b"], "default": "a\u{200d}b", "examples": ["ab"]},
            },
        })
    );
    let called = call(&service, "re_ad", json!({"mode": "a\u{200d}b"})).await;
    assert_eq!(called.text(), "re\u{200b}ad {\"mode\":\"a\u{200d}b\"}");
}

#[tokio::test]
async fn invalid_entries_do_not_affect_other_tools() {
    assert_snapshot!(listed("lists odd").await, @r#"
    "text" refused: invalid type: string "x", expected a map
    "true" refused: invalid type: boolean `true`, expected a map
    "" refused: invalid type: integer `5`, expected a string
    "" refused: invalid type: integer `7`, expected struct Tool
    "mcp__peer__array" refused: tool `mcp__peer__array` cannot be exported to MCP: `type` at the root: the arguments are not an object; make the arguments an object
    mcp__peer__empty
    mcp__peer___71964753
    mcp__peer_____02df07ee
    "#);
}

#[tokio::test]
async fn a_malformed_schema_affects_no_other_tool() {
    assert_snapshot!(listed("lists malformed").await, @r##"
    "mcp__peer__bound" cleaned: 0 removed, 0 cut
    `exclusiveMinimum` at `/properties/ttl`: true became 0
    "mcp__peer__day" cleaned: 0 removed, 0 cut
    `type` at `/properties/day`: "weekday" was removed
    "mcp__peer__reference" unchecked: the schema of tool `mcp__peer__reference` cannot be used: `$ref` at `/properties/a`: `#/components/schemas/A` has no target in this document; switch on the feature `full-schema` of `tool-core`, which checks every keyword, or pass the arguments unchecked with `Definition::unchecked`
    "mcp__peer__array" refused: tool `mcp__peer__array` cannot be exported to MCP: `type` at the root: the arguments are not an object; make the arguments an object
    mcp__peer__bound
    mcp__peer__day
    mcp__peer__reference
    mcp__peer__echo
    "##);
    let (service, _connection) = connected(peer("lists malformed")).await;
    for target in [OpenAi::chat(), Anthropic::messages(), Gemini::json_schema()] {
        let exported = target.export_all(service.definitions().iter());
        let exports = exported.complete().unwrap();
        assert_eq!(exports.exports().len(), 4);
    }
}

/// Thousands of taken names must not take minutes.
#[tokio::test]
async fn similar_names_take_linear_time() {
    let began = Instant::now();
    let listed = listed("lists alike").await;
    assert!(listed.ends_with("mcp__peer__echo"));
    let took = began.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
}

#[tokio::test]
async fn taken_names_take_linear_time() {
    let service = ToolService::new();
    let began = Instant::now();
    for _ in 0..3 {
        service.connect(peer("lists many")).await.unwrap();
    }
    // The third server gets neither its names nor the names with a hash.
    assert_eq!(service.definitions().iter().len(), 6000);
    let took = began.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
}

/// Definitions that refer twice to the next, sixty times.
#[tokio::test]
async fn does_not_expand_an_exponential_schema() {
    let (service, _connection) = connected(peer("lists laughs")).await;
    let result = call(&service, "laughs", json!({"a": {"b": {"a": "1"}}})).await;
    assert_snapshot!(outcome(&result), @"
    Please rewrite the input with valid arguments. Errors: a.b.a: expected {a?: {a?: {…}, b?: {…}}, b?: {a?: {…}, b?: {…}}}, got string
    ValidationError: Please rewrite the input with valid arguments. Errors: a.b.a: expected {a?: {a?: {…}, b?: {…}}, b?: {a?: {…}, b?: {…}}}, got string
    may have run: false
    ");
}

#[tokio::test]
async fn rejects_a_list_of_many_megabytes() {
    let error = ToolService::new().connect(peer("lists much")).await;
    assert_snapshot!(error.unwrap_err(), @r#"server: the MCP server "peer" lists too many tools"#);
}

#[tokio::test]
async fn limits_the_rate_of_lists() {
    let log = Log::new();
    let server = McpServerConfig::child_process("peer", command("floods", Some(&log.0)));
    let (service, _connection) = connected(server).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(!call(&service, "echo", json!({"text": "a"})).await.is_error);
    let asked = std::fs::read_to_string(&log.0).unwrap();
    let lists = asked.matches("tools/list").count();
    assert!((2..=5).contains(&lists), "{lists}");
}

#[tokio::test]
async fn answers_requests_of_the_server() {
    let log = Log::new();
    let server = McpServerConfig::child_process("peer", command("asks", Some(&log.0)));
    let (_service, _connection) = connected(server).await;
    let mut answers = Vec::new();
    let asked = [
        "ping",
        "roots/list",
        "sampling/createMessage",
        "elicitation/create",
        "x/y",
    ];
    for method in asked {
        answers.push(log.has(|message| message["id"] == method).await.to_string());
    }
    assert_snapshot!(answers.join("\n"), @r#"
    {"jsonrpc":"2.0","id":"ping","result":{}}
    {"jsonrpc":"2.0","id":"roots/list","result":{"roots":[]}}
    {"jsonrpc":"2.0","id":"sampling/createMessage","error":{"code":-32601,"message":"sampling/createMessage"}}
    {"jsonrpc":"2.0","id":"elicitation/create","result":{"action":"decline"}}
    {"jsonrpc":"2.0","id":"x/y","error":{"code":-32601,"message":"x/y"}}
    "#);
}

#[tokio::test]
async fn piped_standard_error_does_not_block_the_server() {
    let mut command = command("", None);
    command.stderr(Stdio::piped());
    let server = McpServerConfig::child_process("peer", command);
    let (service, _connection) =
        connected(server.options(CallOptions::new().timeout(Duration::from_secs(10)))).await;
    let result = call(&service, "echo", json!({"text": "loud"})).await;
    assert_snapshot!(outcome(&result), @"told");
}
