use serde_json::{Value, json};

use super::anthropic::{PLAIN, STRICT};
use super::names::NameRule;
use super::spec::{Parts, Provider, RequestLimits};
use super::target::Target;

/// Amazon Bedrock, which passes tools on to models of several makers.
///
/// Not all of them take all that Converse documents: Amazon's Nova takes `type`,
/// `properties` and `required` at the root of a schema and nothing else there, and some
/// models of Anthropic's refuse `strict`.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::Bedrock;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Bedrock::converse())?;
/// assert_eq!(export.tool()["toolSpec"]["inputSchema"]["json"]["type"], "object");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    output: None,
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
