//! The messages made from recorded answers equal those that a real client sent and the API
//! accepted, except for the differences explained here.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tests::shared_rows;
use tool_core::answer::{Answer, AnswerStream, CallResult};
use tool_core::call::{Api, Call};

/// Differences that the API does not mind, or where the recorded client departs from the
/// answer. `*` is any text.
const EXPLAINED: &[(&str, &str)] = &[
    // The client sent more than the results: a user's words, files, a system message, or the
    // turn split into several messages.
    ("*[user] is sent, not made", "the user went on"),
    (
        "*[user].content[*] is sent, not made",
        "the user's words and files",
    ),
    ("anthropic[system] is sent, not made", "a system message"),
    (
        "anthropic[assistant] is sent, not made",
        "the turn in two messages",
    ),
    (
        "openai_chat[assistant] is sent, not made",
        "the turn in two messages",
    ),
    (
        "openai_responses[message] is sent, not made",
        "the user went on",
    ),
    (
        "openai_responses[additional_tools] is sent, not made",
        "tools that the client added",
    ),
    (
        "openai_responses[assistant] is sent, not made",
        "an empty message",
    ),
    (
        "openai_responses[function_call] is sent, not made",
        "a call that the client made up",
    ),
    (
        "openai_responses[function_call_output] is sent, not made",
        "its result",
    ),
    // Members that the API sent, and takes back or leaves out.
    (
        "anthropic[assistant].content[tool_use].caller is made, not sent",
        "optional",
    ),
    (
        "bedrock[assistant].content[toolUse].toolUse.type is made, not sent",
        "optional",
    ),
    (
        "bedrock[user].content[toolResult].toolResult.status is made, not sent",
        "optional",
    ),
    ("cohere[assistant].tool_plan *", "optional"),
    (
        "openai_chat[assistant].content is made, not sent",
        "empty text",
    ),
    (
        "openai_chat[assistant].reasoning is made, not sent",
        "the client wrote it elsewhere",
    ),
    (
        "openai_chat[assistant].reasoning_content is sent, not made",
        "that place",
    ),
    (
        "openai_chat[assistant].content[text] is sent, not made",
        "that place",
    ),
    (
        "openai_chat[assistant].reasoning_details is made, not sent",
        "optional",
    ),
    (
        "ollama[assistant].tool_calls[id] is made, not sent",
        "optional",
    ),
    ("ollama[tool].tool_call_id is made, not sent", "optional"),
    (
        "openai_responses[function_call].id is made, not sent",
        "optional",
    ),
    (
        "openai_responses[function_call].status is made, not sent",
        "optional",
    ),
    (
        "openai_responses[message].content[output_text].logprobs is made, not sent",
        "optional",
    ),
    // Members that the client added, and the API does not need.
    (
        "anthropic[user].content[tool_result].is_error is sent, not made",
        "the default",
    ),
    ("anthropic*.citations is sent, not made", "null"),
    ("cohere[assistant].citations is sent, not made", "empty"),
    ("cohere[assistant].content is sent, not made", "empty"),
    ("gemini*.thought is sent, not made", "the default"),
    (
        "gemini*.id is sent, not made",
        "an ID that the client made up",
    ),
    (
        "ollama[assistant].tool_calls[function] is sent, not made",
        "a call with a type",
    ),
    (
        "openai_chat[assistant].prefix is sent, not made",
        "the default",
    ),
    (
        "openai_chat[assistant].tool_calls[function].index is sent, not made",
        "optional",
    ),
    ("openai_chat*.id is sent, not made", "null"),
    ("openai_chat*.format differs: *", "null"),
    (
        "openai_responses[function_call_output].status is sent, not made",
        "optional",
    ),
    (
        "openai_responses[function_call].namespace is sent, not made",
        "null",
    ),
    (
        "openai_responses[reasoning].encrypted_content is sent, not made",
        "null",
    ),
    // What the client changed.
    (
        "gemini[model].parts[functionCall].thoughtSignature differs: *",
        "the alphabet of base64",
    ),
    (
        "gemini*.name differs: \"add\" \"sum\"",
        "the client renamed the tool",
    ),
    ("gemini*.response.result differs: *", "JSON in a text"),
    (
        "gemini_interactions[function_result] is made, not sent",
        "put into a `user_input`",
    ),
    (
        "gemini_interactions[user_input] is sent, not made",
        "around a `function_result`",
    ),
    (
        "bedrock[assistant].content[reasoningContent] is made, not sent",
        "sent as text",
    ),
    (
        "bedrock[assistant].content[text] is sent, not made",
        "that text",
    ),
    (
        "ollama[assistant].content[text] is made, not sent",
        "the client cut the thinking out",
    ),
    (
        "ollama[assistant].thinking is sent, not made",
        "that thinking",
    ),
    (
        "openai_responses[function_call] is made, not sent",
        "IDs with a prefix of the client",
    ),
    (
        "openai_responses[function_call_output] is made, not sent",
        "IDs with that prefix",
    ),
    (
        "openai_responses[message].content[output_text].text differs: *",
        "other quotation marks",
    ),
    (
        "openai_responses[reasoning].encrypted_content differs: *",
        "the event that it is taken from",
    ),
    (
        "openai_responses[tool_search_call].*",
        "the client ran the search of the server",
    ),
    (
        "openai_responses[tool_search_output] is made, not sent",
        "the search of the server",
    ),
];

#[test]
fn makes_the_messages_that_a_real_client_sent() {
    let Some(rows) = shared_rows("conversations.jsonl") else {
        return;
    };
    let mut unexplained: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut used = BTreeSet::new();
    // The bytes of this recording were decoded as UTF-8, which lost some of them.
    for row in rows.iter().filter(|row| row["id"] != "c0161") {
        for difference in find_differences(row) {
            match EXPLAINED
                .iter()
                .find(|(pattern, _)| matches(pattern, &difference))
            {
                Some((pattern, _)) => drop(used.insert(*pattern)),
                None => unexplained
                    .entry(difference)
                    .or_default()
                    .push(row["id"].to_string()),
            }
        }
    }
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    let unused = EXPLAINED.iter().map(|(pattern, _)| *pattern);
    let unused: Vec<_> = unused.filter(|pattern| !used.contains(pattern)).collect();
    assert!(unused.is_empty(), "explanations of nothing: {unused:#?}");
}

/// Lists where the messages made for a recorded answer differ from those that the client sent.
fn find_differences(row: &Value) -> Vec<String> {
    let api: Api = row["api"].as_str().unwrap().parse().unwrap();
    let answer = read_answer(api, row);
    let sent = row["next"].as_array().unwrap();
    let results = answer.calls.iter().enumerate();
    let results = results.map(|(at, call)| find_result(api, at, call, sent));
    let results = results.map(|result| result.unwrap_or_else(|| CallResult::text("")));
    let mut made = Vec::new();
    if row["by_reference"] != true {
        made.extend(answer.turn().iter().cloned());
    }
    made.extend(answer.results(results).unwrap());
    let mut sent = sent.clone();
    normalize(&mut made);
    normalize(&mut sent);
    let mut found = Vec::new();
    compare(api.as_str(), &made.into(), &sent.into(), &mut found);
    found
}

/// Writes text content as blocks.
fn normalize(messages: &mut [Value]) {
    for message in messages.iter_mut() {
        write_blocks(&mut message["content"]);
        for block in message["content"].as_array_mut().into_iter().flatten() {
            if block.get("content").is_some() {
                write_blocks(&mut block["content"]);
            }
        }
        if message["content"].is_null() {
            message.as_object_mut().unwrap().remove("content");
        }
    }
}

fn write_blocks(content: &mut Value) {
    match content.as_str() {
        Some("") => *content = json!([]),
        Some(text) => *content = json!([{"type": "text", "text": text}]),
        None => {}
    }
}

/// Returns whether a text is the pattern, in which `*` is any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            rest.is_empty()
                || (0..=text.len())
                    .any(|at| text.is_char_boundary(at) && matches(rest, &text[at..]))
        }),
        None => pattern == text,
    }
}

fn read_answer(api: Api, row: &Value) -> Answer {
    let body = row["answer"].as_str().unwrap();
    if row["op"] == "body" {
        return Answer::from_body(api, body).unwrap();
    }
    let mut stream = AnswerStream::new(api);
    let is_base64 = api == Api::Bedrock;
    let bytes = if is_base64 {
        STANDARD.decode(body).unwrap()
    } else {
        body.into()
    };
    stream.push_bytes(&bytes).unwrap();
    stream.finish().unwrap()
}

/// Finds the result that the client sent for a call.
fn find_result(api: Api, at: usize, call: &Call, sent: &[Value]) -> Option<CallResult> {
    let id = json!(call.id);
    let blocks = |key: &str| -> Vec<Value> {
        let of_users = sent.iter().filter(|message| message["role"] != "assistant");
        let blocks = of_users.filter_map(|message| message[key].as_array());
        blocks.flatten().cloned().collect()
    };
    match api {
        Api::OpenAiChat | Api::Cohere => {
            let mut tools = sent.iter().filter(|message| message["role"] == "tool");
            Some(from_content(
                &tools.find(|of| of["tool_call_id"] == id)?["content"],
            ))
        }
        Api::Ollama => {
            let mut tools = sent.iter().filter(|message| message["role"] == "tool");
            Some(from_content(&tools.nth(at)?["content"]))
        }
        Api::OpenAiResponses => {
            let mut outputs = sent
                .iter()
                .filter(|item| item["type"] == "function_call_output");
            Some(from_content(
                &outputs.find(|of| of["call_id"] == id)?["output"],
            ))
        }
        Api::Anthropic => {
            let blocks = blocks("content");
            let block = blocks.iter().find(|block| block["tool_use_id"] == id)?;
            let mut result = from_content(&block["content"]);
            result.is_error = block["is_error"] == true;
            Some(result)
        }
        Api::Bedrock => {
            let blocks = blocks("content");
            let block = blocks
                .iter()
                .find(|block| block["toolResult"]["toolUseId"] == id)?;
            let mut result = from_content(&block["toolResult"]["content"]);
            result.is_error = block["toolResult"]["status"] == "error";
            Some(result)
        }
        Api::Gemini => {
            let parts = blocks("parts");
            let mut responses = parts
                .iter()
                .filter(|part| part["functionResponse"].is_object());
            let response = &responses.nth(at)?["functionResponse"];
            let mut result = CallResult::json(response["response"].clone());
            for block in response["parts"].as_array().into_iter().flatten() {
                result = result.and_block(block.clone());
            }
            Some(result)
        }
        Api::GeminiInteractions => {
            let blocks = blocks("content");
            let block = blocks.iter().find(|block| block["call_id"] == id)?;
            Some(CallResult::json(block["result"].clone()))
        }
        _ => None,
    }
}

fn from_content(content: &Value) -> CallResult {
    let Some(blocks) = content.as_array() else {
        return CallResult::text(content.as_str().unwrap_or_default());
    };
    let mut result = CallResult::text("");
    result.content.clear();
    for block in blocks {
        let text = if block["type"] == "input_text"
            || block["type"] == "text"
            || block.get("type").is_none()
        {
            block["text"].as_str()
        } else {
            None
        };
        result = match text {
            Some(text) => {
                result.content.extend(CallResult::text(text).content);
                result
            }
            None => result.and_block(block.clone()),
        };
    }
    result
}

/// Lists where two values differ, without the indexes of lists.
fn compare(path: &str, made: &Value, sent: &Value, found: &mut Vec<String>) {
    match (made, sent) {
        (Value::Object(made), Value::Object(sent)) => {
            for (key, value) in made {
                match sent.get(key) {
                    Some(other) => compare(&format!("{path}.{key}"), value, other, found),
                    None => found.push(format!("{path}.{key} is made, not sent")),
                }
            }
            for key in sent.keys().filter(|key| !made.contains_key(*key)) {
                found.push(format!("{path}.{key} is sent, not made"));
            }
        }
        (Value::Array(made), Value::Array(sent)) => {
            let mut sent: Vec<_> = sent.iter().collect();
            for made in made {
                let path = format!("{path}[{}]", kind(made));
                match sent.iter().position(|sent| is_same_item(made, sent)) {
                    Some(at) => compare(&path, made, sent.remove(at), found),
                    None => found.push(format!("{path} is made, not sent")),
                }
            }
            for sent in sent {
                found.push(format!("{path}[{}] is sent, not made", kind(sent)));
            }
        }
        _ if made == sent => {}
        _ if is_same_json(made, sent) => {}
        _ => found.push(
            format!("{path} differs: {made} {sent}")
                .chars()
                .take(200)
                .collect(),
        ),
    }
}

/// Returns whether two items of a list are of one kind and of one ID, if both have an ID. The
/// order of calls and results is a law of its own.
fn is_same_item(made: &Value, sent: &Value) -> bool {
    let keys = ["call_id", "tool_call_id", "tool_use_id", "id"];
    let both = keys
        .iter()
        .find(|key| made[**key].is_string() && sent[**key].is_string());
    kind(made) == kind(sent) && both.is_none_or(|key| made[*key] == sent[*key])
}

fn is_same_json(made: &Value, sent: &Value) -> bool {
    let parse = |value: &Value| {
        value
            .as_str()
            .and_then(|text| serde_json::from_str::<Value>(text).ok())
    };
    parse(made).is_some_and(|made| Some(made) == parse(sent))
}

fn kind(value: &Value) -> String {
    let kind = value["type"].as_str().or_else(|| value["role"].as_str());
    let first = || {
        value
            .as_object()
            .and_then(|object| object.keys().next().cloned())
    };
    kind.map(str::to_owned).or_else(first).unwrap_or_default()
}
