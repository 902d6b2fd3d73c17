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

/// A [`ToolService`] in the making.
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

    /// Gives a value that native tools take as [`State`](crate::extract::State): one of each type.
    pub fn state<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(value);
        self
    }

    /// How calls are run where neither the caller nor the tool says otherwise.
    pub fn options(mut self, options: CallOptions) -> Self {
        self.options = options;
        self
    }

    /// How many calls of one response run at once: 16, and at least 1.
    pub fn concurrency(mut self, calls: usize) -> Self {
        self.concurrency = calls.max(1);
        self
    }

    /// Whether calls of one response that are not read-only run alone and in order: yes. Without
    /// it all calls of a response run at once.
    pub fn in_order(mut self, in_order: bool) -> Self {
        self.runs_in_order = in_order;
        self
    }

    /// Asks a function whether a call may run, after its tool was found and its arguments were
    /// read: this is the place for permissions. The function is given the tool that would run and
    /// the arguments that it would run with, however the model spelt them, and the tool is run
    /// with exactly these. Several functions are asked in the order in which they were given, and
    /// all have to allow the call.
    ///
    /// It holds for each way to run a tool: [`execute`](ToolService::execute),
    /// [`execute_all`](ToolService::execute_all), layers, the service as an MCP server, and the
    /// tool for [invalid calls](tool_core::call::InvalidCall). A retry is not asked for again.
    /// [`validate`](ToolService::validate) runs no tool and asks nobody.
    ///
    /// No time limit holds for it. A call is cancelled in it as in the tool. If it panics, the
    /// call is not run. An integer beyond 64 bits is no JSON value of `serde_json`, so that a call
    /// with one is rejected.
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

    /// Has calls wait for a person where an authorization gives [`Decision::Ask`]. Without it such
    /// a call is an error of the configuration, and is not run.
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

    /// Keeps results that are longer than [`CallOptions::max_output`] in a store, and registers the tool
    /// `read_result`. The model is told the id with which it reads on.
    /// A result of one [`Principal`](crate::call::Principal) is not read by another.
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
    /// assert!(text.starts_with("the first line, and \n[The result was cut: 20 of 35 bytes are shown. Call read_result"));
    ///
    /// let (_, arguments) = text.split_once(" with ").unwrap_or_default();
    /// let (arguments, _) = arguments.split_once(" to read on").unwrap_or_default();
    /// let read = ToolCall::new("read_result", arguments);
    /// let result = service.execute(read, CallOptions::new().max_output(1000)).await;
    /// assert_eq!(result.text(), "the second line\n[The bytes 20 to 35 of 35.]");
    /// # std::fs::remove_dir_all(directory)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn keep_results(mut self, store: impl ResultStore) -> Self {
        self.results = Some(Results::new(store));
        self
    }

    /// Wraps all tools in a middleware, of whatever kind they are and whenever they are
    /// registered. It runs around the middleware of the tool itself, and inside of those that were
    /// given before.
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
    ///         // It may hold the token as well.
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

    /// Asks a function before the arguments of a call are read, which may change them: to
    /// resolve variables, say. It is given the call and the values of the call and of the service
    /// ([`CallOptions::extension`]). Several are asked in the order in which they were given.
    ///
    /// **This is not a place for permissions.** The name and the arguments are those that the
    /// model wrote, and the reader accepts other spellings of both. Use
    /// [`authorize`](Self::authorize) instead.
    ///
    /// No time limit holds for it: bound what it waits for. A call is cancelled in it as in
    /// the tool.
    ///
    /// What it puts in is seen by the tool alone: the model, the history and an error of
    /// the arguments are given the call as it was sent. The name and the id of a call
    /// stay as they were.
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

    /// Tells a function of each call as it was sent, of what it came to, and of the values of the
    /// call, its tool and the service ([`CallOptions::extension`]), before the result is given back: to
    /// record the history, say.
    ///
    /// It is told of each call that began exactly once, also where the future of the call is dropped: the
    /// result is then a [`ToolError::Cancelled`] that says whether the tool may have run. It runs
    /// in a task of its own, so that dropping the call does not stop it. The call waits for it,
    /// however long it takes, and is not cancelled in it: what takes its time is better handed
    /// on, by a channel say. Without a runtime of tokio no call is run, as it could not be recorded.
    pub fn after<F, R>(mut self, hook: F) -> Self
    where
        F: Fn(ToolCall, ToolResult, Extensions) -> R + Send + Sync + 'static,
        R: Future<Output = ()> + Send + 'static,
    {
        self.hooks.add_after(hook);
        self
    }

    /// Returns a handle of the service in the making, for the functions that it is given. They must
    /// not hold the service itself, which would then hold itself.
    #[must_use]
    pub fn handle(&self) -> WeakToolService {
        self.handle.clone()
    }

    /// The service.
    #[must_use]
    pub fn build(self) -> ToolService {
        let registry = Registry::new();
        if let Some(results) = &self.results {
            // The first tool has a name that no other has, so that it can be registered.
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
    /// A service in the making: with state for its tools, options, hooks.
    pub fn builder() -> ToolServiceBuilder {
        ToolServiceBuilder::new()
    }
}
