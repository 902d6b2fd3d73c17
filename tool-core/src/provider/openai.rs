use serde_json::{Value, json};

use super::Reason;
use super::error::Unexportable;
use super::fields::RequestFields;
use super::names::NameRule;
use super::openai_choice::{build_chat_name, build_flat_name, write_allowed, write_choice};
use super::pass::{self, Pass, list_annotations_except, list_limits_except, measure};
use super::spec::{
    AnswerFormat, ExtraField, FieldForm, FieldLocation, FormatParts, Parts, Provider,
    RequestLimits, StrictRequest,
};
use super::target::Target;
use super::view::{PassResult, View};
use crate::issue::JsonType;
use crate::schema::Lookup;
use crate::schema::keyword::Keyword;

/// OpenAI's APIs: Chat Completions and Responses.
///
/// A plain export for Responses sets `strict` to `false`, because the server tries strict mode if the
/// key is missing. Strict mode makes every property required, and the model writes null to omit one.
///
/// ```
/// use tool_core::{Definition, json};
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
    answers: "openai_chat",
    tool_name: NameRule::COMMON,
    description: None,
    plain: PLAIN,
    strict: None,
    keeps_number_formats: false,
    tool: build_chat_tool,
    output: None,
    tools: Value::Array,
    tools_at: &["tools"],
    choice: |chosen, fields| {
        chosen.write_parallel(fields);
        write_choice(chosen, fields, build_chat_name)
    },
    strict_request: StrictRequest::NONE,
    extra: &[],
    conflicts: &[],
    format: Some(CHAT_FORMAT),
    limits: RequestLimits::NONE,
    without: &[],
};

/// `response_format` with and without strict mode.
pub(super) const CHAT_FORMAT: AnswerFormat = AnswerFormat {
    plain: Some(PLAIN),
    strict: Some(STRICT),
    shows_schema: true,
    has_no_schema: false,
    write: |parts, fields| fields.set(&["response_format"], chat_format(parts)),
};

/// Returns the format of Chat with the field for strict mode.
pub(super) fn chat_format(parts: FormatParts<'_>) -> Value {
    let strict = parts.strict;
    let mut schema = parts.named();
    schema["strict"] = json!(strict);
    json!({"type": "json_schema", "json_schema": schema})
}

pub(super) const RESPONSES_FORMAT: AnswerFormat = AnswerFormat {
    write: |parts, fields| {
        let strict = parts.strict;
        let mut format = build_flat_format(parts);
        format["strict"] = json!(strict);
        fields.set(&["text", "format"], format);
    },
    ..CHAT_FORMAT
};

/// Writes `response_format` with a named schema.
pub(super) fn write_chat_format(schema: &Value, fields: &mut RequestFields) {
    let format = json!({"type": "json_schema", "json_schema": schema});
    fields.set(&["response_format"], format);
}

/// Returns the format of Responses, without the field for strict mode.
pub(super) fn build_flat_format(parts: FormatParts<'_>) -> Value {
    let mut format = parts.named();
    format["type"] = json!("json_schema");
    format
}

pub(super) static CHAT: Provider = Provider {
    name: "OpenAI Chat",
    strict: Some(STRICT),
    choice: |chosen, fields| {
        chosen.write_parallel(fields);
        let allowed = |mode: &str, tools: Vec<Value>| json!({"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": tools}});
        write_allowed(chosen, fields, build_chat_name, allowed)
    },
    limits: LIMITS,
    ..COMPATIBLE
};

pub(super) static RESPONSES: Provider = Provider {
    name: "OpenAI Responses",
    answers: "openai_responses",
    tool: build_responses_tool,
    choice: |chosen, fields| {
        chosen.write_parallel(fields);
        let allowed = |mode: &str, tools: Vec<Value>| json!({"type": "allowed_tools", "mode": mode, "tools": tools});
        write_allowed(chosen, fields, build_flat_name, allowed)
    },
    output: Some("output_schema"),
    extra: &[
        ExtraField::of_tool("defer_loading", FieldForm::Flag),
        ExtraField::of_tool("allowed_callers", FieldForm::List),
        ExtraField::of_tool("async", FieldForm::Flag),
        ExtraField {
            name: "namespace",
            form: FieldForm::Named,
            place: FieldLocation::Namespace,
        },
    ],
    format: Some(RESPONSES_FORMAT),
    ..CHAT
};

pub(super) const LIMITS: RequestLimits = RequestLimits {
    tools: Some(128),
    ..RequestLimits::NONE
};

/// The passes for all APIs with OpenAI's form: any keyword below an object at the root, if
/// arrays declare their items and objects their properties.
pub(super) const PLAIN: &[Pass] = &[
    pass::join_root_forms,
    pass::list_tuples,
    pass::add_items_to_arrays,
    pass::add_properties_to_objects,
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

pub(super) const STRICT: &[Pass] = &[
    refuse_no_properties,
    normalize_and_describe,
    |view| pass::describe_formats(view, FORMATS),
    |view| pass::describe_patterns(view, &["(?=", "(?!", "(?<"]),
    close_and_require,
    check_limits,
];

/// The first passes of a strict schema: one form for each value, and descriptions of
/// unsupported keywords.
pub(super) fn normalize_and_describe(view: &mut View<'_>) -> PassResult {
    let of_numbers = Keyword::about(JsonType::Number);
    let taken: Vec<_> = of_numbers
        .chain(["pattern", "minItems", "maxItems"])
        .collect();
    pass::normalize_types(view)?;
    pass::describe_each(
        view,
        &[list_limits_except(&taken), list_annotations_except(&[])].concat(),
    )
}

/// The last passes: closed objects with all properties required.
pub(super) fn close_and_require(view: &mut View<'_>) -> PassResult {
    pass::close_objects(view)?;
    pass::turn_one_of_into_any_of(view)?;
    pass::require_all(view)?;
    pass::wrap_references(view)?;
    pass::drop_unused(view)
}

/// Rejects a schema without properties. The documentation contradicts itself about it, and
/// strict mode could not constrain it.
pub(super) fn refuse_no_properties(view: &mut View<'_>) -> PassResult {
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
    view.for_each(|schema, _| {
        if schema.names("enum").count() <= 250 {
            return Ok(());
        }
        let members = schema.names("enum");
        let characters = members.map(|member| member.chars().count()).sum();
        pass::at_most(
            "characters in an enum of more than 250 members",
            characters,
            15_000,
        )
    })
}

pub(super) fn build_chat_tool(parts: Parts<'_>) -> Value {
    let mut function = parts.named();
    function["parameters"] = parts.schema;
    if parts.strict {
        function["strict"] = json!(true);
    }
    json!({"type": "function", "function": function})
}

pub(super) fn build_responses_tool(parts: Parts<'_>) -> Value {
    let strict = parts.strict;
    let mut tool = build_flat_tool(parts);
    // Without the field, the server would try strict mode.
    tool["strict"] = json!(strict);
    tool
}

/// Writes a tool for Responses, without the field for strict mode.
pub(super) fn build_flat_tool(parts: Parts<'_>) -> Value {
    let mut tool = parts.named();
    tool["type"] = json!("function");
    tool["parameters"] = parts.schema;
    tool
}
