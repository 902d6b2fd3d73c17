//! Servers over HTTP.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, LOCATION, RETRY_AFTER};
use axum::response::IntoResponse;
use axum::routing::any;
use insta::assert_snapshot;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, ServiceError};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, DropGuard};
use tool_service::event::Event;
use tool_service::mcp::McpServerConfig;
use tool_service::{CallOptions, ToolCall, ToolError, ToolService};

use super::{call, connected, next, outcome};

/// A server based on `rmcp` that reports what it receives.
#[derive(Clone)]
struct Peer {
    tools: Arc<Mutex<Vec<&'static str>>>,
    seen: mpsc::UnboundedSender<String>,
}

impl ServerHandler for Peer {
    fn get_info(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools();
        ServerConfig::new(tools.enable_tool_list_changed().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = json!({"type": "object", "properties": {"times": {"type": "integer"}}});
        let schema = schema.as_object().unwrap();
        let tools = self.tools.lock().unwrap();
        let tools = tools
            .iter()
            .map(|name| Tool::new(*name, "", schema.clone()));
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.seen.send(format!("{} begins", call.name)).unwrap();
        match &*call.name {
            "hang" => {
                context.ct.cancelled().await;
                self.seen.send("hang is cancelled".to_owned()).unwrap();
            }
            "change" => {
                self.tools.lock().unwrap().push("added");
                let outcome: Result<(), ServiceError> =
                    context.peer.notify_tool_list_changed().await;
                outcome.unwrap();
            }
            _ => {}
        }
        let arguments = json!(call.arguments).to_string();
        Ok(CallToolResult::success(vec![ContentBlock::text(arguments)]).into())
    }
}

/// A server that stops when it is dropped.
pub(super) struct Served {
    pub(super) address: SocketAddr,
    _stop: DropGuard,
}

impl Served {
    fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }
}

pub(super) async fn serve(router: Router, address: SocketAddr) -> Served {
    let listener = TcpListener::bind(address).await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let stopped = stop.clone().cancelled_owned();
    tokio::spawn(async move {
        // Not gracefully: connections must break.
        let serving = std::future::IntoFuture::into_future(axum::serve(listener, router));
        tokio::select! {
            _ = serving => {}
            () = stopped => {}
        }
    });
    Served {
        address,
        _stop: stop.drop_guard(),
    }
}

pub(super) fn anywhere() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// Returns the server, its stop token, and its received messages.
fn peer() -> (Router, CancellationToken, mpsc::UnboundedReceiver<String>) {
    let (seen, log) = mpsc::unbounded_channel();
    let tools = Arc::new(Mutex::new(vec!["echo", "hang", "change"]));
    let peer = Peer { tools, seen };
    let stop = CancellationToken::new();
    let config = StreamableHttpServerConfig::default().with_cancellation_token(stop.clone());
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(peer.clone()), sessions, config);
    (Router::new().nest_service("/mcp", service), stop, log)
}

fn client(served: &Served) -> McpServerConfig {
    McpServerConfig::http("peer", served.url()).unwrap()
}

#[tokio::test]
async fn tools_are_called_over_http() {
    let (router, _stop, _log) = peer();
    let served = serve(router, anywhere()).await;
    let (service, connection) = connected(client(&served)).await;
    let result = call(&service, "echo", json!({"times": "2"})).await;
    assert_snapshot!(outcome(&result), @r#"{"times":2}"#);
    connection.disconnect().await;
    assert!(service.definitions().iter().next().is_none());
}

#[tokio::test]
async fn lists_again_after_a_change() {
    let (router, _stop, _log) = peer();
    let served = serve(router, anywhere()).await;
    let (service, _connection) = connected(client(&served)).await;
    let mut events = service.events();
    call(&service, "change", json!({})).await;
    next(&mut events, |event| {
        matches!(event, Event::ToolsListed { tools: 4, .. }).then_some(())
    })
    .await;
    assert!(service.get("mcp__peer__added").is_some());
}

#[tokio::test]
async fn a_timeout_cancels_the_call_at_the_server() {
    let (router, _stop, mut log) = peer();
    let served = serve(router, anywhere()).await;
    let limit = Duration::from_millis(200);
    let (service, _connection) =
        connected(client(&served).options(CallOptions::new().timeout(limit))).await;
    let result = call(&service, "hang", json!({})).await;
    assert_snapshot!(outcome(&result), @"
    The tool mcp__peer__hang did not answer in time. The call may have had its effect all the same.
    TimeoutError: timeout: no answer within 200ms
    may have run: true
    ");
    assert_eq!(log.recv().await.unwrap(), "hang begins");
    assert_eq!(log.recv().await.unwrap(), "hang is cancelled");
}

#[tokio::test]
async fn losing_the_server_fails_running_calls() {
    let (router, stop, mut log) = peer();
    let served = serve(router, anywhere()).await;
    let (service, _connection) = connected(client(&served)).await;
    let stop = async {
        log.recv().await.unwrap();
        stop.cancel();
        drop(served);
    };
    let result = async { tokio::join!(call(&service, "hang", json!({})), stop).0 };
    // `rmcp` requests the rest of the stream three times, with delays of seconds.
    let result = tokio::time::timeout(Duration::from_secs(4), result);
    let result = result.await.expect("it fails at once");
    assert_snapshot!(outcome(&result), @r#"
    The connection to the tool mcp__peer__hang broke off. The call may have had its effect all the same.
    NetworkError: network: the MCP server "peer" closed the connection before it answered
    source: network: the MCP server "peer" cannot be reached
    may have run: true
    "#);
}

#[tokio::test]
async fn reconnects_to_a_lost_server() {
    let (router, stop, _log) = peer();
    let served = serve(router, anywhere()).await;
    let address = served.address;
    let (service, connection) = connected(client(&served)).await;
    let mut events = service.events();
    stop.cancel();
    drop(served);
    let error = next(&mut events, |event| match event {
        Event::Disconnected { error, .. } => Some(error),
        _ => None,
    });
    assert_snapshot!(error.await, @r#"network: the MCP server "peer" cannot be reached"#);
    let result = call(&service, "echo", json!({})).await;
    assert_snapshot!(outcome(&result), @r#"
    The tool mcp__peer__echo could not be reached.
    NetworkError: network: the MCP server "peer" is not connected
    source: network: the MCP server "peer" cannot be reached
    may have run: false
    "#);

    let (router, _stop, _log) = peer();
    let _served = serve(router, address).await;
    next(&mut events, |event| {
        matches!(event, Event::Connected { .. }).then_some(())
    })
    .await;
    assert!(connection.is_connected());
    assert!(!call(&service, "echo", json!({})).await.is_error);
}

#[tokio::test]
async fn the_first_call_reaches_a_restarted_server() {
    let (router, stop, _log) = peer();
    let served = serve(router, anywhere()).await;
    let address = served.address;
    let (service, _connection) = connected(client(&served)).await;
    stop.cancel();
    drop(served);
    // The supervisor would then wait for seconds.
    for _ in 0..4 {
        let result = call(&service, "echo", json!({})).await;
        assert_eq!(result.error.unwrap().class(), "NetworkError");
    }
    let (router, _stop, _log) = peer();
    let _served = serve(router, address).await;
    let result = call(&service, "echo", json!({})).await;
    assert!(!result.is_error, "{}", outcome(&result));
}

#[tokio::test]
async fn a_call_that_times_out_without_a_session_did_not_run() {
    let (router, stop, _log) = peer();
    let served = serve(router, anywhere()).await;
    let address = served.address;
    let (service, _connection) = connected(client(&served)).await;
    let mut events = service.events();
    stop.cancel();
    drop(served);
    next(&mut events, |event| {
        matches!(event, Event::Disconnected { .. }).then_some(())
    })
    .await;
    // Accepts connections, but never answers.
    let _silent = TcpListener::bind(address).await.unwrap();
    let hasty = CallOptions::new()
        .retries(0)
        .timeout(Duration::from_millis(1500));
    let echo = ToolCall::new("mcp__peer__echo", json!({}));
    let result = service.execute(echo, hasty.clone()).await;
    assert_snapshot!(outcome(&result), @r#"
    The tool mcp__peer__echo did not answer in time.
    TimeoutError: timeout: the MCP server "peer" was not connected in time
    may have run: false
    "#);
}

#[tokio::test]
async fn retries_a_call_of_an_expired_session() {
    let forgets = Arc::new(Mutex::new(peer().0));
    let router = {
        let forgets = Arc::clone(&forgets);
        Router::new().fallback(any(move |request: axum::extract::Request| {
            let mut router = forgets.lock().unwrap().clone();
            async move { tower::Service::call(&mut router, request).await }
        }))
    };
    let served = serve(router, anywhere()).await;
    let (service, _connection) = connected(client(&served)).await;
    // Another process at the same address does not know the session.
    let (other, _stop, mut log) = peer();
    *forgets.lock().unwrap() = other;
    let echo = ToolCall::new("mcp__peer__echo", json!({}));
    let patient = CallOptions::new().retries(5);
    let result = service.execute(echo, patient.clone()).await;
    assert!(!result.is_error, "{}", outcome(&result));
    assert_eq!(log.recv().await.unwrap(), "echo begins");
    assert!(log.try_recv().is_err());
}

/// Returns the error of a client for this answer.
async fn refused(answer: impl IntoResponse + Clone + Send + Sync + 'static) -> String {
    let router = Router::new().fallback(any(move || std::future::ready(answer.clone())));
    let served = serve(router, anywhere()).await;
    let error = ToolService::new()
        .connect(client(&served))
        .await
        .unwrap_err();
    format!("{}: {error}", error.class())
}

#[tokio::test]
async fn rejects_responses_of_other_servers() {
    let mut errors = Vec::new();
    for status in [400, 401, 403, 404, 429, 500, 503] {
        let status = StatusCode::from_u16(status).unwrap();
        errors.push(refused((status, "secret of the server")).await);
    }
    errors.push(refused("<html>Hello</html>").await);
    errors.push(refused(([(CONTENT_TYPE, "application/json")], "{\"a\"")).await);
    errors.push(refused(([(CONTENT_TYPE, "text/event-stream")], "data: {}\n\n")).await);
    let away = [(LOCATION, "http://127.0.0.2:1/mcp")];
    errors.push(refused((StatusCode::TEMPORARY_REDIRECT, away)).await);
    assert_snapshot!(errors.join("\n"), @r#"
    ToolExecutionError: tool execution: the MCP server "peer" answered with HTTP status 400
    AuthenticationError: authentication: the MCP server "peer" answered with HTTP status 401
    PermissionError: permission: the MCP server "peer" answered with HTTP status 403
    NotFoundError: not found: the MCP server "peer" answered with HTTP status 404
    RateLimitError: rate limit: the MCP server "peer" answered with HTTP status 429
    ServerError: server: the MCP server "peer" answered with HTTP status 500
    ServerError: server: the MCP server "peer" answered with HTTP status 503
    ServerError: server: the MCP server "peer" sent an unreadable answer
    ServerError: server: the MCP server "peer" sent an unreadable answer
    NetworkError: network: the MCP server "peer" closed the connection during the handshake
    ToolExecutionError: tool execution: the MCP server "peer" answered with HTTP status 307
    "#);

    let nobody = McpServerConfig::http("peer", "http://127.0.0.1:1/mcp?key=secret").unwrap();
    let error = ToolService::new().connect(nobody).await.unwrap_err();
    assert_snapshot!(error, @r#"network: the MCP server "peer" cannot be reached"#);
    let source = std::error::Error::source(&error).unwrap();
    assert!(source.to_string().contains("refused"), "{source}");
    assert!(!format!("{error:?}").contains("secret"), "{error:?}");
}

#[tokio::test]
async fn keeps_retry_after() {
    let asked = async |status: StatusCode, wait: String| {
        let answer = (status, [(RETRY_AFTER, wait)]);
        let router = Router::new().fallback(any(move || std::future::ready(answer.clone())));
        let served = serve(router, anywhere()).await;
        let connected = ToolService::new().connect(client(&served)).await;
        let error = connected.unwrap_err();
        let wait = error.failure().unwrap().retry_after().unwrap();
        (error.class(), wait.as_secs())
    };
    let busy = StatusCode::TOO_MANY_REQUESTS;
    assert_eq!(asked(busy, "7".to_owned()).await, ("RateLimitError", 7));
    let later = std::time::SystemTime::now() + Duration::from_secs(3600);
    let (class, wait) = asked(busy, httpdate::fmt_http_date(later)).await;
    assert_eq!(class, "RateLimitError");
    assert!((3500..=3600).contains(&wait), "{wait}");
}

#[tokio::test]
async fn headers_are_sent_and_never_printed() {
    let (seen, mut log) = mpsc::unbounded_channel();
    let router = Router::new().fallback(any(move |request: axum::extract::Request| {
        let header = |name: &str| request.headers().get(name).cloned();
        seen.send([header("authorization"), header("x-team")])
            .unwrap();
        std::future::ready(StatusCode::UNAUTHORIZED)
    }));
    let served = serve(router, anywhere()).await;
    let client = client(&served).bearer("token-1").unwrap();
    let client = client.header("x-team", "token-2").unwrap();
    assert!(!format!("{client:?}").contains("token"));
    let error = ToolService::new().connect(client).await.unwrap_err();
    assert!(!format!("{error:?} {error}").contains("token"));
    let sent = log.recv().await.unwrap().map(Option::unwrap);
    assert_eq!(sent, ["Bearer token-1", "token-2"]);
}

#[tokio::test]
async fn follows_redirects_within_the_origin() {
    let (router, _stop, _log) = peer();
    let moved = (StatusCode::TEMPORARY_REDIRECT, [(LOCATION, "/mcp")]);
    let router = router.route("/old", any(move || std::future::ready(moved)));
    let served = serve(router, anywhere()).await;
    let url = format!("http://{}/old", served.address);
    let (service, _connection) = connected(McpServerConfig::http("peer", url).unwrap()).await;
    assert!(!call(&service, "echo", json!({})).await.is_error);
}

#[test]
fn reports_configuration_errors() {
    let check = |made: Result<McpServerConfig, ToolError>| {
        let error = made.unwrap_err();
        assert_eq!(error.class(), "ConfigurationError");
        assert!(!error.may_have_run());
        error.to_string()
    };
    let url = |url: &str| check(McpServerConfig::http("peer", url));
    assert_snapshot!(url("localhost"), @r#"configuration: the URL of the MCP server "peer" cannot be parsed: relative URL without a base"#);
    assert_snapshot!(url("file:///etc/passwd"), @r#"configuration: the URL of the MCP server "peer" has the scheme "file"; use http or https"#);
    let server = || McpServerConfig::http("peer", "http://localhost").unwrap();
    assert_snapshot!(check(server().bearer("two\nlines")), @r#"configuration: invalid value of the header "authorization" for the MCP server "peer"; use visible ASCII characters and spaces"#);
    assert_snapshot!(check(server().header("bad name", "secret")), @r#"configuration: invalid header name "bad name" for the MCP server "peer"; use letters, digits, `-` and `_`"#);
    assert_snapshot!(check(server().header("MCP-Session-Id", "secret")), @r#"configuration: the header "MCP-Session-Id" cannot be set for the MCP server "peer": the protocol sets it"#);
    assert_snapshot!(check(super::peer("").bearer("token")), @r#"configuration: the MCP server "peer" is a child process, which takes no header; pass secrets in its environment"#);
}
