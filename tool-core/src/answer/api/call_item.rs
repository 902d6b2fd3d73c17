//! The items of a turn that are calls of functions.

use serde_json::{Map, Value, json};

use crate::answer::builtin::CUSTOM;
use crate::answer::draft::{Draft, DraftPart, enter_member, parse_arguments_object};
use crate::call::{Api, Call};

/// A call of a function in the turn.
#[derive(Clone, Debug)]
pub(in crate::answer) struct CallItem {
    pub(in crate::answer) id: Option<String>,
    pub(in crate::answer) name: String,
    /// The arguments in the item, as text or as JSON.
    pub(in crate::answer) arguments: Value,
}

impl CallItem {
    /// Reads an item. Returns `None` for another item, for a call that the server runs, and for one
    /// with a result in the draft.
    pub(in crate::answer) fn read(api: Api, item: &Value, draft: &Draft) -> Option<Self> {
        let call = find_call(api, item)?;
        let is_of_server = match api {
            Api::OpenAiChat | Api::Ollama | Api::Cohere => item["type"] == CUSTOM,
            Api::Bedrock => call["type"] == "server_tool_use",
            Api::GeminiInteractions => super::gemini_interactions::is_answered(call, draft),
            _ => false,
        };
        if is_of_server {
            return None;
        }
        let holder = if api.has_message() { item } else { call };
        let some_text = |key: &str| holder[key].as_str().filter(|text| !text.is_empty());
        let id = id_keys(api).iter().find_map(|key| some_text(key));
        Some(Self {
            id: id.map(str::to_owned),
            name: call["name"].as_str().unwrap_or_default().to_owned(),
            arguments: call[arguments_key(api)].clone(),
        })
    }

    /// Sets the ID of the call.
    pub(in crate::answer) fn set_id(api: Api, item: &mut Value, id: Option<String>) {
        let (Some(id), Some(key)) = (id, id_keys(api).first()) else {
            return;
        };
        let holder = match api {
            Api::Bedrock => enter_member(item, "toolUse"),
            Api::Gemini => enter_member(item, "functionCall"),
            _ => item,
        };
        *enter_member(holder, key) = id.into();
    }

    /// Sets the arguments of a call that arrived in pieces. Empty ones stay as they are in the item.
    pub(in crate::answer) fn set_arguments(api: Api, part: &mut DraftPart, raw: &str) {
        if raw.trim().is_empty() {
            part.arguments.clear();
            return;
        }
        let is_object = serde_json::from_str::<Map<String, Value>>(raw).is_ok();
        match api {
            Api::Gemini => {}
            Api::OpenAiChat | Api::Ollama | Api::Cohere => {
                let is_inside = part.json["function"].is_object();
                let item = &mut part.json;
                let call = if is_inside {
                    enter_member(item, "function")
                } else {
                    item
                };
                *enter_member(call, "arguments") = raw.into();
            }
            Api::OpenAiResponses | Api::MistralConversations => {
                let is_json = serde_json::from_str::<Value>(raw).is_ok();
                if is_json && !part.json["arguments"].is_object() {
                    *enter_member(&mut part.json, "arguments") = raw.into();
                }
            }
            // The arguments become the object of the item.
            _ if is_object => {
                let object = parse_arguments_object(raw);
                let item = &mut part.json;
                let call = if api == Api::Bedrock {
                    enter_member(item, "toolUse")
                } else {
                    item
                };
                *enter_member(call, arguments_key(api)) = object;
                part.arguments.clear();
            }
            _ => raw.clone_into(&mut part.arguments),
        }
    }

    /// Writes the item of a call that the turn lacks.
    pub(in crate::answer) fn write(api: Api, call: &Call) -> Value {
        let Call { id, name, raw, .. } = call;
        let object = || parse_arguments_object(raw);
        match api {
            Api::OpenAiChat | Api::Ollama | Api::Cohere => {
                json!({"id": id, "function": {"name": name, "arguments": raw}})
            }
            Api::OpenAiResponses => json!({
                "type": "function_call", "call_id": id, "name": name, "arguments": raw,
            }),
            Api::Anthropic => json!({
                "type": "tool_use", "id": id, "name": name, "input": object(),
            }),
            Api::Gemini => json!({"functionCall": {"name": name, "args": object()}}),
            Api::GeminiInteractions => json!({
                "type": "function_call", "id": id, "name": name, "arguments": object(),
            }),
            Api::Bedrock => json!({
                "toolUse": {"toolUseId": id, "name": name, "input": object()},
            }),
            Api::MistralConversations => json!({
                "object": "entry", "type": "function.call", "tool_call_id": id, "name": name,
                "arguments": raw,
            }),
        }
    }
}

impl DraftPart {
    /// Returns the arguments of a call: the joined pieces, or those in the item.
    pub(in crate::answer) fn parse_arguments(&self, item: &CallItem) -> Option<Value> {
        let text = match &item.arguments {
            _ if !self.arguments.is_empty() => Some(self.arguments.as_str()),
            Value::String(text) => Some(text.as_str()),
            _ => None,
        };
        match text {
            Some(text) => serde_json::from_str(text).ok(),
            None => Some(item.arguments.clone()),
        }
    }
}

/// Returns the object with the name and the arguments of a call.
fn find_call(api: Api, item: &Value) -> Option<&Value> {
    let of_type = |kind: &str| (item["type"] == kind).then_some(item);
    match api {
        Api::OpenAiChat | Api::Ollama | Api::Cohere => Some(item.get("function").unwrap_or(item)),
        Api::OpenAiResponses | Api::GeminiInteractions => of_type("function_call"),
        Api::Anthropic => of_type("tool_use"),
        Api::Gemini => item.get("functionCall"),
        Api::Bedrock => item.get("toolUse"),
        Api::MistralConversations => of_type("function.call"),
    }
    .filter(|call| call.is_object())
}

/// Returns the members with the ID of a call. The results refer to the first one.
fn id_keys(api: Api) -> &'static [&'static str] {
    match api {
        Api::OpenAiResponses => &["call_id", "id"],
        Api::Bedrock => &["toolUseId"],
        Api::MistralConversations => &["tool_call_id", "id"],
        _ => &["id"],
    }
}

fn arguments_key(api: Api) -> &'static str {
    match api {
        Api::Anthropic | Api::Bedrock => "input",
        Api::Gemini => "args",
        _ => "arguments",
    }
}
