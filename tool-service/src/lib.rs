//! One way to run every kind of tool: native functions, HTTP APIs, MCP servers, and kinds
//! of your own, with [`tool_core`]'s reader in front of each call.

#[cfg(feature = "builtin")]
pub mod builtin;
mod call;
mod error;
mod executor;
pub mod layer;
#[cfg(feature = "mcp")]
mod mcp_server;
mod service;
mod tool;

use std::error::Error;

pub use call::{Content, IntoOutput, Options, Request, ToolCall, ToolOutput, ToolResult};
pub use error::{ErrorClass, Failure, ForModel, IntoToolError, Looping, ToolError};
#[cfg(feature = "mcp")]
pub use executor::mcp;
pub use executor::native::{Async, Blocking, Handler};
#[cfg(feature = "rest")]
pub use executor::rest;
pub use executor::{Context, Executor, Failed, Retry};
pub use service::{Builder, Event, Events, ToolService};
/// What cancels calls: that of `tokio-util`.
#[doc(no_inline)]
pub use tokio_util::sync::CancellationToken;
pub use tool::{FromStates, IntoTool, RegisterError, RegisteredTool, State, States, WithOptions};

/// An error of any kind.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// The code of the guide, which has to be right as well.
#[cfg(all(doctest, feature = "builtin", feature = "mcp", feature = "rest"))]
#[doc = include_str!("../../docs/service.md")]
struct Guide;
