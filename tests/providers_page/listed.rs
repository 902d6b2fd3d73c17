//! The providers, in the order of the page.

use tool_core::call::Api;
use tool_core::provider::{
    Anthropic, Azure, Bedrock, Cohere, DeepSeek, Gemini, Groq, Mcp, Mistral, Ollama, OpenAi,
    Target, Vertex, XAi,
};

pub(super) struct Listed {
    pub(super) name: &'static str,
    pub(super) has_strict: bool,
    pub(super) forms: Vec<Form>,
    /// What no export shows.
    pub(super) about: &'static str,
}

pub(super) struct Form {
    /// The target as it is written in Rust.
    pub(super) written: &'static str,
    pub(super) target: Target,
    /// What its answers are read as, if they are.
    pub(super) answers: Option<Api>,
}

/// The form, whose answers are known by that name.
macro_rules! form {
    ($target:expr, $answers:literal) => {
        Form {
            written: stringify!($target),
            target: $target,
            answers: $answers.parse().ok(),
        }
    };
}

pub(super) fn providers() -> Vec<Listed> {
    let mut providers = of_openais_form();
    providers.splice(2..2, with_forms_of_their_own());
    providers.push(Listed {
        name: "MCP",
        has_strict: false,
        forms: vec![
            form!(Mcp::tools_list(), ""),
            form!(Mcp::tools_list_2026_07_28(), ""),
        ],
        about: "A tool of `tools/list`, with its title, annotations and output schema. Before the \
                revision of 2026-07-28 a client refuses the whole list for an output schema that \
                is not surely one of an object: `tools_list()` leaves it out, with a loss. A call \
                of a client is `{\"name\": .., \"arguments\": {..}}`: give the arguments to \
                `parse`, or let `tool-service` be the server.",
    });
    providers
}

fn with_forms_of_their_own() -> Vec<Listed> {
    vec![
        Listed {
            name: "Anthropic",
            has_strict: true,
            forms: vec![form!(Anthropic::messages(), "anthropic")],
            about: "Messages. Plain tools bear the examples of the definition as `input_examples`.",
        },
        Listed {
            name: "Bedrock",
            has_strict: true,
            forms: vec![form!(Bedrock::converse(), "bedrock")],
            about: "Converse, which passes tools on to models of several makers. Not all take all \
                    of it: Amazon's Nova takes `type`, `properties` and `required` at the root of \
                    a schema and nothing else there, and some models of Anthropic's refuse \
                    `strict`.",
        },
        Listed {
            name: "Gemini",
            has_strict: false,
            forms: vec![
                form!(Gemini::json_schema(), "gemini"),
                form!(Gemini::parameters(), "gemini"),
            ],
            about: "Function declarations in two forms: `parametersJsonSchema`, which takes most \
                    of JSON Schema, and `parameters`, Google's own form, for the Live API and \
                    older clients.",
        },
        Listed {
            name: "Vertex AI",
            has_strict: false,
            forms: vec![
                form!(Vertex::json_schema(), "vertex"),
                form!(Vertex::parameters(), "vertex"),
            ],
            about: "What Gemini's API takes, and in the same forms.",
        },
    ]
}

fn of_openais_form() -> Vec<Listed> {
    vec![
        Listed {
            name: "OpenAI",
            has_strict: true,
            forms: vec![
                form!(OpenAi::chat(), "openai"),
                form!(OpenAi::responses(), "openai_responses"),
            ],
            about: "Chat Completions and Responses. A plain export for Responses says that \
                    `strict` is `false`: left out, the server would try to be strict.",
        },
        Listed {
            name: "Azure OpenAI",
            has_strict: true,
            forms: vec![
                form!(Azure::chat(), "azure"),
                form!(Azure::responses(), "openai_responses"),
            ],
            about: "The forms of OpenAI's, with shorter descriptions and less of a strict schema.",
        },
        Listed {
            name: "Mistral",
            has_strict: false,
            forms: vec![form!(Mistral::chat(), "mistral")],
            about: "The form of OpenAI's Chat.",
        },
        Listed {
            name: "Groq",
            has_strict: false,
            forms: vec![form!(Groq::chat(), "groq")],
            about: "The form of OpenAI's Chat. Its server holds arguments against the schema, and \
                    refuses the answer of the model where they miss it: what would be read \
                    leniently may not get here.",
        },
        Listed {
            name: "Cohere",
            has_strict: true,
            forms: vec![form!(Cohere::chat(), "cohere")],
            about: "The form of OpenAI's Chat, in version 2 of the API. Strict is a word of the \
                    request there: send `\"strict_tools\": true` beside tools that were exported \
                    with it. Its answers are not read: give the text of a call's arguments to \
                    `parse`.",
        },
        Listed {
            name: "DeepSeek",
            has_strict: true,
            forms: vec![form!(DeepSeek::chat(), "deepseek")],
            about: "The form of OpenAI's Chat. Strict tools are taken at the address of its beta \
                    alone, and all tools of a request are strict or none is.",
        },
        Listed {
            name: "xAI",
            has_strict: false,
            forms: vec![
                form!(XAi::chat(), "xai"),
                form!(XAi::responses(), "openai_responses"),
            ],
            about: "The forms of OpenAI's. It always holds the model to the schema, and has no \
                    word for that: the one mode there is is exported without `strict()`.",
        },
        Listed {
            name: "Ollama",
            has_strict: false,
            forms: vec![form!(Ollama::chat(), "ollama")],
            about: "The form of OpenAI's Chat. It passes a few keywords on to the model and drops \
                    all others in silence; those are told in the descriptions.",
        },
    ]
}
