//! Runs tools of MCP servers, and serves the service as an MCP server.
//!
//! # MCP tools
//!
//! [`ToolService::connect`](crate::ToolService::connect) starts a server as a child process, or
//! connects to it over streamable HTTP. It registers the tools as `mcp__SERVER__TOOL`. They then
//! behave like other tools: the reader validates and coerces their arguments by the `inputSchema`
//! of the server, and calls have time limits and retries.
//!
//! ```no_run
//! use std::time::Duration;
//! use tokio::process::Command;
//! use tool_service::mcp::McpServerConfig;
//! use tool_service::{CallOptions, ToolCall, ToolService};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), tool_service::ToolError> {
//! let mut command = Command::new("npx");
//! command.args(["-y", "@modelcontextprotocol/server-everything"]);
//! let server = McpServerConfig::child_process("everything", command)
//!     .options(CallOptions::new().timeout(Duration::from_secs(60)))
//!     .exclude(["printEnv"]);
//!
//! let service = ToolService::new();
//! let connection = service.connect(server).await?;
//!
//! let call = ToolCall::new("mcp__everything__echo", r#"{"message": "Hello"}"#);
//! println!("{}", service.execute(call, CallOptions::new()).await.text());
//! connection.disconnect().await;
//! # Ok(())
//! # }
//! ```
//!
//! - **Names.** Characters that providers reject in names (all except ASCII letters, digits, `_`
//!   and `-`) become `_`. A name of more than 64 characters is shortened to 64 and ends in a hash
//!   of the whole name. Of names of one server that would be too similar, each gets such a hash.
//!   The names depend only on the set of listed tools: if the server later lists a tool with a
//!   similar name, both have a hash from then on. [`McpServerConfig::names`] fixes names. A tool
//!   whose name another server or the host has gets a hash, too. A tool whose name is still taken
//!   is left out ([`Event::ToolRejected`](crate::event::Event::ToolRejected)).
//! - **Environment.** A child process gets a few harmless variables of this process, and the
//!   variables that its command sets. This protects secrets of the host: see
//!   [`McpServerConfig::child_process`].
//! - **Texts.** Characters that are invisible or change the direction of text are removed from
//!   descriptions, titles and schemas. Values that a call repeats (`enum`, `const`, `default`) and
//!   names of properties stay unchanged. A title is cut after 256 characters, and a description or
//!   other text after 8192. [`Event::ToolCleaned`](crate::event::Event::ToolCleaned) names the
//!   tool.
//! - **Schemas.** A keyword with a value of the wrong form, such as the boolean `exclusiveMinimum`
//!   of draft 4, is repaired if it has one meaning, and otherwise removed
//!   ([`Event::ToolCleaned`](crate::event::Event::ToolCleaned)). If a schema cannot be compiled, the
//!   tool accepts any arguments ([`Event::ToolUnchecked`](crate::event::Event::ToolUnchecked)). The
//!   feature `full-schema` of `tool-core` supports more schemas. [`McpServerConfig::passthrough`]
//!   skips the check for a tool. A tool whose arguments cannot be an object is left out
//!   ([`Event::ToolRejected`](crate::event::Event::ToolRejected)). No schema affects another tool.
//! - **Lists.** The tools are listed at the start, after each reconnect, and after each change
//!   notification, at most once per second. Tools that disappear from the list are removed.
//!   [`Event::ToolsChanged`](crate::event::Event::ToolsChanged) names added, changed and removed
//!   tools. [`McpServerConfig::review`] decides on added and changed tools. A tool that the host
//!   removes with [`ToolService::remove`](crate::ToolService::remove) stays removed until the host
//!   connects to the server again.
//! - **Time.** [`CallOptions::timeout`](crate::CallOptions::timeout) limits each call. Default: 30
//!   seconds. A progress notification of the server restarts this time, up to
//!   [`CallOptions::max_timeout`](crate::CallOptions::max_timeout), and causes an
//!   [`Event::Progress`](crate::event::Event::Progress). At most ten notifications per second
//!   and the last one before the answer count, and only if the progress grows. After a timeout or
//!   a cancellation, the server gets `notifications/cancelled`.
//! - **Retries.** The hints `readOnlyHint` and `idempotentHint` decide on retries, as for any tool.
//!   If you do not trust the server, set `CallOptions::new().retries(0)`.
//! - **Lost servers.** The loss of a server is an [event](crate::event::Event::Disconnected). The
//!   service then reconnects: immediately if a call needs the server, otherwise with delays from
//!   half a second to a minute, until the connection or the service is closed. Calls wait for the
//!   new session within their own time limit. They fail with network errors as soon as an attempt
//!   to reconnect fails. If a server fails repeatedly, calls start at most one session every two
//!   seconds.
//! - **Errors.** A failure that the tool reports (`isError`) is its output. A JSON-RPC error
//!   becomes a [`ToolError`](crate::ToolError) with a [`JsonRpcError`] as its source. The model
//!   gets the message of the server if the server rejected the arguments. Otherwise it gets a
//!   default sentence.
//!
//! # Limitations
//!
//! The client uses only the tools of servers: no prompts, resources, completion and tasks. It
//! declares no support for sampling, elicitation and roots. It rejects sampling requests, declines
//! elicitation, and answers roots requests with an empty list. A tool that requires elicitation or
//! a task fails. Log messages of a server go to `tracing` (target `tool_service::mcp`, level
//! `DEBUG`). The handshake is `initialize`, which all revisions up to 2025-11-25 support. OAuth
//! flows are not supported: set a token with [`McpServerConfig::bearer`]. If the token changes, use
//! [`Secret::from_provider`](crate::Secret::from_provider).
//!
//! `rmcp` logs all messages, including arguments and results, at the levels `DEBUG` and `TRACE` of
//! the target `rmcp`, and notifications at `INFO`. Filter this target if messages are secret. An
//! answer longer than 16 MiB or nested deeper than 128 levels fails its call. A line of more than
//! 16 MiB without a request id, or of more than 64 MiB, ends the session.
//!
//! # The service as an MCP server
//!
//! [`McpServerBuilder`] serves the tools of a service to MCP clients, over standard input and
//! output or streamable HTTP.

mod call;
mod candidate;
mod channel;
mod clean;
mod connection;
mod environment;
mod error;
mod handler;
mod headers;
mod http;
mod intake;
mod known;
mod line;
mod list;
mod loss;
mod name;
mod output;
mod over_http;
mod post;
mod process;
mod progress;
mod readable;
mod register;
mod review;
mod server;
mod session;
mod shared;
mod supervisor;
mod watched;

pub use crate::mcp_server::{HttpOptions, HttpService, McpServerBuilder};
pub use connection::Connection;
pub use error::JsonRpcError;
pub use review::{ToolChange, ToolReview};
pub use server::McpServerConfig;
