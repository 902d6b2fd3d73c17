//! `#[tool_fn]` and `#[tool_impl(service)]`: functions and blocks in a service.
#![allow(
    clippy::unnecessary_wraps,
    clippy::unused_async,
    reason = "the functions of tools return results"
)]

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use service_tests::ran;
use tool_core::{tool_fn, tool_impl};
use tool_service::executor::ExecutionContext;
use tool_service::extract::{CallContext, Extension, FromCall, State, States};
use tool_service::{CallOptions, IntoTools, RegisterError, ToolCall, ToolError, ToolService};

#[derive(Clone)]
struct User(&'static str);

/// The name of the called tool.
struct Called(String);

impl FromCall for Called {
    type Shared = ();

    fn prepare(_: &States) -> Result<(), RegisterError> {
        Ok(())
    }

    fn from_call((): &(), context: &ExecutionContext<'_>) -> Result<Self, ToolError> {
        Ok(Self(context.call.name.clone()))
    }
}

/// Add to the total.
#[tool_fn(output)]
async fn add_to_total(
    /// What to add.
    amount: u64,
    State(total): State<Arc<AtomicU64>>,
    user: Option<Extension<User>>,
    #[tool(context)] called: Called,
) -> Result<String, Infallible> {
    let total = total.fetch_add(amount, Ordering::Relaxed) + amount;
    let user = user.map_or("nobody", |Extension(User(name))| name);
    Ok(format!("{user} {} {total}", called.0))
}

/// Divide numbers.
#[tool_fn(read_only)]
fn divide(dividend: i64, divisor: i64) -> Result<i64, &'static str> {
    dividend.checked_div(divisor).ok_or("division by zero")
}

#[tokio::test]
async fn functions_take_state_and_values_of_the_call_beside_their_arguments() {
    let service = ToolService::builder()
        .state(Arc::new(AtomicU64::new(40)))
        .build();
    service.register(add_to_total).unwrap();
    service.register(divide).unwrap();

    let options = CallOptions::new().extension(User("ada"));
    let call = ToolCall::new("addToTotal", r#"{"amount": "2"}"#);
    let result = service.execute(call, options).await;
    assert_eq!(result.text(), "ada addToTotal 42");
    assert_eq!(
        ran(&service, "add_to_total", r#"{"amount": 1}"#).await.0,
        "nobody add_to_total 43"
    );
    assert_eq!(
        ran(&service, "divide", r#"{"dividend": "9", "divisor": 3}"#)
            .await
            .0,
        "3"
    );
    assert_eq!(
        ran(&service, "divide", r#"{"dividend": 9, "divisor": 0}"#)
            .await
            .1,
        "ToolExecutionError"
    );
}

/// A counter for tests.
struct Counter<T> {
    total: AtomicU64,
    of: T,
}

#[tool_impl(service)]
impl<T: AsRef<str> + Send + Sync + 'static> Counter<T> {
    /// Count on.
    #[tool_fn(arguments = CountArguments)]
    async fn count(
        &self,
        /// The step.
        #[tool(default = 1)]
        by: u64,
        context: CallContext,
    ) -> Result<String, Infallible> {
        assert!(!context.cancellation().is_cancelled());
        tokio::task::yield_now().await;
        let total = self.total.fetch_add(by, Ordering::Relaxed) + by;
        Ok(format!("{} {total}", self.of.as_ref()))
    }

    /// Start again.
    #[tool_fn(idempotent, arguments = ResetArguments)]
    fn reset(&self) -> Result<u64, String> {
        Ok(self.total.swap(0, Ordering::Relaxed))
    }

    /// Double a number.
    #[tool_fn(arguments = DoubleArguments)]
    async fn double(number: u64) -> Result<u64, Infallible> {
        Ok(2 * number)
    }
}

#[tokio::test]
async fn the_methods_of_a_value_are_tools_that_share_it() {
    let service = ToolService::new();
    let counter = Counter {
        total: AtomicU64::new(0),
        of: "sheep",
    };
    service.register_all(counter).unwrap();
    assert_eq!(ran(&service, "count", "{}").await.0, "sheep 1");
    assert_eq!(ran(&service, "count", r#"{"by": "4"}"#).await.0, "sheep 5");
    assert_eq!(ran(&service, "reset", "{}").await.0, "5");
    assert_eq!(ran(&service, "count", "{}").await.0, "sheep 1");
    assert_eq!(ran(&service, "double", r#"{"number": 21}"#).await.0, "42");
}

#[tokio::test]
async fn a_set_is_registered_as_a_whole_or_not_at_all() {
    let service = ToolService::new();
    service.register(divide).unwrap();
    let other = ToolService::new();
    other.register(divide).unwrap();
    let counter = Counter {
        total: AtomicU64::new(0),
        of: "sheep",
    };
    let mut tools = counter.into_tools(&States::default()).unwrap();
    tools.extend(other.tools());
    assert!(matches!(
        service.register_all(tools),
        Err(RegisterError::Name(_))
    ));
    assert_eq!(service.tools().len(), 1);
}
