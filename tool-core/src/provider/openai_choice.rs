//! `tool_choice` in the words of OpenAI's APIs.

use serde_json::{Value, json};

use super::choice::{Chosen, Tools};
use super::fields::RequestFields;

/// Writes `tool_choice` as a word or as the name of one tool. A limit to several tools is left to
/// the list of tools.
pub(super) fn write_choice(
    chosen: &Chosen<'_>,
    fields: &mut RequestFields,
    name: fn(&str) -> Value,
) -> Tools {
    let Some(forced) = chosen.forced() else {
        fields.set(&["tool_choice"], json!(chosen.word()));
        return chosen.listed();
    };
    fields.set(&["tool_choice"], name(forced));
    Tools::All
}

/// Writes `tool_choice` for an API that can limit the choice to several tools.
pub(super) fn write_allowed(
    chosen: &Chosen<'_>,
    fields: &mut RequestFields,
    name: fn(&str) -> Value,
    allowed: fn(&str, Vec<Value>) -> Value,
) -> Tools {
    match (&chosen.only, chosen.listed()) {
        (Some(only), Tools::OnlyChosen) if chosen.forced().is_none() => {
            let tools = only.iter().map(|tool| name(tool)).collect();
            fields.set(&["tool_choice"], allowed(chosen.word(), tools));
            Tools::All
        }
        _ => write_choice(chosen, fields, name),
    }
}

/// `{"type": "function", "function": {"name": ..}}`
pub(super) fn chat_name(name: &str) -> Value {
    json!({"type": "function", "function": {"name": name}})
}

/// `{"type": "function", "name": ..}`
pub(super) fn flat_name(name: &str) -> Value {
    json!({"type": "function", "name": name})
}

/// Writes the choice for Responses without `allowed_tools`.
pub(super) fn write_flat_choice(chosen: &Chosen<'_>, fields: &mut RequestFields) -> Tools {
    chosen.write_parallel(fields);
    write_choice(chosen, fields, flat_name)
}
