//! Time limits, retries and delays.

use std::time::Duration;

use service_tests::{Scripted, ran, service};
use tokio::time::Instant;
use tool_core::definition::Annotations;
use tool_service::executor::RetryAdvice;
use tool_service::{CallOptions, Failure, ToolCall, ToolError};

type Class = fn(Failure) -> ToolError;

/// Each class of failure, and whether a retry may help.
const CLASSES: [(Class, bool); 10] = [
    (ToolError::Network, true),
    (ToolError::Timeout, true),
    (ToolError::RateLimit, true),
    (ToolError::Server, true),
    (ToolError::Authentication, false),
    (ToolError::Configuration, false),
    (ToolError::ToolExecution, false),
    (ToolError::NotFound, false),
    (ToolError::Permission, false),
    (ToolError::Cancelled, false),
];

/// A call is retried if this may help, and if it did not run or is idempotent.
#[tokio::test(start_paused = true)]
async fn retries_by_class_and_idempotency() {
    let kinds = [
        (Annotations::new(), false),
        (Annotations::new().destructive(true), false),
        (Annotations::new().idempotent(false), false),
        (Annotations::new().read_only(false), false),
        (Annotations::new().idempotent(true), true),
        (Annotations::new().read_only(true), true),
    ];
    for (class, may_help) in CLASSES {
        for (annotations, may_be_repeated) in kinds {
            for not_run in [false, true] {
                let failure = Failure::new("no");
                let failure = if not_run { failure.not_run() } else { failure };
                let error = class(failure);
                let scripted = Scripted::failing([error.clone()]);
                let service = service([scripted.tool("count", annotations)]).unwrap();
                let (_, outcome, attempts) = ran(&service, "count", r#"{"n": 1}"#).await;
                let again = may_help && (not_run || may_be_repeated);
                assert_eq!(attempts, 1 + u32::from(again), "{error:?} {annotations:?}");
                assert_eq!(scripted.asked().len(), attempts as usize);
                assert_eq!(outcome.is_empty(), again);
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn limits_retries() {
    let error = || ToolError::Server(Failure::new("no"));
    for (retries, attempts) in [(0, 1), (1, 2), (5, 6)] {
        let scripted = Scripted::failing((0..20).map(|_| error()));
        let tool = scripted.tool("count", Annotations::new().idempotent(true));
        let service = service([tool]).unwrap();
        let call = ToolCall::new("count", r#"{"n": 1}"#);
        let options = CallOptions::new().retries(retries);
        let result = service.execute(call, options.clone()).await;
        assert_eq!((result.attempts, result.is_error), (attempts, true));
        assert_eq!(scripted.asked().len(), attempts as usize);
    }
}

/// Returns the duration of a call whose tool fails four times.
async fn waited(scripted: Scripted, options: &CallOptions) -> (Duration, u32) {
    let tool = scripted.tool("count", Annotations::new().idempotent(true));
    let service = service([tool]).unwrap();
    let began = Instant::now();
    let call = ToolCall::new("count", r#"{"n": 1}"#);
    let result = service.execute(call, options.clone()).await;
    (began.elapsed(), result.attempts)
}

fn four(error: fn() -> ToolError) -> Scripted {
    Scripted::failing((0..4).map(|_| error()))
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// Timers have a resolution of one millisecond.
#[track_caller]
fn assert_about(took: Duration, wanted: Duration) {
    let slack = Duration::from_millis(10);
    assert!(
        took >= wanted && took < wanted + slack,
        "{took:?}, not {wanted:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn delays_grow() {
    let server = || ToolError::Server(Failure::new("no"));
    let options = CallOptions::new()
        .retries(4)
        .delay(seconds(1))
        .jitter(false);
    let (took, attempts) = waited(four(server), &options).await;
    assert_about(took, seconds(1 + 2 + 4 + 8));
    assert_eq!(attempts, 5);

    let (took, _) = waited(four(server), &options.clone().factor(3.0)).await;
    assert_about(took, seconds(1 + 3 + 9 + 27));
    let (took, _) = waited(four(server), &options.clone().factor(0.1)).await;
    assert_about(took, seconds(4));
    let (took, _) = waited(four(server), &options.clone().max_delay(seconds(3))).await;
    assert_about(took, seconds(1 + 2 + 3 + 3));
    let (took, _) = waited(four(server), &options.clone().delay(seconds(100))).await;
    assert_about(took, seconds(4 * 30));

    let (took, _) = waited(four(server), &options.clone().jitter(true)).await;
    assert!(took >= seconds(15) && took < seconds(31), "{took:?}");
    let endless = options.delay(Duration::MAX).max_delay(Duration::MAX);
    let year = seconds(365 * 24 * 60 * 60);
    let (took, _) = waited(four(server), &endless.factor(f32::NAN)).await;
    assert_about(took, 4 * year);
}

#[tokio::test(start_paused = true)]
async fn respects_the_requested_delay() {
    let busy = || ToolError::RateLimit(Failure::new("busy").not_run().with_retry_after(seconds(7)));
    let options = CallOptions::new()
        .retries(4)
        .delay(seconds(1))
        .jitter(false);
    let (took, attempts) = waited(four(busy), &options).await;
    // The fourth delay of the options is longer: 1, 2, 4, 8.
    assert_about(took, seconds(3 * 7 + 8));
    assert_eq!(attempts, 5);
    let at_once = || ToolError::RateLimit(Failure::new("busy").with_retry_after(seconds(0)));
    let (took, _) = waited(four(at_once), &options).await;
    assert_about(took, seconds(1 + 2 + 4 + 8));
    // With jitter, all callers that wait do not return in the same instant.
    let (took, _) = waited(four(busy), &options.clone().jitter(true)).await;
    assert!(took > seconds(28) && took < seconds(50), "{took:?}");

    // A requested delay above the maximum prevents the retry.
    let (took, attempts) = waited(four(busy), &options.max_delay(seconds(6))).await;
    assert_about(took, seconds(0));
    assert_eq!(attempts, 1);
}

#[tokio::test(start_paused = true)]
async fn an_executor_overrides_retries() {
    let refused = || ToolError::ToolExecution(Failure::new("locked"));
    let network = || ToolError::Network(Failure::new("reset"));
    let options = CallOptions::new()
        .retries(4)
        .delay(seconds(1))
        .jitter(false);
    let with = |retry, error: fn() -> ToolError| four(error).retrying(retry);
    let (took, attempts) = waited(with(RetryAdvice::Backoff, refused), &options).await;
    assert_about(took, seconds(15));
    assert_eq!(attempts, 5);
    let (took, attempts) = waited(with(RetryAdvice::After(seconds(2)), refused), &options).await;
    assert_about(took, seconds(8));
    assert_eq!(attempts, 5);
    let (took, attempts) = waited(with(RetryAdvice::After(seconds(31)), refused), &options).await;
    assert_about(took, seconds(0));
    assert_eq!(attempts, 1);
    assert_eq!(
        waited(with(RetryAdvice::Never, network), &options).await.1,
        1
    );
    assert_eq!(waited(four(network), &options).await.1, 5);
    assert_eq!(waited(four(refused), &options).await.1, 1);
}

#[tokio::test(start_paused = true)]
async fn each_attempt_has_a_timeout() {
    use std::sync::atomic::{AtomicU32, Ordering};
    use tool_core::Tool;

    /// Wait.
    #[derive(Debug, Tool)]
    #[tool(idempotent)]
    struct Wait {}

    let attempts = std::sync::Arc::new(AtomicU32::new(0));
    let counted = std::sync::Arc::clone(&attempts);
    let service = tool_service::ToolService::new();
    service
        .register(move |_: Wait| {
            let attempt = counted.fetch_add(1, Ordering::Relaxed);
            async move {
                // The third attempt is fast enough.
                tokio::time::sleep(seconds(30).saturating_sub(seconds(10) * attempt)).await;
                Ok::<_, std::convert::Infallible>("done")
            }
        })
        .unwrap();
    let options = CallOptions::new()
        .timeout(seconds(15))
        .delay(seconds(1))
        .jitter(false);
    let began = Instant::now();
    let result = service
        .execute(ToolCall::new("wait", "{}"), options.clone())
        .await;
    assert_eq!((result.text().as_str(), result.attempts), ("done", 3));
    assert_about(began.elapsed(), seconds(15 + 1 + 15 + 2 + 10));

    attempts.store(0, Ordering::Relaxed);
    let result = service
        .execute(
            ToolCall::new("wait", "{}"),
            options.clone().timeout(seconds(5)),
        )
        .await;
    insta::assert_snapshot!(format!("{} / {}", result.text(), result.error.unwrap()), @"The tool wait did not answer in time. The call may have had its effect all the same. / timeout: no answer within 5s");
}

/// A connection failure does not hide an earlier attempt that may have run.
#[tokio::test(start_paused = true)]
async fn remembers_that_an_attempt_may_have_run() {
    let timeout = || ToolError::Timeout(Failure::new("silent"));
    let refused = || ToolError::Network(Failure::new("refused").not_run());
    let sure = |errors: [ToolError; 3]| async {
        let scripted = Scripted::failing(errors);
        let tool = scripted.tool("count", Annotations::new().idempotent(true));
        let service = service([tool]).unwrap();
        let call = ToolCall::new("count", r#"{"n": 1}"#);
        let result = service.execute(call, CallOptions::new()).await;
        let error = result.error.clone().unwrap();
        assert_eq!(result.attempts, 3);
        (error.may_have_run(), result.text())
    };
    let outcome = [
        sure([timeout(), refused(), refused()]).await,
        sure([refused(), refused(), refused()]).await,
        sure([refused(), refused(), timeout()]).await,
    ];
    insta::assert_debug_snapshot!(outcome, @r#"
    [
        (
            true,
            "The connection to the tool count broke off. The call may have had its effect all the same.",
        ),
        (
            false,
            "The tool count could not be reached.",
        ),
        (
            true,
            "The tool count did not answer in time. The call may have had its effect all the same.",
        ),
    ]
    "#);
}

/// No setting makes a delay endless or a call panic.
#[tokio::test(start_paused = true)]
async fn all_option_values_are_safe() {
    let server = || ToolError::Server(Failure::new("no"));
    for factor in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, f32::MAX] {
        for delay in [Duration::ZERO, Duration::from_nanos(1), Duration::MAX] {
            for jitter in [false, true] {
                let options = CallOptions::new()
                    .factor(factor)
                    .delay(delay)
                    .jitter(jitter);
                let options = options.timeout(Duration::MAX).retries(u32::MAX);
                let (took, attempts) = waited(four(server), &options).await;
                assert!(took <= 2 * 4 * seconds(31), "{took:?} {options:?}");
                assert_eq!(attempts, 5);
            }
        }
    }
    let at_once = CallOptions::new().timeout(Duration::ZERO);
    assert_eq!(waited(Scripted::default(), &at_once).await.1, 1);
}
