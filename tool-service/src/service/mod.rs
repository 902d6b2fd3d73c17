//! The service: its tools and the execution of calls.

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
use tool_core::{Arguments, Definition, Definitions, Reading};

use execution::CallExecution;
use resumed::Resumed;

use crate::approval::{Approval, Pending, call_of};
use crate::event::Events;
use crate::tool::IntoTools;
use crate::{
    CallOptions, IntoTool, RegisterError, RegisteredTool, ToolCall, ToolError, ToolResult,
};

pub use batch::execute_all;
pub use builder::ToolServiceBuilder;
#[cfg(feature = "mcp")]
pub(crate) use registry::Tools;
pub(crate) use state::ServiceState;
pub use weak::WeakToolService;

/// A set of tools of every kind. It resolves a call by the name of the tool and runs it.
///
/// Clones are cheap and share the same tools. Tools can be registered and removed while calls run.
/// Apart from its tools, the service keeps no state between calls.
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
/// The service is also a [`tower::Service`] of [`ToolRequest`](crate::layer::ToolRequest)s and
/// works with the layers of that ecosystem: see [`layer`](crate::layer).
#[derive(Clone)]
pub struct ToolService {
    inner: Arc<ServiceState>,
}

impl ToolService {
    /// Creates a service without tools.
    #[must_use]
    pub fn new() -> Self {
        Self::builder().build()
    }

    pub(crate) fn of(inner: ServiceState) -> Self {
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Registers a tool: a function, a [`RegisteredTool`], or a type that creates one.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not supported, if the name equals the name of another tool except for
    /// case and style, or if the tool takes a state that the service lacks. A provider that rejects
    /// the name gets an [alias](tool_core::provider::Export::alias). An empty description is
    /// allowed, because providers accept it.
    pub fn register<M>(&self, tool: impl IntoTool<M>) -> Result<(), RegisterError> {
        let tool = self.prepare(tool)?;
        self.inner.registry.add(tool)
    }

    /// Registers all tools of a value: see [`IntoTools`].
    ///
    /// # Errors
    ///
    /// Fails as [`ToolService::register`] does. Then none of the tools is registered.
    pub fn register_all(&self, tools: impl IntoTools) -> Result<(), RegisterError> {
        let tools = tools.into_tools(&self.inner.states)?;
        let registry = &self.inner.registry;
        while !registry.replace(&registry.tools(), |_| true, &tools)? {}
        Ok(())
    }

    /// Creates a tool from a function without registering it. Use this to add options or middleware
    /// to the tool.
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
    /// Fails if the schema is not supported, or if the function takes a state that the service
    /// lacks.
    pub fn prepare<M>(&self, tool: impl IntoTool<M>) -> Result<RegisteredTool, RegisterError> {
        tool.into_tool(&self.inner.states)
    }

    /// Removes a tool by its exact name. Running calls of it continue. An MCP tool stays removed
    /// until the service reconnects to its server.
    #[expect(
        clippy::must_use_candidate,
        reason = "the removed tool is optional information"
    )]
    pub fn remove(&self, name: &str) -> Option<RegisteredTool> {
        self.inner.registry.remove(name)
    }

    /// Returns the tool with exactly this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<RegisteredTool> {
        self.inner.registry.tools().get(name).cloned()
    }

    /// Returns a snapshot of all tools in the order of registration, with their kinds and options.
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

    /// Returns a snapshot of the definitions of all tools, in the order of registration. Show them
    /// to a model with [`Target::export_all`](tool_core::provider::Target::export_all).
    #[must_use]
    pub fn definitions(&self) -> Arc<Definitions> {
        Arc::clone(self.inner.registry.tools().definitions())
    }

    /// Reads the arguments of a call like [`execute`](Self::execute), including the hooks of
    /// [`ToolServiceBuilder::before`], but runs no tool. Inside such a hook, it skips the hooks of
    /// the services whose hooks are running.
    ///
    /// # Errors
    ///
    /// Fails if the tool does not exist, if the arguments are invalid, or if a hook rejects them.
    /// Values that a hook inserts appear in the returned value, but not in errors and repairs.
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

    /// Runs a call. It resolves the tool by name, reads the arguments, and runs the tool within its
    /// time limit, with retries.
    ///
    /// There is always a result for the model. [`ToolResult::error`] has the reason of a failure.
    /// If a tool for [invalid calls](tool_core::call::InvalidCallTool) is registered, its answer
    /// replaces the text for invalid arguments.
    ///
    /// Dropping the future or cancelling the token of [`CallOptions::cancel`] stops the call.
    pub async fn execute(&self, call: impl Into<ToolCall>, options: CallOptions) -> ToolResult {
        let call = call.into();
        let tools = self.inner.tools();
        let mut result = ToolResult::unfinished();
        let execution = CallExecution::new(&self.inner, &tools, &call, &options);
        execution.execute(&mut result).await;
        result.end(call.id, call.name);
        result
    }

    /// Resumes a pending call with the answer of a person. `options` must equal the options of the
    /// original call, including its [extensions](CallOptions::extension).
    ///
    /// The service reads and authorizes the call again. It runs if no authorization denies it, if
    /// the tool and the arguments match the ones that the person saw, and if the
    /// [`Principal`](crate::call::Principal) is the same. Each [`Pending`] can be answered once,
    /// before it expires. An invalid answer fails with [`ToolError::Permission`].
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
        let mut result = ToolResult::unfinished();
        execution.with_answer(resumed).execute(&mut result).await;
        result.end(call.id, call.name);
        result
    }

    /// Subscribes to the events of the service, starting now.
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
