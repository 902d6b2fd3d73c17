//! Converts tools and results into the types of the protocol.

use rmcp::model::{CallToolResult, ContentBlock, ProtocolVersion, Tool};
use serde::Deserialize;
use tool_core::Definition;
use tool_core::provider::Mcp;

use crate::{Content, ToolResult};

/// Returns whether the client uses a revision that allows any value as structured content.
pub(super) fn is_modern(version: Option<&ProtocolVersion>) -> bool {
    version.is_some_and(|version| *version >= ProtocolVersion::V_2026_07_28)
}

/// Converts a tool for the tool list. Returns `None` if the protocol does not allow its name.
pub(super) fn export_tool(definition: &Definition, is_modern: bool) -> Option<Tool> {
    let target = if is_modern {
        Mcp::tools_list_2026_07_28()
    } else {
        Mcp::tools_list()
    };
    let exported = definition.export(target).map_err(|error| {
        let tool = definition.name();
        tracing::warn!(tool, %error, "a tool cannot be listed to MCP clients");
    });
    serde_json::from_value(exported.ok()?.into_tool()).ok()
}

pub(super) fn write_result(result: ToolResult, is_modern: bool) -> CallToolResult {
    let blocks = result.content.into_iter().map(write_block).collect();
    let mut called = if result.is_error {
        CallToolResult::error(blocks)
    } else {
        CallToolResult::success(blocks)
    };
    let structured = result.structured;
    called.structured_content = structured.filter(|value| is_modern || value.is_object());
    called
}

fn write_block(content: Content) -> ContentBlock {
    match content {
        Content::Text(text) => ContentBlock::text(text),
        Content::Image { data, mime_type } => ContentBlock::image(data, mime_type),
        Content::Audio { data, mime_type } => ContentBlock::audio(data, mime_type),
        Content::Other(value) => {
            // A block unknown to the protocol becomes text.
            let block = ContentBlock::deserialize(&value);
            block.unwrap_or_else(|_| ContentBlock::text(value.to_string()))
        }
    }
}
