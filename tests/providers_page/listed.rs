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
    /// Facts that no export shows.
    pub(super) about: &'static str,
}

pub(super) struct Form {
    /// Rust expression of the target.
    pub(super) written: &'static str,
    pub(super) target: Target,
    /// Format of its responses. `None` if `calls_in_response` does not read them.
    pub(super) answers: Option<Api>,
}

/// Returns a form whose response format has that name.
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
        about: "The export is one tool of `tools/list`, with its title, annotations and output \
                schema. Clients older than revision 2026-07-28 reject the whole list if an \
                output schema allows a value that is not an object. `tools_list()` therefore \
                drops such a schema \
                and reports the loss. A client sends `{\"name\": .., \"arguments\": {..}}`. Pass \
                the arguments to `parse`, or run the MCP server of `tool-service`.",
    });
    providers
}

fn with_forms_of_their_own() -> Vec<Listed> {
    vec![
        Listed {
            name: "Anthropic",
            has_strict: true,
            forms: vec![form!(Anthropic::messages(), "anthropic")],
            about: "The target is for the Messages API. A plain tool has the definition's \
                    examples as `input_examples`. \
                    Strict mode rejects recursive schemas. The budgets of a request also limit \
                    each single strict tool.",
        },
        Listed {
            name: "Bedrock",
            has_strict: true,
            forms: vec![form!(Bedrock::converse(), "bedrock")],
            about: "The Converse API passes tools on to models of several companies, and their limits \
                    differ. Amazon Nova accepts only `type`, `properties` and `required` at the \
                    root of a schema. Some Anthropic models reject `strict`.",
        },
        Listed {
            name: "Gemini",
            has_strict: false,
            forms: vec![
                form!(Gemini::json_schema(), "gemini"),
                form!(Gemini::parameters(), "gemini"),
                form!(Gemini::interactions(), "gemini_interactions"),
            ],
            about: "Function declarations have two forms. `json_schema()` fills \
                    `parametersJsonSchema`, which accepts most of JSON Schema. `parameters()` \
                    fills `parameters`, Google's older schema language, for the Live API and \
                    older clients. `interactions()` is for the Interactions API, which accepts \
                    the same schemas as `json_schema()`.",
        },
        Listed {
            name: "Vertex AI",
            has_strict: false,
            forms: vec![
                form!(Vertex::json_schema(), "vertex"),
                form!(Vertex::parameters(), "vertex"),
            ],
            about: "Vertex AI accepts the same two forms as Gemini.",
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
            about: "`chat()` is for Chat Completions, and `responses()` is for the Responses \
                    API. A plain export for Responses sets `strict` to \
                    `false`, because the server tries strict mode if the key is missing. Strict \
                    mode makes every property required, and the model writes null to omit one.",
        },
        Listed {
            name: "Azure OpenAI",
            has_strict: true,
            forms: vec![
                form!(Azure::chat(), "azure"),
                form!(Azure::responses(), "openai_responses"),
            ],
            about: "The exports have the forms of OpenAI's exports. Descriptions are limited to \
                    1024 characters, and strict mode \
                    supports fewer keywords.",
        },
        Listed {
            name: "Mistral",
            has_strict: false,
            forms: vec![
                form!(Mistral::chat(), "mistral"),
                form!(Mistral::conversations(), "mistral_conversations"),
            ],
            about: "The exports have the form of OpenAI Chat Completions. A request to the \
                    Conversations API has the choice of tools and the format of the answer in \
                    `completion_args`.",
        },
        Listed {
            name: "Groq",
            has_strict: false,
            forms: vec![form!(Groq::chat(), "groq")],
            about: "The export has the form of OpenAI Chat Completions. The server validates \
                    the arguments against the schema and \
                    fails the request if they do not match. The lenient reader then never \
                    receives them.",
        },
        Listed {
            name: "Cohere",
            has_strict: true,
            forms: vec![form!(Cohere::chat(), "cohere")],
            about: "The export has the form of OpenAI Chat Completions, for version 2 of \
                    Cohere's API. Strict mode is a setting of the whole request: add \
                    `\"strict_tools\": true` to a request with strict tools.",
        },
        Listed {
            name: "DeepSeek",
            has_strict: true,
            forms: vec![form!(DeepSeek::chat(), "deepseek")],
            about: "The export has the form of OpenAI Chat Completions. Only the beta endpoint \
                    accepts strict tools, and a request \
                    must not mix strict and plain tools.",
        },
        Listed {
            name: "xAI",
            has_strict: false,
            forms: vec![
                form!(XAi::chat(), "xai"),
                form!(XAi::responses(), "openai_responses"),
            ],
            about: "The exports have the forms of OpenAI's exports. The server always enforces \
                    the schema and has no flag for strict mode. Use the plain target.",
        },
        Listed {
            name: "Ollama",
            has_strict: false,
            forms: vec![form!(Ollama::chat(), "ollama")],
            about: "The export has the form of OpenAI Chat Completions. The server silently \
                    drops most keywords, and the export \
                    writes those keywords in the descriptions.",
        },
    ]
}
