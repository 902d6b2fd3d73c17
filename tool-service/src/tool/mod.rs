use std::fmt;
use std::sync::Arc;

use tool_core::Definition;

use crate::executor::{AnyExecutor, Executor, Middleware, Stack};
use crate::extract::States;
use crate::{CallOptions, RegisterError};

/// A tool as a service holds it: its definition, what runs it, and how.
///
/// Functions need none of this: [`ToolService::register`](crate::ToolService::register)
/// takes them as they are. A clone shares the executor.
///
/// ```
/// use serde_json::{Value, json};
/// use tool_core::Definition;
/// use tool_service::executor::{ExecutionContext, Executor};
/// use tool_service::{CallOptions, RegisteredTool, ToolError, ToolOutput, ToolService};
///
/// /// Gives back what it is given.
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
    /// A new one after each change, so that a clone is told from what a host made of it.
    version: Arc<()>,
    /// Whether the annotations are the word of a server.
    has_foreign_annotations: bool,
    options: CallOptions,
}

impl RegisteredTool {
    /// A tool that is run by that executor.
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

    /// How its calls are run, where the caller says nothing else.
    #[must_use]
    pub fn options(mut self, options: CallOptions) -> Self {
        self.options = options;
        self.version = Arc::default();
        self
    }

    /// Wraps the tool in a middleware, inside of those that it has.
    #[must_use]
    pub fn wrap(mut self, middleware: impl Middleware) -> Self {
        self.middleware.add(middleware);
        self.version = Arc::default();
        self
    }

    /// Its definition.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// What kind of tool it is: see [`Executor::kind`].
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.executor.kind()
    }

    /// The name of the server that runs it: see [`Executor::server`].
    #[must_use]
    pub fn server(&self) -> Option<&str> {
        self.executor.server()
    }

    pub(crate) fn executor(&self) -> &dyn AnyExecutor {
        &*self.executor
    }

    /// Whether they are clones of one tool, with the same options and middleware.
    #[cfg(feature = "mcp")]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.version, &other.version)
    }

    /// Says that the annotations are the word of a server, and not of the host.
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

    /// Its options, which hold where the caller says nothing else.
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

/// What can be registered as a tool: a function, a [`RegisteredTool`], or what makes one.
///
/// # Functions
///
/// Functions and closures are tools, `async` or not. A function takes up to four parameters that
/// implement [`FromCall`](crate::extract::FromCall), and last the struct of its arguments. It returns
/// a `Result`.
///
/// - A function that is not `async` runs on a thread for blocking work. Once it has begun, it runs to
///   its end, also if nobody waits for it. It can watch
///   [`CallContext::cancellation`](crate::extract::CallContext::cancellation). It is not retried
///   while it may still be running.
/// - Its error is any that becomes a `Box<dyn Error + Send + Sync>`. It is for the host. The model
///   gets a plain sentence, the text of a [`ForModel`](crate::ForModel), or the instruction of a
///   [`ToolArgError`](tool_core::ToolArgError). A [`ToolError`](crate::ToolError) keeps its class.
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
/// # Tools of your own
///
/// ```
/// use serde_json::{Value, json};
/// use tool_core::Definition;
/// use tool_service::executor::{ExecutionContext, Executor};
/// use tool_service::extract::States;
/// use tool_service::{IntoTool, RegisterError, RegisteredTool, ToolError, ToolOutput, ToolService};
///
/// /// Gives back what it is given.
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
    note = "a tool is `fn(Arguments) -> Result<impl Serialize, E>`, `async` or not, where `Arguments` derives `Tool`; `State<T>` may stand before the arguments",
    note = "where the tool has `#[tool(output = ..)]`, it returns that type or a `ToolOutput`",
    note = "its error `E` is any that becomes a `Box<dyn Error + Send + Sync>`, or a `ForModel`",
    note = "a tool of another kind is a `RegisteredTool::new(definition, executor)`"
)]
pub trait IntoTool<M> {
    /// The tool.
    ///
    /// # Errors
    ///
    /// If it cannot be used as it stands.
    fn into_tool(self, states: &States) -> Result<RegisteredTool, RegisterError>;
}

impl IntoTool<()> for RegisteredTool {
    fn into_tool(self, _: &States) -> Result<RegisteredTool, RegisterError> {
        Ok(self)
    }
}
