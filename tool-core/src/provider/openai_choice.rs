//! `tool_choice` in the words of OpenAI's APIs.

use serde_json::{Value, json};

use super::choice::{Chosen, ToolSelection};
use super::fields::RequestFields;

/// Writes `tool_choice` as a word or as the name of one tool. A limit to several tools is left to
/// the list of tools.
pub(super) fn write_choice(
    chosen: &Chosen<'_>,
    fields: &mut RequestFields,
    name: fn(&str) -> Value,
) -> ToolSelection {
    let Some(forced) = chosen.find_forced() else {
        fields.set(&["tool_choice"], json!(chosen.word()));
        return chosen.select_tools();
    };
    fields.set(&["tool_choice"], name(forced));
    ToolSelection::All
}

/// Writes `tool_choice` for an API that can limit the choice to several tools.
pub(super) fn write_allowed(
    chosen: &Chosen<'_>,
    fields: &mut RequestFields,
    name: fn(&str) -> Value,
    allowed: fn(&str, Vec<Value>) -> Value,
) -> ToolSelection {
    match (&chosen.only, chosen.select_tools()) {
        (Some(only), ToolSelection::OnlyChosen) if chosen.find_forced().is_none() => {
            let tools = only.iter().map(|tool| name(tool)).collect();
            fields.set(&["tool_choice"], allowed(chosen.word(), tools));
            ToolSelection::All
        }
        _ => write_choice(chosen, fields, name),
    }
}

/// `{"type": "function", "function": {"name": ..}}`
pub(super) fn build_chat_name(name: &str) -> Value {
    json!({"type": "function", "function": {"name": name}})
}

/// `{"type": "function", "name": ..}`
pub(super) fn build_flat_name(name: &str) -> Value {
    json!({"type": "function", "name": name})
}

/// Writes the choice for Responses without `allowed_tools`.
pub(super) fn write_flat_choice(chosen: &Chosen<'_>, fields: &mut RequestFields) -> ToolSelection {
    chosen.write_parallel(fields);
    write_choice(chosen, fields, build_flat_name)
}
