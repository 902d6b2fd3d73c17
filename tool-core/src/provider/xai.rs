use serde_json::Value;

use super::names::NameRule;
use super::openai::{chat_tool, flat_tool};
use super::pass::{self, Pass};
use super::spec::{Provider, RequestLimits};
use super::target::Target;

/// xAI's API, which takes tools in the forms of OpenAI's.
///
/// It always holds the model to the schema, and knows no word for that: the one
/// mode there is is exported without [`Target::strict`].
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::XAi;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(XAi::responses())?;
/// assert_eq!(export.tool()["type"], "function");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct XAi;

impl XAi {
    /// Chat completions.
    pub const fn chat() -> Target {
        Target::of(&CHAT)
    }

    /// Responses.
    pub const fn responses() -> Target {
        Target::of(&RESPONSES)
    }
}

static CHAT: Provider = Provider {
    name: "xAI Chat",
    tool_name: NameRule::COMMON,
    description: None,
    plain: PLAIN,
    strict: None,
    tool: chat_tool,
    output: None,
    tools: Value::Array,
    limits: &RequestLimits::NONE,
};

static RESPONSES: Provider = Provider {
    name: "xAI Responses",
    tool: flat_tool,
    ..CHAT
};

const TOLD: &[&str] = &[
    "multipleOf",
    "uniqueItems",
    "propertyNames",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
];

/// The greatest bounds that are taken.
const BOUNDS: &[(&str, u64)] = &[
    ("minLength", 2_048),
    ("maxLength", 2_048),
    ("minItems", 256),
    ("maxItems", 256),
    ("minProperties", 64),
    ("maxProperties", 64),
];

/// What its patterns do not know: look-around, references back, borders of words,
/// classes of Unicode, modifiers.
const PATTERNS: &[&str] = &[
    "(?=", "(?!", "(?<", "\\b", "\\B", "\\p", "\\P", "\\1", "\\2", "\\3", "\\4", "\\5", "\\6",
    "\\7", "\\8", "\\9", "\\k", "(?i", "(?m", "(?s", "(?u", "(?x", "(?-",
];

const PLAIN: &[Pass] = &[
    pass::drop_empty_defaults,
    pass::describe_logic,
    pass::merge_all_of,
    pass::join_closed_root_forms,
    pass::distribute_unions,
    pass::declare_required,
    pass::list_tuples,
    pass::items_of_arrays,
    pass::split_types_of_maps,
    pass::maps_to_entries,
    pass::describe_key_patterns,
    |view| pass::describe(view, TOLD),
    |view| pass::describe_bounds_over(view, BOUNDS),
    |view| {
        pass::describe_formats(
            view,
            &[
                "date-time",
                "date",
                "time",
                "email",
                "ipv4",
                "ipv6",
                "uuid",
                "uri",
            ],
        )
    },
    |view| pass::describe_patterns(view, PATTERNS),
    pass::one_of_to_any_of,
    pass::properties_of_objects,
    pass::join_members,
    pass::leave_to_reader,
    pass::refuse_recursion,
    pass::wrap_references,
];
