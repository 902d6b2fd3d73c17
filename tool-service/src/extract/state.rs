use std::any::type_name;

use super::{FromCall, States};
use crate::executor::ExecutionContext;
use crate::{RegisterError, ToolError};

/// A value that tools share, set by
/// [`ToolServiceBuilder::state`](crate::ToolServiceBuilder::state). Each call gets a clone. A
/// service has one value per type.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use tool_core::Tool;
/// use tool_service::extract::State;
/// use tool_service::{CallOptions, ToolCall, ToolService};
///
/// /// Count on.
/// #[derive(Debug, Tool)]
/// struct Count {
///     by: u64,
/// }
///
/// fn count(State(total): State<Arc<AtomicU64>>, count: Count) -> Result<u64, String> {
///     Ok(total.fetch_add(count.by, Ordering::Relaxed) + count.by)
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::RegisterError> {
/// let service = ToolService::builder().state(Arc::new(AtomicU64::new(40))).build();
/// service.register(count)?;
///
/// let result = service.execute(ToolCall::new("count", r#"{"by": "2"}"#), CallOptions::new()).await;
/// assert_eq!(result.text(), "42");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<T>(pub T);

impl<T: Clone + Send + Sync + 'static> FromCall for State<T> {
    type Shared = T;

    fn prepare(states: &States) -> Result<T, RegisterError> {
        let value = states.get::<T>().cloned();
        value.ok_or(RegisterError::NoState {
            type_name: type_name::<T>(),
        })
    }

    fn from_call(shared: &T, _: &ExecutionContext<'_>) -> Result<Self, ToolError> {
        Ok(Self(shared.clone()))
    }
}
