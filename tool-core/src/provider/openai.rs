use serde_json::{Value, json};

use super::Reason;
use super::error::Refusal;
use super::names::NameRule;
use super::pass::{self, Pass, measure};
use super::spec::{Parts, Provider, RequestLimits};
use super::target::Target;
use super::view::{Outcome, View};

/// OpenAI's APIs, and those of others that take the same.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::OpenAi;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let chat = wait.export(OpenAi::chat())?;
/// assert_eq!(chat.tool()["function"]["name"], "wait");
/// let responses = wait.export(OpenAi::responses())?;
/// assert_eq!(responses.tool()["name"], "wait");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OpenAi;

impl OpenAi {
    /// Chat Completions: `{"type": "function", "function": {..}}`.
    pub const fn chat() -> Target {
        Target::of(&CHAT)
    }

    /// Responses: `{"type": "function", "name": .., "parameters": ..}`.
    pub const fn responses() -> Target {
        Target::of(&RESPONSES)
    }
}

pub(super) static CHAT: Provider = Provider {
    name: "OpenAI Chat",
    tool_name: NameRule::COMMON,
    description: None,
    plain: PLAIN,
    strict: Some(STRICT),
    tool: chat_tool,
    output: None,
    tools: Value::Array,
    limits: &LIMITS,
};

pub(super) static RESPONSES: Provider = Provider {
    name: "OpenAI Responses",
    tool: responses_tool,
    output: Some("output_schema"),
    ..CHAT
};

pub(super) static LIMITS: RequestLimits = RequestLimits {
    tools: Some(128),
    ..RequestLimits::NONE
};

/// What all that take OpenAI's form take: any keyword below an object at the
/// root, if arrays name their items and objects their properties.
pub(super) const PLAIN: &[Pass] = &[
    pass::join_root_forms,
    pass::list_tuples,
    pass::items_of_arrays,
    pass::properties_of_objects,
    pass::join_members,
    pass::leave_to_reader,
];

/// Keywords that a strict schema does not take.
const TOLD: &[&str] = &[
    "minLength",
    "maxLength",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "default",
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
];

const STRICT: &[Pass] = &[
    refuse_no_properties,
    one_form,
    |view| pass::describe_formats(view, FORMATS),
    |view| pass::describe_patterns(view, &["(?=", "(?!", "(?<"]),
    close,
    within_limits,
];

/// The first steps of a strict schema: one form for each value, and what no strict
/// schema takes told.
pub(super) fn one_form(view: &mut View<'_>) -> Outcome {
    pass::one_form_for_each_value(view)?;
    pass::describe(view, TOLD)
}

/// The last ones: closed objects that require all.
pub(super) fn close(view: &mut View<'_>) -> Outcome {
    pass::close_objects(view)?;
    pass::one_of_to_any_of(view)?;
    pass::require_all(view)?;
    pass::wrap_references(view)?;
    pass::drop_unused(view)
}

/// Whether a strict schema may be without properties is told both ways; there is
/// nothing to hold to in it.
pub(super) fn refuse_no_properties(view: &mut View<'_>) -> Outcome {
    pass::join_all_required_forms(view)?;
    let properties = view.schema.get("properties").and_then(Value::as_object);
    let declares = properties.is_some_and(|properties| !properties.is_empty());
    let open = ["additionalProperties", "patternProperties"];
    if declares
        || open
            .iter()
            .any(|keyword| view.schema.get(*keyword).is_some_and(Value::is_object))
    {
        return Ok(());
    }
    Err(Refusal::new("", None, Reason::NoProperties))
}

fn within_limits(view: &mut View<'_>) -> Outcome {
    let size = measure(&view.schema);
    pass::at_most("properties", size.properties, 5_000)?;
    pass::at_most("levels of objects and arrays", size.depth, 10)?;
    pass::at_most("members of enums", size.members, 1_000)?;
    pass::at_most("characters of names and members", size.characters, 120_000)?;
    view.each(|schema, _| {
        let members = schema.get("enum").and_then(Value::as_array);
        let members = members.into_iter().flatten().filter_map(Value::as_str);
        if members.clone().count() <= 250 {
            return Ok(());
        }
        let characters = members.map(|member| member.chars().count()).sum();
        pass::at_most("characters of one long enum", characters, 15_000)
    })
}

pub(super) fn chat_tool(parts: Parts<'_>) -> Value {
    let mut function = parts.named();
    function["parameters"] = parts.schema;
    if parts.strict {
        function["strict"] = json!(true);
    }
    json!({"type": "function", "function": function})
}

fn responses_tool(parts: Parts<'_>) -> Value {
    let strict = parts.strict;
    let mut tool = flat_tool(parts);
    // Left out, the server would try to be strict.
    tool["strict"] = json!(strict);
    tool
}

/// A tool as Responses takes it, without a word of strict mode.
pub(super) fn flat_tool(parts: Parts<'_>) -> Value {
    let mut tool = parts.named();
    tool["type"] = json!("function");
    tool["parameters"] = parts.schema;
    tool
}
