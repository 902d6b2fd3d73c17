//! Exports every tool of the gallery to every provider in every mode. Prints one JSON line for each
//! export:
//!
//! ```text
//! {"tool": "read_file", "provider": "gemini", "mode": "plain", "export": {..}, "losses": [..]}
//! {"tool": "move_files", "provider": "anthropic", "mode": "strict", "error": {..}}
//! ```
//!
//! `export` is the tool object in the form of the provider's API. `mode` is `plain`, `strict`, or,
//! for Google's own form of a schema, `parameters`.

use std::io::{self, BufWriter, Write};

use serde::Serialize;
use serde_json::Value;
use tool_core::provider::{
    Anthropic, Azure, Bedrock, Cohere, DeepSeek, ExportError, Gemini, Groq, Loss, Mcp, Mistral,
    Ollama, OpenAi, Target, Vertex, XAi,
};

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for definition in examples::gallery::definitions() {
        for (provider, mode, target) in targets() {
            let export = definition.export(target);
            let line = Line {
                tool: definition.name(),
                provider,
                mode,
                outcome: match &export {
                    Ok(export) => Outcome::Exported {
                        export: export.tool(),
                        losses: export.losses(),
                    },
                    Err(error) => Outcome::Refused { error },
                },
            };
            serde_json::to_writer(&mut output, &line)?;
            output.write_all(b"\n")?;
        }
    }
    output.flush()
}

/// Returns every provider and mode with its target.
fn targets() -> Vec<(&'static str, &'static str, Target)> {
    vec![
        ("openai_chat", "plain", OpenAi::chat()),
        ("openai_chat", "strict", OpenAi::chat().strict()),
        ("openai_responses", "plain", OpenAi::responses()),
        ("openai_responses", "strict", OpenAi::responses().strict()),
        ("azure", "plain", Azure::chat()),
        ("azure", "strict", Azure::chat().strict()),
        ("anthropic", "plain", Anthropic::messages()),
        ("anthropic", "strict", Anthropic::messages().strict()),
        ("gemini", "plain", Gemini::json_schema()),
        ("gemini", "parameters", Gemini::parameters()),
        ("gemini_interactions", "plain", Gemini::interactions()),
        ("vertex", "plain", Vertex::json_schema()),
        ("vertex", "parameters", Vertex::parameters()),
        ("bedrock", "plain", Bedrock::converse()),
        ("bedrock", "strict", Bedrock::converse().strict()),
        ("mistral", "plain", Mistral::chat()),
        ("groq", "plain", Groq::chat()),
        ("cohere", "plain", Cohere::chat()),
        ("cohere", "strict", Cohere::chat().strict()),
        ("deepseek", "plain", DeepSeek::chat()),
        ("deepseek", "strict", DeepSeek::chat().strict()),
        ("xai", "plain", XAi::responses()),
        ("ollama", "plain", Ollama::chat()),
        ("mcp", "plain", Mcp::tools_list()),
    ]
}

#[derive(Serialize)]
struct Line<'e> {
    tool: &'e str,
    provider: &'static str,
    mode: &'static str,
    #[serde(flatten)]
    outcome: Outcome<'e>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome<'e> {
    Exported {
        export: &'e Value,
        losses: &'e [Loss],
    },
    Refused {
        error: &'e ExportError,
    },
}
