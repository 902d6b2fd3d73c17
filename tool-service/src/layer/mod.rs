//! Layers for a service, from this crate and from `tower`.
//!
//! ```
//! use tool_core::Tool;
//! use tool_core::conversation::LoopGuard;
//! use tool_service::layer::{ErrorsAsResultsLayer, LoopGuardLayer, execute_all};
//! use tool_service::{ToolCall, ToolService};
//! use tower::ServiceBuilder;
//! use tower::limit::ConcurrencyLimitLayer;
//! use tower::load_shed::LoadShedLayer;
//!
//! /// Read a note.
//! #[derive(Debug, Tool)]
//! struct ReadNote {
//!     name: String,
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), tool_service::RegisterError> {
//! let tools = ToolService::new();
//! tools.register(async |note: ReadNote| Ok::<_, std::fmt::Error>(note.name))?;
//!
//! let guarded = ServiceBuilder::new()
//!     // A rejection by a layer also becomes a result for the model.
//!     .layer(ErrorsAsResultsLayer::new())
//!     .layer(LoopGuardLayer::new(LoopGuard::new(), &tools))
//!     .layer(LoadShedLayer::new())
//!     .layer(ConcurrencyLimitLayer::new(8))
//!     .service(tools.clone());
//!
//! let calls = vec![ToolCall::new("read_note", r#"{"name": "a"}"#); 3];
//! let results = execute_all(guarded, &tools, calls).await;
//! assert_eq!(results[0].text(), "a");
//! assert!(results[2].text().starts_with("You called read_note 3 times with the same arguments."));
//! # Ok(())
//! # }
//! ```
//!
//! A layer sees a call as the model sent it. Code that needs the resolved tool and the parsed
//! arguments, such as a cache, is a [`Middleware`](crate::executor::Middleware).
//!
//! | | |
//! |---|---|
//! | [`ErrorsAsResultsLayer`] | converts errors of other layers into results |
//! | [`LoopGuardLayer`] | stops a model that repeats the same calls |
//! | [`RetryBudgetLayer`] | limits failing calls |

mod errors_as_results;
mod layered;
mod loop_guard;
mod retry_budget;

pub use crate::call::ToolRequest;
pub use crate::service::execute_all;
pub use errors_as_results::ErrorsAsResultsLayer;
pub use layered::Layered;
pub use loop_guard::LoopGuardLayer;
pub use retry_budget::RetryBudgetLayer;
