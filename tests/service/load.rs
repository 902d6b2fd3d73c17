//! Ten thousand concurrent calls, of which one in ten fails. No call is lost, all follow the retry
//! rules, and their memory is freed. A hundred thousand sequential calls do not accumulate memory.

use std::alloc::System;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use cap::Cap;
use serde_json::Value;
use service_tests::{counter, service};
use tokio::sync::Barrier;
use tool_core::definition::Annotations;
use tool_service::executor::{ExecutionContext, Executor};
use tool_service::{
    CallOptions, Failure, RegisteredTool, ToolCall, ToolError, ToolOutput, ToolService,
};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

const CALLS: usize = 10_000;

/// Waits until all calls run. Then every tenth call fails at its first attempt.
struct OneInTen {
    all: Arc<Barrier>,
    runs: Arc<Vec<AtomicU32>>,
}

impl Executor for OneInTen {
    type Arguments = Value;

    async fn execute(
        &self,
        arguments: Value,
        context: ExecutionContext<'_>,
    ) -> Result<ToolOutput, ToolError> {
        // Each number belongs to one call.
        let number = arguments["n"].as_u64().unwrap_or_default();
        let number = usize::try_from(number).unwrap_or_default();
        self.runs[number].fetch_add(1, Ordering::Relaxed);
        if context.attempt == 1 {
            if !is_silent(number) {
                self.all.wait().await;
            }
            match number % 100 {
                0 => return Err(ToolError::Server(Failure::new("down"))),
                10 => return Err(ToolError::Network(Failure::new("refused").not_run())),
                20 => return Err(ToolError::ToolExecution(Failure::new("failed"))),
                30 => panic!("out of order"),
                40 => return Err(ToolError::Permission(Failure::new("no"))),
                50 => return Err(ToolError::RateLimit(Failure::new("busy").not_run())),
                60 => return Err(ToolError::Network(Failure::new("reset"))),
                70 => return Ok(ToolOutput::text("failed").error()),
                _ if is_silent(number) => std::future::pending().await,
                90 => return Err(ToolError::NotFound(Failure::new("gone"))),
                _ => {}
            }
        }
        Ok(ToolOutput::json(arguments))
    }
}

/// Returns whether the call gets no answer at its first attempt.
fn is_silent(number: usize) -> bool {
    number % 100 == 80
}

/// Options of a call. Only unanswered calls have a short timeout, so slow machines do not change
/// the result.
fn options(number: usize) -> CallOptions {
    let seconds = if is_silent(number) { 1 } else { 600 };
    let options = CallOptions::new().timeout(Duration::from_secs(seconds));
    options.delay(Duration::from_millis(1))
}

/// Returns the expected number of runs, and whether the call must succeed.
fn wanted(number: usize, idempotent: bool) -> (u32, bool) {
    match number % 100 {
        0 | 60 if idempotent => (2, true),
        _ if is_silent(number) && idempotent => (2, true),
        10 | 50 => (2, true),
        remainder if remainder % 10 == 0 => (1, false),
        _ => (1, true),
    }
}

async fn round(idempotent: bool) {
    let runs: Arc<Vec<AtomicU32>> = Arc::new((0..CALLS).map(|_| AtomicU32::new(0)).collect());
    let executor = OneInTen {
        all: Arc::new(Barrier::new(CALLS - CALLS / 100)),
        runs: Arc::clone(&runs),
    };
    let definition = counter("count", Annotations::new().idempotent(idempotent));
    let tool = RegisteredTool::new(definition, executor);
    let tools: ToolService = service([tool]).expect("there is one tool");
    let calls: Vec<_> = (0..CALLS)
        .map(|number| {
            let tools = tools.clone();
            tokio::spawn(async move {
                // Every third call is coerced.
                let quote = if number % 3 == 0 { "\"" } else { "" };
                let raw = format!(r#"{{"n": {quote}{number}{quote}}}"#);
                let call = ToolCall::new("count", raw).id(number.to_string());
                tools.execute(call, options(number)).await
            })
        })
        .collect();
    for (number, call) in calls.into_iter().enumerate() {
        let result = call.await.expect("no panic leaves the service");
        let ran = runs[number].load(Ordering::Relaxed);
        let (times, answers) = wanted(number, idempotent);
        assert_eq!(result.id, Some(number.to_string()));
        assert_eq!(
            (ran, !result.is_error),
            (times, answers),
            "call {number}: {result:?}"
        );
        assert_eq!(result.attempts, times);
        if answers {
            assert_eq!(result.text(), format!(r#"{{"n":{number}}}"#));
        }
    }
}

/// Returns the bytes allocated while tools are registered one by one.
fn registering(tools: usize) -> usize {
    let service = ToolService::new();
    let tools: Vec<_> = (0..tools)
        .map(|number| {
            let definition = counter(&format!("tool{number}"), Annotations::new());
            let executor = OneInTen {
                all: Arc::new(Barrier::new(1)),
                runs: Arc::default(),
            };
            RegisteredTool::new(definition, executor)
        })
        .collect();
    let before = ALLOCATOR.total_allocated();
    for tool in tools {
        service.register(tool).expect("each has its own name");
    }
    ALLOCATOR.total_allocated() - before
}

/// Makes sequential calls. Every third is coerced, and every seventh is rejected.
async fn repeat(tools: &ToolService, calls: usize) {
    for number in 0..calls {
        let raw = match number {
            _ if number % 7 == 0 => r#"{"n": "many"}"#.to_owned(),
            _ if number % 3 == 0 => format!(r#"{{"n": "{number}"}}"#),
            _ => format!(r#"{{"n": {number}}}"#),
        };
        let call = ToolCall::new("count", raw).id(number.to_string());
        let result = tools.execute(call, CallOptions::new()).await;
        assert_eq!(
            result.is_error,
            number % 7 == 0,
            "call {number}: {result:?}"
        );
    }
}

/// Returns the live bytes after each tenth of the sequential calls.
async fn kept_by(calls: usize) -> Vec<usize> {
    let answer = async |arguments: Value| Ok::<_, String>(arguments.to_string());
    let tool = RegisteredTool::function(counter("count", Annotations::new()), answer);
    let tools = service([tool]).expect("there is one tool");
    // Warm-up: the first calls allocate lasting state.
    repeat(&tools, calls / 10).await;
    let mut kept = Vec::with_capacity(10);
    for _ in 0..10 {
        repeat(&tools, calls / 10).await;
        kept.push(ALLOCATOR.allocated());
    }
    kept
}

fn main() {
    let (few, many) = (registering(500), registering(2000));
    println!("bytes allocated to register 500 and 2000 tools: {few}, {many}");
    assert!(many <= 5 * few, "registering is not linear");
    // Silences the panic messages, a hundred per round.
    std::panic::set_hook(Box::new(|_| {}));
    let failed = std::panic::catch_unwind(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_time()
            .build()
            .expect("threads can be started");
        // Lasting state is allocated in the first rounds.
        runtime.block_on(async {
            round(true).await;
            round(false).await;
        });
        let kept = runtime.block_on(kept_by(10 * CALLS));
        println!(
            "live bytes during {} calls one after another: {kept:?}",
            10 * CALLS
        );
        let (least, most) = (kept.iter().min(), kept.iter().max());
        assert!(
            least
                .zip(most)
                .is_some_and(|(least, most)| most - least <= 4096),
            "calls one after another are kept"
        );
        let before = ALLOCATOR.allocated();
        for idempotent in [true, false] {
            runtime.block_on(round(idempotent));
        }
        (before, ALLOCATOR.allocated(), ALLOCATOR.max_allocated())
    });
    drop(std::panic::take_hook());
    match failed {
        Ok((before, after, most)) => {
            println!("4 rounds of {CALLS} calls at once: none lost, none run against the rules");
            println!("live bytes before and after 2 of them: {before}, {after}; at most {most}");
            assert!(
                after <= before + 4096,
                "what was allocated for the calls is not freed"
            );
        }
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
