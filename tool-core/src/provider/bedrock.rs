use serde_json::{Value, json};

use super::anthropic::{PLAIN, STRICT};
use super::names::NameRule;
use super::spec::{Parts, Provider, RequestLimits};
use super::target::Target;

/// Amazon Bedrock.
#[derive(Clone, Copy, Debug)]
pub struct Bedrock;

impl Bedrock {
    /// Converse: `{"toolSpec": {"name": .., "inputSchema": {"json": ..}}}`.
    pub const fn converse() -> Target {
        Target::of(&CONVERSE)
    }
}

static CONVERSE: Provider = Provider {
    name: "Bedrock Converse",
    tool_name: NameRule::COMMON,
    description: None,
    plain: PLAIN,
    strict: Some(STRICT),
    tool,
    tools: Value::Array,
    limits: &LIMITS,
};

static LIMITS: RequestLimits = RequestLimits {
    strict_tools: Some(20),
    ..RequestLimits::NONE
};

fn tool(parts: Parts<'_>) -> Value {
    let mut spec = parts.named();
    spec["inputSchema"] = json!({});
    spec["inputSchema"]["json"] = parts.schema;
    if parts.strict {
        spec["strict"] = json!(true);
    }
    json!({"toolSpec": spec})
}
