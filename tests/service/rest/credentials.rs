//! Credentials of a provider: calls of the provider, and repeated requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tool_service::rest::{Auth, Method, RestApi};
use tool_service::{Failure, Secret, ToolCall, ToolError, ToolResult, ToolService};

use super::server::{Seen, Server, answer, text};
use super::{called, definition, fetched, quick};
use crate::spans::Written;

/// A secret with the values `s3cret-1`, `s3cret-2` and so on, and the number of provider calls.
fn counted(time: Duration) -> (Secret, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let secret = Secret::from_provider(move || {
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        async move {
            sleep(time).await;
            Ok::<_, std::io::Error>(format!("s3cret-{number}"))
        }
    });
    (secret, asked)
}

/// A server that accepts only this token.
async fn taking(token: &'static str) -> Server {
    Server::start(move |request, _| guarded(request, token)).await
}

fn guarded(request: &Seen, token: &str) -> axum::response::Response {
    if request.header("authorization") == token {
        text(200, "ok")
    } else {
        text(401, "who are you?")
    }
}

fn api(server: &Server, auth: Auth) -> RestApi {
    super::api(&server.at("/v1")).auth(auth).unwrap()
}

fn class(result: &ToolResult) -> &'static str {
    result.error.as_ref().unwrap().class()
}

#[tokio::test]
async fn reuses_a_provided_secret() {
    let server = taking("Bearer s3cret-1").await;
    let (secret, asked) = counted(Duration::ZERO);
    let api = api(&server, Auth::bearer(secret));
    for _ in 0..3 {
        assert_eq!(fetched(api.get("/x")).await.text(), "ok");
    }
    assert_eq!((asked.load(Ordering::Relaxed), server.seen().len()), (1, 3));
}

#[tokio::test]
async fn renews_an_old_secret() {
    let server = Server::ok().await;
    let (secret, asked) = counted(Duration::ZERO);
    let hour = api(
        &server,
        Auth::bearer(secret.clone().max_age(Duration::from_secs(3600))),
    );
    let none = api(&server, Auth::bearer(secret.max_age(Duration::ZERO)));
    for _ in 0..3 {
        fetched(hour.get("/x")).await;
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    for _ in 0..3 {
        fetched(none.get("/x")).await;
    }
    assert_eq!(asked.load(Ordering::Relaxed), 4);
    assert_eq!(server.last().header("authorization"), "Bearer s3cret-4");
}

#[tokio::test]
async fn renews_rejected_credentials_and_repeats_the_request() {
    for (form, token) in [
        (0, "Bearer s3cret-2"),
        (1, "s3cret-2"),
        (2, "Basic YWRhOnMzY3JldC0y"),
    ] {
        let server = taking(token).await;
        let (secret, asked) = counted(Duration::ZERO);
        let auth = match form {
            0 => Auth::bearer(secret),
            1 => Auth::header("Authorization", secret),
            _ => Auth::basic("ada", secret),
        };
        let tool = definition(&json!({"a": {}}), &[]);
        let result = called(api(&server, auth).post("/x"), tool, json!({"a": 1})).await;
        assert_eq!((result.text().as_str(), result.attempts), ("ok", 1));
        let line = r#"POST /v1/x {"a":1}"#;
        assert_eq!(server.lines(), [line, line]);
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    }
}

#[tokio::test]
async fn repeats_a_request_once() {
    let server = taking("never").await;
    let (secret, asked) = counted(Duration::ZERO);
    let result = fetched(api(&server, Auth::bearer(secret)).get("/x")).await;
    assert_eq!(class(&result), "AuthenticationError");
    assert!(!result.error.unwrap().may_have_run());
    assert_eq!((asked.load(Ordering::Relaxed), server.seen().len()), (2, 2));

    // A fixed secret would be rejected again.
    let server = taking("never").await;
    fetched(api(&server, Auth::bearer("s3cret")).get("/x")).await;
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn concurrent_requests_share_one_renewal() {
    let server = taking("Bearer s3cret-2").await;
    let (secret, asked) = counted(Duration::from_millis(50));
    let endpoint = api(&server, Auth::bearer(secret)).get("/x");
    let service = ToolService::new();
    let tool = endpoint.tool(definition(&json!({}), &[])).unwrap();
    service.register(tool).unwrap();
    let mut calls = JoinSet::new();
    for _ in 0..20 {
        let service = service.clone();
        calls.spawn(async move {
            let call = ToolCall::new("fetch", "{}");
            service.execute(call, quick()).await.text()
        });
    }
    let results = calls.join_all().await;
    assert!(results.iter().all(|text| text == "ok"), "{results:?}");
    assert_eq!(asked.load(Ordering::Relaxed), 2);
    assert_eq!(server.seen().len(), 40);
}

#[tokio::test]
async fn sends_no_request_if_the_provider_fails() {
    let server = Server::ok().await;
    let fails = Secret::from_provider(async || Err::<String, _>(std::io::Error::other("locked")));
    let result = fetched(api(&server, Auth::bearer(fails)).get("/x")).await;
    let error = result.error.as_ref().unwrap();
    assert_eq!(
        error.to_string(),
        "authentication: the credentials could not be provided"
    );
    let source = std::error::Error::source(error).unwrap();
    assert_eq!(source.to_string(), "locked");
    assert!(!error.may_have_run());

    // The class of the error decides on a retry.
    let down = Secret::from_provider(async || {
        Err::<String, _>(ToolError::Network(Failure::new("the login is away")))
    });
    let result = fetched(api(&server, Auth::bearer(down)).post("/x")).await;
    assert_eq!((class(&result), result.attempts), ("NetworkError", 3));
    assert!(!result.error.unwrap().may_have_run());

    let panics = Secret::from_provider(|| async {
        assert!(std::hint::black_box(false), "no key");
        Ok::<_, std::io::Error>("s3cret")
    });
    for _ in 0..2 {
        let result = fetched(api(&server, Auth::bearer(panics.clone())).get("/x")).await;
        assert_eq!(class(&result), "AuthenticationError");
    }

    let odd = Secret::from_provider(async || Ok::<_, std::io::Error>("s3cret\n"));
    let result = fetched(api(&server, Auth::bearer(odd)).get("/x")).await;
    assert_eq!(class(&result), "AuthenticationError");
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn cancelling_a_request_keeps_the_provider_running() {
    let server = Server::ok().await;
    let (secret, asked) = counted(Duration::from_millis(300));
    let api = api(&server, Auth::bearer(secret));
    let hasty = tokio::time::timeout(Duration::from_millis(50), fetched(api.get("/x")));
    assert!(hasty.await.is_err());
    assert_eq!(fetched(api.get("/x")).await.text(), "ok");
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

/// An endless call of a provider does not block later requests.
#[tokio::test]
async fn calls_a_hanging_provider_again() {
    let server = taking("Bearer s3cret-2").await;
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let secret = Secret::from_provider(move || {
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        async move {
            if number == 1 {
                std::future::pending::<()>().await;
            }
            Ok::<_, std::io::Error>(format!("s3cret-{number}"))
        }
    });
    let api = api(&server, Auth::bearer(secret));
    let hasty = tokio::time::timeout(Duration::from_millis(50), fetched(api.get("/x")));
    assert!(hasty.await.is_err());
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(61)).await;
    tokio::time::resume();
    assert_eq!(fetched(api.get("/x")).await.text(), "ok");
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

/// A server that redirects to a location that requires a token.
async fn redirecting() -> Server {
    Server::start(|request, _| match request.target.as_str() {
        "/v1/x" => answer(307, &[("location", "there")], ""),
        _ => guarded(request, "Bearer s3cret-2"),
    })
    .await
}

/// A redirecting server may have run the call. The next call has other credentials.
#[tokio::test]
async fn repeats_a_redirected_request_only_if_safe() {
    let server = redirecting().await;
    let (secret, _) = counted(Duration::ZERO);
    let api_ = api(&server, Auth::bearer(secret));
    assert_eq!(fetched(api_.get("/x")).await.text(), "ok");
    assert_eq!(server.seen().len(), 4);

    let server = redirecting().await;
    let (secret, _) = counted(Duration::ZERO);
    let api = api(&server, Auth::bearer(secret));
    let result = fetched(api.post("/x")).await;
    assert_eq!(class(&result), "AuthenticationError");
    assert!(result.error.unwrap().may_have_run());
    assert_eq!(server.seen().len(), 2);
    assert_eq!(fetched(api.post("/x")).await.text(), "ok");
}

/// An error marked as not run refers to the login, and not to the earlier request.
#[tokio::test]
async fn does_not_retry_a_redirected_call_if_the_provider_fails() {
    let server = redirecting().await;
    let asked = AtomicUsize::new(0);
    let once = Secret::from_provider(move || {
        let is_first = asked.fetch_add(1, Ordering::Relaxed) == 0;
        async move {
            let away = || ToolError::Network(Failure::new("the login is away"));
            is_first.then_some("s3cret-1").ok_or_else(away)
        }
    });
    let result = fetched(api(&server, Auth::bearer(once)).post("/x")).await;
    assert_eq!(
        (class(&result), result.attempts),
        ("AuthenticationError", 1)
    );
    assert!(result.error.unwrap().may_have_run());
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn keeps_the_query_parameter_after_a_redirect() {
    for (location, target) in [
        ("there", "/v1/there?key=s3cret"),
        ("there?b=2", "/v1/there?b=2&key=s3cret"),
        ("there?key=other&b=2", "/v1/there?key=other&b=2"),
        ("there?k%65y=other", "/v1/there?k%65y=other"),
        ("there?keys=1", "/v1/there?keys=1&key=s3cret"),
    ] {
        for method in [Method::GET, Method::POST] {
            let server = Server::start(move |_, before| match before {
                0 => answer(307, &[("location", location)], ""),
                _ => text(200, "ok"),
            })
            .await;
            let api = api(&server, Auth::query("key", "s3cret"));
            assert_eq!(fetched(api.request(method, "/x")).await.text(), "ok");
            let targets: Vec<_> = server.seen().into_iter().map(|seen| seen.target).collect();
            assert_eq!(targets, ["/v1/x?key=s3cret", target]);
        }
    }
}

#[tokio::test]
async fn renews_the_query_parameter() {
    let server = Server::start(|request, _| match request.target.as_str() {
        "/v1/x?key=s3cret-2" => text(200, "ok"),
        _ => text(401, "no"),
    })
    .await;
    let (secret, _) = counted(Duration::ZERO);
    let result = fetched(api(&server, Auth::query("key", secret)).get("/x")).await;
    assert_eq!(result.text(), "ok");
    assert_eq!(
        server.lines(),
        ["GET /v1/x?key=s3cret-1", "GET /v1/x?key=s3cret-2"]
    );
}

#[tokio::test]
async fn never_prints_a_provided_secret() {
    let server = taking("never").await;
    let (secret, _) = counted(Duration::ZERO);
    for auth in [
        Auth::bearer(secret.clone()),
        Auth::header("X-Api-Key", secret.clone()),
        Auth::basic("s3cret", secret.clone()),
        Auth::query("key", secret.clone()),
    ] {
        let api = api(&server, auth);
        let result = fetched(api.get("/x")).await;
        let printed = format!("{secret:?} {api:?} {result:?}");
        assert!(!printed.contains("s3cret"), "{printed}");
        assert!(printed.contains("provided"), "{printed}");
    }
}

/// At the most verbose level of every library.
#[tokio::test]
async fn never_logs_a_provided_secret() {
    let written = Written::default();
    let writer = written.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let server = taking("never").await;
    let guard = tracing::subscriber::set_default(subscriber);
    let (secret, _) = counted(Duration::ZERO);
    for auth in [Auth::bearer(secret.clone()), Auth::query("key", secret)] {
        let result = fetched(api(&server, auth).get("/x")).await;
        assert_eq!(class(&result), "AuthenticationError");
    }
    drop(guard);
    let written = written.text();
    assert!(!written.contains("s3cret"), "{written}");
    assert!(written.contains("TRACE"), "{written}");
}

#[tokio::test]
async fn discards_a_secret_that_cannot_be_sent() {
    let server = taking("Bearer good").await;
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let secret = Secret::from_provider(move || {
        let is_first = count.fetch_add(1, Ordering::Relaxed) == 0;
        async move { Ok::<_, std::io::Error>(if is_first { "bad\n" } else { "good" }) }
    });
    let api = api(&server, Auth::bearer(secret));
    let first = fetched(api.get("/x")).await;
    assert_eq!(class(&first), "AuthenticationError");
    assert_eq!(fetched(api.get("/x")).await.text(), "ok");
    assert_eq!((asked.load(Ordering::Relaxed), server.seen().len()), (2, 1));
}
