//! Start and end of sessions with a server.

use std::path::Path;
use std::time::{Duration, Instant};

use insta::{allow_duplicates, assert_snapshot};
use serde_json::json;
use tokio::process::Command;
use tool_service::event::Event;
use tool_service::mcp::McpServerConfig;
use tool_service::{CallOptions, ToolCall, ToolService};

use super::{Log, call, command, connected, next, outcome, peer};

async fn refused(server: McpServerConfig) -> String {
    let error = ToolService::new().connect(server).await.unwrap_err();
    format!("{}: {error}", error.class())
}

#[tokio::test]
async fn fails_if_the_server_does_not_start() {
    let server = McpServerConfig::child_process("peer", Command::new("/no/such/program"));
    assert_snapshot!(refused(server).await, @r#"ConfigurationError: configuration: the MCP server "peer" cannot be started"#);
    assert_snapshot!(refused(peer("exits")).await, @r#"NetworkError: network: the process of the MCP server "peer" ended (exit status: 7)"#);
    assert_snapshot!(refused(peer("refuses")).await, @r#"ServerError: server: the MCP server "peer" refused the handshake"#);
    let limit = Duration::from_millis(300);
    assert_snapshot!(refused(peer("is silent").startup_timeout(limit)).await, @r#"TimeoutError: timeout: the MCP server "peer" was not ready within 300ms"#);
    assert_snapshot!(refused(peer("prattles").startup_timeout(limit)).await, @r#"TimeoutError: timeout: the MCP server "peer" was not ready within 300ms"#);
}

#[tokio::test]
async fn rejects_an_unknown_protocol_version() {
    assert_snapshot!(refused(peer("is of old")).await, @r#"ServerError: server: the MCP server "peer" answered with the protocol version "1999-01-01", which this client does not speak"#);
}

#[tokio::test]
async fn restarts_a_server_after_a_crash() {
    let (service, connection) = connected(peer("")).await;
    let mut events = service.events();
    let (died, hung) = tokio::join!(call(&service, "hang", json!({})), async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        call(&service, "die", json!({})).await
    });
    assert_snapshot!(outcome(&died), @r#"
    The connection to the tool mcp__peer__hang broke off. The call may have had its effect all the same.
    NetworkError: network: the process of the MCP server "peer" ended (exit status: 3)
    may have run: true
    "#);
    assert_snapshot!(outcome(&hung), @r#"
    The connection to the tool mcp__peer__die broke off. The call may have had its effect all the same.
    NetworkError: network: the process of the MCP server "peer" ended (exit status: 3)
    may have run: true
    "#);

    let error = next(&mut events, |event| match event {
        Event::Disconnected { server, error } => Some(format!("{server}: {error}")),
        _ => None,
    });
    assert_snapshot!(error.await, @r#"peer: network: the process of the MCP server "peer" ended (exit status: 3)"#);
    assert!(!connection.is_connected());
    // The call restarts the server.
    let result = call(&service, "echo", json!({"text": "a"})).await;
    assert_snapshot!(outcome(&result), @r#"echo {"text":"a"}"#);
    next(&mut events, |event| {
        matches!(event, Event::Connected { .. }).then_some(())
    })
    .await;
    assert!(connection.is_connected());
    let result = call(&service, "echo", json!({"text": "a"})).await;
    assert_snapshot!(outcome(&result), @r#"echo {"text":"a"}"#);
}

#[tokio::test]
async fn waiting_calls_share_a_new_session() {
    let log = Log::new();
    let server = McpServerConfig::child_process("peer", command("", Some(&log.0)));
    let (service, _connection) = connected(server).await;
    let mut events = service.events();
    call(&service, "die", json!({})).await;
    next(&mut events, |event| {
        matches!(event, Event::Disconnected { .. }).then_some(())
    })
    .await;
    let echo = || tool_service::ToolCall::new("mcp__peer__echo", json!({"text": "a"}));
    let options = tool_service::CallOptions::new().retries(0);
    let calls = (0..50).map(|_| echo());
    let results = service.execute_all(calls, options.clone()).await;
    assert!(results.iter().all(|result| !result.is_error));
    let seen = std::fs::read_to_string(&log.0).unwrap();
    assert_eq!(seen.matches("\"initialize\"").count(), 2);
}

/// With a peer that starts only once, calls fail as soon as the restart fails.
#[tokio::test]
async fn a_call_fails_if_no_session_starts() {
    let log = Log::new();
    let server = McpServerConfig::child_process("peer", command("starts once", Some(&log.0)));
    let server = server.options(CallOptions::new().timeout(Duration::from_secs(600)));
    let (service, _connection) = connected(server).await;
    call(&service, "die", json!({})).await;
    for _ in 0..3 {
        let result = call(&service, "echo", json!({"text": "a"})).await;
        allow_duplicates! {
            assert_snapshot!(outcome(&result), @r#"
            The tool mcp__peer__echo could not be reached.
            NetworkError: network: the MCP server "peer" is not connected
            source: network: the process of the MCP server "peer" ended (exit status: 7)
            may have run: false
            "#);
        }
    }
}

#[tokio::test]
async fn disconnecting_releases_all_resources() {
    let (service, connection) = connected(peer("")).await;
    let processes = call(&service, "processes", json!({})).await.text();
    connection.disconnect().await;
    assert_snapshot!(outcome(&call(&service, "echo", json!({"text": "a"})).await), @"
    Unknown tool requested by model: mcp__peer__echo. There are no tools to call
    UnknownToolError: Unknown tool requested by model: mcp__peer__echo. There are no tools to call
    may have run: false
    ");
    assert!(service.definitions().iter().next().is_none());
    assert_snapshot!(connection.refresh().await.unwrap_err(), @r#"network: the MCP server "peer" is not connected"#);
    gone(&processes).await;
}

/// The process closes its output, and runs until it is terminated.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn disconnecting_after_a_loss_waits_for_the_process() {
    let log = Log::new();
    let script = r#"echo $$ > "$1"; "$0"; exec sleep 600 > /dev/null"#;
    let mut command = Command::new("sh");
    let peer = env!("CARGO_BIN_EXE_mcp-peer");
    command.args(["-c", script, peer]).arg(&log.0);
    let (service, connection) = connected(McpServerConfig::child_process("peer", command)).await;
    let id = std::fs::read_to_string(&log.0).unwrap();
    let mut events = service.events();
    call(&service, "die", json!({})).await;
    next(&mut events, |event| {
        matches!(event, Event::Disconnected { .. }).then_some(())
    })
    .await;
    assert!(runs(id.trim()));
    connection.disconnect().await;
    assert!(!runs(id.trim()));
}

#[tokio::test]
async fn limits_restarts_of_a_crashing_server() {
    let log = Log::new();
    let server = McpServerConfig::child_process("peer", command("", Some(&log.0)));
    let (service, _connection) = connected(server).await;
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(4) {
        call(&service, "die", json!({})).await;
    }
    let seen = std::fs::read_to_string(&log.0).unwrap();
    let starts = seen.matches("\"initialize\"").count();
    assert!((3..=8).contains(&starts), "{starts}");
}

#[tokio::test]
async fn disconnecting_fails_running_calls() {
    let (service, connection) = connected(peer("")).await;
    let mut events = service.events();
    let give_up = async {
        next(&mut events, |event| {
            matches!(event, Event::Started { .. }).then_some(())
        })
        .await;
        connection.disconnect().await;
    };
    let (result, ()) = tokio::join!(call(&service, "hang", json!({})), give_up);
    assert_snapshot!(outcome(&result), @r#"
    The call of mcp__peer__hang was cancelled. The call may have had its effect all the same.
    CancelledError: cancelled: the connection to the MCP server "peer" was closed
    may have run: true
    "#);
}

#[tokio::test]
async fn a_service_can_be_dropped_during_reconnection() {
    let (service, connection) = connected(peer("")).await;
    let mut events = service.events();
    call(&service, "die", json!({})).await;
    next(&mut events, |event| {
        matches!(event, Event::Disconnected { .. }).then_some(())
    })
    .await;
    drop(service);
    // Returns immediately, without a last attempt.
    connection.disconnect().await;
    assert_snapshot!(connection.refresh().await.unwrap_err(), @r#"network: the MCP server "peer" is not connected"#);
}

#[tokio::test]
async fn dropping_the_service_releases_all_resources() {
    let (service, connection) = connected(peer("")).await;
    let processes = call(&service, "processes", json!({})).await.text();
    drop(connection);
    assert!(!call(&service, "echo", json!({"text": "a"})).await.is_error);
    drop(service);
    gone(&processes).await;
}

/// A handle in a hook does not keep the service and its processes alive.
#[tokio::test]
async fn handles_in_hooks_do_not_keep_the_service_alive() {
    let builder = ToolService::builder();
    let handle = builder.handle();
    let of_hook = handle.clone();
    let service = builder
        .before(move |call: ToolCall, _| {
            let service = of_hook.upgrade();
            async move {
                let service = service.expect("a call runs");
                service.validate(&call.name, call.arguments.clone()).await?;
                Ok(call)
            }
        })
        .build();
    service.connect(peer("")).await.unwrap();
    let processes = call(&service, "processes", json!({})).await.text();
    assert!(handle.upgrade().is_some() && service.downgrade().upgrade().is_some());
    drop(service);
    gone(&processes).await;
    assert!(handle.upgrade().is_none());
}

#[test]
fn dropping_the_runtime_releases_all_resources() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (service, processes) = runtime.block_on(async {
        let (service, _connection) = connected(peer("")).await;
        let processes = call(&service, "processes", json!({})).await.text();
        (service, processes)
    });
    drop(runtime);
    drop(service);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(gone(&processes));
}

/// Returns whether a process is running. A zombie does not count.
fn runs(id: &str) -> bool {
    let state = std::fs::read_to_string(Path::new("/proc").join(id).join("stat"));
    state.is_ok_and(|state| !state.contains(") Z"))
}

/// Waits until the processes have ended.
async fn gone(processes: &str) {
    if !Path::new("/proc/self").exists() {
        return;
    }
    for _ in 0..1000 {
        if !processes.split(' ').any(runs) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("of {processes} some run");
}
