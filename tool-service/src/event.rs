//! What happens in a service, as a stream.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::Stream;
use http::Extensions;
use tokio::sync::broadcast;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;
use tool_core::issue::{Ignored, Repair};

use crate::{Progress, ToolError};

/// Something that happened in the service.
///
/// `call` numbers the calls of a service from 1, in the order in which they began, and
/// is the same in all events of one call.
///
/// ```
/// use tool_service::event::Event;
///
/// /// A line of a log.
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
        /// Its number.
        call: u64,
        /// What the provider calls it.
        id: Option<String>,
        /// The name as it was sent.
        name: String,
        /// The values of the call and of the service: see
        /// [`CallOptions::extension`](crate::CallOptions::extension).
        extensions: Extensions,
    },
    /// The arguments, or the name, were read otherwise than they were sent.
    ArgumentsRepaired {
        /// The call's number.
        call: u64,
        /// The name of the tool.
        tool: String,
        /// Each departure from what was sent.
        repairs: Arc<[Repair]>,
    },
    /// The call holds keys that the tool does not declare.
    Ignored {
        /// The call's number.
        call: u64,
        /// The name of the tool.
        tool: String,
        /// The keys.
        keys: Arc<[Ignored]>,
    },
    /// The tool reported progress.
    Progress {
        /// The call's number.
        call: u64,
        /// The name of the tool.
        tool: String,
        /// How far the call has come.
        progress: Progress,
    },
    /// An attempt failed, and the call is made again.
    Retried {
        /// The call's number.
        call: u64,
        /// The name of the tool.
        tool: String,
        /// Which attempt failed: 1 for the first.
        attempt: u32,
        /// How long it is waited before the next.
        wait: Duration,
        /// Why it failed.
        error: ToolError,
    },
    /// The tool gave an answer, which may be that it failed (`is_error`).
    Completed {
        /// The call's number.
        call: u64,
        /// The name of the tool.
        tool: String,
        /// Whether the tool said that it failed.
        is_error: bool,
        /// How long the call took, retries included.
        took: Duration,
    },
    /// The call gave no answer.
    Failed {
        /// The call's number.
        call: u64,
        /// The name of the tool; where there is none of it, the name as it was sent.
        tool: String,
        /// Why.
        error: ToolError,
        /// How long the call took, retries included.
        took: Duration,
    },
    /// The schema of a tool of an MCP server cannot be planned: its arguments pass
    /// unchecked.
    ToolUnchecked {
        /// The name of the tool.
        tool: String,
        /// What is not understood.
        reason: String,
    },
    /// Characters were taken out of the texts of a tool of an MCP server, since they hide
    /// something from people, or since a text is too long.
    ToolCleaned {
        /// The name of the tool.
        tool: String,
        /// Number of characters that are invisible or change the direction of text.
        removed: usize,
        /// Number of characters beyond the maximum length of their text.
        cut: usize,
    },
    /// A tool of an MCP server cannot be registered.
    ToolRejected {
        /// The name of the tool.
        tool: String,
        /// Why.
        reason: String,
    },
    /// The list of an MCP server differs from the one before. [`Event::ToolsListed`] follows. All
    /// names are those that the tools are registered by.
    ToolsChanged {
        /// The server.
        server: String,
        /// Tools that are new.
        added: Vec<String>,
        /// Tools of which the server says something else now: another description or schema,
        /// for example.
        changed: Vec<String>,
        /// Tools that are gone.
        removed: Vec<String>,
    },
    /// The tools of an MCP server were listed: at first, and each time it says that
    /// they changed.
    ToolsListed {
        /// The server.
        server: String,
        /// How many there are.
        tools: usize,
    },
    /// The connection to an MCP server is lost.
    Disconnected {
        /// The server.
        server: String,
        /// Why.
        error: ToolError,
    },
    /// The connection to an MCP server is there again.
    Connected {
        /// The server.
        server: String,
    },
    /// So many events were lost, since they were not taken as fast as they came.
    Lagged(u64),
}

/// What happens in a service, from the time it was asked for: a [`Stream`] that ends
/// with the service.
///
/// The service never waits for it: who does not take events as fast as they come loses
/// the oldest, beyond 1024, and is told how many by [`Event::Lagged`].
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

/// Sends events to their listeners. The channel is created for the first listener: it allocates
/// room for all its events at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventSender(Arc<OnceLock<broadcast::Sender<Event>>>);

impl EventSender {
    pub(crate) fn subscribe(&self) -> Events {
        let sender = self.0.get_or_init(|| broadcast::Sender::new(1024));
        Events(BroadcastStream::new(sender.subscribe()))
    }

    /// Tells of an event, which is only made if somebody listens.
    #[inline]
    pub(crate) fn send(&self, event: impl FnOnce() -> Event) {
        let Some(sender) = self.0.get() else {
            return;
        };
        if sender.receiver_count() > 0 {
            // An error says that the last of them has gone meanwhile.
            drop(sender.send(event()));
        }
    }
}
