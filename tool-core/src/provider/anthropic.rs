use serde_json::{Value, json};

use super::names::NameRule;
use super::pass::{self, Pass, measure};
use super::spec::{Parts, Provider, RequestLimits};
use super::target::Target;
use super::view::{Outcome, View};

/// Anthropic's Messages API.
///
/// Plain tools bear the examples of the definition; a strict schema may bend what
/// they hold.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
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
    /// Messages: `{"name": .., "input_schema": ..}`.
    pub const fn messages() -> Target {
        Target::of(&MESSAGES)
    }
}

static MESSAGES: Provider = Provider {
    name: "Anthropic",
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
    optional: Some(24),
    unions: Some(16),
    ..RequestLimits::NONE
};

/// All of JSON Schema but for the root, and for the names of the arguments.
pub(super) const PLAIN: &[Pass] = &[
    pass::join_root_forms,
    names,
    pass::join_members,
    pass::leave_to_reader,
];

/// Keywords that a strict schema does not take.
const TOLD: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
];

const FORMATS: &[&str] = &[
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
    "uri",
];

/// What its compiler of patterns does not know: look-around, references back,
/// borders of words.
const PATTERNS: &[&str] = &[
    "(?=", "(?!", "(?<", "\\b", "\\B", "\\1", "\\2", "\\3", "\\4", "\\5", "\\6", "\\7", "\\8",
    "\\9", "\\k",
];

pub(super) const STRICT: &[Pass] = &[
    pass::join_all_forms,
    pass::one_form_for_each_value,
    |view| pass::describe(view, TOLD),
    |view| pass::describe_bounds_over(view, &[("minItems", 1)]),
    |view| pass::describe_formats(view, FORMATS),
    |view| pass::describe_patterns(view, PATTERNS),
    describe_default_of_references,
    pass::close_objects,
    pass::one_of_to_any_of,
    pass::drop_optional_null,
    pass::refuse_recursion,
    pass::drop_unused,
    names,
    within_limits,
];

fn names(view: &mut View<'_>) -> Outcome {
    pass::property_names(view, &NameRule::ANTHROPIC_PROPERTY, false)
}

/// Beside a reference a title and a description may stand, and nothing else.
fn describe_default_of_references(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        if schema.contains_key("$ref") {
            ledger.describe(schema, "default");
        }
        Ok(())
    })
}

/// One schema alone may not even reach the budgets of a request.
fn within_limits(view: &mut View<'_>) -> Outcome {
    let size = measure(&view.schema);
    pass::at_most("optional properties", size.optional, 23)?;
    pass::at_most("properties of several types", size.unions, 15)
}

fn tool(parts: Parts<'_>) -> Value {
    let mut tool = parts.named();
    tool["input_schema"] = parts.schema;
    // Examples are held to the schema as it is sent.
    if !parts.definition.examples().is_empty() && !parts.strict {
        tool["input_examples"] = json!(parts.definition.examples());
    }
    if parts.strict {
        tool["strict"] = json!(true);
    }
    tool
}
