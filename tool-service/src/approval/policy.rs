//! What a person is asked for, where the host has no rules of its own.

use super::authorization::{Decision, Proposal};

/// Asks for every call that may have an effect or leave the machine: an authorization for
/// [`ToolServiceBuilder::authorize`](crate::ToolServiceBuilder::authorize), which needs
/// [`ToolServiceBuilder::approvals`](crate::ToolServiceBuilder::approvals).
///
/// It goes by the [annotations](tool_core::definition::Annotations) of the tool:
///
/// | | |
/// |---|---|
/// | `read_only`, and not `open_world` | runs |
/// | `destructive = false` and `open_world = false` | runs |
/// | all others | a person is asked |
///
/// What an MCP server says of its tools is a hint of the server, and not believed: a person is asked
/// for each of their calls, unless the host says what a tool does (`McpServerConfig::annotate`).
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
