//! Middleware: caches, limits, redactions.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::{Value, json};
use service_tests::{Scripted, ran};
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tool_core::definition::Annotations;
use tool_core::{Definition, Tool};
use tool_service::approval::{Decision, Proposal};
use tool_service::executor::{ExecutionContext, Middleware, Next};
use tool_service::mcp::{HttpOptions, McpServerBuilder, McpServerConfig};
use tool_service::rest::RestApi;
use tool_service::{
    CallOptions, Content, Failure, RegisteredTool, ToolCall, ToolError, ToolOutput, ToolService,
};

use super::mcp::{call, connected, peer};

/// Look a word up.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct LookUp {
    word: String,
    #[serde(default)]
    limit: u8,
}

/// A tool that counts its runs.
fn look_up(
    runs: &Arc<AtomicUsize>,
) -> impl Fn(LookUp) -> std::future::Ready<Result<String, Infallible>> + Send + Sync + 'static {
    let runs = Arc::clone(runs);
    move |look_up| {
        runs.fetch_add(1, Ordering::SeqCst);
        std::future::ready(Ok(format!("{} {}", look_up.word, look_up.limit)))
    }
}

#[derive(Default)]
struct Cache(Mutex<HashMap<String, ToolOutput>>);

impl Middleware for Cache {
    async fn handle(
        &self,
        arguments: &Value,
        context: ExecutionContext<'_>,
        next: Next<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let key = format!("{} {arguments}", context.definition.name());
        let known = self.0.lock().unwrap().get(&key).cloned();
        if let Some(output) = known {
            return Ok(output);
        }
        let output = next.run().await?;
        self.0.lock().unwrap().insert(key, output.clone());
        Ok(output)
    }
}

#[tokio::test]
async fn a_cache_matches_arguments_in_any_spelling() {
    let runs = Arc::default();
    let service = ToolService::new();
    service
        .register(
            service
                .prepare(look_up(&runs))
                .unwrap()
                .wrap(Cache::default()),
        )
        .unwrap();
    let spellings = [
        r#"{"word": "plan", "limit": 3}"#,
        r#"{"word": "plan", "limit": "3"}"#,
        "{'Word': ['plan'], 'limit': 3}",
    ];
    for raw in spellings {
        let (text, _, attempts) = ran(&service, "lookUp", raw).await;
        assert_eq!((text.as_str(), attempts), ("plan 3", 1));
    }
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    ran(&service, "look_up", r#"{"word": "plan"}"#).await;
    assert_eq!(runs.load(Ordering::SeqCst), 2);
}

/// Limits concurrent runs.
struct Limit(Semaphore);

impl Middleware for Limit {
    async fn handle(
        &self,
        _: &Value,
        _: ExecutionContext<'_>,
        next: Next<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let _permit = self.0.acquire().await.unwrap();
        next.run().await
    }
}

/// Runs eight calls at once. Returns the maximum number of concurrent runs.
async fn most_at_once(limit: Option<usize>) -> usize {
    let (running, most) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
    let (running, seen) = (Arc::new(running), Arc::clone(&most));
    let work = move |_: LookUp| {
        let (running, seen) = (Arc::clone(&running), Arc::clone(&seen));
        async move {
            seen.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            sleep(Duration::from_secs(1)).await;
            running.fetch_sub(1, Ordering::SeqCst);
            Ok::<_, Infallible>(())
        }
    };
    let service = ToolService::new();
    match limit {
        Some(limit) => service
            .prepare(work)
            .and_then(|tool| service.register(tool.wrap(Limit(Semaphore::new(limit))))),
        None => service.register(work),
    }
    .unwrap();
    let calls = vec![ToolCall::new("look_up", r#"{"word": "a"}"#); 8];
    let results = service.execute_all(calls, CallOptions::new()).await;
    assert!(results.iter().all(|result| !result.is_error));
    most.load(Ordering::SeqCst)
}

#[tokio::test(start_paused = true)]
async fn limits_the_calls_of_one_tool() {
    assert_eq!(most_at_once(Some(2)).await, 2);
    assert_eq!(most_at_once(None).await, 8);
}

/// Hides a word from the model, in results and in errors.
struct Redaction(&'static str);

impl Middleware for Redaction {
    async fn handle(
        &self,
        _: &Value,
        _: ExecutionContext<'_>,
        next: Next<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let mut output = next.run().await?;
        for content in &mut output.content {
            if let Content::Text(text) = content {
                *text = text.replace(self.0, "***");
            }
        }
        output.structured = None;
        Ok(output)
    }
}

/// Including tools that are registered later.
#[tokio::test]
async fn a_redaction_wraps_tools_of_all_kinds() {
    let service = ToolService::builder().wrap(Redaction("secret")).build();
    let runs = Arc::default();
    service.register(look_up(&runs)).unwrap();
    let native = ran(&service, "look_up", r#"{"word": "a secret"}"#).await;
    assert_eq!(native.0, "a *** 0");

    let router = axum::Router::new().fallback(async || "the secret of the API");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let fetch = Definition::new("fetch", "Fetch it.", json!({"type": "object"})).unwrap();
    let api = RestApi::new(&format!("http://{address}")).unwrap();
    service.register(api.get("/").tool(fetch).unwrap()).unwrap();
    let rest = ran(&service, "fetch", "{}").await;
    assert_eq!(rest.0, "the *** of the API");

    let connection = service.connect(peer("")).await.unwrap();
    let mcp = call(&service, "echo", json!({"text": "a secret"})).await;
    assert!(mcp.text().contains("a ***"), "{}", mcp.text());
    connection.disconnect().await;
}

/// Records its name before and after each attempt.
struct Trace(&'static str, Arc<Mutex<Vec<String>>>);

impl Trace {
    fn note(&self, what: &str) {
        self.1.lock().unwrap().push(format!("{} {what}", self.0));
    }
}

impl Middleware for Trace {
    async fn handle(
        &self,
        arguments: &Value,
        context: ExecutionContext<'_>,
        next: Next<'_>,
    ) -> Result<ToolOutput, ToolError> {
        self.note(&format!("{} {arguments}", context.attempt));
        let answer = next.run().await;
        self.note("ends");
        answer
    }
}

#[tokio::test(start_paused = true)]
async fn middleware_order_is_first_outermost() {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let trace = |name| Trace(name, Arc::clone(&notes));
    let service = ToolService::builder()
        .wrap(trace("service 1"))
        .wrap(trace("service 2"))
        .build();
    let busy = ToolError::Server(Failure::new("busy").not_run());
    let tool = Scripted::failing([busy]).tool("count", Annotations::new());
    let tool = tool.wrap(trace("tool 1")).wrap(trace("tool 2"));
    service.register(tool).unwrap();
    // Once per attempt.
    assert_eq!(ran(&service, "count", r#"{"n": "1"}"#).await.2, 2);
    assert_snapshot!(notes.lock().unwrap().join("\n"), @r#"
    service 1 1 {"n":1}
    service 2 1 {"n":1}
    tool 1 1 {"n":1}
    tool 2 1 {"n":1}
    tool 2 ends
    tool 1 ends
    service 2 ends
    service 1 ends
    service 1 2 {"n":1}
    service 2 2 {"n":1}
    tool 1 2 {"n":1}
    tool 2 2 {"n":1}
    tool 2 ends
    tool 1 ends
    service 2 ends
    service 1 ends
    "#);
}

/// Middleware sees only allowed calls.
#[tokio::test]
async fn middleware_runs_after_the_authorizations() {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let service = ToolService::builder()
        .wrap(Trace("trace", Arc::clone(&notes)))
        .authorize(
            async |proposal: Proposal| match &proposal.arguments["word"] {
                word if word == "denied" => Decision::Deny("Not that.".to_owned()),
                word if word == "other" => Decision::Change(json!({"word": "changed"})),
                _ => Decision::Allow,
            },
        )
        .build();
    let runs = Arc::default();
    service.register(look_up(&runs)).unwrap();
    for raw in [
        r#"{"word": "denied"}"#,
        r#"{"word": 5}"#,
        r#"{"word": "other"}"#,
        "{'word': 'fine', 'limit': '4'}",
    ] {
        ran(&service, "look_up", raw).await;
    }
    ran(&service, "look_down", "{}").await;
    assert_snapshot!(notes.lock().unwrap().join("\n"), @r#"
    trace 1 {"word":"5"}
    trace ends
    trace 1 {"word":"changed"}
    trace ends
    trace 1 {"word":"fine","limit":4}
    trace ends
    "#);
}

/// Answers without the tool, in several ways.
struct Instead(&'static str);

impl Middleware for Instead {
    async fn handle(
        &self,
        _: &Value,
        _: ExecutionContext<'_>,
        next: Next<'_>,
    ) -> Result<ToolOutput, ToolError> {
        drop(next);
        match self.0 {
            "error" => Err(ToolError::RateLimit(Failure::new("too many").not_run())),
            "panic" => panic!("no way"),
            "wait" => std::future::pending().await,
            text => Ok(ToolOutput::text(text)),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn treats_middleware_results_as_tool_results() {
    let runs = Arc::default();
    let mut lines = Vec::new();
    for instead in ["text", "error", "panic", "wait"] {
        let service = ToolService::new();
        let function = service
            .prepare(look_up(&runs))
            .unwrap()
            .options(CallOptions::new().jitter(false));
        service.register(function.wrap(Instead(instead))).unwrap();
        let call = ToolCall::new("look_up", r#"{"word": "a"}"#);
        let result = service.execute(call, CallOptions::new()).await;
        let error = result.error.as_ref().map(ToString::to_string);
        lines.push(format!("{} {} {error:?}", result.attempts, result.text()));
    }
    assert_eq!(runs.load(Ordering::SeqCst), 0);
    assert_snapshot!(lines.join("\n"), @r#"
    1 text None
    3 The tool look_up is called too often. Try again later. Some("rate limit: too many")
    1 The tool look_up failed. Some("tool execution: the tool panicked: no way")
    3 The tool look_up did not answer in time. The call may have had its effect all the same. Some("timeout: no answer within 30s")
    "#);
}

/// Calls of an MCP client pass middleware, too.
#[tokio::test]
async fn calls_over_mcp_go_through_middleware() {
    let theirs = ToolService::builder().wrap(Redaction("secret")).build();
    let runs = Arc::default();
    theirs.register(look_up(&runs)).unwrap();
    let router = axum::Router::new().nest_service(
        "/mcp",
        McpServerBuilder::new(&theirs).http(HttpOptions::new()),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let server = McpServerConfig::http("peer", format!("http://{address}/mcp")).unwrap();
    let (service, connection) = connected(server).await;
    let result = call(&service, "look_up", json!({"word": "secret"})).await;
    assert_eq!(result.text(), "*** 0");
    connection.disconnect().await;
}

/// A clone of a tool has its middleware, and two tools may share one.
#[tokio::test]
async fn a_clone_of_a_tool_keeps_its_middleware() {
    let double = RegisteredTool::new(
        Definition::new("double", "Twice.", json!({"type": "object"})).unwrap(),
        Scripted::default(),
    );
    let service = ToolService::new();
    service.register(double.wrap(Instead("instead"))).unwrap();
    let other = ToolService::new();
    other.register(service.get("double").unwrap()).unwrap();
    assert_eq!(ran(&other, "double", "{}").await.0, "instead");
}
