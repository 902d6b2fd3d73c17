use std::fmt::Display;

use tool_core::Tool;

use super::{ArrayTool, Calculator, DateTime, ObjectTool, StringTool};
use crate::native::native;
use crate::tool::States;
use crate::{ForModel, OutputOf, RegisterError, RegisteredTool, ToolService};

impl ToolService {
    /// The service with the tools of [`builtin`](crate::builtin): `calculator`,
    /// `date_time`, `string`, `array` and `object`.
    ///
    /// ```
    /// use tool_service::{Options, ToolCall, ToolService};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_service::RegisterError> {
    /// let service = ToolService::new().with_builtins()?;
    /// let call = ToolCall::new("calculator", r#"{"expression": "6 * 7"}"#);
    /// let result = service.execute(call, &Options::new()).await;
    /// assert_eq!(result.text(), r#"{"result":42}"#);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// If a tool of such a name is there already.
    pub fn with_builtins(self) -> Result<Self, RegisterError> {
        self.register_all(&[
            builtin(Calculator::run)?,
            builtin(DateTime::run)?,
            builtin(StringTool::run)?,
            builtin(ArrayTool::run)?,
            builtin(ObjectTool::run)?,
        ])?;
        Ok(self)
    }
}

/// Makes a tool whose errors are for the model. It is quick, so that it is run where the service is
/// polled: a thread for what blocks would take ten times as long.
fn builtin<T, O, E>(run: fn(T) -> Result<O, E>) -> Result<RegisteredTool, RegisterError>
where
    T: Tool + Send,
    O: OutputOf<T> + 'static,
    E: Display + 'static,
{
    let run = move |arguments: T| async move { run(arguments).map_err(ForModel) };
    native(run, "builtin", &States::default())
}
