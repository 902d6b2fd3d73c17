use serde_json::{Value, json};

use super::Reason;
use super::choice::{ChoiceMode, Chosen, ToolSelection};
use super::error::Unexportable;
use super::fields::RequestFields;
use super::names::NameRule;
use super::openai::{FORMATS_WITH_URI, build_flat_tool};
use super::pass::{self, BOUNDS_AND_PATTERN, Pass, list_annotations_except, list_limits_except};
use super::schema::Schema;
use super::spec::{
    AnswerFormat, ExtraField, FieldForm, FormatParts, Parts, Provider, RequestLimits, StrictRequest,
};
use super::target::Target;
use super::view::{PassResult, View};
use crate::schema::Lookup;

/// Google's Gemini API.
///
/// Function declarations have two forms. `json_schema()` fills `parametersJsonSchema`, which accepts
/// most of JSON Schema. `parameters()` fills `parameters`, Google's older schema language, for the
/// Live API and older clients. `interactions()` is for the Interactions API, which accepts the same
/// schemas as `json_schema()`.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Gemini;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let declaration = wait.export(Gemini::json_schema())?;
/// assert_eq!(declaration.tool()["parametersJsonSchema"]["type"], "object");
/// let older = wait.export(Gemini::parameters())?;
/// assert_eq!(older.tool()["parameters"]["type"], "OBJECT");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Gemini;

impl Gemini {
    /// Returns the target for function declarations with `parametersJsonSchema`, which supports
    /// most of JSON Schema.
    pub const fn json_schema() -> Target {
        Target::of(&JSON_SCHEMA)
    }

    /// Returns the target for function declarations with `parameters`, Google's own schema
    /// format. Use it for the Live API and older clients.
    pub const fn parameters() -> Target {
        Target::of(&PARAMETERS)
    }

    /// Returns the target for tools of the Interactions API: `{"type": "function", "name": ..,
    /// "parameters": ..}`, with the schemas of [`json_schema`](Self::json_schema).
    pub const fn interactions() -> Target {
        Target::of(&INTERACTIONS)
    }
}

pub(super) static JSON_SCHEMA: Provider = Provider {
    name: "Gemini",
    answers: "gemini",
    tool_name: NameRule::GEMINI,
    description: None,
    plain: AS_JSON_SCHEMA,
    strict: None,
    keeps_number_formats: false,
    tool: |parts| build_declaration(parts, "parametersJsonSchema"),
    output: Some("responseJsonSchema"),
    tools: |tools| json!([{"functionDeclarations": tools}]),
    tools_at: &["tools"],
    choice: write_choice,
    strict_request: StrictRequest::NONE,
    extra: &[ExtraField::of_tool("behavior", FieldForm::Text)],
    conflicts: &[],
    format: Some(FORMAT),
    limits: RequestLimits::NONE,
    without: &[],
};

pub(super) static PARAMETERS: Provider = Provider {
    name: "Gemini (parameters)",
    plain: AS_PARAMETERS,
    tool: |parts| build_declaration(parts, "parameters"),
    format: Some(AnswerFormat {
        strict: Some(AS_PARAMETERS),
        write: |parts, fields| write_format(parts, "responseSchema", fields),
        ..FORMAT
    }),
    ..JSON_SCHEMA
};

static INTERACTIONS: Provider = Provider {
    name: "Gemini Interactions",
    answers: "gemini_interactions",
    tool: build_flat_tool,
    output: None,
    tools: Value::Array,
    choice: write_interactions_choice,
    extra: &[
        ExtraField::of_tool("defer_loading", FieldForm::Flag),
        ExtraField::of_tool("short_description", FieldForm::Text),
    ],
    format: Some(AnswerFormat {
        write: |parts, fields| {
            let schema = parts.describe_schema();
            let format = json!({"type": "text", "mime_type": "application/json", "schema": schema});
            fields.set(&["response_format"], format);
        },
        ..FORMAT
    }),
    ..JSON_SCHEMA
};

const FORMAT: AnswerFormat = AnswerFormat {
    plain: None,
    strict: Some(AS_JSON_SCHEMA),
    shows_schema: true,
    has_no_schema: false,
    write: |parts, fields| write_format(parts, "responseJsonSchema", fields),
};

fn write_format(parts: FormatParts<'_>, field: &str, fields: &mut RequestFields) {
    let config = "generationConfig";
    fields.set(&[config, "responseMimeType"], json!("application/json"));
    fields.set(&[config, field], parts.describe_schema());
}

fn write_choice(chosen: &Chosen<'_>, fields: &mut RequestFields) -> ToolSelection {
    let mut config = json!({"mode": choose_mode(chosen).to_ascii_uppercase()});
    if let Some(names) = names(chosen) {
        config["allowedFunctionNames"] = json!(names);
    }
    chosen.lose_parallel(fields);
    fields.set(&["toolConfig", "functionCallingConfig"], config);
    ToolSelection::All
}

fn write_interactions_choice(chosen: &Chosen<'_>, fields: &mut RequestFields) -> ToolSelection {
    let choice = match names(chosen) {
        Some(names) => json!({"allowed_tools": {"mode": choose_mode(chosen), "tools": names}}),
        None => json!(choose_mode(chosen)),
    };
    chosen.lose_parallel(fields);
    fields.set(&["generation_config", "tool_choice"], choice);
    ToolSelection::All
}

/// Returns the mode. The mode `auto` ignores a list of names, so `validated` replaces it.
fn choose_mode(chosen: &Chosen<'_>) -> &'static str {
    match chosen.mode {
        ChoiceMode::Auto if names(chosen).is_some() => "validated",
        ChoiceMode::Auto => "auto",
        ChoiceMode::None => "none",
        ChoiceMode::Required => "any",
    }
}

fn names<'c>(chosen: &'c Chosen<'_>) -> Option<&'c [&'c str]> {
    let only = chosen.only.as_deref();
    only.filter(|_| chosen.mode != ChoiceMode::None)
}

const AS_JSON_SCHEMA: &[Pass] = &[
    pass::describe_logic,
    pass::merge_all_of,
    pass::join_root_forms,
    pass::declare_required,
    pass::add_properties_to_objects,
    infer_types_of_constants,
    pass::drop_keywords_of_other_types,
    pass::turn_const_into_enum,
    pass::make_bounds_inclusive,
    |view| describe_not_taken(view, LIMITS_OF_JSON_SCHEMA),
    |view| pass::describe_each(view, &["unevaluatedProperties"]),
    pass::describe_key_patterns,
    |view| pass::describe_formats(view, FORMATS_WITH_URI),
    pass::turn_one_of_into_any_of,
    pass::join_members,
    pass::drop_reader_enforced,
    pass::wrap_references,
    pass::refuse_needed_recursion,
];

const AS_PARAMETERS: &[Pass] = &[
    pass::drop_empty_defaults,
    pass::describe_logic,
    pass::merge_all_of,
    pass::inline_references,
    pass::join_root_forms,
    pass::distribute_unions,
    pass::refuse_undeclared,
    pass::list_tuples,
    pass::leave_free_maps,
    pass::infer_types,
    pass::add_items_to_arrays,
    pass::infer_types,
    pass::drop_keywords_of_other_types,
    pass::turn_const_into_enum,
    pass::split_all_types,
    pass::make_bounds_inclusive,
    pass::describe_maps,
    |view| describe_not_taken(view, BOUNDS_AND_PATTERN),
    |view| pass::describe_each(view, &["default"]),
    describe_formats_of_other_types,
    |view| pass::describe_formats(view, &["date-time"]),
    pass::describe_other_members,
    pass::turn_one_of_into_any_of,
    pass::add_properties_to_objects,
    pass::join_members,
    pass::drop_reader_enforced,
    |view| pass::check_property_names(view, &NameRule::GEMINI_PROPERTY, true),
    replace_null,
    pass::isolate_unions,
    write_types_in_upper_case,
];

/// The limits that the format for JSON Schema supports.
const LIMITS_OF_JSON_SCHEMA: &[&str] = &[
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
];

/// Describes the other limits, and the annotations that neither format supports.
fn describe_not_taken(view: &mut View<'_>, limits: &[&str]) -> PassResult {
    let (limits, annotations) = (
        list_limits_except(limits),
        list_annotations_except(&["default"]),
    );
    pass::describe_each(view, &[limits, annotations].concat())
}

/// Gives a constant its type, which an `enum` needs.
fn infer_types_of_constants(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        pass::infer_type_of_members(schema);
        Ok(())
    })
}

/// Describes a format of a type other than string, where it has no effect.
fn describe_formats_of_other_types(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        if !schema.is("type", "string") {
            pass::describe(ledger, schema, "format");
        }
        Ok(())
    })
}

/// Replaces null with `nullable` if there is another type.
fn replace_null(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        let is_null = |schema: &Schema| schema.is("type", "null");
        let refused = |schema: &Schema| Unexportable::at(schema, Some("type"), Reason::Type);
        if is_null(schema) {
            return Err(refused(schema));
        }
        // The remaining branch may be such a union, too.
        while let Some(branches) = schema.schemas_mut("anyOf")
            && branches.iter().any(is_null)
        {
            branches.retain(|branch| !is_null(branch));
            if branches.is_empty() {
                return Err(refused(schema));
            }
            schema.insert("nullable", json!(true));
            pass::flatten_union_of_one(schema);
        }
        Ok(())
    })
}

fn write_types_in_upper_case(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        if let Some(name) = schema.text("type") {
            schema.insert("type", json!(name.to_ascii_uppercase()));
        }
        Ok(())
    })
}

fn build_declaration(parts: Parts<'_>, field: &str) -> Value {
    let mut declaration = parts.named();
    declaration[field] = parts.schema;
    declaration
}
