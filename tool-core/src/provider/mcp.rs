use serde_json::{Value, json};

use super::names::NameRule;
use super::target::{Parts, Provider, RequestLimits, Target};

/// The Model Context Protocol.
#[derive(Clone, Copy, Debug)]
pub struct Mcp;

impl Mcp {
    /// A tool of `tools/list`: the schema as it is, without what costs tokens and
    /// says nothing.
    pub const fn tools_list() -> Target {
        Target::of(&TOOLS_LIST)
    }
}

static TOOLS_LIST: Provider = Provider {
    name: "MCP",
    tool_name: NameRule::MCP,
    plain: &[],
    strict: None,
    tool,
    tools: Value::Array,
    limits: &RequestLimits::NONE,
};

fn tool(parts: Parts<'_>) -> Value {
    let mut tool = parts.named();
    if let Some(title) = parts.definition.title() {
        tool["title"] = json!(title);
    }
    tool["inputSchema"] = parts.schema;
    tool
}
