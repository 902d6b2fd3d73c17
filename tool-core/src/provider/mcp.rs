use serde_json::{Value, json};

use super::loss::{Kept, Loss};
use super::names::NameRule;
use super::output::output_object;
use super::pass;
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
    /// It is what all revisions of the protocol take. Until 2025-11-25 an output schema
    /// is one of an object, and a client may refuse the whole list for another: such a
    /// one is left out, and sent by
    /// [`tools_list_2026_07_28`](Self::tools_list_2026_07_28). Losses are of the
    /// arguments alone.
    pub const fn tools_list() -> Target {
        Target::of(&TOOLS_LIST)
    }

    /// The same since the revision of 2026-07-28, where an output schema is one of any
    /// value.
    pub const fn tools_list_2026_07_28() -> Target {
        Target::of(&TOOLS_LIST_2026_07_28)
    }
}

static TOOLS_LIST: Provider = Provider {
    name: "MCP",
    tool_name: NameRule::MCP,
    description: None,
    plain: &[pass::join_members, pass::leave_to_reader],
    strict: None,
    tool: |parts| {
        let output = parts.definition.output_schema();
        tool_with(&parts, output.filter(|output| is_of_object(output)))
    },
    tools: Value::Array,
    limits: &RequestLimits::NONE,
};

static TOOLS_LIST_2026_07_28: Provider = Provider {
    name: "MCP 2026-07-28",
    tool: |parts| tool_with(&parts, parts.definition.output_schema()),
    ..TOOLS_LIST
};

fn is_of_object(schema: &Value) -> bool {
    schema["type"] == "object"
}

fn tool_with(parts: &Parts<'_>, output: Option<&Value>) -> Value {
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
    tool["inputSchema"] = parts.schema.clone();
    if let Some(output) = output {
        tool["outputSchema"] = without_draft(output);
    }
    let annotations = parts.definition.annotations();
    if !annotations.is_empty() {
        tool["annotations"] = json!(annotations);
    }
    tool
}

/// A schema without the draft that the protocol means of itself.
fn without_draft(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let draft = schema["$schema"].as_str().unwrap_or_default();
    if draft.trim_end_matches('#') == "https://json-schema.org/draft/2020-12/schema"
        && let Some(keywords) = schema.as_object_mut()
    {
        keywords.shift_remove("$schema");
    }
    schema
}
