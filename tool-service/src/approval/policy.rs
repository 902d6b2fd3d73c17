//! The default policy for approvals.

use super::authorization::{Decision, Proposal};

/// Requests approval for each call that may have an effect or may send data to other systems. It is
/// an authorization for [`ToolServiceBuilder::authorize`](crate::ToolServiceBuilder::authorize) and
/// requires [`ToolServiceBuilder::approvals`](crate::ToolServiceBuilder::approvals).
///
/// It uses the [annotations](tool_core::definition::Annotations) of the tool:
///
/// | | |
/// |---|---|
/// | `read_only`, but not `open_world` | runs |
/// | `destructive = false` and `open_world = false` | runs |
/// | other annotations | requires approval |
///
/// The annotations of an MCP server are hints that this policy does not trust. It requests approval
/// for each call of an MCP tool, unless the host annotates the tool (`McpServerConfig::annotate`).
///
/// ```
/// use tool_service::ToolService;
/// use tool_service::approval::{Approvals, MemoryApprovals, ask_before_effects};
///
/// let service = ToolService::builder()
///     .approvals(Approvals::new([7; 32], MemoryApprovals::new()))
///     .authorize(ask_before_effects)
///     .build();
/// # let _ = service;
/// ```
pub async fn ask_before_effects(proposal: Proposal) -> Decision {
    let annotations = proposal.tool.definition().annotations();
    let is_trusted = !proposal.tool.has_foreign_annotations();
    let reads = annotations.read_only == Some(true) && annotations.open_world != Some(true);
    let only_adds = annotations.destructive == Some(false) && annotations.open_world == Some(false);
    if is_trusted && (reads || only_adds) {
        Decision::Allow
    } else {
        Decision::Ask
    }
}
