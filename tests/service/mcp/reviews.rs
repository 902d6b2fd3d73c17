//! Review of server lists by the host.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tool_core::{Definition, Definitions};
use tool_service::event::{Event, Events};
use tool_service::executor::{ExecutionContext, Executor, Middleware, Next};
use tool_service::mcp::{Connection, ToolReview};
use tool_service::{RegisteredTool, ToolError, ToolOutput, ToolService};

use super::{call, connected, peer, relist};

fn tool(name: &str, description: &str) -> Value {
    json!({"name": name, "description": description, "inputSchema": {"type": "object"}})
}

/// Makes the server list these tools and `change`, and returns the events.
async fn change(
    service: &ToolService,
    connection: &Connection,
    events: &mut Events,
    tools: Value,
) -> String {
    relist(service, connection, tools).await;
    outcome(events).await
}

/// Returns the events about tools until they stop.
async fn outcome(events: &mut Events) -> String {
    let mut outcome = Vec::new();
    while let Ok(event) = timeout(Duration::from_millis(50), events.next()).await {
        match event.unwrap() {
            Event::ToolRejected { tool, reason } => outcome.push(format!("{tool}: {reason}")),
            Event::ToolsChanged {
                added,
                changed,
                removed,
                ..
            } => outcome.push(format!("+{added:?} *{changed:?} -{removed:?}")),
            _ => {}
        }
    }
    outcome.join("; ")
}

fn description(service: &ToolService, name: &str) -> Option<String> {
    let tool = service.get(&format!("mcp__peer__{name}"))?;
    Some(tool.definition().description().to_owned())
}

#[tokio::test]
async fn host_refuses_new_and_changed_tools() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let server = peer("")
        .include(["change", "a", "b", "c"])
        .review(move |change| {
            let (new, old) = (change.definition, change.previous);
            let old = old.map_or("-", Definition::description);
            log.lock()
                .unwrap()
                .push(format!("{}: {old} > {}", new.name(), new.description()));
            match new.description() {
                "keep" => ToolReview::KeepPrevious,
                "refuse" => ToolReview::Refuse,
                _ => ToolReview::Accept,
            }
        });
    let service = ToolService::new();
    let mut events = service.events();
    let connection = service.connect(server).await.unwrap();
    assert_snapshot!(outcome(&mut events).await, @"no_schema: missing field `inputSchema`");
    let lists = [
        json!([tool("a", "one"), tool("b", "refuse"), tool("c", "keep")]),
        // Reviewed entries are not reviewed again.
        json!([tool("a", "one"), tool("b", "refuse"), tool("c", "keep")]),
        json!([tool("a", "keep"), tool("b", "two"), tool("c", "keep")]),
        json!([tool("c", "keep"), tool("a", "keep"), tool("b", "refuse")]),
        json!([tool("a", "three"), tool("b", "refuse")]),
    ];
    let mut lines = Vec::new();
    for list in lists {
        lines.push(change(&service, &connection, &mut events, list).await);
        let registered = ["a", "b", "c"].map(|name| description(&service, name));
        lines.push(format!("  {registered:?}"));
        let asked: Vec<String> = std::mem::take(&mut asked.lock().unwrap());
        lines.push(format!("  asked: {}", asked.join(", ")));
    }
    assert_snapshot!(lines.join("\n"), @r#"
    mcp__peer__b: the host refused it; mcp__peer__c: the host refused it; +["mcp__peer__a"] *[] -[]
      [Some("one"), None, None]
      asked: mcp__peer__change: - > , mcp__peer__a: - > one, mcp__peer__b: - > refuse, mcp__peer__c: - > keep

      [Some("one"), None, None]
      asked: 
    mcp__peer__a: the host kept the previous version; +["mcp__peer__b"] *[] -[]
      [Some("one"), Some("two"), None]
      asked: mcp__peer__a: one > keep, mcp__peer__b: - > two
    mcp__peer__b: the host refused it; +[] *[] -["mcp__peer__b"]
      [Some("one"), None, None]
      asked: mcp__peer__b: two > refuse
    +[] *["mcp__peer__a"] -[]
      [Some("three"), None, None]
      asked: mcp__peer__a: one > three
    "#);
    // A kept tool is called as before.
    let list = json!([tool("a", "keep")]);
    change(&service, &connection, &mut events, list).await;
    assert_eq!(call(&service, "a", json!({})).await.text(), "a {}");
}

#[tokio::test]
async fn a_panicking_review_registers_nothing() {
    let server = peer("").review(|_| panic!("no"));
    let error = ToolService::new().connect(server).await.unwrap_err();
    assert_snapshot!(error, @"server: the tools of an MCP server could not be registered");
}

/// Compiling thousands of schemas takes seconds, while calls continue.
#[tokio::test]
async fn calls_run_while_a_list_is_registered() {
    let planning = Arc::new(Notify::new());
    let (is_answered, answered) = mpsc::channel();
    let (begins, answered) = (Arc::clone(&planning), Mutex::new(answered));
    let server = peer("")
        .include(["change", "a", "late"])
        .review(move |change| {
            if change.definition.name().ends_with("late") {
                begins.notify_one();
                let answered = answered.lock().unwrap();
                answered.recv_timeout(Duration::from_secs(20)).unwrap();
            }
            ToolReview::Accept
        });
    let (service, connection) = connected(server).await;
    relist(&service, &connection, json!([tool("a", "one")])).await;
    let more = json!([tool("a", "one"), tool("late", "one")]);
    call(&service, "change", json!({"tools": more})).await;
    let calling = async {
        planning.notified().await;
        assert_eq!(call(&service, "a", json!({})).await.text(), "a {}");
        assert!(service.get("mcp__peer__late").is_none());
        is_answered.send(()).unwrap();
    };
    let (refreshed, ()) = tokio::join!(connection.refresh(), calling);
    refreshed.unwrap();
    assert!(service.get("mcp__peer__late").is_some());
}

/// Unchanged entries are neither compiled nor registered again.
#[tokio::test]
async fn compiles_only_changed_entries() {
    let (service, connection) = connected(peer("").include(["change", "a", "b"])).await;
    let list = |second| json!([tool("a", "one"), tool("b", second)]);
    relist(&service, &connection, list("one")).await;
    let before = service.definitions();
    connection.refresh().await.unwrap();
    assert!(Arc::ptr_eq(&before, &service.definitions()));
    relist(&service, &connection, list("two")).await;
    let after = service.definitions();
    assert!(!Arc::ptr_eq(&before, &after));
    // A compiled definition is identified by its schema.
    let is_kept = |name: &str| {
        let schema = |set: &Definitions| std::ptr::from_ref(set.get(name).unwrap().schema());
        schema(&before) == schema(&after)
    };
    assert_eq!(["mcp__peer__a", "mcp__peer__b"].map(is_kept), [true, false]);
}

#[tokio::test]
async fn reports_a_change_of_an_empty_list() {
    let (service, connection) = connected(peer("lists later").include(["echo"])).await;
    assert!(service.definitions().iter().next().is_none());
    let mut events = service.events();
    connection.refresh().await.unwrap();
    let outcome = outcome(&mut events).await;
    assert_snapshot!(outcome, @r#"no_schema: missing field `inputSchema`; +["mcp__peer__echo"] *[] -[]"#);
}

#[tokio::test]
async fn a_tool_removed_by_the_host_stays_removed() {
    let (service, connection) = connected(peer("").include(["change", "a", "b"])).await;
    let mut events = service.events();
    let list = json!([tool("a", "one"), tool("b", "one")]);
    assert_eq!(
        change(&service, &connection, &mut events, list).await,
        r#"+["mcp__peer__a", "mcp__peer__b"] *[] -[]"#
    );
    assert!(service.remove("mcp__peer__a").is_some());
    connection.refresh().await.unwrap();
    assert_eq!(description(&service, "a"), None);
    let list = json!([tool("a", "two"), tool("b", "two")]);
    assert_eq!(
        change(&service, &connection, &mut events, list).await,
        r#"+[] *["mcp__peer__b"] -[]"#
    );
    assert_eq!(description(&service, "a"), None);

    // A tool that the host registered in its place stays, too.
    assert!(service.remove("mcp__peer__b").is_some());
    let own = Definition::new("mcp__peer__b", "own", json!({"type": "object"}));
    service
        .register(RegisteredTool::new(own.unwrap(), Own))
        .unwrap();
    let list = json!([tool("b", "three")]);
    assert_eq!(change(&service, &connection, &mut events, list).await, "");
    assert_eq!(description(&service, "b").as_deref(), Some("own"));
    connection.disconnect().await;
    assert_eq!(description(&service, "b").as_deref(), Some("own"));
}

/// A tool of the host.
struct Own;

impl Executor for Own {
    type Arguments = Value;

    async fn execute(&self, _: Value, _: ExecutionContext<'_>) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("own"))
    }
}

#[tokio::test]
async fn a_relisted_tool_is_reviewed_as_a_change() {
    let server = peer("")
        .include(["change", "a"])
        .review(|change| match change.previous {
            None => ToolReview::Accept,
            Some(_) => ToolReview::KeepPrevious,
        });
    let service = ToolService::new();
    let mut events = service.events();
    let connection = service.connect(server).await.unwrap();
    for (tools, expected) in [
        (json!([tool("a", "one")]), Some("one")),
        (json!([]), None),
        (json!([tool("a", "poisoned")]), Some("one")),
        (json!([]), None),
        (json!([tool("a", "poisoned again")]), Some("one")),
    ] {
        change(&service, &connection, &mut events, tools).await;
        assert_eq!(description(&service, "a").as_deref(), expected);
    }
}

/// Rejects every call.
struct Guard;

impl Middleware for Guard {
    async fn handle(
        &self,
        _: &Value,
        _: ExecutionContext<'_>,
        _: Next<'_>,
    ) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("guarded"))
    }
}

#[tokio::test]
async fn a_list_change_keeps_middleware_of_the_host() {
    let server = peer("").include(["change", "a", "b"]);
    let service = ToolService::new();
    let mut events = service.events();
    let connection = service.connect(server).await.unwrap();
    let one = json!([tool("a", "one")]);
    change(&service, &connection, &mut events, one).await;
    let wrapped = service.remove("mcp__peer__a").unwrap().wrap(Guard);
    service.register(wrapped).unwrap();
    assert_eq!(call(&service, "a", json!({})).await.text(), "guarded");
    for tools in [
        json!([tool("a", "one"), tool("b", "new")]),
        json!([tool("a", "changed")]),
        json!([]),
    ] {
        change(&service, &connection, &mut events, tools).await;
        assert_eq!(call(&service, "a", json!({})).await.text(), "guarded");
    }
}
