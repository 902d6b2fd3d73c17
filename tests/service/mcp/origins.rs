//! Accepted hosts and origins of the MCP server over HTTP.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use tool_service::ToolService;
use tool_service::mcp::{HttpOptions, McpServerBuilder};
use tower::ServiceExt;

use super::requests::{initialize, read};

/// Returns the status of a handshake with these headers.
async fn status(options: HttpOptions, target: &str, headers: &[(&str, &str)]) -> StatusCode {
    let mut request = Request::post(target)
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::from(initialize())).unwrap();
    let server = McpServerBuilder::new(&ToolService::new()).http(options);
    let answer = read(server.oneshot(request).await.unwrap().map(Body::new)).await;
    // A rejected request gets no session.
    assert_eq!(answer.session.is_some(), answer.status == StatusCode::OK);
    answer.status
}

#[tokio::test]
async fn rejects_other_hosts_in_every_spelling() {
    for stateless in [false, true] {
        let options = || {
            if stateless {
                HttpOptions::new().stateless()
            } else {
                HttpOptions::new()
            }
        };
        for host in [
            "evil.example",
            "evil.example:80",
            "localhost.evil.example",
            "evil.example.localhost",
            "localhost.",
            "localhost,evil.example",
            "evil.example, localhost",
            "evil.example#localhost",
            "evil.example/localhost",
            "evil.example\\localhost",
            "localhost@evil.example",
            "localhost:80@evil.example",
            "evil.example%00localhost",
            "127.0.0.1.evil.example",
            "127.0.0.1.nip.io",
            "127.1",
            "127.0.0.2",
            "0.0.0.0",
            "0",
            "2130706433",
            "0x7f000001",
            "[::]",
            "[::ffff:127.0.0.1]",
            "xn--localhost",
            "",
            " ",
        ] {
            let status = status(options(), "/mcp", &[("host", host)]).await;
            assert!(status.is_client_error(), "{host:?}: {status}");
        }
        // The target names another host, and there is no header.
        let status = status(options(), "http://evil.example/mcp", &[]).await;
        assert!(status.is_client_error(), "{status}");
    }
    for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080"] {
        let status = status(HttpOptions::new(), "/mcp", &[("host", host)]).await;
        assert_eq!(status, StatusCode::OK, "{host}");
    }
}

#[tokio::test]
async fn rejects_origins_unless_allowed() {
    let page = "https://app.example:443";
    for (options, is_allowed) in [
        (HttpOptions::new(), false),
        (HttpOptions::new().allowed_origins([page]), true),
    ] {
        for origin in [
            "null",
            "NULL",
            "",
            "file://",
            "localhost",
            "http://localhost",
            "http://localhost:8080",
            "http://127.0.0.1",
            "http://[::1]",
            "http://app.example",
            "https://app.example:444",
            "https://app.example.evil.example",
            "https://evil.example/https://app.example",
            "https://app.example@evil.example",
            "https://evil.example, https://app.example",
            "https://xapp.example",
        ] {
            let headers = [("host", "localhost"), ("origin", origin)];
            let status = status(options.clone(), "/mcp", &headers).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{origin:?}");
        }
        let headers = [("host", "localhost"), ("origin", "https://app.example")];
        let status = status(options, "/mcp", &headers).await;
        assert_eq!(status == StatusCode::OK, is_allowed, "{status}");
    }
}

/// A proxy in front could check the other value.
#[tokio::test]
async fn rejects_duplicate_host_or_origin_headers() {
    let page = "https://app.example";
    let options = HttpOptions::new().allowed_origins([page]);
    for headers in [
        [("host", "localhost"), ("host", "evil.example")],
        [("host", "evil.example"), ("host", "localhost")],
        [("host", "localhost"), ("host", "localhost")],
    ] {
        let status = status(options.clone(), "/mcp", &headers).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{headers:?}");
    }
    let origins = [page, "https://evil.example"];
    let headers = origins.map(|origin| ("origin", origin));
    let headers = [headers[0], headers[1], ("host", "localhost")];
    let status = status(options, "/mcp", &headers).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn an_empty_host_list_rejects_all_requests() {
    for host in ["localhost", "evil.example", "127.0.0.1", ""] {
        let options = HttpOptions::new().allowed_hosts([""; 0]);
        let status = status(options, "/mcp", &[("host", host)]).await;
        assert!(status.is_client_error(), "{host:?}: {status}");
    }
}
