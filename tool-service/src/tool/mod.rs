mod call_context;
mod from_call;
mod state;
mod wrapped;

use std::fmt;
use std::sync::Arc;

use tool_core::call::SetError;
use tool_core::{Definition, SchemaError};

use crate::Options;

use crate::executor::{AnyExecutor, Executor, Middleware, Stack};
pub use call_context::CallContext;
pub use from_call::{Extension, FromCall};
pub use state::{FromStates, State, States};
pub use wrapped::Wrapped;

/// A tool as a service holds it: its definition, what runs it, and how.
///
/// Functions need none of this: [`ToolService::register`](crate::ToolService::register)
/// takes them as they are. A clone shares the executor.
///
/// ```
/// use serde_json::{Value, json};
/// use tool_core::Definition;
/// use tool_service::{Context, Executor, Options, RegisteredTool, ToolError, ToolOutput, ToolService};
///
/// /// Gives back what it is given.
/// struct Echo;
///
/// impl Executor for Echo {
///     type Arguments = Value;
///
///     async fn execute(&self, arguments: Value, _: Context<'_>) -> Result<ToolOutput, ToolError> {
///         Ok(ToolOutput::json(arguments))
///     }
/// }
///
/// let echo = Definition::new("echo", "Say it again.", json!({"type": "object"}))?;
/// let tool = RegisteredTool::new(echo, Echo).options(Options::new().retries(0));
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
    options: Options,
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
            options: Options::new(),
        }
    }

    /// How its calls are run, where the caller says nothing else.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
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
    pub fn own_options(&self) -> &Options {
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

/// What can be registered: a function that is a [`Handler`](crate::Handler), a
/// [`RegisteredTool`], or what makes one.
///
/// ```
/// use serde_json::{Value, json};
/// use tool_core::Definition;
/// use tool_service::{Context, Executor, IntoTool, RegisterError, RegisteredTool, States, ToolError, ToolOutput,
///     ToolService,};
///
/// /// Gives back what it is given.
/// struct Echo;
///
/// impl Executor for Echo {
///     type Arguments = Value;
///
///     async fn execute(&self, arguments: Value, _: Context<'_>) -> Result<ToolOutput, ToolError> {
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

/// A function with options of its own.
///
/// ```
/// use std::time::Duration;
/// use tool_core::Tool;
/// use tool_service::{Options, ToolService, WithOptions};
///
/// /// Build the project.
/// #[derive(Debug, Tool)]
/// struct Build {}
///
/// async fn build(_: Build) -> Result<&'static str, std::io::Error> {
///     Ok("built")
/// }
///
/// let service = ToolService::new();
/// let slow = Options::new().timeout(Duration::from_secs(600)).retries(0);
/// service.register(WithOptions(build, slow))?;
/// # Ok::<(), tool_service::RegisterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WithOptions<T>(pub T, pub Options);

impl<M, T: IntoTool<M>> IntoTool<(Options, M)> for WithOptions<T> {
    fn into_tool(self, states: &States) -> Result<RegisteredTool, RegisterError> {
        Ok(self.0.into_tool(states)?.options(self.1))
    }
}

impl<M, T: IntoTool<M>, W: Middleware> IntoTool<(W, M)> for Wrapped<T, W> {
    fn into_tool(self, states: &States) -> Result<RegisteredTool, RegisterError> {
        Ok(self.0.into_tool(states)?.wrap(self.1))
    }
}

/// Why a tool was not registered.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::{RegisterError, State, ToolService};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// async fn wait(State(most): State<u32>, wait: Wait) -> Result<u32, String> {
///     Ok(wait.seconds.min(most))
/// }
///
/// let error = ToolService::new().register(wait).unwrap_err();
/// assert!(matches!(error, RegisterError::NoState { type_name: "u32" }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegisterError {
    /// Its schema cannot be used.
    Schema(SchemaError),
    /// Its name is none, or is that of another tool but for case and style.
    Name(SetError),
    /// No provider accepts its name, so that no model could be shown the tool.
    NoProvider {
        /// That name.
        name: String,
    },
    /// It takes a [`State`](crate::State) that the service was not given.
    NoState {
        /// The type of the value.
        type_name: &'static str,
    },
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(error) => error.fmt(f),
            Self::Name(error) => error.fmt(f),
            Self::NoProvider { name } => write!(
                f,
                "no provider accepts the tool name {name:?}; use up to 64 letters from a to z, digits, `_` and `-`"
            ),
            Self::NoState { type_name } => write!(
                f,
                "the service was given no state of the type `{type_name}`; give it by `ToolService::builder().state(..)`"
            ),
        }
    }
}

impl std::error::Error for RegisterError {}

impl From<SetError> for RegisterError {
    fn from(error: SetError) -> Self {
        Self::Name(error)
    }
}

impl From<SchemaError> for RegisterError {
    fn from(error: SchemaError) -> Self {
        Self::Schema(error)
    }
}
