//! The tools of `tool-builtins`, which [`ToolService::with_builtins`] registers.

use std::error::Error;

use serde_json::Value;
use tool_core::Tool;

use crate::extract::States;
use crate::native::make_native;
#[doc(no_inline)]
pub use tool_builtins::{ArrayTool, Calculator, DateTime, ObjectTool, StringTool};

use crate::{ForModel, RegisterError, RegisteredTool, ToolOutput, ToolService};

impl ToolService {
    /// Registers the tools of [`builtins`](crate::builtins): `calculator`, `date_time`, `string`,
    /// `array` and `object`.
    ///
    /// ```
    /// use tool_service::{CallOptions, ToolCall, ToolService};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_service::RegisterError> {
    /// let service = ToolService::new().with_builtins()?;
    /// let call = ToolCall::new("calculator", r#"{"expression": "6 * 7"}"#);
    /// let result = service.execute(call, CallOptions::new()).await;
    /// assert_eq!(result.text(), r#"{"result":42}"#);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a registered tool already has one of these names.
    pub fn with_builtins(self) -> Result<Self, RegisterError> {
        self.register_all(vec![
            make_builtin(Calculator::run)?,
            make_builtin(DateTime::run)?,
            make_builtin(StringTool::run)?,
            make_builtin(ArrayTool::run)?,
            make_builtin(ObjectTool::run)?,
        ])?;
        Ok(self)
    }
}

/// Creates a tool whose errors are for the model. The tool runs on the thread that polls the
/// service, because a thread for blocking work takes ten times as long.
fn make_builtin<T: Tool + Send>(
    run: fn(T) -> Result<Value, Box<dyn Error + Send + Sync>>,
) -> Result<RegisteredTool, RegisterError> {
    let run =
        move |arguments: T| async move { run(arguments).map(ToolOutput::json).map_err(ForModel) };
    make_native(run, "builtin", &States::default())
}
