//! The context of calls, and progress reports of functions and executors.

use std::convert::Infallible;
use std::sync::mpsc;
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::{Value, json};
use service_tests::arrived;
use tokio::time::{Instant, sleep};
use tool_core::{Definition, Tool};
use tool_service::event::{Event, Events};
use tool_service::executor::{ExecutionContext, Executor};
use tool_service::extract::CallContext;
use tool_service::{
    CallOptions, CancellationToken, Failure, Progress, RegisteredTool, ToolCall, ToolError,
    ToolOutput, ToolResult, ToolService,
};

/// Work for some seconds, with a report before each.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct Work {
    seconds: u32,
    #[serde(default)]
    is_silent: bool,
}

async fn work(context: CallContext, work: Work) -> Result<String, Infallible> {
    for second in 0..work.seconds {
        if !work.is_silent {
            let progress = Progress::new(second.into()).total(work.seconds.into());
            context.report_progress(progress.message(format!("second {second}")));
        }
        sleep(Duration::from_secs(1)).await;
    }
    Ok("done".to_owned())
}

/// Calls `work` once, with 1.5 seconds per attempt.
async fn worked(arguments: Value, options: CallOptions) -> (ToolResult, Duration, Vec<Event>) {
    let service = ToolService::new();
    service.register(work).unwrap();
    let mut events = service.events();
    let began = Instant::now();
    let options = options.timeout(Duration::from_millis(1500)).retries(0);
    let call = ToolCall::new("work", arguments);
    let result = service.execute(call, options.clone()).await;
    (result, began.elapsed(), arrived(&mut events).await)
}

fn error(result: &ToolResult) -> String {
    result.error.as_ref().unwrap().to_string()
}

#[tokio::test(start_paused = true)]
async fn progress_restarts_the_timeout() {
    let (result, took, _) = worked(json!({"seconds": 12}), CallOptions::new()).await;
    assert_eq!((result.text().as_str(), took.as_secs()), ("done", 12));
    let silent = json!({"seconds": 12, "is_silent": true});
    let (result, took, _) = worked(silent, CallOptions::new()).await;
    assert_eq!(took, Duration::from_millis(1500));
    assert_snapshot!(error(&result), @"timeout: no answer within 1.5s");
}

#[tokio::test(start_paused = true)]
async fn limits_an_attempt_with_progress() {
    let ever = json!({"seconds": 1000});
    let (result, took, _) = worked(ever.clone(), CallOptions::new()).await;
    assert_eq!(took, Duration::from_secs(15), "ten times the timeout");
    assert_snapshot!(error(&result), @"timeout: no answer within 15s, despite progress");
    let three = CallOptions::new().max_timeout(Duration::from_secs(3));
    assert_eq!(worked(ever.clone(), three).await.1, Duration::from_secs(3));
    // A shorter maximum does not shorten the timeout.
    let none = CallOptions::new().max_timeout(Duration::ZERO);
    assert_eq!(worked(ever, none).await.1, Duration::from_millis(1500));
}

#[tokio::test(start_paused = true)]
async fn times_out_when_progress_stops() {
    let service = ToolService::new();
    let stop = async |context: CallContext, _: Work| {
        sleep(Duration::from_secs(20)).await;
        context.report_progress(Progress::new(1.0));
        std::future::pending::<Result<(), Infallible>>().await
    };
    service.register(stop).unwrap();
    let call = ToolCall::new("work", json!({"seconds": 1}));
    let result = service.execute(call, CallOptions::new().retries(0)).await;
    assert_snapshot!(error(&result), @"timeout: no progress within 30s");
}

/// A limit beyond the range of the clock means no limit, even with progress.
#[tokio::test(start_paused = true)]
async fn an_unlimited_timeout_stays_unlimited() {
    let service = ToolService::new();
    let report = async |context: CallContext, _: Work| {
        let before = context.deadline();
        context.report_progress(Progress::new(1.0));
        Ok::<_, Infallible>((before.is_none(), context.deadline().is_none()))
    };
    service.register(report).unwrap();
    let call = ToolCall::new("work", json!({"seconds": 1}));
    let options = CallOptions::new().timeout(Duration::MAX);
    let result = service.execute(call, options.clone()).await;
    assert_eq!(result.text(), "[true,true]");
}

/// Formats the progress events, one per line.
fn lines(events: &[Event]) -> String {
    let lines = events.iter().filter_map(|event| match event {
        Event::Progress {
            call,
            tool,
            progress,
        } => Some(format!("{call} {tool} {progress:?}")),
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[tokio::test(start_paused = true)]
async fn reports_progress_as_events() {
    let (_, _, events) = worked(json!({"seconds": 2}), CallOptions::new()).await;
    assert_snapshot!(lines(&events), @r#"
    1 work Progress { done: 0.0, total: Some(2.0), message: Some("second 0") }
    1 work Progress { done: 1.0, total: Some(2.0), message: Some("second 1") }
    "#);
}

#[tokio::test(start_paused = true)]
async fn passes_the_call_context_to_functions() {
    let service = ToolService::new();
    let facts = async |context: CallContext, _: Work| {
        let left = context.deadline().unwrap() - Instant::now();
        if context.attempt == 1 {
            return Err(ToolError::Network(Failure::new("once more").not_run()));
        }
        let (id, attempt) = (context.id.clone(), context.attempt);
        sleep(Duration::from_secs(1)).await;
        context.report_progress(Progress::new(1.0));
        let after = context.deadline().unwrap() - Instant::now();
        Ok(format!("{id:?} {attempt} {left:?} {after:?}"))
    };
    service.register(facts).unwrap();
    let call = ToolCall::new("work", json!({"seconds": 1})).id("call_1");
    let options = CallOptions::new().timeout(Duration::from_secs(5));
    let result = service.execute(call, options.clone()).await;
    assert_snapshot!(result.text(), @r#"Some("call_1") 2 5s 5s"#);
}

/// A service whose blocking tool sends its context and runs until its token is cancelled.
fn blocking() -> (ToolService, mpsc::Receiver<CallContext>) {
    let (sender, receiver) = mpsc::channel();
    let service = ToolService::new();
    let run = move |context: CallContext, _: Work| {
        sender.send(context.clone()).unwrap();
        let token = context.cancellation();
        while !token.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        context.report_progress(Progress::new(1.0));
        sender.send(context).unwrap();
        Ok::<_, Infallible>(())
    };
    service.register(run).unwrap();
    (service, receiver)
}

/// Waits until the function sees its cancellation, and checks that its last report is ignored.
async fn reports_the_end(receiver: mpsc::Receiver<CallContext>, mut events: Events) {
    let contexts = tokio::task::spawn_blocking(move || {
        let contexts = [receiver.recv().unwrap(), receiver.recv().unwrap()];
        contexts.map(|context| context.cancellation())
    });
    let tokens = contexts.await.unwrap();
    assert!(tokens.iter().all(CancellationToken::is_cancelled));
    assert_eq!(lines(&arrived(&mut events).await), "");
}

#[tokio::test]
async fn a_blocking_function_sees_the_timeout() {
    let (service, receiver) = blocking();
    let events = service.events();
    let options = CallOptions::new()
        .timeout(Duration::from_millis(20))
        .retries(0);
    let call = ToolCall::new("work", json!({"seconds": 1}));
    service.execute(call, options.clone()).await;
    reports_the_end(receiver, events).await;
}

#[tokio::test]
async fn a_blocking_function_sees_the_cancellation() {
    let (service, receiver) = blocking();
    let events = service.events();
    let token = CancellationToken::new();
    let options = CallOptions::new().cancel(token.clone());
    let call = ToolCall::new("work", json!({"seconds": 1}));
    let (result, ()) = tokio::join!(service.execute(call, options.clone()), async {
        sleep(Duration::from_millis(20)).await;
        token.cancel();
    });
    assert!(matches!(result.error, Some(ToolError::Cancelled(_))));
    reports_the_end(receiver, events).await;
}

#[tokio::test]
async fn a_blocking_function_sees_a_dropped_call() {
    let (service, receiver) = blocking();
    let events = service.events();
    let call = ToolCall::new("work", json!({"seconds": 1}));
    let options = CallOptions::new();
    let execute = service.execute(call, options.clone());
    let late = tokio::time::timeout(Duration::from_millis(20), execute).await;
    assert!(late.is_err());
    reports_the_end(receiver, events).await;
}

/// A task that the function leaves behind also sees the end.
#[tokio::test]
async fn cancels_the_token_when_the_function_returns() {
    let service = ToolService::new();
    let (sender, receiver) = mpsc::channel();
    let leave = move |context: CallContext, _: Work| {
        let token = context.cancellation();
        let is_cancelled = token.is_cancelled();
        sender.send(token).unwrap();
        Ok::<_, Infallible>(is_cancelled)
    };
    service.register(leave).unwrap();
    let call = ToolCall::new("work", json!({"seconds": 1}));
    let result = service.execute(call, CallOptions::new()).await;
    assert_eq!(result.text(), "false");
    assert!(receiver.recv().unwrap().is_cancelled());
}

/// A function can only cancel its own token.
#[tokio::test]
async fn a_function_cannot_cancel_its_call() {
    let service = ToolService::new();
    let cancel = async |context: CallContext, _: Work| {
        context.cancellation().cancel();
        tokio::task::yield_now().await;
        Ok::<_, Infallible>(context.cancellation().is_cancelled())
    };
    service.register(cancel).unwrap();
    let call = ToolCall::new("work", json!({"seconds": 1}));
    assert_eq!(
        service.execute(call, CallOptions::new()).await.text(),
        "false"
    );
}

#[tokio::test(start_paused = true)]
async fn an_executor_reports_progress() {
    struct Slow;

    impl Executor for Slow {
        type Arguments = Value;

        async fn execute(
            &self,
            _: Value,
            context: ExecutionContext<'_>,
        ) -> Result<ToolOutput, ToolError> {
            for part in 0..4_u8 {
                context.report_progress(Progress::new(part.into()));
                sleep(Duration::from_secs(20)).await;
            }
            Ok(ToolOutput::text("done"))
        }
    }

    let slow = Definition::new("slow", "Take long.", json!({"type": "object"})).unwrap();
    let service = ToolService::new();
    service.register(RegisteredTool::new(slow, Slow)).unwrap();
    let mut events = service.events();
    let result = service
        .execute(ToolCall::new("slow", "{}"), CallOptions::new())
        .await;
    assert_eq!(result.text(), "done");
    assert_snapshot!(lines(&arrived(&mut events).await), @"
    1 slow Progress { done: 0.0, total: None, message: None }
    1 slow Progress { done: 1.0, total: None, message: None }
    1 slow Progress { done: 2.0, total: None, message: None }
    1 slow Progress { done: 3.0, total: None, message: None }
    ");
}

/// For tests of a function or an executor.
#[tokio::test(start_paused = true)]
async fn progress_without_a_service_has_no_effect() {
    let context = CallContext::default();
    let arguments = Work {
        seconds: 2,
        is_silent: false,
    };
    assert_eq!(
        work(context.clone(), arguments).await,
        Ok("done".to_owned())
    );
    assert_eq!((context.attempt, context.deadline()), (1, None));
    assert!(!context.cancellation().is_cancelled());
    let (definition, call) = (Work::definition(), ToolCall::new("work", "{}"));
    let context = ExecutionContext::new(definition, &call);
    context.report_progress(Progress::new(1.0));
    assert_eq!(context.deadline(), None);
}
