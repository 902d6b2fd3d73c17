//! Clients that send their headers slowly to the server of the guide.

use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tool_service::ToolService;
use tool_service::mcp::{HttpOptions, McpServerBuilder, McpServerConfig};

use super::{call, connected};

async fn serve(listener: TcpListener, router: Router) {
    let mut server = http1::Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_millis(500));
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let service = TowerToHyperService::new(router.clone());
        let connection = server.serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move { drop(connection.await) });
    }
}

#[tokio::test]
async fn closes_connections_with_slow_headers() {
    let theirs = ToolService::new().with_builtins().unwrap();
    let router = Router::new().nest_service(
        "/mcp",
        McpServerBuilder::new(&theirs).http(HttpOptions::new()),
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, router));
    for begun in ["", "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: "] {
        let mut slow = TcpStream::connect(address).await.unwrap();
        slow.write_all(begun.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let closed = tokio::time::timeout(Duration::from_secs(5), slow.read_to_end(&mut answer));
        assert!(closed.await.is_ok(), "{begun:?} is open");
    }
    // Other clients are served, even on an idle connection.
    let url = format!("http://{address}/mcp");
    let (service, connection) = connected(McpServerConfig::http("peer", url).unwrap()).await;
    for _ in 0..2 {
        let arguments = json!({"expression": "6 * 7"});
        let result = call(&service, "calculator", arguments).await;
        assert_eq!(result.text(), r#"{"result":42}"#);
        tokio::time::sleep(Duration::from_millis(700)).await;
    }
    connection.disconnect().await;
}
