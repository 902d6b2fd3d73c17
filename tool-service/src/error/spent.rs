use tool_core::CallError;

/// A call that failed after the model had spent its retries.
///
/// ```
/// use tool_service::{ToolError, ToolResult};
///
/// /// What the user is told, if the model is to stop.
/// fn for_user(result: &ToolResult) -> Option<&str> {
///     match &result.error {
///         Some(ToolError::RetriesSpent(spent)) => Some(&spent.summary),
///         _ => None,
///     }
/// }
/// # let _ = for_user;
/// ```
///
/// [`RetryBudgetLayer`](crate::layer::RetryBudgetLayer) makes it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RetriesSpent {
    /// What the model could not do, for the user.
    pub summary: String,
    /// Why the last call failed.
    pub error: CallError,
}

impl RetriesSpent {
    pub(crate) fn new(summary: String, error: CallError) -> Self {
        Self { summary, error }
    }
}
