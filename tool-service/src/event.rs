//! The stream of events of a service.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::Stream;
use http::Extensions;
use tokio::sync::broadcast;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;
use tool_core::definition::{Finding, SchemaRepair};
use tool_core::issue::{Ignored, Repair};

use crate::{Progress, ToolError};

/// An event of the service.
///
/// `call` numbers the calls of a service, in the order in which they began. The first call has
/// number 1. All events of one call have the same number.
///
/// ```
/// use tool_service::event::Event;
///
/// /// Formats an event for a log.
/// fn line(event: &Event) -> Option<String> {
///     match event {
///         Event::Retried { tool, attempt, error, .. } => {
///             Some(format!("{tool}: attempt {attempt} failed: {error}"))
///         }
///         Event::Failed { tool, error, .. } => Some(format!("{tool}: {error}")),
///         _ => None,
///     }
/// }
/// # let _ = line;
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A call began.
    Started {
        /// Number of the call.
        call: u64,
        /// Id that the provider gave the call.
        id: Option<String>,
        /// Name of the tool as the model sent it.
        name: String,
        /// Values of the call and of the service: see
        /// [`CallOptions::extension`](crate::CallOptions::extension).
        extensions: Extensions,
    },
    /// The reader repaired the arguments or the name.
    ArgumentsRepaired {
        /// Number of the call.
        call: u64,
        /// Name of the tool.
        tool: String,
        /// The repairs.
        repairs: Arc<[Repair]>,
    },
    /// The call contains keys that the tool does not declare.
    Ignored {
        /// Number of the call.
        call: u64,
        /// Name of the tool.
        tool: String,
        /// The undeclared keys.
        keys: Arc<[Ignored]>,
    },
    /// The tool reported progress.
    Progress {
        /// Number of the call.
        call: u64,
        /// Name of the tool.
        tool: String,
        /// The progress of the call.
        progress: Progress,
    },
    /// An attempt failed, and the service will retry the call.
    Retried {
        /// Number of the call.
        call: u64,
        /// Name of the tool.
        tool: String,
        /// Number of the failed attempt. The first is 1.
        attempt: u32,
        /// Delay before the next attempt.
        wait: Duration,
        /// Error of the attempt.
        error: ToolError,
    },
    /// The tool returned a result.
    Completed {
        /// Number of the call.
        call: u64,
        /// Name of the tool.
        tool: String,
        /// Duration of the call, including retries.
        took: Duration,
    },
    /// The call ended with an error, or the tool reported a failure.
    Failed {
        /// Number of the call.
        call: u64,
        /// Name of the tool. If no tool has the name, the name as the model sent it.
        tool: String,
        /// Error of the call.
        error: ToolError,
        /// Duration of the call, including retries.
        took: Duration,
    },
    /// The schema of an MCP tool cannot be compiled. The service does not check the arguments of
    /// this tool.
    ToolUnchecked {
        /// Name of the tool.
        tool: String,
        /// The part of the schema that is not supported.
        reason: String,
    },
    /// The service removed characters from the texts of an MCP tool, or repaired its schema. The
    /// characters were hidden, or a text was too long.
    ToolCleaned {
        /// Name of the tool.
        tool: String,
        /// Number of removed characters that are invisible or change the direction of text.
        removed: usize,
        /// Number of removed characters beyond the maximum length of a text.
        cut: usize,
        /// Repaired and removed keywords of the schema that had a value of the wrong form.
        repairs: Arc<[SchemaRepair]>,
    },
    /// The schema of an MCP tool has keywords that are probably mistakes: see
    /// [`Definition::schema_warnings`](tool_core::Definition::schema_warnings). The service reads
    /// calls as the schema says.
    SchemaWarnings {
        /// Name of the tool.
        tool: String,
        /// The keywords.
        warnings: Arc<[Finding]>,
    },
    /// The service could not register an MCP tool. The other tools of the server are registered.
    ToolRejected {
        /// Name of the tool.
        tool: String,
        /// Reason.
        reason: String,
    },
    /// The tool list of an MCP server changed. [`Event::ToolsListed`] follows. All names are the
    /// names that the tools are registered under.
    ToolsChanged {
        /// Name of the server.
        server: String,
        /// Tools that were added.
        added: Vec<String>,
        /// Tools that changed, for example in their description or schema.
        changed: Vec<String>,
        /// Tools that were removed.
        removed: Vec<String>,
    },
    /// The service read the tool list of an MCP server: once at the start, and after each change
    /// that the server reports.
    ToolsListed {
        /// Name of the server.
        server: String,
        /// Number of tools.
        tools: usize,
    },
    /// The service lost the connection to an MCP server.
    Disconnected {
        /// Name of the server.
        server: String,
        /// Error of the connection.
        error: ToolError,
    },
    /// The service reconnected to an MCP server.
    Connected {
        /// Name of the server.
        server: String,
    },
    /// The listener was too slow and lost this number of events.
    Lagged(u64),
}

/// A [`Stream`] of events, starting with its creation. It ends with the service.
///
/// The service never waits for a listener. A listener that is more than 1024 events behind loses
/// the oldest ones. [`Event::Lagged`] reports how many.
///
/// ```
/// use futures_util::StreamExt;
/// use tool_service::event::Event;
/// use tool_service::{CallOptions, ToolCall, ToolService};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let service = ToolService::new();
/// let mut events = service.events();
/// service.execute(ToolCall::new("read_note", "{}"), CallOptions::new()).await;
///
/// assert!(matches!(events.next().await, Some(Event::Started { call: 1, .. })));
/// let Some(Event::Failed { error, .. }) = events.next().await else {
///     panic!("there is no such tool");
/// };
/// assert_eq!(error.class(), "UnknownToolError");
/// # }
/// ```
#[derive(Debug)]
pub struct Events(BroadcastStream<Event>);

impl Stream for Events {
    type Item = Event;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        let event = ready!(Pin::new(&mut self.0).poll_next(cx));
        Poll::Ready(event.map(|event| match event {
            Ok(event) => event,
            Err(BroadcastStreamRecvError::Lagged(missed)) => Event::Lagged(missed),
        }))
    }
}

/// Sends events to their listeners. The first listener creates the channel, because the channel
/// allocates room for all its events at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventSender(Arc<OnceLock<broadcast::Sender<Event>>>);

impl EventSender {
    pub(crate) fn subscribe(&self) -> Events {
        let sender = self.0.get_or_init(|| broadcast::Sender::new(1024));
        Events(BroadcastStream::new(sender.subscribe()))
    }

    /// Sends an event. It is only built if there is a listener.
    #[inline]
    pub(crate) fn send(&self, event: impl FnOnce() -> Event) {
        let Some(sender) = self.0.get() else {
            return;
        };
        if sender.receiver_count() > 0 {
            // An error means that the last listener is gone.
            drop(sender.send(event()));
        }
    }
}
