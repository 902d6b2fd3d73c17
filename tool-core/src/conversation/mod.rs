//! The state of a conversation that a host keeps, and the texts about it: small values without
//! clock or I/O. A host can clone and serialize them with the rest of a session. Needs the feature
//! `answers`.
//!
//! | for | by |
//! |---|---|
//! | all calls of an answer, with both values below | [`Supervisor`] |
//! | a model that makes the same calls over and over | [`LoopGuard`] |
//! | a call that fails again and again | [`RetryBudget`] |
//! | the system prompt | [`Guidance`] |
//!
//! ```
//! use tool_core::conversation::{LoopGuard, LoopState, RetryDecision, RetryBudget};
//! use tool_core::Tool;
//!
//! /// Wait a while.
//! #[derive(Debug, Tool)]
//! struct Wait {
//!     seconds: u32,
//! }
//!
//! let mut guard = LoopGuard::new();
//! let mut budget = RetryBudget::new();
//! for raw in ["{}", r#"{"seconds": "soon"}"#, r#"{"seconds": 5}"#] {
//!     assert_eq!(guard.call("wait", raw), LoopState::Continue);
//!     match Wait::parse(raw) {
//!         Ok(wait) => {
//!             budget.succeeded("wait");
//!             assert_eq!(wait.seconds, 5);
//!         }
//!         Err(error) => {
//!             if let LoopState::Warn(found) = guard.failed("wait", raw) {
//!                 println!("{found}");
//!             }
//!             let RetryDecision::Again(text) = budget.failed(error) else { unreachable!() };
//!             println!("{text}");
//!         }
//!     }
//! }
//! ```

mod call_loop;
mod guidance;
mod loop_guard;
mod retry_budget;
mod seen;
mod supervisor;

pub use call_loop::{CallLoop, LoopKind, LoopState};
pub use guidance::{Guidance, GuidanceSection};
pub use loop_guard::LoopGuard;
pub use retry_budget::{RetryBudget, RetryDecision};
pub use supervisor::{NextStep, Step, Supervisor};
