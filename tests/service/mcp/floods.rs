//! Servers that send endlessly, never read, or request endless reconnects.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::response::Response;
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::{sleep, timeout};
use tool_service::mcp::McpServerConfig;
use tool_service::{CallOptions, Secret, ToolCall, ToolService};

use super::by_hand::{answer, serve};

/// A shell script that performs the handshake, lists the tool `echo`, and then runs `then`. It
/// writes its process id into a file.
#[cfg(unix)]
fn script(then: &str, file: &Path) -> McpServerConfig {
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "result": {
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "p", "version": "1"},
    }});
    let tools = json!({"jsonrpc": "2.0", "id": 1, "result": {
        "tools": [{"name": "echo", "inputSchema": {"type": "object"}}],
    }});
    let script = format!(
        "echo $$ > \"$0\"; read -r line; echo '{initialize}'; \
         read -r line; read -r line; echo '{tools}'; {then}"
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(file);
    McpServerConfig::child_process("peer", command)
}

#[cfg(unix)]
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("mcp-flood-{}-{name}", std::process::id()))
}

/// Returns whether the process whose id is in the file is running.
#[cfg(unix)]
fn runs(file: &Path) -> bool {
    let number = std::fs::read_to_string(file).unwrap();
    let kill = std::process::Command::new("kill")
        .args(["-0", "--", number.trim()])
        .stderr(std::process::Stdio::null())
        .status();
    kill.unwrap().success()
}

#[cfg(unix)]
#[tokio::test]
async fn terminates_a_server_that_does_not_read() {
    let file = file("unread");
    let service = ToolService::new();
    let server = script("exec sleep 600", &file);
    let connection = service.connect(server).await.unwrap();
    assert!(runs(&file));
    // Exceeds the capacity of a pipe.
    let call = ToolCall::new("mcp__peer__echo", json!({"text": "x".repeat(300_000)}));
    let options = CallOptions::new()
        .retries(0)
        .timeout(Duration::from_millis(200));
    assert!(service.execute(call, options.clone()).await.is_error);
    let ended = timeout(Duration::from_secs(15), connection.disconnect());
    ended.await.expect("the process is ended");
    assert!(!runs(&file));
    std::fs::remove_file(file).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_flood_of_pings_does_not_block() {
    let file = file("pings");
    let service = ToolService::new();
    let ping = r#"exec yes '{"jsonrpc":"2.0","id":7,"method":"ping"}'"#;
    let connection = service.connect(script(ping, &file)).await.unwrap();
    sleep(Duration::from_millis(500)).await;
    let ended = timeout(Duration::from_secs(15), connection.disconnect());
    ended.await.expect("the process is ended");
    assert!(!runs(&file));
    std::fs::remove_file(file).unwrap();
}

/// A server that answers each GET by this function, with the number of earlier ones.
async fn answering<F>(stream: F) -> (McpServerConfig, Arc<AtomicUsize>)
where
    F: Fn(usize) -> Response + Clone + Send + Sync + 'static,
{
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let accept = |_: Value| answer(202, "text/plain", "");
    let server = serve(
        move || stream(count.fetch_add(1, Ordering::Relaxed)),
        accept,
    )
    .await;
    (server, asked)
}

/// A stream that ends immediately and requests an immediate reconnect.
fn come_back() -> Response {
    answer(200, "text/event-stream", "id: 1\nretry: 0\ndata:\n\n")
}

#[tokio::test]
async fn limits_the_rate_of_stream_reconnects() {
    let (server, asked) = answering(|_| come_back()).await;
    let service = ToolService::new();
    let _connection = service.connect(server).await.unwrap();
    sleep(Duration::from_millis(1500)).await;
    // A few at once, and then two per second.
    let asked = asked.load(Ordering::Relaxed);
    assert!((2..=12).contains(&asked), "{asked}");
}

#[tokio::test]
async fn limits_the_rate_of_provider_calls() {
    let (server, _) = answering(|number| match number % 2 {
        0 => answer(401, "text/plain", ""),
        _ => come_back(),
    })
    .await;
    let logins = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&logins);
    let secret = Secret::from_provider(move || {
        let number = count.fetch_add(1, Ordering::Relaxed);
        async move { Ok::<_, Infallible>(format!("token{number}")) }
    });
    let service = ToolService::new();
    let server = server.bearer(secret).unwrap();
    let _connection = service.connect(server).await.unwrap();
    sleep(Duration::from_millis(1500)).await;
    let logins = logins.load(Ordering::Relaxed);
    assert!((1..=8).contains(&logins), "{logins}");
}

#[tokio::test]
async fn a_connection_closes_despite_notifications() {
    let (server, _) = answering(|_| {
        let message = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {
            "level": "info", "data": "x",
        }});
        let part = Bytes::from(format!("data: {message}\n\n").repeat(1000));
        let parts = std::iter::repeat_with(move || Ok::<_, Infallible>(part.clone()));
        let body = Body::from_stream(tokio_stream::iter(parts));
        answer(200, "text/event-stream", body)
    })
    .await;
    let service = ToolService::new();
    let connection = service.connect(server).await.unwrap();
    sleep(Duration::from_millis(300)).await;
    let ended = timeout(Duration::from_secs(20), connection.disconnect());
    ended.await.expect("the session is ended");
}
