//! One struct, three uses: the JSON Schema that a model is shown, a typed and
//! lenient reader of what it sends, and the instruction that makes its next
//! call right.

mod coerce;
mod conform;
pub mod issue;
mod json;
mod limits;
mod plan;
pub mod retry;
mod schema;
mod tool;
mod tree;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use coerce::{About, Example, Outcome, rules};
pub use issue::{
    Ignored, Issue, IssueKind, JsonType, Limit, Path, Received, Repair, Rule, Segment, TypeSet,
};
pub use limits::Limits;
pub use plan::SchemaError;
pub use tool::{
    Args, Arguments, Definition, Finish, Issues, Leniency, Reader, Reading, Salvage, Tool,
    ToolArgError,
};
#[cfg(feature = "derive")]
pub use tool_derive::{Tool, ToolArg};
