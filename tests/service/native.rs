//! Functions as tools.

use std::collections::HashSet;
use std::convert::Infallible;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use insta::assert_snapshot;
use serde::Serialize;
use serde_json::{Value, json};
use service_tests::ran;
use tool_core::{Issues, Tool};
use tool_service::executor::{ExecutionContext, Middleware, Next};
use tool_service::extract::State;
use tool_service::{
    CallOptions, Content, Failure, ForModel, ToolCall, ToolError, ToolOutput, ToolService,
};

/// Add two numbers.
#[derive(Debug, Tool)]
struct Add {
    a: i64,
    b: i64,
}

/// Nothing.
#[derive(Debug, Tool)]
struct Nothing {}

async fn add(add: Add) -> Result<i64, Infallible> {
    Ok(add.a + add.b)
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "the arguments are the function's own"
)]
fn add_blocking(add: Add) -> Result<i64, &'static str> {
    let Add { a, b } = add;
    a.checked_add(b).ok_or("the sum is too large")
}

const ONE_AND_TWO: &str = r#"{"a": "1", "b": 2}"#;

#[tokio::test]
async fn async_and_blocking_functions_are_tools() {
    let service = ToolService::new();
    service.register(add).unwrap();
    assert_eq!(service.get("add").unwrap().kind(), "native");
    assert_eq!(ran(&service, "add", ONE_AND_TWO).await.0, "3");

    service.remove("add");
    service.register(add_blocking).unwrap();
    assert_eq!(ran(&service, "add", ONE_AND_TWO).await.0, "3");
}

#[tokio::test]
async fn closures_are_tools() {
    let seen = Arc::new(AtomicUsize::new(0));
    let service = ToolService::new();
    let counted = Arc::clone(&seen);
    service
        .register(move |add: Add| {
            let counted = Arc::clone(&counted);
            async move {
                counted.fetch_add(1, Ordering::Relaxed);
                Ok::<_, Infallible>(add.a - add.b)
            }
        })
        .unwrap();
    assert_eq!(ran(&service, "add", ONE_AND_TWO).await.0, "-1");

    service.remove("add");
    let counted = Arc::clone(&seen);
    service
        .register(move |add: Add| {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok::<_, Infallible>(add.a * add.b)
        })
        .unwrap();
    assert_eq!(ran(&service, "add", ONE_AND_TWO).await.0, "2");
    assert_eq!(seen.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn state_precedes_the_arguments() {
    #[derive(Clone)]
    struct Name(&'static str);
    async fn two(
        State(name): State<Name>,
        State(total): State<Arc<Mutex<i64>>>,
        add: Add,
    ) -> Result<String, Infallible> {
        let mut total = total.lock().unwrap();
        *total += add.a + add.b;
        Ok(format!("{} {total}", name.0))
    }
    let total = Arc::new(Mutex::new(10_i64));
    let builder = ToolService::builder().state(Arc::clone(&total));
    let service = builder.state(Name("sum")).build();
    service.register(two).unwrap();
    assert_eq!(ran(&service, "add", ONE_AND_TWO).await.0, "sum 13");
    assert_eq!(*total.lock().unwrap(), 13);
}

#[tokio::test]
async fn blocking_functions_run_off_the_async_threads() {
    type Threads = Arc<Mutex<HashSet<std::thread::ThreadId>>>;
    let threads = Threads::default();
    let service = ToolService::builder().state(Arc::clone(&threads)).build();
    service
        .register(|State(threads): State<Threads>, _: Nothing| {
            threads.lock().unwrap().insert(std::thread::current().id());
            Ok::<_, Infallible>(())
        })
        .unwrap();
    assert_eq!(ran(&service, "nothing", "{}").await.2, 1);
    let here = std::thread::current().id();
    assert!(!threads.lock().unwrap().contains(&here));
    assert_eq!(threads.lock().unwrap().len(), 1);
}

/// A blocking tool does not block others on the only async thread.
#[tokio::test]
async fn blocking_functions_do_not_block_others() {
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let service = ToolService::new();
    service
        .register(move |_: Nothing| wait.lock().unwrap().recv())
        .unwrap();
    service.register(add).unwrap();
    let other = service.clone();
    let call = ToolCall::new("nothing", "{}");
    let blocked = tokio::spawn(async move { other.execute(call, CallOptions::new()).await });
    assert_eq!(ran(&service, "add", ONE_AND_TWO).await.0, "3");
    done.send(()).unwrap();
    assert!(!blocked.await.unwrap().is_error);
}

#[tokio::test]
async fn converts_outputs() {
    #[derive(Serialize)]
    struct Point {
        x: u8,
    }
    async fn of<T: tool_service::convert::OutputOf<Nothing> + Clone + Sync + Send + 'static>(
        value: T,
    ) -> Value {
        let service = ToolService::new();
        let give = move |_: Nothing| Ok::<_, Infallible>(value.clone());
        service.register(give).unwrap();
        let result = service
            .execute(ToolCall::new("nothing", "{}").id("1"), CallOptions::new())
            .await;
        json!(result)
    }
    impl Clone for Point {
        fn clone(&self) -> Self {
            Self { x: self.x }
        }
    }
    let image = ToolOutput::new([
        Content::Text("a dot".to_owned()),
        Content::Image {
            data: "AA==".to_owned(),
            mime_type: "image/png".to_owned(),
        },
    ]);
    let all = [
        of("text").await,
        of(7).await,
        of(()).await,
        of(vec![1, 2]).await,
        of(Point { x: 1 }).await,
        of(image).await,
        of(ToolOutput::text("no such dot").error()).await,
    ];
    let lines: Vec<_> = all.iter().map(Value::to_string).collect();
    assert_snapshot!(lines.join("\n"), @r#"
    {"id":"1","tool":"nothing","content":[{"type":"text","text":"text"}],"isError":false}
    {"id":"1","tool":"nothing","content":[{"type":"text","text":"7"}],"isError":false}
    {"id":"1","tool":"nothing","content":[{"type":"text","text":"null"}],"isError":false}
    {"id":"1","tool":"nothing","content":[{"type":"text","text":"[1,2]"}],"isError":false}
    {"id":"1","tool":"nothing","content":[{"type":"text","text":"{\"x\":1}"}],"structuredContent":{"x":1},"isError":false}
    {"id":"1","tool":"nothing","content":[{"type":"text","text":"a dot"},{"type":"image","data":"AA==","mimeType":"image/png"}],"isError":false}
    {"id":"1","tool":"nothing","content":[{"type":"text","text":"no such dot"}],"isError":true}
    "#);
}

#[tokio::test]
async fn converts_errors() {
    #[derive(Debug)]
    struct Secretive;
    impl fmt::Display for Secretive {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the key sk-123 is refused")
        }
    }
    impl std::error::Error for Secretive {}
    async fn of<E: tool_service::convert::IntoToolError + Send + 'static>(error: E) -> String {
        let error = Mutex::new(Some(error));
        let service = ToolService::new();
        service
            .register(move |_: Nothing| match error.lock().unwrap().take() {
                Some(error) => Err(error),
                None => Ok(()),
            })
            .unwrap();
        let (text, class, _) = ran(&service, "nothing", "{}").await;
        format!("{class}: {text}")
    }
    let all = [
        of(Secretive).await,
        of("a string").await,
        of(ForModel(Secretive)).await,
        of(ToolError::Permission(Failure::new("no"))).await,
        of(Add::parse("{}").unwrap_err()).await,
        of(Box::<dyn std::error::Error + Send + Sync>::from("boxed")).await,
    ];
    assert_snapshot!(all.join("\n"), @"
    ToolExecutionError: The tool nothing failed.
    ToolExecutionError: The tool nothing failed.
    ToolExecutionError: the key sk-123 is refused
    PermissionError: The tool nothing is not allowed to do that.
    ValidationError: Please rewrite the input with valid arguments. Errors: a: Required; b: Required (the arguments are empty)
    ToolExecutionError: The tool nothing failed.
    ");
}

#[tokio::test]
async fn rejects_output_that_is_not_json() {
    let service = ToolService::new();
    let map = || std::collections::HashMap::from([((1, 2), 3)]);
    service
        .register(move |_: Nothing| Ok::<_, Infallible>(map()))
        .unwrap();
    let result = service
        .execute(ToolCall::new("nothing", "{}"), CallOptions::new())
        .await;
    assert_snapshot!(result.error.unwrap(), @"tool execution: the tool output could not be serialized to JSON");
}

/// Divide.
#[derive(Debug, Tool)]
#[tool(check = check_divide, idempotent)]
struct Divide {
    by: i32,
}

fn check_divide(divide: &Divide, issues: &mut Issues) {
    assert!(divide.by != 13, "thirteen");
    if divide.by == 0 {
        issues.add("by", "cannot be 0");
    }
}

#[tokio::test]
async fn a_panic_fails_only_its_call() {
    let service = ToolService::new();
    service
        .register(async |divide: Divide| Ok::<_, Infallible>(100 / (divide.by - 1)))
        .unwrap();
    service
        .register(|nothing: Nothing| -> Result<(), Infallible> { panic!("no {nothing:?} today") })
        .unwrap();
    let mut lines = Vec::new();
    for (name, raw) in [
        ("divide", r#"{"by": 1}"#),
        ("divide", r#"{"by": 13}"#),
        ("divide", r#"{"by": 0}"#),
        ("nothing", "{}"),
        ("divide", r#"{"by": 3}"#),
    ] {
        let call = ToolCall::new(name, raw);
        let result = service.execute(call, CallOptions::new()).await;
        let error = result.error.as_ref();
        let error = error.map_or_else(String::new, ToString::to_string);
        lines.push(format!(
            "{raw} {:?} {error} ({})",
            result.text(),
            result.attempts
        ));
    }
    assert_snapshot!(lines.join("\n"), @r#"
    {"by": 1} "The tool divide failed." tool execution: the tool panicked: attempt to divide by zero (1)
    {"by": 13} "The tool divide failed." tool execution: code before the tool panicked: thirteen (0)
    {"by": 0} "Please rewrite the input with valid arguments. Errors: by: cannot be 0" Please rewrite the input with valid arguments. Errors: by: cannot be 0 (0)
    {} "The tool nothing failed." tool execution: the tool panicked: no Nothing today (1)
    {"by": 3} "50"  (1)
    "#);
}

#[tokio::test(start_paused = true)]
async fn applies_options_of_a_tool() {
    let service = ToolService::new();
    let forever = async |_: Nothing| {
        std::future::pending::<()>().await;
        Ok::<_, Infallible>(())
    };
    let quick = CallOptions::new().timeout(Duration::from_millis(5));
    service
        .register(service.prepare(forever).unwrap().options(quick))
        .unwrap();
    let began = tokio::time::Instant::now();
    assert_eq!(ran(&service, "nothing", "{}").await.1, "TimeoutError");
    assert!(began.elapsed() < Duration::from_secs(1));
}

/// Take a while.
#[derive(Debug, Tool)]
#[tool(idempotent)]
struct Slow {}

/// A blocking function continues after its timeout, and never runs twice concurrently.
#[tokio::test]
async fn does_not_retry_a_running_blocking_function() {
    let runs = Arc::new(AtomicUsize::new(0));
    let (begun, (done, wait)) = (Arc::clone(&runs), std::sync::mpsc::channel::<()>());
    let wait = Mutex::new(wait);
    let service = ToolService::new();
    service
        .register(move |_: Slow| {
            begun.fetch_add(1, Ordering::SeqCst);
            wait.lock().unwrap().recv()
        })
        .unwrap();
    let options = CallOptions::new()
        .timeout(Duration::from_millis(50))
        .delay(Duration::ZERO);
    let result = service
        .execute(ToolCall::new("slow", "{}"), options.clone())
        .await;
    assert_eq!((result.attempts, runs.load(Ordering::SeqCst)), (1, 1));
    assert!(matches!(result.error, Some(ToolError::Timeout(_))));
    done.send(()).unwrap();
}

/// A separate limit around a tool.
struct Limit;

impl Middleware for Limit {
    async fn handle(
        &self,
        _: &Value,
        _: ExecutionContext<'_>,
        next: Next<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let answer = tokio::time::timeout(Duration::from_millis(50), next.run());
        answer
            .await
            .unwrap_or_else(|_| Err(ToolError::Timeout(Failure::new("too slow"))))
    }
}

/// A middleware that stops waiting does not start a second run.
#[tokio::test]
async fn does_not_retry_a_blocking_function_after_a_middleware_timeout() {
    let runs = Arc::new(AtomicUsize::new(0));
    let (begun, (done, wait)) = (Arc::clone(&runs), std::sync::mpsc::channel::<()>());
    let wait = Mutex::new(wait);
    let blocks = move |_: Slow| {
        begun.fetch_add(1, Ordering::SeqCst);
        wait.lock().unwrap().recv()
    };
    let service = ToolService::new();
    let tool = service.prepare(blocks).unwrap().wrap(Limit);
    service.register(tool).unwrap();
    let options = CallOptions::new().delay(Duration::ZERO);
    let result = service
        .execute(ToolCall::new("slow", "{}"), options.clone())
        .await;
    assert_eq!((result.attempts, runs.load(Ordering::SeqCst)), (1, 1));
    assert_eq!(result.error.unwrap().to_string(), "timeout: too slow");
    done.send(()).unwrap();
}
