use serde_json::{Value, json};

use super::choice::ChoiceMode;
use super::loss::Loss;
use super::names::NameRule;
use super::output::{make_output_object, well_formed_output, without_noise};
use super::pass;
use super::spec::{ExtraField, FieldForm, Parts, Provider, RequestLimits, StrictRequest};
use super::target::Target;

/// The Model Context Protocol. The export is one tool of `tools/list`, with its title, annotations
/// and output schema.
///
/// Clients older than revision 2026-07-28 reject the whole list if an output schema allows a value
/// that is not an object. `tools_list()` therefore drops such a schema and reports the loss. A client
/// sends `{"name": .., "arguments": {..}}`. Pass the arguments to `parse`, or run the MCP server of
/// `tool-service`.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Mcp;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Mcp::tools_list())?;
/// assert_eq!(export.tool()["inputSchema"]["type"], "object");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mcp;

impl Mcp {
    /// Returns the target for a tool of `tools/list`, with its title, annotations and output
    /// schema. All revisions of the protocol support this form.
    ///
    /// The schema keeps everything that the reader enforces: that an object is closed, and the
    /// formats and bounds of numbers. A client that checks calls by it reports each problem at once.
    ///
    /// An output schema that may allow other values than objects is omitted, with a loss: a
    /// client of a revision before 2026-07-28 rejects the whole list because of it.
    /// [`tools_list_2026_07_28`](Self::tools_list_2026_07_28) includes it.
    pub const fn tools_list() -> Target {
        Target::of(&TOOLS_LIST)
    }

    /// Returns the target for clients of the revision 2026-07-28 and later, which support any
    /// output schema.
    pub const fn tools_list_2026_07_28() -> Target {
        Target::of(&TOOLS_LIST_2026_07_28)
    }
}

/// Written by [`build_tool`], in the form of the revision.
const OUTPUT: &str = "outputSchema";

static TOOLS_LIST: Provider = Provider {
    name: "MCP",
    answers: "",
    tool_name: NameRule::MCP,
    description: None,
    plain: &[pass::join_members],
    strict: None,
    keeps_number_formats: true,
    tool: |parts| build_tool(parts, make_output_object),
    output: Some(OUTPUT),
    tools: Value::Array,
    tools_at: &["tools"],
    // The client calls the tools, not the model.
    choice: |chosen, fields| {
        chosen.lose_parallel(fields);
        if chosen.mode != ChoiceMode::Auto {
            chosen.lose_mode(fields);
        }
        chosen.select_tools()
    },
    strict_request: StrictRequest::NONE,
    extra: &[
        ExtraField::of_tool("icons", FieldForm::List),
        ExtraField::of_tool("_meta", FieldForm::Object),
    ],
    conflicts: &[],
    format: None,
    limits: RequestLimits::NONE,
    without: &[],
};

static TOOLS_LIST_2026_07_28: Provider = Provider {
    name: "MCP 2026-07-28",
    tool: |parts| build_tool(parts, |output| Some(without_noise(output))),
    ..TOOLS_LIST
};

fn build_tool(parts: Parts<'_>, output: fn(&Value) -> Option<Value>) -> Value {
    let mut tool = parts.named();
    if let Some(title) = parts.definition.title() {
        tool["title"] = json!(title);
    }
    tool["inputSchema"] = parts.schema;
    if let Some(schema) = parts.definition.output_schema()
        && let Some(schema) = well_formed_output(schema, parts.losses)
    {
        match output(&schema) {
            Some(output) => tool[OUTPUT] = output,
            None => parts.losses.push(Loss::of_output(&schema)),
        }
    }
    let annotations = parts.definition.annotations();
    if !annotations.is_empty() {
        tool["annotations"] = json!(annotations);
    }
    tool
}
