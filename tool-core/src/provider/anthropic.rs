use serde_json::{Value, json};

use super::choice::{ChoiceMode, Chosen, ToolSelection};
use super::fields::RequestFields;
use super::names::NameRule;
use super::openai::FORMATS_WITH_URI;
use super::pass::{self, Pass, list_annotations_except, list_limits_except, measure};
use super::spec::{
    AnswerFormat, ExtraField, FieldConflict, FieldForm, FieldLocation, FormatParts, Parts,
    Provider, RequestLimits, StrictRequest,
};
use super::target::Target;
use super::view::{PassResult, View};

/// Anthropic's Messages API.
///
/// Plain tools include the examples of the definition as `input_examples`. Strict tools do not,
/// because the strict schema may differ from the examples. Strict mode rejects recursive schemas. The
/// budgets of a request also limit each single strict tool.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Anthropic;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Anthropic::messages())?;
/// assert_eq!(export.tool()["input_schema"]["type"], "object");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Anthropic;

impl Anthropic {
    /// Returns the target for Messages: `{"name": .., "input_schema": ..}`.
    pub const fn messages() -> Target {
        Target::of(&MESSAGES)
    }
}

static MESSAGES: Provider = Provider {
    name: "Anthropic",
    answers: "anthropic",
    tool_name: NameRule::COMMON,
    description: None,
    plain: PLAIN,
    strict: Some(STRICT),
    keeps_number_formats: false,
    tool: build_tool,
    output: None,
    tools: Value::Array,
    tools_at: &["tools"],
    choice: write_choice,
    strict_request: StrictRequest::NONE,
    extra: &[
        ExtraField::of_tool("cache_control", FieldForm::Object),
        ExtraField::of_tool("defer_loading", FieldForm::Flag),
        ExtraField::of_tool("allowed_callers", FieldForm::List),
        ExtraField::of_tool("eager_input_streaming", FieldForm::Flag),
    ],
    conflicts: CONFLICTS,
    format: Some(FORMAT),
    limits: LIMITS,
    without: &[],
};

/// The API answers both with an error. A deferred tool is not part of the cached prefix, and code
/// that calls a tool is not constrained by the grammar of strict tools.
const CONFLICTS: &[FieldConflict] = &[
    FieldConflict {
        fields: ["defer_loading", "cache_control"],
        applies: |tool| tool["defer_loading"] == true && tool.get("cache_control").is_some(),
    },
    FieldConflict {
        fields: ["strict", "allowed_callers"],
        applies: |tool| {
            let callers = tool["allowed_callers"].as_array();
            let is_code = |caller: &Value| caller != "direct";
            tool["strict"] == true && callers.is_some_and(|callers| callers.iter().any(is_code))
        },
    },
];

const FORMAT: AnswerFormat = AnswerFormat {
    plain: None,
    strict: Some(STRICT),
    shows_schema: true,
    has_no_schema: false,
    write: |parts, fields| {
        let format = json!({"type": "json_schema", "schema": parts.describe_schema()});
        fields.set(&["output_config", "format"], format);
    },
};

fn write_choice(chosen: &Chosen<'_>, fields: &mut RequestFields) -> ToolSelection {
    let mut choice = match (chosen.mode, chosen.find_forced()) {
        (_, Some(name)) => json!({"type": "tool", "name": name}),
        (ChoiceMode::Auto, None) => json!({"type": "auto"}),
        (ChoiceMode::None, None) => json!({"type": "none"}),
        (ChoiceMode::Required, None) => json!({"type": "any"}),
    };
    if let Some(parallel) = chosen.parallel.filter(|_| chosen.mode != ChoiceMode::None) {
        choice["disable_parallel_tool_use"] = json!(!parallel);
    }
    fields.set(&["tool_choice"], choice);
    if chosen.find_forced().is_some() {
        return ToolSelection::All;
    }
    chosen.select_tools()
}

const LIMITS: RequestLimits = RequestLimits {
    strict_tools: Some(20),
    optional: Some(24),
    unions: Some(16),
    ..RequestLimits::NONE
};

/// Everything in JSON Schema except other types at the root and some names of properties.
const PLAIN: &[Pass] = &[
    pass::join_root_forms,
    check_names,
    pass::join_members,
    pass::drop_reader_enforced,
];

/// Features that its pattern compiler does not support: look-around, back references, word
/// boundaries.
const PATTERNS: &[&str] = &[
    "(?=", "(?!", "(?<", "\\b", "\\B", "\\1", "\\2", "\\3", "\\4", "\\5", "\\6", "\\7", "\\8",
    "\\9", "\\k",
];

const STRICT: &[Pass] = &[
    pass::join_all_forms,
    pass::normalize_types,
    describe_not_taken,
    |view| pass::describe_bounds_over(view, &[("minItems", 1)]),
    |view| pass::describe_formats(view, FORMATS_WITH_URI),
    |view| pass::describe_patterns(view, PATTERNS),
    pass::describe_defaults_of_references,
    pass::close_objects,
    pass::turn_one_of_into_any_of,
    pass::drop_optional_null,
    pass::refuse_recursion,
    pass::drop_unused,
    check_names,
    check_limits,
];

fn check_names(view: &mut View<'_>) -> PassResult {
    pass::check_property_names(view, &NameRule::ANTHROPIC_PROPERTY, false)
}

fn describe_not_taken(view: &mut View<'_>) -> PassResult {
    let limits = list_limits_except(&["pattern", "minItems"]);
    pass::describe_each(
        view,
        &[limits, list_annotations_except(&["default"])].concat(),
    )
}

/// A single schema may already exceed the budgets of a request.
fn check_limits(view: &mut View<'_>) -> PassResult {
    let size = measure(&view.schema);
    pass::at_most("optional properties", size.optional, 23)?;
    pass::at_most("properties of several types", size.unions, 15)
}

fn build_tool(parts: Parts<'_>) -> Value {
    let mut tool = parts.named();
    tool["input_schema"] = parts.schema;
    // The provider validates examples against the exported schema.
    if !parts.definition.examples().is_empty() && !parts.strict {
        tool["input_examples"] = json!(parts.definition.examples());
    }
    if parts.strict {
        tool["strict"] = json!(true);
    }
    tool
}

/// Amazon Bedrock, whose Converse API passes tools on to models of several companies.
///
/// Some models support less than the documentation of Converse says. Amazon Nova accepts only `type`,
/// `properties` and `required` at the root of a schema. Some Anthropic models reject `strict`.
///
/// ```
/// use tool_core::{Definition, json};
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
    /// Returns the target for Converse: `{"toolSpec": {"name": .., "inputSchema": {"json":
    /// ..}}}`.
    pub const fn converse() -> Target {
        Target::of(&CONVERSE)
    }
}

static CONVERSE: Provider = Provider {
    name: "Bedrock Converse",
    answers: "bedrock",
    tool: converse_tool,
    tools_at: &["toolConfig", "tools"],
    choice: write_converse_choice,
    extra: &[ExtraField {
        name: "cachePoint",
        form: FieldForm::Object,
        place: FieldLocation::After,
    }],
    conflicts: &[],
    format: Some(AnswerFormat {
        write: write_converse_format,
        ..FORMAT
    }),
    limits: RequestLimits {
        strict_tools: Some(20),
        ..RequestLimits::NONE
    },
    ..MESSAGES
};

/// The schema is JSON in a text.
fn write_converse_format(parts: FormatParts<'_>, fields: &mut RequestFields) {
    let mut named = parts.named();
    named["schema"] = json!(named["schema"].to_string());
    let format = json!({"type": "json_schema", "structure": {"jsonSchema": named}});
    fields.set(&["outputConfig", "textFormat"], format);
}

fn write_converse_choice(chosen: &Chosen<'_>, fields: &mut RequestFields) -> ToolSelection {
    let choice = match (chosen.mode, chosen.find_forced()) {
        (_, Some(name)) => json!({"tool": {"name": name}}),
        (ChoiceMode::Required, None) => json!({"any": {}}),
        (ChoiceMode::Auto, None) => json!({"auto": {}}),
        // The API rejects a conversation with calls if the request has no tools.
        (ChoiceMode::None, None) => {
            chosen.lose_mode(fields);
            return ToolSelection::All;
        }
    };
    chosen.lose_parallel(fields);
    fields.set(&["toolConfig", "toolChoice"], choice);
    if chosen.find_forced().is_some() {
        return ToolSelection::All;
    }
    chosen.select_tools()
}

fn converse_tool(parts: Parts<'_>) -> Value {
    let mut spec = parts.named();
    spec["inputSchema"] = json!({});
    spec["inputSchema"]["json"] = parts.schema;
    if parts.strict {
        spec["strict"] = json!(true);
    }
    json!({"toolSpec": spec})
}
