use serde_json::{Value, json};

use super::Reason;
use super::error::Refusal;
use super::names::NameRule;
use super::pass::{self, Pass};
use super::spec::{Parts, Provider, RequestLimits};
use super::target::Target;
use super::view::{Outcome, View, origin};

/// Google's Gemini API.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
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
    /// A function declaration with `parametersJsonSchema`, which takes most of
    /// JSON Schema.
    pub const fn json_schema() -> Target {
        Target::of(&JSON_SCHEMA)
    }

    /// A function declaration with `parameters`, Google's own form of a schema: for
    /// the Live API and older clients.
    pub const fn parameters() -> Target {
        Target::of(&PARAMETERS)
    }
}

pub(super) static JSON_SCHEMA: Provider = Provider {
    name: "Gemini",
    tool_name: NameRule::GEMINI,
    description: None,
    plain: AS_JSON_SCHEMA,
    strict: None,
    tool: |parts| declaration(parts, "parametersJsonSchema"),
    output: Some("responseJsonSchema"),
    tools: |tools| json!([{"functionDeclarations": tools}]),
    limits: &RequestLimits::NONE,
};

pub(super) static PARAMETERS: Provider = Provider {
    name: "Gemini (parameters)",
    plain: AS_PARAMETERS,
    tool: |parts| declaration(parts, "parameters"),
    ..JSON_SCHEMA
};

/// What neither form takes.
const TOLD: &[&str] = &[
    "multipleOf",
    "propertyNames",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
];

const AS_JSON_SCHEMA: &[Pass] = &[
    pass::describe_logic,
    pass::merge_all_of,
    pass::join_root_forms,
    pass::declare_required,
    pass::properties_of_objects,
    typed_constants,
    pass::drop_beside_types,
    pass::const_to_enum,
    pass::inclusive_bounds,
    |view| pass::describe(view, TOLD),
    |view| {
        pass::describe(
            view,
            &["minProperties", "maxProperties", "unevaluatedProperties"],
        )
    },
    pass::describe_key_patterns,
    |view| {
        pass::describe_formats(
            view,
            &[
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
            ],
        )
    },
    pass::one_of_to_any_of,
    pass::join_members,
    pass::leave_to_reader,
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
    pass::items_of_arrays,
    pass::infer_types,
    pass::drop_beside_types,
    pass::const_to_enum,
    pass::split_all_types,
    pass::inclusive_bounds,
    pass::describe_maps,
    |view| pass::describe(view, TOLD),
    |view| pass::describe(view, &["uniqueItems", "default"]),
    formats_of_strings,
    |view| pass::describe_formats(view, &["date-time"]),
    pass::describe_other_members,
    pass::one_of_to_any_of,
    pass::properties_of_objects,
    pass::join_members,
    pass::leave_to_reader,
    |view| pass::property_names(view, &NameRule::GEMINI_PROPERTY, true),
    nullable,
    pass::lone_unions,
    upper_case_types,
];

/// A constant says its type, as an `enum` has to.
fn typed_constants(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        pass::infer_type_of_members(schema);
        Ok(())
    })
}

/// Tells a format that stands beside another type than string, where it says nothing.
fn formats_of_strings(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        if schema.get("type") != Some(&json!("string")) {
            ledger.describe(schema, "format");
        }
        Ok(())
    })
}

/// Says null by `nullable`, beside what else there is.
fn nullable(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        if schema.get("type") == Some(&json!("null")) {
            return Err(Refusal::new(origin(schema), Some("type"), Reason::Type));
        }
        // The one branch that is left may be such a union itself.
        while let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
            let count = branches.len();
            branches.retain(|branch| branch.get("type") != Some(&json!("null")));
            if branches.len() == count {
                break;
            }
            if branches.is_empty() {
                return Err(Refusal::new(origin(schema), Some("type"), Reason::Type));
            }
            schema.insert("nullable".to_owned(), json!(true));
            pass::flatten_union_of_one(schema);
        }
        Ok(())
    })
}

fn upper_case_types(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        if let Some(Value::String(name)) = schema.get_mut("type") {
            name.make_ascii_uppercase();
        }
        Ok(())
    })
}

fn declaration(parts: Parts<'_>, field: &str) -> Value {
    let mut declaration = parts.named();
    declaration[field] = parts.schema;
    declaration
}
