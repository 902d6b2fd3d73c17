use std::future::Future;

use serde_json::Value;
use tool_core::Definition;

use crate::call::IntoOutput;
use crate::error::IntoToolError;
use crate::executor::{ExecutionContext, Executor};
use crate::{RegisteredTool, ToolError, ToolOutput};

/// A function whose arguments are described by a JSON Schema.
struct Function<F>(F);

impl<F, R, O, E> Executor for Function<F>
where
    F: Fn(Value) -> R + Send + Sync + 'static,
    R: Future<Output = Result<O, E>> + Send,
    O: IntoOutput,
    E: IntoToolError,
{
    type Arguments = Value;

    fn kind(&self) -> &'static str {
        "native"
    }

    async fn execute(
        &self,
        arguments: Value,
        _: ExecutionContext<'_>,
    ) -> Result<ToolOutput, ToolError> {
        super::convert_output((self.0)(arguments).await)
    }
}

impl RegisteredTool {
    /// Creates a tool of the kind `native` from a definition that is built at run time and an
    /// `async` function. The arguments are an object that satisfies the schema.
    ///
    /// The function returns the same types as a [function](crate::IntoTool#functions).
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use tool_core::Definition;
    /// use tool_service::{CallOptions, RegisteredTool, ToolCall, ToolService};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    /// let service = ToolService::new();
    /// service.register(RegisteredTool::function(
    ///     Definition::new("double", "Double a number.", schema)?,
    ///     async |arguments: Value| {
    ///         let n = arguments["n"].as_i64().ok_or("there is no number")?;
    ///         Ok::<_, &str>(2 * n)
    ///     },
    /// ))?;
    /// let call = ToolCall::new("double", r#"{"n": "21"}"#);
    /// assert_eq!(service.execute(call, CallOptions::new()).await.text(), "42");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn function<F, R, O, E>(definition: Definition, function: F) -> Self
    where
        F: Fn(Value) -> R + Send + Sync + 'static,
        R: Future<Output = Result<O, E>> + Send,
        O: IntoOutput,
        E: IntoToolError,
    {
        Self::new(definition, Function(function))
    }
}
