use serde_json::{Value, json};

use super::loss::{Kept, Loss};
use super::names::NameRule;
use super::output::output_object;
use super::spec::{Parts, Provider, RequestLimits};
use super::target::Target;

/// The Model Context Protocol.
#[derive(Clone, Copy, Debug)]
pub struct Mcp;

impl Mcp {
    /// A tool of `tools/list`, with its title, annotations and output schema: the
    /// schemas as they are, without what costs tokens and says nothing.
    ///
    /// An output that is no object goes unsaid, with a loss: the protocol takes any since
    /// 2026-07-28, but a client of one before that refuses the list as a whole.
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
    if let Some(schema) = parts.definition.output_schema() {
        match output_object(schema) {
            Some(output) => tool["outputSchema"] = output,
            None => parts.losses.push(Loss {
                path: String::new(),
                keyword: "outputSchema".to_owned(),
                value: schema.clone(),
                kept: Kept::Nowhere,
            }),
        }
    }
    let annotations = parts.definition.annotations();
    if !annotations.is_empty() {
        tool["annotations"] = json!(annotations);
    }
    tool
}
