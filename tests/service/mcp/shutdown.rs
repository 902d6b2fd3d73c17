//! The end of the MCP server over HTTP, and the owners of its sessions.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use insta::assert_snapshot;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tool_service::ToolService;
use tool_service::approval::Principal;
use tool_service::mcp::{HttpOptions, HttpService, McpServerBuilder};
use tower::ServiceExt;

use super::requests::{Answer, Wait, begin, call_of, data, initialize, open, read, send, text};

/// A server with a tool that ends one call per permit.
fn serve(options: HttpOptions) -> (HttpService, Arc<Semaphore>, CancellationToken) {
    let (service, permits) = (ToolService::new(), Arc::new(Semaphore::new(0)));
    let of_calls = Arc::clone(&permits);
    let wait = move |_: Wait| {
        let permits = Arc::clone(&of_calls);
        async move {
            permits.acquire().await.unwrap().forget();
            Ok::<_, String>("waited")
        }
    };
    service.register(wait).unwrap();
    let stop = CancellationToken::new();
    let server = McpServerBuilder::new(&service).http(options.shutdown(stop.clone()));
    (server, permits, stop)
}

#[tokio::test]
async fn running_call_ends_before_the_shutdown() {
    let (server, permits, stop) = serve(HttpOptions::new());
    let session = begin(&server).await;
    let running = open(&server, Some(&session), call_of(7)).await;
    // The call runs in a task of its own.
    tokio::time::sleep(Duration::from_millis(200)).await;
    stop.cancel();
    // The session still answers, and new calls do not run.
    let refused = send(&server, Some(&session), call_of(8)).await;
    assert_snapshot!(data(&refused.body), @r#"{"jsonrpc":"2.0","id":8,"error":{"code":-32000,"message":"The server is shutting down. The call did not run. Call it again later."}}"#);
    let refused = send(&server, None, initialize()).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_snapshot!(refused.body, @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"The server is shutting down; try again later"}}"#);
    permits.add_permits(1);
    assert_snapshot!(data(&text(running).await), @r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"waited"}],"isError":false}}"#);
}

#[tokio::test]
async fn call_beyond_the_limit_is_answered_that_it_may_have_run() {
    for options in [HttpOptions::new(), HttpOptions::new().stateless()] {
        let (server, _permits, stop) = serve(options.drain(Duration::from_millis(50)));
        // A server without sessions returns no id.
        let session = send(&server, None, initialize()).await.session;
        let call = async { text(open(&server, session.as_deref(), call_of(7)).await).await };
        let end = async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            stop.cancel();
        };
        let (answer, ()) = tokio::join!(call, end);
        insta::allow_duplicates! {
            assert_snapshot!(data(&answer), @r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"The server was shut down before the call ended. The call may have run."}}"#);
        }
    }
}

/// Sends a request of a principal.
async fn send_as(server: &HttpService, user: &str, session: Option<&str>, body: Body) -> Answer {
    let mut request = Request::post("/mcp")
        .header("host", "localhost")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .extension(Principal(user.to_owned()));
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    let answer = server.clone().oneshot(request.body(body).unwrap()).await;
    read(answer.unwrap().map(Body::new)).await
}

#[tokio::test]
async fn session_belongs_to_the_principal_that_opened_it() {
    let (server, permits, _stop) = serve(HttpOptions::new());
    permits.add_permits(9);
    let opened = send_as(&server, "ann", None, initialize().into()).await;
    let session = opened.session.unwrap();
    let own = send_as(&server, "ann", Some(&session), call_of(7).into()).await;
    assert!(own.body.contains("waited"), "{}", own.body);
    let foreign = send_as(&server, "bob", Some(&session), call_of(8).into()).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND);
    assert_snapshot!(foreign.body, @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}"#);
    // A request without a principal is foreign, too.
    let foreign = send(&server, Some(&session), call_of(9)).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND);
}
