/// A function with a [`Middleware`](crate::Middleware) around it, as
/// [`WithOptions`](crate::WithOptions) is one with options. Both may be nested.
///
/// ```
/// use serde_json::Value;
/// use tokio::sync::Semaphore;
/// use tool_core::Tool;
/// use tool_service::{
///     Context, Failure, Middleware, Next, ToolError, ToolOutput, ToolService, Wrapped,
/// };
///
/// /// Runs so many calls at once; the others wait.
/// struct Limit(Semaphore);
///
/// impl Middleware for Limit {
///     async fn handle(
///         &self,
///         _: &Value,
///         _: Context<'_>,
///         next: Next<'_>,
///     ) -> Result<ToolOutput, ToolError> {
///         let permit = self.0.acquire().await;
///         let _permit = permit.map_err(|_| {
///             ToolError::Cancelled(Failure::new("the limit is closed").not_run())
///         })?;
///         next.run().await
///     }
/// }
///
/// /// Build the project.
/// #[derive(Debug, Tool)]
/// struct Build {}
///
/// async fn build(_: Build) -> Result<&'static str, std::io::Error> {
///     Ok("built")
/// }
///
/// ToolService::new().register(Wrapped(build, Limit(Semaphore::new(1))))?;
/// # Ok::<(), tool_service::RegisterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Wrapped<T, W>(pub T, pub W);
