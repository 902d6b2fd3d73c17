//! Runs every kind of tool through one service: native functions, HTTP APIs, MCP servers and kinds
//! of your own. The reader of [`tool_core`] validates the arguments of each call.
//!
//! ```
//! use tool_core::Tool;
//! use tool_service::{CallOptions, ToolCall, ToolService};
//!
//! /// Read a part of a file.
//! #[derive(Debug, Tool)]
//! #[tool(read_only)]
//! struct ReadFile {
//!     path: String,
//!     /// Number of characters to read.
//!     #[serde(default)]
//!     limit: Option<usize>,
//! }
//!
//! async fn read_file(file: ReadFile) -> std::io::Result<String> {
//!     let text = tokio::fs::read_to_string(file.path).await?;
//!     Ok(text.chars().take(file.limit.unwrap_or(usize::MAX)).collect())
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let service = ToolService::new();
//! service.register(read_file)?;
//!
//! // The definitions, for a provider.
//! assert_eq!(service.definitions().as_slice()[0].name(), "read_file");
//!
//! // A call as a model sends it: another spelling, a number in quotes.
//! let call = ToolCall::new("readFile", r#"{"path": "Cargo.toml", "limit": "9"}"#);
//! let result = service.execute(call, CallOptions::new()).await;
//! assert_eq!(result.text(), "[package]");
//!
//! // Invalid arguments: the tool does not run, and the model gets an instruction.
//! let call = ToolCall::new("read_file", r#"{"file": "Cargo.toml"}"#);
//! let result = service.execute(call, CallOptions::new()).await;
//! assert_eq!(
//!     result.text(),
//!     r#"Please rewrite the input with valid arguments. Errors: path: Required ("file" is unknown)"#,
//! );
//! # Ok(())
//! # }
//! ```
//!
//! # Overview
//!
//! - [`ToolService`] registers tools and runs calls. [`ToolServiceBuilder`] configures its state,
//!   options and hooks.
//! - [`IntoTool`] describes the functions that are tools. [`extract`] describes their parameters.
//! - `builtins` are tools for calculation, time and text. [`rest`] runs tools of HTTP APIs. [`mcp`]
//!   runs tools of MCP servers, and serves the service as an MCP server.
//! - [`executor`] defines tools of other kinds, and code that wraps a tool.
//! - [`CallOptions`] sets time limits and retries.
//! - [`approval`] lets a person decide on calls.
//! - [`results`] stores results that are too long for a model.
//! - [`ToolResult`] is the result of a call. [`ToolError`] is the reason of a failure.
//! - [`event`] reports events; [`layer`] adds layers of `tower` to a service.
//!
//! [The service](tool_core::guide::service) is the page of the guide on this crate. It also
//! explains how to move tools to other machines. The [guide](tool_core::guide) has the other pages.
//!
//! # Features
//!
//! - `tls` (default): `https` for `rest` and `mcp`, by rustls.
//! - `rest`: tools behind HTTP APIs, by reqwest.
//! - `mcp`: tools of MCP servers, and the service as an MCP server, by rmcp.
//! - `builtins`: [`ToolService::with_builtins`] and the tools that it registers.

pub mod approval;
#[cfg(feature = "builtins")]
pub mod builtins;
mod call;
mod directory;
mod error;
pub mod event;
pub mod executor;
pub mod extract;
mod hidden;
pub mod layer;
#[cfg(feature = "mcp")]
mod lines;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "mcp")]
mod mcp_server;
mod native;
#[cfg(any(feature = "mcp", feature = "rest"))]
mod pace;
mod pending;
mod random;
#[cfg(feature = "rest")]
pub mod rest;
pub mod results;
#[cfg(any(feature = "mcp", feature = "rest"))]
mod secret;
mod service;
mod tool;

use std::error::Error;

pub use call::{CallOptions, Content, Progress, ToolCall, ToolOutput, ToolResult};
pub use error::{Failure, ForModel, RegisterError, ToolError};
#[doc(no_inline)]
pub use http::Extensions;
#[cfg(any(feature = "mcp", feature = "rest"))]
pub use secret::Secret;
pub use service::{ToolService, ToolServiceBuilder, WeakToolService};
/// The token that cancels calls, from `tokio-util`.
#[doc(no_inline)]
pub use tokio_util::sync::CancellationToken;
pub use tool::{IntoTool, IntoTools, RegisteredTool};

/// A boxed error.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// Return types of tool functions.
pub mod convert {
    pub use crate::call::{IntoOutput, OutputOf};
    pub use crate::error::IntoToolError;
}

/// Tests the code of the guide.
#[cfg(all(doctest, feature = "builtins", feature = "mcp", feature = "rest"))]
#[doc = include_str!("../../docs/service.md")]
struct Guide;

/// Tests the code of the README, which covers both crates.
#[cfg(all(doctest, feature = "builtins", feature = "mcp", feature = "rest"))]
#[doc = include_str!("../../README.md")]
struct Readme;

/// Tests the code for coding agents, which uses both crates.
#[cfg(doctest)]
#[doc = include_str!("../../SKILL.md")]
struct Skill;
