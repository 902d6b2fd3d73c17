use serde_json::{Value, json};

use super::Reason;
use super::error::Unexportable;
use super::forms::{AnswerForm, ChoiceForm};
use super::names::NameRule;
use super::pass::{self, Pass, annotations_except, limits_except, measure};
use super::spec::{Parts, Provider, RequestLimits};
use super::target::Target;
use super::view::{PassResult, View};
use crate::issue::JsonType;
use crate::schema::Lookup;
use crate::schema::keyword::Keyword;

/// OpenAI's APIs, and compatible ones of other providers.
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
    /// Returns the target for Chat Completions: `{"type": "function", "function": {..}}`.
    pub const fn chat() -> Target {
        Target::of(&CHAT)
    }

    /// Returns the target for Responses: `{"type": "function", "name": .., "parameters": ..}`.
    pub const fn responses() -> Target {
        Target::of(&RESPONSES)
    }
}

/// An API with plain tools in the form of Chat Completions.
pub(super) const COMPATIBLE: Provider = Provider {
    name: "",
    tool_name: NameRule::COMMON,
    description: None,
    plain: PLAIN,
    strict: None,
    tool: chat_tool,
    output: None,
    choice: ChoiceForm::Chat {
        several: false,
        parallel: true,
    },
    answer: AnswerForm::Chat,
    tools: Value::Array,
    limits: &RequestLimits::NONE,
};

static CHAT: Provider = Provider {
    name: "OpenAI Chat",
    strict: Some(STRICT),
    choice: ChoiceForm::Chat {
        several: true,
        parallel: true,
    },
    limits: &LIMITS,
    ..COMPATIBLE
};

static RESPONSES: Provider = Provider {
    name: "OpenAI Responses",
    tool: responses_tool,
    output: Some("output_schema"),
    choice: ChoiceForm::Responses { several: true },
    answer: AnswerForm::Responses,
    ..CHAT
};

pub(super) static LIMITS: RequestLimits = RequestLimits {
    tools: Some(128),
    ..RequestLimits::NONE
};

/// The passes for all APIs with OpenAI's form: any keyword below an object at the root, if
/// arrays declare their items and objects their properties.
pub(super) const PLAIN: &[Pass] = &[
    pass::join_root_forms,
    pass::list_tuples,
    pass::items_of_arrays,
    pass::properties_of_objects,
    pass::join_members,
    pass::drop_reader_enforced,
];

/// The formats of strict modes. Anthropic and Gemini also support `uri`.
const FORMATS: &[&str] = FORMATS_WITH_URI.split_at(9).0;

pub(super) const FORMATS_WITH_URI: &[&str] = &[
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

const STRICT: &[Pass] = &[
    refuse_no_properties,
    normalize_and_describe,
    |view| pass::describe_formats(view, FORMATS),
    |view| pass::describe_patterns(view, &["(?=", "(?!", "(?<"]),
    close_and_require,
    check_limits,
];

/// The first passes of a strict schema: one form for each value, and descriptions of
/// unsupported keywords.
fn normalize_and_describe(view: &mut View<'_>) -> PassResult {
    let of_numbers = Keyword::about(JsonType::Number);
    let taken: Vec<_> = of_numbers
        .chain(["pattern", "minItems", "maxItems"])
        .collect();
    pass::normalize_types(view)?;
    pass::describe_each(
        view,
        &[limits_except(&taken), annotations_except(&[])].concat(),
    )
}

/// The last passes: closed objects with all properties required.
fn close_and_require(view: &mut View<'_>) -> PassResult {
    pass::close_objects(view)?;
    pass::one_of_to_any_of(view)?;
    pass::require_all(view)?;
    pass::wrap_references(view)?;
    pass::drop_unused(view)
}

/// Rejects a schema without properties. The documentation contradicts itself about it, and
/// strict mode could not constrain it.
fn refuse_no_properties(view: &mut View<'_>) -> PassResult {
    pass::join_all_required_forms(view)?;
    if !view.schema.properties().is_empty() || pass::map_keyword(&view.schema).is_some() {
        return Ok(());
    }
    Err(Unexportable::new("", None, Reason::NoProperties))
}

fn check_limits(view: &mut View<'_>) -> PassResult {
    let size = measure(&view.schema);
    pass::at_most("properties", size.properties, 5_000)?;
    pass::at_most("levels of objects and arrays", size.depth, 10)?;
    pass::at_most("members of enums", size.members, 1_000)?;
    pass::at_most("characters of names and members", size.characters, 120_000)?;
    view.each(|schema, _| {
        if schema.names("enum").count() <= 250 {
            return Ok(());
        }
        let members = schema.names("enum");
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
    // Without the field, the server would try strict mode.
    tool["strict"] = json!(strict);
    tool
}

/// Writes a tool for Responses, without the field for strict mode.
pub(super) fn flat_tool(parts: Parts<'_>) -> Value {
    let mut tool = parts.named();
    tool["type"] = json!("function");
    tool["parameters"] = parts.schema;
    tool
}

/// Azure OpenAI. It supports the same as OpenAI, with shorter descriptions and smaller strict
/// schemas.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::Azure;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Azure::chat().strict())?;
/// assert_eq!(export.tool()["function"]["strict"], true);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Azure;

impl Azure {
    /// Returns the target for Chat Completions.
    pub const fn chat() -> Target {
        Target::of(&AZURE_CHAT)
    }

    /// Returns the target for Responses.
    pub const fn responses() -> Target {
        Target::of(&AZURE_RESPONSES)
    }
}

/// OpenAI no longer has this limit.
const DESCRIPTION: Option<usize> = Some(1_024);

static AZURE_CHAT: Provider = Provider {
    name: "Azure OpenAI Chat",
    description: DESCRIPTION,
    strict: Some(AZURE_STRICT),
    ..CHAT
};

static AZURE_RESPONSES: Provider = Provider {
    name: "Azure OpenAI Responses",
    // Azure does not document it.
    output: None,
    description: DESCRIPTION,
    strict: Some(AZURE_STRICT),
    ..RESPONSES
};

const AZURE_STRICT: &[Pass] = &[
    refuse_no_properties,
    normalize_and_describe,
    |view| {
        pass::describe_each(
            view,
            &[vec!["pattern", "format"], limits_except(&[])].concat(),
        )
    },
    close_and_require,
    check_azure_limits,
];

fn check_azure_limits(view: &mut View<'_>) -> PassResult {
    let size = measure(&view.schema);
    pass::at_most("properties", size.properties, 100)?;
    pass::at_most("levels of objects and arrays", size.depth, 5)?;
    pass::at_most("members of enums", size.members, 500)
}
