//! The exports of a tool to every provider.

use serde::Serialize;
use tool_core::Definition;
use tool_core::provider::{
    Anthropic, Azure, Bedrock, Cohere, DeepSeek, ExportError, Gemini, Groq, Loss, Mcp, Mistral,
    Ollama, OpenAi, Target, Vertex, XAi,
};

use crate::tokens::estimate;

/// One provider and mode.
#[derive(Serialize)]
pub(crate) struct ExportRow {
    provider: &'static str,
    api: &'static str,
    is_strict: bool,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Exported {
        /// The tool object as indented JSON.
        tool: String,
        tokens: usize,
        losses: Vec<Loss>,
        /// The reason why a strict export was not possible.
        fallback: Option<String>,
    },
    Failed {
        error: String,
        fix: String,
    },
}

const TARGETS: &[(&str, &str, bool, Target)] = &[
    ("OpenAI", "Chat Completions", false, OpenAi::chat()),
    ("OpenAI", "Chat Completions", true, OpenAi::chat().strict()),
    ("OpenAI", "Responses", false, OpenAi::responses()),
    ("OpenAI", "Responses", true, OpenAi::responses().strict()),
    ("Azure", "Chat Completions", false, Azure::chat()),
    ("Azure", "Chat Completions", true, Azure::chat().strict()),
    ("Anthropic", "Messages", false, Anthropic::messages()),
    (
        "Anthropic",
        "Messages",
        true,
        Anthropic::messages().strict(),
    ),
    ("Gemini", "JSON Schema", false, Gemini::json_schema()),
    ("Gemini", "parameters", false, Gemini::parameters()),
    ("Gemini", "Interactions", false, Gemini::interactions()),
    ("Vertex AI", "JSON Schema", false, Vertex::json_schema()),
    ("Vertex AI", "parameters", false, Vertex::parameters()),
    ("Bedrock", "Converse", false, Bedrock::converse()),
    ("Bedrock", "Converse", true, Bedrock::converse().strict()),
    ("Cohere", "Chat", false, Cohere::chat()),
    ("Cohere", "Chat", true, Cohere::chat().strict()),
    ("DeepSeek", "Chat", false, DeepSeek::chat()),
    ("DeepSeek", "Chat", true, DeepSeek::chat().strict()),
    ("Mistral", "Chat", false, Mistral::chat()),
    ("Groq", "Chat", false, Groq::chat()),
    ("xAI", "Responses", false, XAi::responses()),
    ("Ollama", "Chat", false, Ollama::chat()),
    ("MCP", "tools/list", false, Mcp::tools_list()),
];

pub(crate) fn export_to_all(definition: &Definition) -> Vec<ExportRow> {
    let row = |&(provider, api, is_strict, target): &(&'static str, &'static str, bool, Target)| {
        ExportRow {
            provider,
            api,
            is_strict,
            outcome: outcome(definition, target),
        }
    };
    TARGETS.iter().map(row).collect()
}

fn outcome(definition: &Definition, target: Target) -> Outcome {
    match definition.export(target) {
        Ok(export) => Outcome::Exported {
            tool: format!("{:#}", export.tool()),
            tokens: estimate(&export.tool().to_string()),
            losses: export.losses().to_vec(),
            fallback: export.fallback().map(ExportError::to_string),
        },
        Err(error) => Outcome::Failed {
            error: reason(&error),
            fix: error.suggestion(),
        },
    }
}

fn reason(error: &ExportError) -> String {
    match (error.path(), error.keyword()) {
        ("", None) => error.reason().to_string(),
        ("", Some(keyword)) => format!("`{keyword}`: {}", error.reason()),
        (path, _) => format!("at `{path}`: {}", error.reason()),
    }
}
