//! What a host says of the tools that a server lists.

use std::fmt;
use std::sync::Arc;

use tool_core::Definition;

/// A tool that an MCP server lists for the first time, or of which it says something else now: see
/// [`McpServerConfig::review`](super::McpServerConfig::review).
///
/// ```
/// use tool_service::mcp::ToolChange;
///
/// /// A line for a person who decides.
/// fn line(change: &ToolChange<'_>) -> String {
///     let name = change.definition.name();
///     match change.previous {
///         Some(_) => format!("{}: {name} changed", change.server),
///         None => format!("{}: {name} is new", change.server),
///     }
/// }
/// # let _ = line;
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ToolChange<'a> {
    /// The name of the server.
    pub server: &'a str,
    /// The tool, as it would be registered now.
    pub definition: &'a Definition,
    /// The tool as it was registered last, also if the server did not list it for a while; `None`
    /// for a tool that is new.
    pub previous: Option<&'a Definition>,
}

/// What a host does about a [`ToolChange`].
///
/// ```
/// use tool_service::mcp::{ToolChange, ToolReview};
///
/// /// Takes new tools, and no change of one.
/// fn review(change: &ToolChange<'_>) -> ToolReview {
///     match change.previous {
///         None => ToolReview::Accept,
///         Some(_) => ToolReview::KeepPrevious,
///     }
/// }
/// # let _ = review;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolReview {
    /// Registers the tool as the server lists it now.
    Accept,
    /// Keeps the tool as it was registered last. Its calls are checked against the definition
    /// from before. A tool that is new is refused.
    KeepPrevious,
    /// Registers no such tool, and takes out one that is registered.
    Refuse,
}

/// The function of a host.
#[derive(Clone)]
pub(super) struct Review(Arc<dyn Fn(&ToolChange<'_>) -> ToolReview + Send + Sync>);

impl Review {
    pub(super) fn new(
        review: impl Fn(&ToolChange<'_>) -> ToolReview + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(review))
    }

    pub(super) fn of(&self, change: &ToolChange<'_>) -> ToolReview {
        (self.0)(change)
    }
}

impl fmt::Debug for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Review")
    }
}
