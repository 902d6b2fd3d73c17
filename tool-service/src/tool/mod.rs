use std::fmt;
use std::sync::Arc;

use tool_core::Definition;

use crate::executor::{AnyExecutor, Executor, Middleware, Stack};
use crate::extract::States;
use crate::{CallOptions, RegisterError};

/// A tool of a service: its definition, its executor and its options.
///
/// A function does not need this type: [`ToolService::register`](crate::ToolService::register)
/// takes it directly. A clone shares the executor.
///
/// ```
/// use serde_json::{Value, json};
/// use tool_core::Definition;
/// use tool_service::executor::{ExecutionContext, Executor};
/// use tool_service::{CallOptions, RegisteredTool, ToolError, ToolOutput, ToolService};
///
/// /// Returns its arguments.
/// struct Echo;
///
/// impl Executor for Echo {
///     type Arguments = Value;
///
///     async fn execute(&self, arguments: Value, _: ExecutionContext<'_>) -> Result<ToolOutput, ToolError> {
///         Ok(ToolOutput::json(arguments))
///     }
/// }
///
/// let echo = Definition::new("echo", "Say it again.", json!({"type": "object"}))?;
/// let tool = RegisteredTool::new(echo, Echo).options(CallOptions::new().retries(0));
/// assert_eq!((tool.definition().name(), tool.kind()), ("echo", "custom"));
/// ToolService::new().register(tool)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct RegisteredTool {
    definition: Definition,
    executor: Arc<dyn AnyExecutor>,
    middleware: Stack,
    /// Replaced on each change. A clone that was changed is therefore distinguishable.
    version: Arc<()>,
    /// `true` if an MCP server supplied the annotations.
    has_foreign_annotations: bool,
    options: CallOptions,
}

impl RegisteredTool {
    /// Creates a tool from its definition and its executor.
    #[must_use]
    pub fn new(definition: Definition, executor: impl Executor) -> Self {
        Self {
            definition,
            executor: Arc::new(executor),
            middleware: Stack::default(),
            version: Arc::default(),
            has_foreign_annotations: false,
            options: CallOptions::new(),
        }
    }

    /// Sets the options of the tool's calls. The options of a call override them.
    #[must_use]
    pub fn options(mut self, options: CallOptions) -> Self {
        self.options = options;
        self.version = Arc::default();
        self
    }

    /// Adds a middleware inside the existing ones.
    #[must_use]
    pub fn wrap(mut self, middleware: impl Middleware) -> Self {
        self.middleware.add(middleware);
        self.version = Arc::default();
        self
    }

    /// Returns the definition.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// Returns the kind of the tool: see [`Executor::kind`].
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.executor.kind()
    }

    /// Returns the name of the server that runs the tool: see [`Executor::server`].
    #[must_use]
    pub fn server(&self) -> Option<&str> {
        self.executor.server()
    }

    pub(crate) fn executor(&self) -> &dyn AnyExecutor {
        &*self.executor
    }

    /// Returns whether both are clones of one tool with the same options and middleware.
    #[cfg(feature = "mcp")]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.version, &other.version)
    }

    /// Sets whether an MCP server supplied the annotations, rather than the host.
    #[cfg(feature = "mcp")]
    pub(crate) fn with_foreign_annotations(mut self, are_foreign: bool) -> Self {
        self.has_foreign_annotations = are_foreign;
        self
    }

    pub(crate) fn has_foreign_annotations(&self) -> bool {
        self.has_foreign_annotations
    }

    pub(crate) fn middleware(&self) -> &Stack {
        &self.middleware
    }

    /// Returns the options of the tool. The options of a call override them.
    pub fn own_options(&self) -> &CallOptions {
        &self.options
    }
}

impl fmt::Debug for RegisteredTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegisteredTool")
            .field("definition", &self.definition)
            .field("kind", &self.kind())
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// A type that can be registered as a tool: a function, a [`RegisteredTool`], or a type that
/// creates one.
///
/// # Functions
///
/// Functions and closures are tools, `async` or blocking. A function takes up to four parameters
/// that implement [`FromCall`](crate::extract::FromCall), followed by the struct of its arguments.
/// It returns a `Result`.
///
/// - A blocking function runs on a thread for blocking work. Once started, it runs until it
///   returns, even if the caller drops the call. It can watch
///   [`CallContext::cancellation`](crate::extract::CallContext::cancellation). The service does not
///   retry it while it may still be running.
/// - The error is any type that converts into `Box<dyn Error + Send + Sync>`. It is for the host.
///   The model gets a default sentence, the text of a [`ForModel`](crate::ForModel), or the
///   instruction of a [`ToolArgError`](tool_core::ToolArgError). A [`ToolError`](crate::ToolError)
///   keeps its class.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::ToolService;
/// use tool_service::extract::State;
///
/// /// Read a note.
/// #[derive(Debug, Tool)]
/// struct ReadNote {
///     name: String,
/// }
///
/// #[derive(Clone)]
/// struct Folder(std::path::PathBuf);
///
/// async fn read_note(State(folder): State<Folder>, note: ReadNote) -> std::io::Result<String> {
///     tokio::fs::read_to_string(folder.0.join(note.name)).await
/// }
///
/// let service = ToolService::builder().state(Folder("/notes".into())).build();
/// service.register(read_note)?;
/// # Ok::<(), tool_service::RegisterError>(())
/// ```
///
/// # Custom types
///
/// ```
/// use serde_json::{Value, json};
/// use tool_core::Definition;
/// use tool_service::executor::{ExecutionContext, Executor};
/// use tool_service::extract::States;
/// use tool_service::{IntoTool, RegisterError, RegisteredTool, ToolError, ToolOutput, ToolService};
///
/// /// Returns its arguments.
/// struct Echo;
///
/// impl Executor for Echo {
///     type Arguments = Value;
///
///     async fn execute(&self, arguments: Value, _: ExecutionContext<'_>) -> Result<ToolOutput, ToolError> {
///         Ok(ToolOutput::json(arguments))
///     }
/// }
///
/// impl IntoTool<()> for Echo {
///     fn into_tool(self, _: &States) -> Result<RegisteredTool, RegisterError> {
///         let echo = Definition::new("echo", "Say it again.", json!({"type": "object"}))?;
///         Ok(RegisteredTool::new(echo, self))
///     }
/// }
///
/// ToolService::new().register(Echo)?;
/// # Ok::<(), tool_service::RegisterError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be registered as a tool",
    note = "expected `fn(Arguments) -> Result<impl Serialize, E>`, `async` or not, where `Arguments` derives `Tool`; parameters such as `State<T>` may precede the arguments",
    note = "a tool with `#[tool(output = ..)]` must return that type or a `ToolOutput`",
    note = "the error `E` must convert into `Box<dyn Error + Send + Sync>` or be a `ForModel`",
    note = "for another kind of tool, use `RegisteredTool::new(definition, executor)`"
)]
pub trait IntoTool<M> {
    /// Creates the tool.
    ///
    /// # Errors
    ///
    /// Fails if the tool is invalid, or if it takes a state that the service lacks.
    fn into_tool(self, states: &States) -> Result<RegisteredTool, RegisterError>;
}

impl IntoTool<()> for RegisteredTool {
    fn into_tool(self, _: &States) -> Result<RegisteredTool, RegisterError> {
        Ok(self)
    }
}

/// A value whose methods are tools. `#[tool_impl(service)]` implements it for the type of a block:
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use tool_core::tool_impl;
/// use tool_service::{CallOptions, ToolCall, ToolService};
///
/// struct Counter(AtomicU64);
///
/// #[tool_impl(service)]
/// impl Counter {
///     /// Count on.
///     #[tool_fn]
///     async fn count(&self, by: u64) -> Result<u64, String> {
///         Ok(self.0.fetch_add(by, Ordering::Relaxed) + by)
///     }
///
///     /// Start again.
///     #[tool_fn(idempotent)]
///     fn reset(&self) -> Result<(), String> {
///         self.0.store(0, Ordering::Relaxed);
///         Ok(())
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::RegisterError> {
/// let service = ToolService::new();
/// service.register_all(Counter(AtomicU64::new(40)))?;
///
/// let call = ToolCall::new("count", r#"{"by": "2"}"#);
/// assert_eq!(service.execute(call, CallOptions::new()).await.text(), "42");
/// # Ok(())
/// # }
/// ```
///
/// A list of [`RegisteredTool`]s is such a value as well.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be registered as tools",
    note = "write `#[tool_impl(service)]` on its `impl` block, and `#[tool_fn]` on the methods",
    note = "a function is registered with `register`"
)]
pub trait IntoTools {
    /// Creates the tools.
    ///
    /// # Errors
    ///
    /// Fails if a tool is invalid, or if it takes a state that the service lacks.
    fn into_tools(self, states: &States) -> Result<Vec<RegisteredTool>, RegisterError>;
}

impl IntoTools for Vec<RegisteredTool> {
    fn into_tools(self, _: &States) -> Result<Vec<RegisteredTool>, RegisterError> {
        Ok(self)
    }
}
