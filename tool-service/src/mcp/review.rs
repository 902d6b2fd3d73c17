//! Review of listed tools by the host.

use std::fmt;
use std::sync::Arc;

use tool_core::Definition;

/// A new or changed tool of an MCP server: see
/// [`McpServerConfig::review`](super::McpServerConfig::review).
///
/// ```
/// use tool_service::mcp::ToolChange;
///
/// /// Describes a change for a reviewer.
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
    /// Name of the server.
    pub server: &'a str,
    /// The tool as listed now.
    pub definition: &'a Definition,
    /// The last registered version of the tool, even if the server did not list it for a while.
    /// `None` for a new tool.
    pub previous: Option<&'a Definition>,
}

/// The decision of a host on a [`ToolChange`].
///
/// ```
/// use tool_service::mcp::{ToolChange, ToolReview};
///
/// /// Accepts new tools, but no changes.
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
    /// Registers the tool as listed now.
    Accept,
    /// Keeps the last registered version. Calls are validated against its definition. A new tool is
    /// refused.
    KeepPrevious,
    /// Does not register the tool, and removes it if it is registered.
    Refuse,
}

/// The review function of the host.
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
