//! The tool list of a server.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use rmcp::RoleClient;
use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult, Tool};
use rmcp::service::Peer;
use serde::Deserialize;
use serde_json::Value;

use super::error::{request_error, unreadable_error};
use crate::{Failure, ToolError};

/// An entry of a list.
pub(super) struct Listed {
    /// Hash of the entry. Its random key prevents a server from causing collisions.
    pub(super) mark: u64,
    /// The tool. If it cannot be parsed, its name and the reason.
    pub(super) tool: Result<Tool, (String, String)>,
}

static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// Maximum number of pages. A longer list is an error.
const MAX_PAGES: usize = 1000;
pub(super) const MAX_TOOLS: usize = 10_000;
const MAX_BYTES: usize = 16 << 20;

/// Lists all tools of a server, page by page.
pub(super) async fn list_tools(
    peer: &Peer<RoleClient>,
    server: &str,
) -> Result<Vec<Listed>, ToolError> {
    let mut tools = Vec::new();
    let (mut cursor, mut bytes) = (None, 0);
    for _ in 0..MAX_PAGES {
        let page = request_page(peer, server, cursor).await?;
        for tool in page.tools {
            let text = tool.to_string();
            bytes += text.len();
            tools.push(Listed {
                mark: KEY.hash_one(text),
                tool: parse_tool(tool),
            });
        }
        cursor = page.next_cursor;
        if tools.len() > MAX_TOOLS || bytes > MAX_BYTES {
            break;
        }
        if cursor.is_none() {
            return Ok(tools);
        }
    }
    let message = format!("the MCP server {server:?} lists too many tools");
    Err(ToolError::Server(Failure::new(message).not_run()))
}

/// A page with unparsed tools: an invalid tool does not affect the others.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    tools: Vec<Value>,
    next_cursor: Option<String>,
}

/// Requests a page without the cache of `rmcp`, which would return an outdated list on failure.
async fn request_page(
    peer: &Peer<RoleClient>,
    server: &str,
    cursor: Option<String>,
) -> Result<Page, ToolError> {
    let params = cursor.map(|cursor| PaginatedRequestParams::default().with_cursor(Some(cursor)));
    let request = ListToolsRequest {
        params,
        ..ListToolsRequest::default()
    };
    let sent = peer.send_request(ClientRequest::ListToolsRequest(request));
    let value = match sent.await {
        Ok(ServerResult::ListToolsResult(result)) => serde_json::to_value(result).ok(),
        Ok(ServerResult::CustomResult(result)) => Some(result.0),
        Ok(_) => None,
        Err(error) => return Err(request_error(server, error)),
    };
    let page = value.and_then(|value| serde_json::from_value(value).ok());
    page.ok_or_else(|| unreadable_error(server))
}

fn parse_tool(tool: Value) -> Result<Tool, (String, String)> {
    let name = tool.get("name").and_then(Value::as_str);
    let name = name.unwrap_or_default().to_owned();
    serde_json::from_value(tool).map_err(|error| (name, error.to_string()))
}
