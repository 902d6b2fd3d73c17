//! The exports of a tool to every provider.

use serde::Serialize;
use tool_core::Definition;
use tool_core::provider::{ExportError, Loss, Target};

use crate::tokens::estimate;

/// One target.
#[derive(Serialize)]
pub(crate) struct ExportRow {
    target: &'static str,
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

pub(crate) fn export_to_all(definition: &Definition) -> Vec<ExportRow> {
    let row = |target: Target| ExportRow {
        target: target.name(),
        is_strict: target.to_string().ends_with("(strict)"),
        outcome: outcome(definition, target),
    };
    Target::all().map(row).collect()
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
