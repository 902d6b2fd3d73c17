//! The service: its tools, and the way of a call through it.

mod authorized;
mod batch;
mod builder;
mod execution;
mod hooks;
mod progress;
mod registry;
mod resumed;
mod retry_loop;
mod state;
mod weak;

use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use tool_core::provider::is_tool_name;
use tool_core::{Arguments, Definition, Definitions, Reading};

use execution::CallExecution;
use resumed::Resumed;

use crate::approval::{Approval, Pending, call_of};
use crate::event::Events;
use crate::{
    CallOptions, IntoTool, RegisterError, RegisteredTool, ToolCall, ToolError, ToolResult,
};

pub use batch::execute_all;
pub use builder::ToolServiceBuilder;
#[cfg(feature = "mcp")]
pub(crate) use registry::Tools;
pub(crate) use state::ServiceState;
pub use weak::WeakToolService;

/// Tools of every kind, found by name and run in one way.
///
/// It is cheap to clone, and each clone is the same service: tools may be registered and
/// removed while others run. But for its tools it keeps nothing from one call to the next.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::{CallOptions, ToolCall, ToolService};
///
/// /// Greet somebody.
/// #[derive(Debug, Tool)]
/// struct Greet {
///     name: String,
///     #[serde(default)]
///     times: Option<u8>,
/// }
///
/// async fn greet(greet: Greet) -> Result<String, std::fmt::Error> {
///     Ok(format!("Hello, {}!", greet.name).repeat(greet.times.unwrap_or(1).into()))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::RegisterError> {
/// let service = ToolService::new();
/// service.register(greet)?;
///
/// let call = ToolCall::new("Greet", r#"{"name": "Ada", "times": "2"}"#);
/// let result = service.execute(call, CallOptions::new()).await;
/// assert_eq!(result.text(), "Hello, Ada!Hello, Ada!");
///
/// let result = service.execute(ToolCall::new("greet", "{}"), CallOptions::new()).await;
/// assert!(result.is_error);
/// assert_eq!(
///     result.text(),
///     "Please rewrite the input with valid arguments. Errors: name: Required (the arguments are empty)",
/// );
/// # Ok(())
/// # }
/// ```
///
/// It is a [`tower::Service`] of [`ToolRequest`](crate::layer::ToolRequest)s as well, so that the layers
/// of that ecosystem fit around it: see [`layer`](crate::layer).
#[derive(Clone)]
pub struct ToolService {
    inner: Arc<ServiceState>,
}

impl ToolService {
    /// A service without tools.
    #[must_use]
    pub fn new() -> Self {
        Self::builder().build()
    }

    pub(crate) fn of(inner: ServiceState) -> Self {
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Registers a tool: a function, a
    /// [`RegisteredTool`], or what makes one.
    ///
    /// # Errors
    ///
    /// If its schema cannot be used, if its name is that of another tool but for case and
    /// style, if no provider accepts the name, or if it takes a state that the service was not
    /// given. An empty description is no error: providers accept a tool without one.
    pub fn register<M>(&self, tool: impl IntoTool<M>) -> Result<(), RegisterError> {
        let tool = self.prepare(tool)?;
        let name = tool.definition().name();
        if name.contains(char::is_alphanumeric) && !is_tool_name(name) {
            let name = name.to_owned();
            return Err(RegisterError::NoProvider { name });
        }
        self.inner.registry.add(tool)
    }

    /// Makes a tool of a function without registering it, to give it options or middleware of its
    /// own.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tool_core::Tool;
    /// use tool_service::{CallOptions, ToolService};
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
    /// let slow = CallOptions::new().timeout(Duration::from_secs(600)).retries(0);
    /// service.register(service.prepare(build)?.options(slow))?;
    /// # Ok::<(), tool_service::RegisterError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the schema cannot be used, or if the function takes a value that the service lacks.
    pub fn prepare<M>(&self, tool: impl IntoTool<M>) -> Result<RegisteredTool, RegisterError> {
        tool.into_tool(&self.inner.states)
    }

    /// Takes a tool out, by its exact name. Calls of it that have begun go on. A tool of an MCP
    /// server stays out until the server is connected to again.
    #[expect(
        clippy::must_use_candidate,
        reason = "who takes a tool out need not look at it"
    )]
    pub fn remove(&self, name: &str) -> Option<RegisteredTool> {
        self.inner.registry.remove(name)
    }

    /// The tool of exactly that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<RegisteredTool> {
        self.inner.registry.tools().get(name).cloned()
    }

    /// Returns all tools as they stand now, in the order in which they were registered, with their
    /// kinds and options.
    ///
    /// ```
    /// use tool_service::ToolService;
    ///
    /// # #[cfg(feature = "builtins")] {
    /// let service = ToolService::new().with_builtins()?;
    /// for tool in service.tools() {
    ///     println!("{}: {}, {:?}", tool.definition().name(), tool.kind(), tool.own_options());
    /// }
    /// # assert!(service.tools().iter().any(|tool| tool.kind() == "builtin"));
    /// # }
    /// # Ok::<(), tool_service::RegisterError>(())
    /// ```
    #[must_use]
    pub fn tools(&self) -> Vec<RegisteredTool> {
        let tools = self.inner.registry.tools();
        let names = tools.definitions().iter().map(Definition::name);
        names.filter_map(|name| tools.get(name).cloned()).collect()
    }

    /// The definitions of all tools as they stand now, in the order in which they were
    /// registered: to show them to a model, see
    /// [`Target::export_all`](tool_core::provider::Target::export_all).
    #[must_use]
    pub fn definitions(&self) -> Arc<Definitions> {
        Arc::clone(self.inner.registry.tools().definitions())
    }

    /// Reads the arguments of a call as [`execute`](Self::execute) would, with the functions of
    /// [`ToolServiceBuilder::before`], and runs nothing. Within such a function it asks none of those of the
    /// services whose functions are being asked.
    ///
    /// # Errors
    ///
    /// If there is no such tool, if the arguments do not fit, or if a hook refuses them.
    /// What a hook put in is in no error and no repair; it is in the value.
    pub async fn validate(
        &self,
        name: impl Into<String>,
        arguments: impl Into<Arguments>,
    ) -> Result<Reading<Value>, ToolError> {
        let call = ToolCall::new(name, arguments);
        let tools = self.inner.tools();
        let options = CallOptions::new();
        let execution = CallExecution::new(&self.inner, &tools, &call, &options);
        execution.validate().await
    }

    /// Runs a call: finds the tool by its name, reads the arguments, runs it within its
    /// time, and again where that may help.
    ///
    /// There is always a result for the model; why a call failed is in
    /// [`ToolResult::error`]. Where a tool for [invalid calls](tool_core::call::InvalidCall) is
    /// registered, its answer is what the model is told of arguments that do not fit.
    ///
    /// Dropping the future stops the call, and so does the token of
    /// [`CallOptions::cancel`].
    pub async fn execute(&self, call: impl Into<ToolCall>, options: CallOptions) -> ToolResult {
        let call = call.into();
        let tools = self.inner.tools();
        let mut result = ToolResult::begun();
        let execution = CallExecution::new(&self.inner, &tools, &call, &options);
        execution.execute(&mut result).await;
        result.end(call.id, call.name);
        result
    }

    /// Goes on with a call that waited for a person. `options` are those that the call was made
    /// with, its [extensions](CallOptions::extension) included.
    ///
    /// The call is read, and the authorizations decide on it, once more. It runs if none denies
    /// it, if its tool and its arguments are those that were shown, and if the same
    /// [`Principal`](crate::call::Principal) makes it. Each [`Pending`] is answered at most
    /// once, in time. An answer that does not hold is a [`ToolError::Permission`].
    ///
    /// See [`Approvals`](crate::approval::Approvals) for an example.
    pub async fn resume(
        &self,
        pending: &Pending,
        approval: Approval,
        options: CallOptions,
    ) -> ToolResult {
        let mut call = call_of(pending);
        if let Approval::Changed(arguments) = &approval {
            call = ToolCall {
                id: call.id,
                ..ToolCall::new(pending.tool(), arguments.clone())
            };
        }
        let tools = self.inner.tools();
        let execution = CallExecution::new(&self.inner, &tools, &call, &options);
        let resumed = Resumed {
            pending,
            approval: &approval,
        };
        let mut result = ToolResult::begun();
        execution.with_answer(resumed).execute(&mut result).await;
        result.end(call.id, call.name);
        result
    }

    /// What happens in the service from now on.
    #[must_use]
    pub fn events(&self) -> Events {
        self.inner.events.subscribe()
    }

    pub(crate) fn inner(&self) -> &Arc<ServiceState> {
        &self.inner
    }
}

impl Default for ToolService {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for ToolService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let definitions = self.definitions();
        let names: Vec<_> = definitions.iter().map(Definition::name).collect();
        f.debug_struct("ToolService")
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}
