use serde_json::{Value, json};

use super::names::NameRule;
use super::spec::{Parts, Provider, RequestLimits};
use super::target::Target;

/// The Model Context Protocol.
#[derive(Clone, Copy, Debug)]
pub struct Mcp;

impl Mcp {
    /// A tool of `tools/list`, with its title, annotations and output schema: the
    /// schemas as they are, without what costs tokens and says nothing.
    pub const fn tools_list() -> Target {
        Target::of(&TOOLS_LIST)
    }
}

static TOOLS_LIST: Provider = Provider {
    name: "MCP",
    tool_name: NameRule::MCP,
    description: None,
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
    if let Some(output) = parts.definition.output_schema() {
        tool["outputSchema"] = output.clone();
        // The protocol says the draft.
        if let Some(output) = tool["outputSchema"].as_object_mut() {
            output.shift_remove("$schema");
        }
    }
    let annotations = parts.definition.annotations();
    if !annotations.is_empty() {
        tool["annotations"] = json!(annotations);
    }
    tool
}
