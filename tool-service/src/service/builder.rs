use std::future::Future;
use std::sync::atomic::AtomicU64;

use super::event::EventSender;
use super::hooks::Hooks;
use super::inner::Inner;
use super::registry::Registry;
use crate::tool::States;
use crate::{Options, ToolCall, ToolError, ToolResult, ToolService};

/// A [`ToolService`] in the making.
///
/// ```
/// use std::time::Duration;
/// use tool_service::{Options, ToolService};
///
/// let service = ToolService::builder()
///     .options(Options::new().timeout(Duration::from_secs(10)))
///     .at_once(4)
///     .after(async |call, result| println!("{}: {}", call.name, result.is_error))
///     .build();
/// # let _ = service;
/// ```
#[derive(Debug)]
#[must_use]
pub struct Builder {
    states: States,
    hooks: Hooks,
    options: Options,
    at_once: usize,
}

impl Builder {
    pub(crate) fn new() -> Self {
        Self {
            states: States::default(),
            hooks: Hooks::default(),
            options: Options::new(),
            at_once: 16,
        }
    }

    /// Gives a value that native tools take as [`State`](crate::State): one of each type.
    pub fn state<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(value);
        self
    }

    /// How calls are run where neither the caller nor the tool says otherwise.
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// How many calls of one response run at once: 16, and at least 1.
    pub fn at_once(mut self, calls: usize) -> Self {
        self.at_once = calls.max(1);
        self
    }

    /// Asks a function before the arguments of a call are read, which may change them: to
    /// resolve variables, say. Several are asked in the order in which they were given.
    ///
    /// No time limit holds for it: bound what it waits for. A call is cancelled in it as in
    /// the tool.
    ///
    /// What it puts in is seen by the tool alone: the model, the history and an error of
    /// the arguments are given the call as it was sent. The name and the id of a call
    /// stay as they were.
    ///
    /// ```
    /// use tool_core::{Arguments, Tool};
    /// use tool_service::{Options, ToolCall, ToolService};
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
    ///     .before(async |mut call: ToolCall| {
    ///         if let Arguments::Text(text) = &mut call.arguments {
    ///             *text = text.replace("$PASSWORD", "correct horse");
    ///         }
    ///         Ok(call)
    ///     })
    ///     .build();
    /// service.register(log_in)?;
    /// let call = ToolCall::new("log_in", r#"{"password": "$PASSWORD"}"#);
    /// assert_eq!(service.execute(call, &Options::new()).await.text(), "true");
    /// # Ok(())
    /// # }
    /// ```
    pub fn before<F, R>(mut self, hook: F) -> Self
    where
        F: Fn(ToolCall) -> R + Send + Sync + 'static,
        R: Future<Output = Result<ToolCall, ToolError>> + Send + 'static,
    {
        self.hooks.add_before(hook);
        self
    }

    /// Tells a function of each call as it was sent, and of what it came to, before the
    /// result is given back: to record the history, say.
    ///
    /// The call waits for it, however long it takes, and is not cancelled in it: what takes
    /// its time is better handed on, by a channel say.
    pub fn after<F, R>(mut self, hook: F) -> Self
    where
        F: Fn(ToolCall, ToolResult) -> R + Send + Sync + 'static,
        R: Future<Output = ()> + Send + 'static,
    {
        self.hooks.add_after(hook);
        self
    }

    /// The service.
    #[must_use]
    pub fn build(self) -> ToolService {
        ToolService::of(Inner {
            registry: Registry::new(),
            states: self.states,
            hooks: self.hooks,
            options: self.options,
            at_once: self.at_once,
            events: EventSender::new(),
            begun: AtomicU64::new(0),
        })
    }
}
