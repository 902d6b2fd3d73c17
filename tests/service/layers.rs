//! The service with layers.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use insta::assert_snapshot;
use service_tests::{Scripted, service};
use tool_core::Tool;
use tool_core::conversation::LoopGuard;
use tool_core::definition::Annotations;
use tool_service::layer::{ErrorsAsResultsLayer, LoopGuardLayer, ToolRequest, execute_all};
use tool_service::{CallOptions, ToolCall, ToolError, ToolResult, ToolService, ToolServiceBuilder};
use tower::buffer::BufferLayer;
use tower::limit::{ConcurrencyLimitLayer, GlobalConcurrencyLimitLayer, RateLimitLayer};
use tower::load_shed::LoadShedLayer;
use tower::timeout::TimeoutLayer;
use tower::{Service, ServiceBuilder, ServiceExt};

fn calls(count: usize) -> Vec<ToolCall> {
    let raw = |number| format!(r#"{{"n": {number}}}"#);
    (0..count)
        .map(|number| ToolCall::new("count", raw(number)))
        .collect()
}

fn counting() -> ToolService {
    service([Scripted::default().tool("count", Annotations::new())]).unwrap()
}

#[tokio::test]
async fn the_service_is_a_tower_service() {
    let mut tools = counting();
    let tools = tools.ready().await.unwrap();
    let Ok(result) = tools
        .call(ToolRequest::from(ToolCall::new("count", r#"{"n": 1}"#)))
        .await;
    assert_eq!(result.text(), r#"{"n":1}"#);
}

/// Count.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct Count {
    n: usize,
}

/// A service with one tool that records the maximum number of concurrent calls.
fn watched(builder: ToolServiceBuilder) -> (ToolService, Arc<AtomicUsize>) {
    let most = Arc::new(AtomicUsize::new(0));
    let now = Arc::new(AtomicUsize::new(0));
    let service = builder.build();
    let (seen, running) = (Arc::clone(&most), now);
    service
        .register(move |count: Count| {
            let (seen, running) = (Arc::clone(&seen), Arc::clone(&running));
            async move {
                let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                seen.fetch_max(now, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(10)).await;
                running.fetch_sub(1, Ordering::SeqCst);
                Ok::<_, Infallible>(count.n)
            }
        })
        .unwrap();
    (service, most)
}

#[track_caller]
fn assert_in_order(results: &[ToolResult], count: usize) {
    let texts: Vec<_> = results.iter().map(ToolResult::text).collect();
    let wanted: Vec<_> = (0..count).map(|number| number.to_string()).collect();
    assert_eq!(texts, wanted);
}

#[tokio::test(start_paused = true)]
async fn limits_concurrency_and_keeps_the_order_of_results() {
    let (tools, most) = watched(ToolService::builder());
    let results = tools.execute_all(calls(50), CallOptions::new()).await;
    assert_in_order(&results, 50);
    assert_eq!(most.load(Ordering::SeqCst), 16);

    for (at_once, seen) in [(3, 3), (0, 1)] {
        let (tools, most) = watched(ToolService::builder().concurrency(at_once));
        let results = execute_all(tools.clone(), &tools, calls(20)).await;
        assert_in_order(&results, 20);
        assert_eq!(most.load(Ordering::SeqCst), seen);
    }
}

#[tokio::test(start_paused = true)]
async fn clones_share_a_concurrency_limit() {
    let (tools, most) = watched(ToolService::builder());
    let limited = ServiceBuilder::new()
        .layer(ConcurrencyLimitLayer::new(2))
        .service(tools.clone());
    assert_in_order(&execute_all(limited, &tools, calls(20)).await, 20);
    assert_eq!(most.load(Ordering::SeqCst), 2);

    let (tools, most) = watched(ToolService::builder());
    let layer = GlobalConcurrencyLimitLayer::new(2);
    let one = ServiceBuilder::new()
        .layer(layer.clone())
        .service(tools.clone());
    let other = ServiceBuilder::new().layer(layer).service(tools.clone());
    let both = tokio::join!(
        execute_all(one, &tools, calls(9)),
        execute_all(other, &tools, calls(9))
    );
    assert_in_order(&both.0, 9);
    assert_in_order(&both.1, 9);
    assert_eq!(most.load(Ordering::SeqCst), 2);
}

#[tokio::test(start_paused = true)]
async fn layer_errors_become_results() {
    let (tools, _) = watched(ToolService::builder());
    let shedding = ServiceBuilder::new()
        .layer(ErrorsAsResultsLayer::new())
        .layer(LoadShedLayer::new())
        .layer(ConcurrencyLimitLayer::new(2))
        .service(tools.clone());
    let results = execute_all(shedding, &tools, calls(5)).await;
    let refused: Vec<_> = results.iter().filter(|result| result.is_error).collect();
    assert_eq!((results.len(), refused.len()), (5, 3));
    let error = refused[0].error.as_ref().unwrap();
    assert!(matches!(error, ToolError::RateLimit(_)) && !error.may_have_run());
    assert_snapshot!(format!("{} / {error}", refused[0].text()), @"The tool count is called too often. Try again later. / rate limit: a layer refused the call: service overloaded");
}

#[tokio::test(start_paused = true)]
async fn supports_layers_of_tower() {
    let (tools, _) = watched(ToolService::builder());
    let began = tokio::time::Instant::now();
    let limited = ServiceBuilder::new()
        .layer(ErrorsAsResultsLayer::new())
        .layer(BufferLayer::new(64))
        .layer(RateLimitLayer::new(5, Duration::from_secs(1)))
        .layer(TimeoutLayer::new(Duration::from_secs(60)))
        .service(tools.clone());
    assert_in_order(&execute_all(limited, &tools, calls(20)).await, 20);
    assert!(began.elapsed() >= Duration::from_secs(3));
}

#[tokio::test]
async fn stops_a_loop() {
    let scripted = Scripted::default();
    let tools = service([scripted.tool("count", Annotations::new())]).unwrap();
    let layer = LoopGuardLayer::new(LoopGuard::new(), &tools);
    let guarded = ServiceBuilder::new().layer(layer.clone()).service(tools);
    let mut lines = Vec::new();
    for name in ["count", "Count", "functions.count", "count", "count"] {
        let call = ToolCall::new(name, r#"{"n": 1}"#).id("a");
        let Ok(result) = guarded.clone().oneshot(call.into()).await;
        let ask_user = match &result.error {
            Some(ToolError::Loop { ask_user, .. }) => Some(*ask_user),
            _ => None,
        };
        lines.push(format!(
            "{} {:?} {ask_user:?}: {}",
            result.tool,
            result.id,
            result.text()
        ));
    }
    assert_snapshot!(lines.join("\n"), @r#"
    count Some("a") None: {"n":1}
    count Some("a") None: {"n":1}
    count Some("a") Some(false): You called count 3 times with the same arguments. Do not repeat this call: use the result you have, change the arguments, or try another way.
    count Some("a") Some(true): You called count 4 times with the same arguments. Do not repeat this call: use the result you have, change the arguments, or try another way.
    count Some("a") Some(true): You called count 5 times with the same arguments. Do not repeat this call: use the result you have, change the arguments, or try another way.
    "#);
    assert_eq!(scripted.asked().len(), 2);

    // The user agreed.
    layer.clear();
    assert_eq!(layer.guard(), LoopGuard::new());
    let call = ToolCall::new("count", r#"{"n": 1}"#);
    let Ok(result) = guarded.oneshot(call.into()).await;
    assert!(!result.is_error);
}

#[tokio::test]
async fn adds_the_correction_to_a_failure() {
    let tools = counting();
    let layer = LoopGuardLayer::new(LoopGuard::new(), &tools);
    let guarded = ServiceBuilder::new().layer(layer).service(tools.clone());
    let calls = vec![ToolCall::new("count", "{}"); 3];
    let results = execute_all(guarded, &tools, calls).await;
    let texts: Vec<_> = results.iter().map(ToolResult::text).collect();
    assert_snapshot!(texts.join("\n---\n"), @"
    Please rewrite the input with valid arguments. Errors: n: Required (the arguments are empty)
    ---
    Please rewrite the input with valid arguments. Errors: n: Required (the arguments are empty)
    count failed 2 times with the same arguments. Do not send them again: change what the error names, or try another way.
    ---
    count failed 2 times with the same arguments. Do not send them again: change what the error names, or try another way.
    ");
}

#[tokio::test(start_paused = true)]
async fn a_call_stopped_by_a_layer_may_have_run() {
    let tools = ToolService::new();
    tools
        .register(async |_: Count| {
            std::future::pending::<()>().await;
            Ok::<_, Infallible>(())
        })
        .unwrap();
    let late = ServiceBuilder::new()
        .layer(ErrorsAsResultsLayer::new())
        .layer(TimeoutLayer::new(Duration::from_secs(1)))
        .service(tools.clone());
    let broken = ServiceBuilder::new()
        .layer(ErrorsAsResultsLayer::new())
        .map_result(|_: Result<ToolResult, Infallible>| {
            Err::<ToolResult, tower::BoxError>("lost".into())
        })
        .service(counting());
    let mut lines = Vec::new();
    for result in [
        execute_all(late, &tools, calls(1)).await,
        execute_all(broken, &tools, calls(1)).await,
    ] {
        let error = result[0].error.as_ref().unwrap();
        assert!(error.may_have_run());
        lines.push(format!("{} / {error}", result[0].text()));
    }
    assert_snapshot!(lines.join("\n"), @"
    The tool count did not answer in time. The call may have had its effect all the same. / timeout: a layer refused the call: request timed out
    The tool count failed. / tool execution: a layer refused the call: lost
    ");
}

/// The first call ends after all others, which run two at a time.
#[tokio::test(start_paused = true)]
async fn slow_calls_do_not_block_others() {
    let left = Arc::new(tokio::sync::Semaphore::new(0));
    let tools = ToolService::builder().concurrency(2).build();
    tools
        .register(move |count: Count| {
            let left = Arc::clone(&left);
            async move {
                if count.n == 0 {
                    drop(left.acquire_many(9).await);
                } else {
                    left.add_permits(1);
                }
                Ok::<_, Infallible>(count.n)
            }
        })
        .unwrap();
    assert_in_order(&execute_all(tools.clone(), &tools, calls(10)).await, 10);
}

/// Read the value and write it back with `add` added.
#[derive(Debug, Tool)]
struct Add {
    add: usize,
}

/// A service whose tool `Add` reads, waits and writes, and whose tool `Count` reads.
fn writing(builder: ToolServiceBuilder) -> (ToolService, Arc<AtomicUsize>) {
    let value = Arc::new(AtomicUsize::new(0));
    let service = builder.build();
    let (written, read) = (Arc::clone(&value), Arc::clone(&value));
    service
        .register(move |add: Add| {
            let written = Arc::clone(&written);
            async move {
                let now = written.load(Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(5)).await;
                written.store(now + add.add, Ordering::SeqCst);
                Ok::<_, Infallible>(now + add.add)
            }
        })
        .unwrap();
    service
        .register(move |_: Count| {
            let read = read.load(Ordering::SeqCst);
            async move { Ok::<_, Infallible>(read) }
        })
        .unwrap();
    (service, value)
}

#[tokio::test(start_paused = true)]
async fn calls_that_are_not_read_only_run_alone_and_in_order() {
    let add = || ToolCall::new("ADD", r#"{"add": "1"}"#);
    let read = || ToolCall::new("count", r#"{"n": 0}"#);
    let calls = || [read(), add(), read(), read(), add(), add(), read()];
    let (service, value) = writing(ToolService::builder());
    let texts = |results: Vec<ToolResult>| -> Vec<String> {
        results.iter().map(ToolResult::text).collect()
    };
    let results = service.execute_all(calls(), CallOptions::new()).await;
    assert_eq!(texts(results), ["0", "1", "1", "1", "2", "3", "3"]);
    assert_eq!(value.load(Ordering::SeqCst), 3);

    let (service, _) = writing(ToolService::builder());
    let layered = ServiceBuilder::new()
        .layer(ErrorsAsResultsLayer::new())
        .service(service.clone());
    let results = execute_all(layered, &service, calls()).await;
    assert_eq!(texts(results), ["0", "1", "1", "1", "2", "3", "3"]);

    let (service, value) = writing(ToolService::builder().in_order(false));
    service.execute_all(calls(), CallOptions::new()).await;
    assert_eq!(value.load(Ordering::SeqCst), 1);
}
