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
use tool_core::provider::{Azure, ExportError, Loss, Mcp, Mistral, Target, XAi};

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for definition in examples::gallery::definitions() {
        for (provider, mode, target) in targets() {
            let export = definition.export(target);
            let line = Line {
                tool: definition.name(),
                provider: &provider,
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

/// Returns every provider and mode with its target. A provider with two APIs in which tools have
/// the same form is shown once.
fn targets() -> Vec<(String, &'static str, Target)> {
    let same = [
        Azure::responses(),
        Mistral::conversations(),
        XAi::chat(),
        Mcp::tools_list_2026_07_28(),
    ];
    let is_same = |target: &Target| same.iter().any(|same| same.name() == target.name());
    let all = Target::all().filter(|target| !is_same(target));
    all.map(|target| {
        let name = target.name().to_lowercase();
        let (name, mode) = match name.strip_suffix(" (parameters)") {
            Some(name) => (name, "parameters"),
            None if target == target.strict() => (&*name, "strict"),
            None => (&*name, "plain"),
        };
        (name_provider(name), mode, target)
    })
    .collect()
}

/// Returns the name of a provider and, if it has several, of its API.
fn name_provider(name: &str) -> String {
    match name {
        "azure openai chat" => "azure".to_owned(),
        "vertex ai" => "vertex".to_owned(),
        "bedrock converse" => "bedrock".to_owned(),
        "xai responses" => "xai".to_owned(),
        name => name.replace(' ', "_"),
    }
}

#[derive(Serialize)]
struct Line<'e> {
    tool: &'e str,
    provider: &'e str,
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
