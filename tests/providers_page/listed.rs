//! The providers, in the order of the page.

use tool_core::provider::{
    Anthropic, Azure, Bedrock, Cohere, DeepSeek, Gemini, Groq, Mcp, Mistral, Ollama, OpenAi,
    Target, Vertex, XAi,
};

pub(super) struct Listed {
    pub(super) name: &'static str,
    /// What no export shows.
    pub(super) about: &'static str,
    /// How each target is written, and the name that `Api` knows its answers by.
    pub(super) targets: Vec<(&'static str, Target, Option<&'static str>)>,
    pub(super) has_strict: bool,
}

fn one(
    name: &'static str,
    target: (&'static str, Target),
    has_strict: bool,
    about: &'static str,
) -> Listed {
    let answers = name.parse::<tool_core::call::Api>().ok().map(|_| name);
    Listed {
        name,
        about,
        targets: vec![(target.0, target.1, answers)],
        has_strict,
    }
}

pub(super) fn providers() -> Vec<Listed> {
    vec![
        Listed {
            targets: vec![
                ("OpenAi::chat()", OpenAi::chat(), Some("openai_chat")),
                (
                    "OpenAi::responses()",
                    OpenAi::responses(),
                    Some("openai_responses"),
                ),
            ],
            ..one(
                "OpenAI",
                ("", OpenAi::chat()),
                true,
                "Chat Completions and Responses. In a plain export for Responses `strict` is said to be \
                 `false`: left out, the server would try to be strict.",
            )
        },
        Listed {
            targets: vec![
                ("Azure::chat()", Azure::chat(), Some("azure")),
                (
                    "Azure::responses()",
                    Azure::responses(),
                    Some("openai_responses"),
                ),
            ],
            ..one(
                "Azure OpenAI",
                ("", Azure::chat()),
                true,
                "The form of OpenAI's, with shorter descriptions and less of a strict schema.",
            )
        },
        one(
            "Anthropic",
            ("Anthropic::messages()", Anthropic::messages()),
            true,
            "Messages. Plain tools bear the examples of the definition as `input_examples`.",
        ),
        one(
            "Bedrock",
            ("Bedrock::converse()", Bedrock::converse()),
            true,
            "Converse, which passes tools on to models of several makers. Not all take all of it: \
             Amazon's Nova takes `type`, `properties` and `required` at the root of a schema and \
             nothing else there, and some models of Anthropic's refuse `strict`.",
        ),
        gemini("Gemini", "Gemini::json_schema()", "Gemini::parameters()"),
        Listed {
            targets: vec![
                (
                    "Vertex::json_schema()",
                    Vertex::json_schema(),
                    Some("vertex"),
                ),
                ("Vertex::parameters()", Vertex::parameters(), Some("vertex")),
            ],
            about: "What Gemini's API takes, and in the same forms.",
            ..gemini("Vertex AI", "", "")
        },
        one(
            "Mistral",
            ("Mistral::chat()", Mistral::chat()),
            false,
            "The form of OpenAI's Chat.",
        ),
        one(
            "Groq",
            ("Groq::chat()", Groq::chat()),
            false,
            "The form of OpenAI's Chat. Its server holds arguments against the schema, and refuses the \
             answer of the model where they miss it: what would be read leniently may not get here.",
        ),
        one(
            "Cohere",
            ("Cohere::chat()", Cohere::chat()),
            true,
            "The form of OpenAI's Chat, in version 2 of the API. Strict is a word of the request there: \
             send `\"strict_tools\": true` beside tools that were exported with it.",
        ),
        one(
            "DeepSeek",
            ("DeepSeek::chat()", DeepSeek::chat()),
            true,
            "The form of OpenAI's Chat. Strict tools are taken at the address of its beta alone, and all \
             tools of a request are strict or none is.",
        ),
        Listed {
            targets: vec![
                ("XAi::chat()", XAi::chat(), Some("xai")),
                (
                    "XAi::responses()",
                    XAi::responses(),
                    Some("openai_responses"),
                ),
            ],
            ..one(
                "xAI",
                ("", XAi::chat()),
                false,
                "The forms of OpenAI's. It always holds the model to the schema, and has no word for \
                 that: the one mode there is is exported without `strict()`.",
            )
        },
        one(
            "Ollama",
            ("Ollama::chat()", Ollama::chat()),
            false,
            "The form of OpenAI's Chat. It passes a few keywords on to the model and drops all others in \
             silence; those are told in the descriptions.",
        ),
        Listed {
            targets: vec![
                ("Mcp::tools_list()", Mcp::tools_list(), None),
                (
                    "Mcp::tools_list_2026_07_28()",
                    Mcp::tools_list_2026_07_28(),
                    None,
                ),
            ],
            ..one(
                "MCP",
                ("", Mcp::tools_list()),
                false,
                "A tool of `tools/list`, with its title, annotations and output schema. Before the \
                 revision of 2026-07-28 a client refuses the whole list for an output schema that is \
                 not surely one of an object: `tools_list()` leaves it out, with a loss. A call of a \
                 client is `{\"name\": .., \"arguments\": {..}}`: give the arguments to `parse_value`, or let \
                 `tool-service` be the server.",
            )
        },
    ]
}

fn gemini(name: &'static str, json_schema: &'static str, parameters: &'static str) -> Listed {
    Listed {
        targets: vec![
            (json_schema, Gemini::json_schema(), Some("gemini")),
            (parameters, Gemini::parameters(), Some("gemini")),
        ],
        ..one(
            name,
            ("", Gemini::json_schema()),
            false,
            "Function declarations in two forms: `parametersJsonSchema`, which takes most of JSON \
             Schema, and `parameters`, Google's own form, for the Live API and older clients.",
        )
    }
}
