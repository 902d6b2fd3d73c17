//! Tools of MCP servers, and the service as an MCP server.
//!
//! # Tools of servers
//!
//! [`ToolService::connect`](crate::ToolService::connect) starts a server as a child process,
//! or reaches it by streamable HTTP, and registers its tools as `mcp__SERVER__TOOL`. From
//! then on they are tools like any other: their arguments are read and coerced against the
//! `inputSchema` that the server gave, and their calls have time limits and retries.
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
//! - **Names.** What no provider takes in a name (anything but ASCII letters, digits, `_` and
//!   `-`) becomes `_`. A name of over 64 characters is shortened to 64, and ends in a hash of
//!   the whole; so do names of one server that would not be kept apart otherwise. A tool
//!   keeps its name for the life of the connection: if the server lists a tool with a similar
//!   name later, that one gets the hash. A tool whose name is taken all the same is left out
//!   ([`Event::ToolRejected`](crate::event::Event::ToolRejected)).
//! - **Environment.** A child process gets a few harmless variables of this process and
//!   those that its command sets, so that it does not see the secrets of the host:
//!   [`McpServerConfig::child_process`] lists them.
//! - **Texts.** Invisible characters and those that change the direction of text are taken out
//!   of descriptions, titles and schemas; values that a call repeats (`enum`, `const`,
//!   `default`) and the names of properties stay as they are. A description, and any other text
//!   in a schema, is cut after 8192 characters, a title after 256.
//!   [`Event::ToolCleaned`](crate::event::Event::ToolCleaned) names the tool.
//! - **Schemas.** A schema that cannot be planned is shown as it is, and its tool takes any
//!   arguments ([`Event::ToolUnchecked`](crate::event::Event::ToolUnchecked)); the feature `full-schema` of
//!   `tool-core` plans more of them. [`McpServerConfig::passthrough`] asks for the same.
//! - **Lists.** The tools are listed at first, after each reconnect, and whenever the server
//!   says that they changed, but once a second at most; what it no longer lists is removed.
//!   [`Event::ToolsChanged`](crate::event::Event::ToolsChanged) names the tools that are new, changed
//!   and gone. [`McpServerConfig::review`] decides which of them are taken. A tool that the host takes
//!   out with [`ToolService::remove`](crate::ToolService::remove) stays out until the host
//!   connects to the server again.
//! - **Time.** Each call has the time of [`CallOptions::timeout`](crate::CallOptions::timeout): 30
//!   seconds where nothing else is said. Progress that the server tells of a call starts that
//!   time again, up to [`CallOptions::max_timeout`](crate::CallOptions::max_timeout), and is an
//!   [`Event::Progress`](crate::event::Event::Progress); at most ten a second, and only while it grows. A
//!   call that is out of time or cancelled is told to the server (`notifications/cancelled`).
//! - **Retries.** As for any tool, by the hints `readOnlyHint` and `idempotentHint`. They are
//!   the server's word: for a server that you don't trust, say `CallOptions::new().retries(0)`.
//! - **A server that is gone.** It is [told](crate::event::Event::Disconnected), and started or
//!   reached anew: at once if a call needs it, else with waits from half a second to a minute,
//!   until the connection or the service is given up. Calls wait for the new session within
//!   their own time, and fail as network errors as soon as it cannot be begun. For a server that
//!   fails over and over, calls begin a session every two seconds at most.
//! - **Errors.** What a tool says of its own failure (`isError`) is its output. A JSON-RPC error
//!   is a [`ToolError`](crate::ToolError) whose source is a [`JsonRpcError`]. The model is told
//!   its message where the server refuses the arguments, else a plain sentence.
//!
//! # What is left out
//!
//! Of servers only the tools are used: no prompts, resources, completion and tasks. A server
//! is told that there is no sampling, no elicitation and no roots; its requests for them are
//! refused, declined and answered with none, and a tool that wants them, or a task, answers
//! that it failed. Its log messages go to `tracing` (target `tool_service::mcp`, level
//! `DEBUG`). The handshake is `initialize`, which all revisions up
//! to 2025-11-25 have. There is no OAuth flow: give a token with [`McpServerConfig::bearer`],
//! and one that changes as a [`Secret::from_provider`](crate::Secret::from_provider).
//!
//! `rmcp` writes what is sent and received to its own log, arguments and results included, at
//! the levels `DEBUG` and `TRACE` of the target `rmcp`, and notifications at `INFO`: filter it
//! where they are secret. An answer that is longer than 16 MiB or nested deeper than 128 levels
//! is an error of its call. A line of more than 16 MiB that tells no call, and any of
//! more than 64 MiB, ends the session.
//!
//! # The service as a server
//!
//! [`McpServerBuilder`] serves the tools of a service to any MCP client, over standard input and output
//! or streamable HTTP: see there.

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
mod process;
mod progress;
mod register;
mod review;
mod scan;
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
