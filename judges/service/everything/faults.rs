//! Calls that are out of time, and a server that is killed.

use std::path::Path;
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::Value;
use tokio::process::Command;
use tokio_stream::StreamExt;
use tool_service::event::Event;
use tool_service::mcp::{Connection, McpServerConfig};
use tool_service::{CallOptions, ToolCall, ToolService};

use super::server::{Served, by_shell};
use super::{call, connected, describe, next, within};
use crate::directory;

const LONG: &str = r#"{"duration": 600, "steps": 6000}"#;

/// Waits until the server has been sent such a message.
async fn sent(log: &Path, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..3000 {
        let text = std::fs::read_to_string(log).unwrap_or_default();
        let mut messages = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        if let Some(message) = messages.find(|message| wanted(message)) {
            return message;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the message is not sent within 30 seconds");
}

#[tokio::test]
async fn call_is_cancelled_after_its_timeout() {
    let log = directory("cancelled").join("log.jsonl");
    let (service, connection) = connected(by_shell(r#"tee "$2" | "$0" "$1" stdio"#, &log)).await;
    let mut events = service.events();
    let limit = Duration::from_millis(500);
    let result = within(&service, "trigger-long-running-operation", LONG, limit).await;
    assert_snapshot!(describe(&result), @"
    The tool mcp__everything__trigger-long-running-operation did not answer in time. The call may have had its effect all the same.
    TimeoutError: timeout: no answer within 5s, despite progress, may have run: true
    ");

    let asked = |message: &Value| message["params"]["name"] == "trigger-long-running-operation";
    let request = sent(&log, asked).await;
    // `rmcp` asks for it, and the server then reports it ten times a second.
    assert!(
        !request["params"]["_meta"]["progressToken"].is_null(),
        "{request}"
    );
    let is_cancelled = |message: &Value| message["method"] == "notifications/cancelled";
    let cancelled = sent(&log, is_cancelled).await;
    assert_eq!(cancelled["params"]["requestId"], request["id"]);

    // The session is the same one.
    let answer = call(&service, "echo", r#"{"message": "still there"}"#).await;
    assert_eq!(describe(&answer), "Echo: still there");
    connection.disconnect().await;
    drop(service);
    while let Some(event) = events.next().await {
        assert!(!matches!(event, Event::Connected { .. }), "{event:?}");
    }
}

#[tokio::test]
async fn http_session_survives_a_timed_out_call() {
    let served = Served::start().await;
    let (service, connection) = connected(served.over_http()).await;
    let toggled = call(&service, "toggle-subscriber-updates", "{}")
        .await
        .text();
    let limit = Duration::from_millis(500);
    let result = within(&service, "trigger-long-running-operation", LONG, limit).await;
    assert_snapshot!(describe(&result), @"
    The tool mcp__everything__trigger-long-running-operation did not answer in time. The call may have had its effect all the same.
    TimeoutError: timeout: no answer within 5s, despite progress, may have run: true
    ");
    // The server names the session.
    let session = |told: &str| told.split("session ").last().unwrap()[..36].to_owned();
    let stopped = call(&service, "toggle-subscriber-updates", "{}")
        .await
        .text();
    assert!(stopped.starts_with("Stopped"), "{stopped}");
    assert_eq!(session(&stopped), session(&toggled));
    connection.disconnect().await;
}

/// The results after the server was killed during a call.
struct Killed {
    service: ToolService,
    connection: Connection,
    /// The result of the call.
    call: String,
    /// The reason of the disconnection.
    disconnected: String,
}

async fn killed_in_mid_call(server: McpServerConfig, kill: impl AsyncFnOnce()) -> Killed {
    let (service, connection) = connected(server).await;
    let mut events = service.events();
    let (result, ()) = tokio::join!(
        within(
            &service,
            "trigger-long-running-operation",
            LONG,
            Duration::from_secs(60)
        ),
        async {
            // The server answers this after it has taken the call before it.
            let answer = call(&service, "echo", r#"{"message": "now"}"#).await;
            assert_eq!(describe(&answer), "Echo: now");
            kill().await;
        }
    );
    let disconnected = next(&mut events, |event| match event {
        Event::Disconnected { error, .. } => Some(error.to_string()),
        _ => None,
    })
    .await;
    Killed {
        service,
        connection,
        call: describe(&result),
        disconnected,
    }
}

/// Waits for the next call that the restarted server answers.
async fn answers_again(service: &ToolService, connection: &Connection) {
    // A read-only tool is called again until the server is there.
    let patient = CallOptions::new()
        .retries(60)
        .delay(Duration::from_millis(500))
        .factor(1.0);
    let sum = ToolCall::new("mcp__everything__get-sum", r#"{"a": 1, "b": "1"}"#);
    let result = service.execute(sum, patient.clone()).await;
    assert_eq!(describe(&result), "The sum of 1 and 1 is 2.");
    assert!(connection.is_connected());
}

#[tokio::test]
async fn killed_process_is_restarted() {
    let file = directory("killed").join("id");
    let server = by_shell(r#"echo $$ >"$2"; exec "$0" "$1" stdio"#, &file);
    let kill = async || {
        let id = std::fs::read_to_string(&file).unwrap();
        let kill = Command::new("kill")
            .args(["-KILL", id.trim()])
            .status()
            .await;
        assert!(kill.unwrap().success());
    };
    let killed = killed_in_mid_call(server, kill).await;
    assert_snapshot!(killed.call, @r#"
    The connection to the tool mcp__everything__trigger-long-running-operation broke off. The call may have had its effect all the same.
    NetworkError: network: the process of the MCP server "everything" ended (signal: 9 (SIGKILL)), may have run: true
    "#);
    assert_snapshot!(killed.disconnected, @r#"network: the process of the MCP server "everything" ended (signal: 9 (SIGKILL))"#);
    answers_again(&killed.service, &killed.connection).await;
    killed.connection.disconnect().await;
}

#[tokio::test]
async fn killed_http_server_is_reconnected() {
    let mut peer = Served::start().await;
    let server = peer.over_http();
    let killed = killed_in_mid_call(server, async || peer.kill().await).await;
    // The client also requests the session. That request reports the loss if it ends first.
    let (outcome, cause) = killed.call.split_once(" <- ").unwrap_or((&killed.call, ""));
    let rest = cause.rfind(", may have run").map_or("", |at| &cause[at..]);
    assert_snapshot!(format!("{outcome}{rest}"), @r#"
    The connection to the tool mcp__everything__trigger-long-running-operation broke off. The call may have had its effect all the same.
    NetworkError: network: the MCP server "everything" closed the connection before it answered, may have run: true
    "#);
    // The client opens the stream of notifications again at once. It uses a kept connection whose
    // end it has not seen yet, or a new connection.
    let by_kept_or_new = [
        r#"network: the connection to the MCP server "everything" broke"#,
        r#"network: the MCP server "everything" cannot be reached"#,
    ];
    assert!(
        by_kept_or_new.contains(&killed.disconnected.as_str()),
        "{}",
        killed.disconnected
    );
    assert!(!killed.connection.is_connected());
    let result = call(&killed.service, "echo", r#"{"message": "gone"}"#).await;
    assert_snapshot!(describe(&result), @r#"
    The tool mcp__everything__echo could not be reached.
    NetworkError: network: the MCP server "everything" is not connected <- network: the MCP server "everything" cannot be reached <- Connection refused (os error 111), may have run: false
    "#);
    peer.start_again().await;
    answers_again(&killed.service, &killed.connection).await;
    killed.connection.disconnect().await;
}
