//! Converts results between the protocol and the service.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use super::readable::is_unknown_block;
use crate::{Content, ToolOutput};

pub(super) fn read_result(result: CallToolResult) -> ToolOutput {
    let mut content: Vec<_> = result.content.iter().map(read_block).collect();
    if let (Some(value), true) = (&result.structured_content, content.is_empty()) {
        content.push(Content::Text(value.to_string()));
    }
    ToolOutput {
        content,
        structured: result.structured_content,
        is_error: result.is_error.unwrap_or(false),
    }
}

fn read_block(block: &ContentBlock) -> Content {
    match block {
        ContentBlock::Text(text) if is_unknown_block(text.meta.as_ref()) => {
            Content::Other(serde_json::from_str(&text.text).unwrap_or(Value::Null))
        }
        ContentBlock::Text(text) => Content::Text(text.text.clone()),
        ContentBlock::Image(image) => Content::Image {
            data: image.data.clone(),
            mime_type: image.mime_type.clone(),
        },
        ContentBlock::Audio(audio) => Content::Audio {
            data: audio.data.clone(),
            mime_type: audio.mime_type.clone(),
        },
        block => Content::Other(serde_json::to_value(block).unwrap_or(Value::Null)),
    }
}
