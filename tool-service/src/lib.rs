//! One way to run every kind of tool: native functions, HTTP APIs, MCP servers, and kinds
//! of your own, with [`tool_core`]'s reader in front of each call.

mod builder;
#[cfg(feature = "builtin")]
pub mod builtin;
mod call;
mod error;
mod event;
mod executor;
mod failure;
mod hooks;
pub mod layer;
#[cfg(feature = "mcp")]
mod mcp_server;
mod options;
mod output;
mod policy;
mod progress;
mod register;
mod registry;
mod result;
mod running;
mod service;
mod state;
mod tower_service;

use std::error::Error;

pub use builder::Builder;
pub use call::{Request, ToolCall};
pub use error::{ErrorClass, Looping, ToolError};
pub use event::{Event, Events};
#[cfg(feature = "mcp")]
pub use executor::mcp;
pub use executor::native::{Async, Blocking, Handler};
#[cfg(feature = "rest")]
pub use executor::rest;
pub use executor::{Context, Executor, Failed, Retry};
pub use failure::{Failure, ForModel, IntoToolError};
pub use options::Options;
pub use output::{Content, IntoOutput, ToolOutput};
pub use register::{IntoTool, RegisterError, RegisteredTool, WithOptions};
pub use result::ToolResult;
pub use service::ToolService;
pub use state::{FromStates, State, States};
/// What cancels calls: that of `tokio-util`.
#[doc(no_inline)]
pub use tokio_util::sync::CancellationToken;

/// An error of any kind.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// The code of the guide, which has to be right as well.
#[cfg(all(doctest, feature = "builtin", feature = "mcp", feature = "rest"))]
#[doc = include_str!("../../docs/service.md")]
struct Guide;
