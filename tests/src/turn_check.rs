//! Checks that the calls, the turn and the results of an answer agree.

use serde_json::Value;
use tool_core::answer::{Answer, CallResult};
use tool_core::call::{Api, Call};

use crate::streams::SentCall;

/// Returns the first disagreement between the calls, the turn and the results of an answer, or with
/// the calls that were sent, if they are known.
///
/// # Errors
///
/// Fails with a description of the disagreement.
pub fn check_answer(api: Api, answer: &Answer, sent: Option<&[SentCall]>) -> Result<(), String> {
    if let Some(sent) = sent {
        check_sent(answer, sent)?;
    }
    let turn = Value::from(answer.turn().to_vec());
    let mut items = Vec::new();
    list_items(api, &turn, &mut items);
    check_turn(answer, &items)?;
    let messages = check_results(answer)?;
    if matches!(api, Api::Gemini | Api::Ollama) {
        return Ok(());
    }
    // Each call of the turn has an ID of its own, and one result.
    let mut known = Vec::new();
    for item in items {
        let id = id_of(api, item);
        if id.as_str().is_none_or(str::is_empty) || known.contains(&id) {
            return Err(format!("{id} is no ID, or is twice in the turn: {turn}"));
        }
        known.push(id);
        let count = count_results(id, &messages);
        if count != 1 {
            return Err(format!("{id} has {count} results: {messages}"));
        }
    }
    Ok(())
}

/// Returns the first call that a reader accepts, and that was not sent. A reader rejects arguments that
/// are not JSON.
///
/// # Errors
///
/// Fails with a description of the call.
pub fn check_readable(answer: &Answer, sent: &[SentCall]) -> Result<(), String> {
    let mut answer = answer.clone();
    answer.calls.retain(|call| arguments_of(call).is_some());
    check_sent(&answer, sent)
}

/// Returns the number of results for a call. A name or a text may equal the ID.
fn count_results(id: &Value, messages: &Value) -> usize {
    let keys = ["tool_use_id", "toolUseId", "tool_call_id", "call_id"];
    match messages {
        Value::Object(object) => {
            let here = keys.iter().filter(|key| object.get(**key) == Some(id));
            let inside = object.values().map(|value| count_results(id, value));
            here.count() + inside.sum::<usize>()
        }
        Value::Array(items) => items.iter().map(|item| count_results(id, item)).sum(),
        _ => 0,
    }
}

/// Finds the calls of a turn. Other items are not calls of the API, whatever they contain.
fn list_items<'v>(api: Api, turn: &'v Value, found: &mut Vec<&'v Value>) {
    let lists = turn.as_array().into_iter().flatten();
    for message in lists {
        let inside = ["content", "parts", "tool_calls", "steps"].map(|key| &message[key]);
        let inside = inside.into_iter().filter_map(Value::as_array).flatten();
        for item in inside.chain([message]) {
            let kind = match api {
                Api::Anthropic => "tool_use",
                Api::OpenAiResponses | Api::GeminiInteractions => "function_call",
                Api::MistralConversations => "function.call",
                _ => "",
            };
            let call = match api {
                Api::Bedrock => item.get("toolUse"),
                Api::Gemini => item.get("functionCall"),
                Api::OpenAiChat | Api::Ollama | Api::Cohere => {
                    Some(item).filter(|item| item.get("function").is_some())
                }
                _ => Some(item).filter(|item| item["type"] == kind),
            };
            found.extend(call.filter(|call| !name_of(call).trim().is_empty()));
        }
    }
}

fn name_of(item: &Value) -> &str {
    let function = item.get("function").unwrap_or(item);
    function["name"].as_str().unwrap_or_default()
}

/// Returns the ID that a result refers to. Without one, it is the ID of the item.
fn id_of(api: Api, item: &Value) -> &Value {
    let id = &item[match api {
        Api::Bedrock => "toolUseId",
        Api::OpenAiResponses => "call_id",
        Api::MistralConversations => "tool_call_id",
        _ => "id",
    }];
    let is_missing = id.as_str().is_none_or(str::is_empty);
    if is_missing { &item["id"] } else { id }
}

/// Each returned call was sent with these arguments, and is returned once.
fn check_sent(answer: &Answer, sent: &[SentCall]) -> Result<(), String> {
    for call in &answer.calls {
        let arguments = arguments_of(call);
        let same = sent.iter().filter(|sent| {
            let of_sent = serde_json::from_str::<Value>(&sent.raw).ok();
            sent.name == call.name && of_sent == arguments
        });
        let returned = answer.calls.iter();
        let returned =
            returned.filter(|other| (&other.name, &other.raw) == (&call.name, &call.raw));
        let (sent, returned) = (same.count(), returned.count());
        if sent == 0 {
            return Err(format!("other arguments: {call:?}"));
        }
        if returned > sent {
            return Err(format!("a call twice: {call:?}"));
        }
    }
    Ok(())
}

/// Returns the arguments of a call, if they are JSON. An empty text is an empty object.
fn arguments_of(call: &Call) -> Option<Value> {
    let raw = if call.raw.is_empty() { "{}" } else { &call.raw };
    serde_json::from_str(raw).ok()
}

/// Each call is in the turn once.
fn check_turn(answer: &Answer, items: &[&Value]) -> Result<(), String> {
    for call in &answer.calls {
        let has_name = |item: &&&Value| name_of(item) == call.name;
        let count = answer.calls.iter().filter(|of| of.name == call.name);
        let dropped = answer.dropped.iter().filter(|of| of.name == call.name);
        let (count, dropped) = (count.count(), dropped.count());
        let found = items.iter().filter(has_name).count();
        if found < count || found > count + dropped {
            return Err(format!("{found} times in the turn: {call:?} in {items:?}"));
        }
    }
    Ok(())
}

/// Each call gets its result once. Returns the messages with the results.
///
/// # Errors
///
/// Fails with a description of the result that is missing or sent again.
pub fn check_results(answer: &Answer) -> Result<Value, String> {
    let results = (0..answer.calls.len()).map(|at| CallResult::text(format!("result {at}!")));
    let messages = answer.results(results).map_err(|error| error.to_string())?;
    let messages = Value::from(messages);
    let text = messages.to_string();
    for at in 0..answer.calls.len() {
        let count = text.matches(&format!("result {at}!")).count();
        if count != 1 {
            return Err(format!("result {at} is sent {count} times: {text}"));
        }
    }
    Ok(messages)
}
