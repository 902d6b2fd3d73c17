//! Other APIs with tools in the form of OpenAI's Chat Completions, without their own strict
//! mode.

use serde_json::json;

use super::choice::{ChoiceMode, Chosen, ToolSelection};
use super::fields::RequestFields;
use super::openai::{
    CHAT_FORMAT, COMPATIBLE, LIMITS, build_flat_format, build_flat_tool, chat_format,
    write_chat_format,
};
use super::openai_choice::write_flat_choice;
use super::pass::{self, BOUNDS_AND_PATTERN, Pass, list_annotations_except, list_limits_except};
use super::spec::{AnswerFormat, Provider};
use super::target::Target;
use super::view::{PassResult, View};

/// Groq's API, which accepts tools in the format of OpenAI's Chat Completions.
///
/// Its server validates arguments against the schema and rejects the whole output if they are
/// invalid. A call that the reader could repair may therefore never arrive.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Groq;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Groq::chat())?;
/// assert_eq!(export.tool()["function"]["name"], "wait");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Groq;

impl Groq {
    /// Returns the target for chat completions.
    pub const fn chat() -> Target {
        Target::of(&GROQ)
    }
}

static GROQ: Provider = Provider {
    name: "Groq",
    plain: &[
        |view| COMPATIBLE.plain.iter().try_for_each(|pass| pass(view)),
        pass::declare_required_properties,
    ],
    limits: LIMITS,
    ..COMPATIBLE
};

/// Mistral's APIs, which accept tools in the format of OpenAI's Chat Completions.
///
/// A request to the Conversations API has the choice of tools and the format of the answer in
/// `completion_args`. It cannot force one tool, so the list of tools has only that tool.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Mistral;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Mistral::chat())?;
/// assert_eq!(export.tool()["function"]["name"], "wait");
/// let format = wait.response_format(Mistral::conversations())?;
/// assert!(format.fields().body()["completion_args"]["response_format"].is_object());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mistral;

impl Mistral {
    /// Returns the target for chat completions.
    pub const fn chat() -> Target {
        Target::of(&MISTRAL)
    }

    /// Returns the target for Conversations.
    pub const fn conversations() -> Target {
        Target::of(&MISTRAL_CONVERSATIONS)
    }
}

static MISTRAL: Provider = Provider {
    name: "Mistral",
    ..COMPATIBLE
};

static MISTRAL_CONVERSATIONS: Provider = Provider {
    name: "Mistral Conversations",
    answers: "mistral_conversations",
    choice: |chosen, fields| {
        chosen.lose_parallel(fields);
        fields.set(&["completion_args", "tool_choice"], json!(chosen.word()));
        chosen.select_tools()
    },
    format: Some(AnswerFormat {
        write: |parts, fields| {
            fields.set(&["completion_args", "response_format"], chat_format(parts));
        },
        ..CHAT_FORMAT
    }),
    ..COMPATIBLE
};

/// Ollama's API, which accepts tools in the format of OpenAI's Chat Completions.
///
/// Ollama passes a few keywords to the model and silently drops all others. The descriptions
/// contain the others.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Ollama;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer", "maximum": 60}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let export = wait.export(Ollama::chat())?;
/// assert_eq!(export.schema()["properties"]["seconds"]["description"], "(maximum: 60)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ollama;

impl Ollama {
    /// Returns the target for Chat.
    pub const fn chat() -> Target {
        Target::of(&OLLAMA)
    }
}

static OLLAMA: Provider = Provider {
    name: "Ollama",
    answers: "ollama",
    plain: OLLAMA_PLAIN,
    choice: choose_for_ollama,
    format: Some(AnswerFormat {
        plain: None,
        strict: Some(OLLAMA_FORMAT),
        shows_schema: false,
        write: |parts, fields| fields.set(&["format"], parts.schema),
        ..CHAT_FORMAT
    }),
    ..COMPATIBLE
};

/// The API has no field for a choice, so only the list of tools expresses it.
fn choose_for_ollama(chosen: &Chosen<'_>, fields: &mut RequestFields) -> ToolSelection {
    chosen.lose_parallel(fields);
    match chosen.mode {
        ChoiceMode::Auto => {}
        ChoiceMode::None => return ToolSelection::Omitted,
        ChoiceMode::Required => chosen.lose_mode(fields),
    }
    chosen.select_tools()
}

const OLLAMA_PLAIN: &[Pass] = &[
    pass::unroll_recursion,
    pass::drop_empty_defaults,
    pass::describe_logic,
    pass::merge_all_of,
    pass::inline_references,
    pass::join_root_forms,
    pass::list_tuples,
    pass::turn_const_into_enum,
    pass::turn_one_of_into_any_of,
    pass::describe_maps,
    pass::add_properties_to_objects,
    pass::drop_reader_enforced,
    describe_others,
    pass::join_members,
];

/// The schema becomes a grammar. In it, an object has only the declared properties, and a pattern
/// must match the whole text.
const OLLAMA_FORMAT: &[Pass] = &[
    pass::drop_empty_defaults,
    pass::describe_logic,
    pass::merge_all_of,
    pass::join_root_forms,
    pass::describe_key_patterns,
    |view| pass::describe_each(view, &["pattern"]),
    pass::join_members,
    pass::drop_reader_enforced,
];

/// Keywords that Ollama passes to the model.
const PASSED_ON: &[&str] = &[
    "type",
    "enum",
    "description",
    "properties",
    "required",
    "items",
    "anyOf",
];

fn describe_others(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        let keywords = schema.keywords.keys();
        let others = keywords.filter(|keyword| !PASSED_ON.contains(keyword));
        let others: Vec<String> = others.map(str::to_owned).collect();
        for keyword in others {
            pass::describe(ledger, schema, &keyword);
        }
        Ok(())
    })
}

/// xAI's API, which accepts tools in the formats of OpenAI's APIs.
///
/// It always enforces the schema and has no flag for strict mode. Export without
/// [`Target::strict`].
///
/// ```
/// use tool_core::{Definition, json};
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
    /// Returns the target for chat completions.
    pub const fn chat() -> Target {
        Target::of(&XAI_CHAT)
    }

    /// Returns the target for Responses.
    pub const fn responses() -> Target {
        Target::of(&XAI_RESPONSES)
    }
}

static XAI_CHAT: Provider = Provider {
    name: "xAI Chat",
    plain: XAI_PLAIN,
    format: Some(XAI_FORMAT),
    ..COMPATIBLE
};

static XAI_RESPONSES: Provider = Provider {
    name: "xAI Responses",
    answers: "openai_responses",
    tool: build_flat_tool,
    choice: write_flat_choice,
    format: Some(AnswerFormat {
        write: |parts, fields| fields.set(&["text", "format"], build_flat_format(parts)),
        ..XAI_FORMAT
    }),
    ..XAI_CHAT
};

const XAI_FORMAT: AnswerFormat = AnswerFormat {
    plain: None,
    strict: Some(XAI_STRICT),
    write: |parts, fields| write_chat_format(&parts.named(), fields),
    ..CHAT_FORMAT
};

/// The largest supported bounds.
const BOUNDS: &[(&str, u64)] = &[
    ("minLength", 2_048),
    ("maxLength", 2_048),
    ("minItems", 256),
    ("maxItems", 256),
    ("minProperties", 64),
    ("maxProperties", 64),
];

/// Features that its patterns do not support: look-around, back references, word boundaries,
/// Unicode classes, modifiers.
const PATTERNS: &[&str] = &[
    "(?=", "(?!", "(?<", "\\b", "\\B", "\\p", "\\P", "\\1", "\\2", "\\3", "\\4", "\\5", "\\6",
    "\\7", "\\8", "\\9", "\\k", "(?i", "(?m", "(?s", "(?u", "(?x", "(?-",
];

/// A tool with a recursive schema gets its first levels.
const XAI_PLAIN: &[Pass] = &[pass::unroll_recursion, |view| {
    XAI_STRICT.iter().try_for_each(|pass| pass(view))
}];

const XAI_STRICT: &[Pass] = &[
    pass::drop_empty_defaults,
    pass::describe_logic,
    pass::merge_all_of,
    pass::join_closed_root_forms,
    pass::distribute_unions,
    pass::declare_required,
    pass::list_tuples,
    pass::add_items_to_arrays,
    pass::split_types_of_maps,
    pass::maps_to_entries,
    pass::describe_key_patterns,
    |view| {
        let limits = list_limits_except(BOUNDS_AND_PATTERN);
        pass::describe_each(view, &[limits, list_annotations_except(&[])].concat())
    },
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
    pass::turn_one_of_into_any_of,
    pass::add_properties_to_objects,
    pass::join_members,
    pass::drop_reader_enforced,
    pass::refuse_recursion,
    pass::wrap_references,
];
