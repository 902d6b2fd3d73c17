use std::future::Future;
use std::sync::atomic::AtomicU64;

use http::Extensions;

use super::hooks::Hooks;
use super::registry::Registry;
use super::state::ServiceState;
use super::weak::WeakToolService;
use crate::approval::Approvals;
use crate::approval::authorization::Authorizations;
use crate::approval::{Decision, Proposal};
use crate::event::EventSender;
use crate::executor::{Middleware, Stack};
use crate::extract::States;
use crate::results::{ResultStore, Results};
use crate::{CallOptions, ToolCall, ToolError, ToolResult, ToolService};

/// A builder of a [`ToolService`].
///
/// ```
/// use std::time::Duration;
/// use tool_service::{CallOptions, ToolService};
///
/// let service = ToolService::builder()
///     .options(CallOptions::new().timeout(Duration::from_secs(10)))
///     .concurrency(4)
///     .after(async |call, result, _| println!("{}: {}", call.name, result.is_error))
///     .build();
/// # let _ = service;
/// ```
#[derive(Debug)]
#[must_use]
pub struct ToolServiceBuilder {
    states: States,
    hooks: Hooks,
    authorizations: Authorizations,
    approvals: Option<Approvals>,
    results: Option<Results>,
    middleware: Stack,
    options: CallOptions,
    concurrency: usize,
    runs_in_order: bool,
    handle: WeakToolService,
}

impl ToolServiceBuilder {
    pub(crate) fn new() -> Self {
        Self {
            states: States::default(),
            hooks: Hooks::default(),
            authorizations: Authorizations::default(),
            approvals: None,
            results: None,
            middleware: Stack::default(),
            options: CallOptions::new(),
            concurrency: 16,
            runs_in_order: true,
            handle: WeakToolService::empty(),
        }
    }

    /// Adds a value that native tools take as [`State`](crate::extract::State). There is one value
    /// per type; a later one replaces an earlier one.
    pub fn state<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(value);
        self
    }

    /// Sets the default options of calls. The options of a tool or a call override them.
    pub fn options(mut self, options: CallOptions) -> Self {
        self.options = options;
        self
    }

    /// Sets the maximum number of concurrent calls of one response. Default: 16. Minimum: 1.
    pub fn concurrency(mut self, calls: usize) -> Self {
        self.concurrency = calls.max(1);
        self
    }

    /// Sets whether calls that are not read-only run alone and in order, within one response.
    /// Default: `true`. With `false`, all calls of a response run concurrently.
    pub fn in_order(mut self, in_order: bool) -> Self {
        self.runs_in_order = in_order;
        self
    }

    /// Registers an authorization: a function that decides whether a call may run. Check
    /// permissions here. The function gets the resolved tool and the parsed arguments, regardless
    /// of the model's spelling. The tool runs with exactly these arguments. Authorizations run in
    /// the order of registration, and all must allow the call.
    ///
    /// An authorization applies to every way of running a tool: [`execute`](ToolService::execute),
    /// [`execute_all`](ToolService::execute_all), layers, the service as an MCP server, and the
    /// tool for [invalid calls](tool_core::call::InvalidCallTool). It is not repeated for a retry.
    /// [`validate`](ToolService::validate) runs no tool and skips authorizations.
    ///
    /// An authorization has no time limit. Cancelling the call also cancels it. If it panics, the
    /// call does not run. A call with an integer beyond 64 bits is rejected, because a `serde_json`
    /// value cannot represent it.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_service::approval::{Decision, Proposal};
    /// use tool_service::{CallOptions, ToolCall, ToolService};
    ///
    /// /// Delete a file.
    /// #[derive(Debug, Tool)]
    /// struct DeleteFile {
    ///     path: String,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_service::RegisterError> {
    /// let service = ToolService::builder()
    ///     .authorize(async |proposal: Proposal| {
    ///         let name = proposal.tool.definition().name();
    ///         let path = proposal.arguments["path"].as_str().unwrap_or_default();
    ///         let is_temporary = path.starts_with("/tmp/") && !path.contains("..");
    ///         if name == "delete_file" && !is_temporary {
    ///             return Decision::Deny("Only files in /tmp may be deleted.".to_owned());
    ///         }
    ///         Decision::Allow
    ///     })
    ///     .build();
    /// service.register(async |delete: DeleteFile| Ok::<_, std::fmt::Error>(delete.path))?;
    ///
    /// let call = ToolCall::new("Delete-File", "{'Path': ['/etc/hosts']}");
    /// let result = service.execute(call, CallOptions::new()).await;
    /// assert_eq!(result.text(), "Only files in /tmp may be deleted.");
    /// # Ok(())
    /// # }
    /// ```
    pub fn authorize<F, R>(mut self, authorize: F) -> Self
    where
        F: Fn(Proposal) -> R + Send + Sync + 'static,
        R: Future<Output = Decision> + Send + 'static,
    {
        self.authorizations.add(authorize);
        self
    }

    /// Enables approvals: a call waits for a person if an authorization returns [`Decision::Ask`].
    /// Without this setting, such a call fails with a configuration error.
    ///
    /// ```
    /// use tool_service::ToolService;
    /// use tool_service::approval::{Approvals, MemoryApprovals, ask_before_effects};
    ///
    /// let service = ToolService::builder()
    ///     .approvals(Approvals::new([7; 32], MemoryApprovals::new()))
    ///     .authorize(ask_before_effects)
    ///     .build();
    /// # let _ = service;
    /// ```
    pub fn approvals(mut self, approvals: Approvals) -> Self {
        self.approvals = Some(approvals);
        self
    }

    /// Stores results that exceed [`CallOptions::max_output`], and registers the tool
    /// `read_result`. The model gets an id to read the rest. One
    /// [`Principal`](crate::call::Principal) cannot read the results of another.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_service::results::DirectoryResults;
    /// use tool_service::{CallOptions, ToolCall, ToolService};
    ///
    /// /// Read the log.
    /// #[derive(Debug, Tool)]
    /// struct ReadLog {}
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let directory = std::env::temp_dir().join(format!("kept-{}", std::process::id()));
    /// let service = ToolService::builder()
    ///     .options(CallOptions::new().max_output(20))
    ///     .keep_results(DirectoryResults::open(&directory)?)
    ///     .build();
    /// service.register(async |_: ReadLog| Ok::<_, String>("the first line, and the second line"))?;
    ///
    /// let result = service.execute(ToolCall::new("read_log", "{}"), CallOptions::new()).await;
    /// let text = result.text();
    /// let note = "[The result was cut: 20 of 35 bytes, the first 15 and the last 5, are shown. Call read_result";
    /// assert!(text.contains(note), "{text}");
    ///
    /// let (_, arguments) = text.split_once(" with ").unwrap_or_default();
    /// let (arguments, _) = arguments.split_once(" to read on").unwrap_or_default();
    /// let read = ToolCall::new("read_result", arguments);
    /// let result = service.execute(read, CallOptions::new().max_output(1000)).await;
    /// assert_eq!(result.text(), " and the second line\n[The bytes 15 to 35 of 35.]");
    /// # std::fs::remove_dir_all(directory)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn keep_results(mut self, store: impl ResultStore) -> Self {
        self.results = Some(Results::new(store));
        self
    }

    /// Wraps all tools in a middleware, including tools that are registered later. It runs outside
    /// the middleware of the tool itself, and inside the middleware added before.
    ///
    /// ```
    /// use serde_json::Value;
    /// use tool_service::executor::{ExecutionContext, Middleware, Next};
    /// use tool_service::{Content, ToolError, ToolOutput, ToolService};
    ///
    /// /// Hides a token from the model.
    /// struct Redaction(String);
    ///
    /// impl Middleware for Redaction {
    ///     async fn handle(
    ///         &self,
    ///         _: &Value,
    ///         _: ExecutionContext<'_>,
    ///         next: Next<'_>,
    ///     ) -> Result<ToolOutput, ToolError> {
    ///         let mut output = next.run().await?;
    ///         for content in &mut output.content {
    ///             if let Content::Text(text) = content {
    ///                 *text = text.replace(&self.0, "***");
    ///             }
    ///         }
    ///         // It may contain the token, too.
    ///         output.structured = None;
    ///         Ok(output)
    ///     }
    /// }
    ///
    /// let service = ToolService::builder().wrap(Redaction("s3cret".to_owned())).build();
    /// # let _ = service;
    /// ```
    pub fn wrap(mut self, middleware: impl Middleware) -> Self {
        self.middleware.add(middleware);
        self
    }

    /// Registers a hook that runs before the arguments of a call are read, and may change them, for
    /// example to resolve variables. It gets the call, and the values of the call and of the
    /// service ([`CallOptions::extension`]). Hooks run in the order of registration.
    ///
    /// **Do not check permissions here.** The hook sees the name and the arguments as the model
    /// wrote them, and the reader accepts other spellings of both. Use
    /// [`authorize`](Self::authorize) instead.
    ///
    /// A hook has no time limit, so limit its own waits. Cancelling the call also cancels it.
    ///
    /// Only the tool sees values that a hook inserts. The model, the history and errors about the
    /// arguments contain the call as the model sent it. A hook cannot change the name and the id of
    /// a call.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::Tool;
    /// use tool_service::{CallOptions, ToolCall, ToolService};
    ///
    /// /// Log in.
    /// #[derive(Debug, Tool)]
    /// struct LogIn {
    ///     password: String,
    /// }
    ///
    /// async fn log_in(log_in: LogIn) -> Result<bool, std::fmt::Error> {
    ///     Ok(log_in.password == "correct horse")
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_service::RegisterError> {
    /// let service = ToolService::builder()
    ///     .before(async |call: ToolCall, _| {
    ///         Ok(call.resolve_variables(|name| match name {
    ///             "PASSWORD" => Some(json!("correct horse")),
    ///             _ => None,
    ///         }))
    ///     })
    ///     .build();
    /// service.register(log_in)?;
    /// let call = ToolCall::new("log_in", r#"{"password": "${PASSWORD}"}"#);
    /// assert_eq!(service.execute(call, CallOptions::new()).await.text(), "true");
    /// # Ok(())
    /// # }
    /// ```
    pub fn before<F, R>(mut self, hook: F) -> Self
    where
        F: Fn(ToolCall, Extensions) -> R + Send + Sync + 'static,
        R: Future<Output = Result<ToolCall, ToolError>> + Send + 'static,
    {
        self.hooks.add_before(hook);
        self
    }

    /// Registers a hook that runs after each call, for example to record the history. It gets the
    /// call as the model sent it, its result, and the values of the call, its tool and the service
    /// ([`CallOptions::extension`]). The service returns the result after the hook.
    ///
    /// The hook runs exactly once for each started call, even if the future of the call is dropped.
    /// In that case the result is a [`ToolError::Cancelled`], which states whether the tool may
    /// have run. The hook runs in a separate task, which a dropped call does not stop. The call
    /// waits for the hook without a time limit, so pass slow work on, for example through a
    /// channel. Without a tokio runtime, no call runs, because the hook could not run.
    pub fn after<F, R>(mut self, hook: F) -> Self
    where
        F: Fn(ToolCall, ToolResult, Extensions) -> R + Send + Sync + 'static,
        R: Future<Output = ()> + Send + 'static,
    {
        self.hooks.add_after(hook);
        self
    }

    /// Returns a handle to the future service, for use in hooks and tools. They must not hold the
    /// service itself, because this would create a reference cycle.
    #[must_use]
    pub fn handle(&self) -> WeakToolService {
        self.handle.clone()
    }

    /// Builds the service.
    #[must_use]
    pub fn build(self) -> ToolService {
        let registry = Registry::new();
        if let Some(results) = &self.results {
            // The registry is empty, so the name is unique.
            let _ = registry.add(results.tool());
        }
        let service = ToolService::of(ServiceState {
            registry,
            states: self.states,
            hooks: self.hooks,
            authorizations: self.authorizations,
            approvals: self.approvals,
            results: self.results,
            middleware: self.middleware,
            options: self.options,
            concurrency: self.concurrency,
            runs_in_order: self.runs_in_order,
            events: EventSender::default(),
            begun: AtomicU64::new(0),
        });
        self.handle.set(service.inner());
        service
    }
}

impl ToolService {
    /// Returns a builder, which configures the state, the options and the hooks of a service.
    pub fn builder() -> ToolServiceBuilder {
        ToolServiceBuilder::new()
    }
}
