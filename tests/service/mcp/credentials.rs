//! Credentials of a provider for MCP servers over HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse;
use serde_json::json;
use tokio::task::JoinSet;
use tool_core::Tool;
use tool_service::mcp::{HttpOptions, McpServerBuilder, McpServerConfig};
use tool_service::{Secret, ToolService};

use super::http::{Served, anywhere, serve};
use super::{call, connected, outcome};

/// Add to the sum.
#[derive(Debug, Tool)]
struct Add {
    number: usize,
}

/// A server that accepts one token, and the status for others.
struct Guarded {
    served: Served,
    valid: Arc<AtomicUsize>,
    refused: Arc<AtomicUsize>,
    sum: Arc<AtomicUsize>,
}

impl Guarded {
    async fn start(options: HttpOptions, challenges: bool) -> Self {
        let [valid, refused, sum] = [1, 0, 0].map(|number| Arc::new(AtomicUsize::new(number)));
        let service = ToolService::new();
        let total = Arc::clone(&sum);
        let add = move |add: Add| {
            let sum = total.fetch_add(add.number, Ordering::Relaxed) + add.number;
            std::future::ready(Ok::<_, String>(sum))
        };
        service.register(add).unwrap();
        let (expected, counted) = (Arc::clone(&valid), Arc::clone(&refused));
        let guard = from_fn(move |request: Request, next: Next| {
            let token = format!("Bearer s3cret-{}", expected.load(Ordering::Relaxed));
            let counted = Arc::clone(&counted);
            async move {
                let sent = request.headers().get("authorization");
                if sent.is_some_and(|sent| sent == &token) {
                    return next.run(request).await;
                }
                counted.fetch_add(1, Ordering::Relaxed);
                if challenges {
                    let challenge = [("www-authenticate", "Bearer realm=\"s3cret\"")];
                    return (StatusCode::UNAUTHORIZED, challenge).into_response();
                }
                (StatusCode::UNAUTHORIZED, "s3cret").into_response()
            }
        });
        let router = Router::new()
            .nest_service("/mcp", McpServerBuilder::new(&service).http(options))
            .layer(guard);
        Self {
            served: serve(router, anywhere()).await,
            valid,
            refused,
            sum,
        }
    }

    fn client(&self, secret: impl Into<Secret>) -> McpServerConfig {
        let url = format!("http://{}/mcp", self.served.address);
        McpServerConfig::http("peer", url)
            .unwrap()
            .bearer(secret)
            .unwrap()
    }
}

/// A secret with the values `s3cret-1`, `s3cret-2` and so on, and the number of provider calls.
fn counted() -> (Secret, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let secret = Secret::from_provider(move || {
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        async move {
            tokio::time::sleep(Duration::from_millis(20)).await;
            Ok::<_, std::io::Error>(format!("s3cret-{number}"))
        }
    });
    (secret, asked)
}

#[tokio::test]
async fn renews_rejected_credentials_and_repeats_the_call_once() {
    for options in [HttpOptions::new(), HttpOptions::new().stateless()] {
        for challenges in [false, true] {
            let server = Guarded::start(options.clone(), challenges).await;
            let (secret, asked) = counted();
            let (service, connection) = connected(server.client(secret)).await;
            assert_eq!(
                outcome(&call(&service, "add", json!({"number": 1})).await),
                "1"
            );
            assert_eq!(asked.load(Ordering::Relaxed), 1);
            assert_eq!(server.refused.load(Ordering::Relaxed), 0);

            // The token expires.
            server.valid.store(2, Ordering::Relaxed);
            let mut calls = JoinSet::new();
            for _ in 0..10 {
                let service = service.clone();
                calls.spawn(async move { call(&service, "add", json!({"number": 1})).await });
            }
            for result in calls.join_all().await {
                assert!(!result.is_error, "{}", outcome(&result));
            }
            assert_eq!(server.sum.load(Ordering::Relaxed), 11);
            assert_eq!(asked.load(Ordering::Relaxed), 2);
            assert!(server.refused.load(Ordering::Relaxed) <= 10);
            connection.disconnect().await;
            assert_eq!(asked.load(Ordering::Relaxed), 2);
        }
    }
}

#[tokio::test]
async fn a_call_rejected_twice_did_not_run() {
    for challenges in [false, true] {
        let server = Guarded::start(HttpOptions::new().stateless(), challenges).await;
        let (secret, asked) = counted();
        let client = server.client(secret);
        let (service, _connection) = connected(client).await;
        server.valid.store(9, Ordering::Relaxed);
        let result = call(&service, "add", json!({"number": 1})).await;
        let error = result.error.as_ref().unwrap();
        assert_eq!(error.class(), "AuthenticationError");
        assert!(!error.may_have_run());
        assert_eq!(asked.load(Ordering::Relaxed), 2);
        assert_eq!(server.sum.load(Ordering::Relaxed), 0);
        assert!(!format!("{result:?}").contains("s3cret"), "{result:?}");
    }
}

#[tokio::test]
async fn connecting_fails_if_the_provider_fails() {
    let server = Guarded::start(HttpOptions::new(), false).await;
    let locked = async || Err::<String, _>(std::io::Error::other("locked"));
    let client = server.client(Secret::from_provider(locked));
    assert!(!format!("{client:?}").contains("s3cret"));
    let error = ToolService::new().connect(client).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "authentication: the credentials could not be provided"
    );
    assert_eq!(server.refused.load(Ordering::Relaxed), 0);

    let odd = Secret::from_provider(async || Ok::<_, std::io::Error>("s3cret\n"));
    let error = ToolService::new()
        .connect(server.client(odd))
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "authentication: the header \"authorization\" has an invalid provided value"
    );
}
