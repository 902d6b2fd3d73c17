//! The text and the reasoning of APIs whose answer is one message, and of Mistral's entries.

use std::mem;

use serde_json::{Map, Value};

use super::items_of;

/// Reads the text and the reasoning of a message.
pub(super) fn read_texts(message: &Map<String, Value>, text: &mut String, reasoning: &mut String) {
    let keys = [
        "reasoning_content",
        "reasoning",
        "thinking",
        "reasoning_text",
    ];
    let mut said = keys.iter().filter_map(|key| message.get(*key)?.as_str());
    reasoning.push_str(said.find(|piece| !piece.is_empty()).unwrap_or_default());
    if reasoning.is_empty() {
        let details = message.get("reasoning_details");
        reasoning.push_str(&details.map(join_content).unwrap_or_default());
    }
    read_content(
        message.get("content").unwrap_or(&Value::Null),
        text,
        reasoning,
    );
    let refusal = message.get("refusal").and_then(Value::as_str);
    text.push_str(refusal.unwrap_or_default());
    // The text of spoken output.
    let audio = message
        .get("audio")
        .and_then(|audio| audio.get("transcript"));
    text.push_str(audio.and_then(Value::as_str).unwrap_or_default());
}

/// Returns all text of content that is reasoning, such as `reasoning_details` or a summary.
pub(super) fn join_content(content: &Value) -> String {
    let (mut text, mut reasoning) = (String::new(), String::new());
    for chunk in items_of(content) {
        read_chunk(chunk, &mut text, &mut reasoning);
        text.push_str(&mem::take(&mut reasoning));
    }
    text
}

/// Reads content: a text, a list of chunks, or one chunk.
pub(super) fn read_content(content: &Value, text: &mut String, reasoning: &mut String) {
    for chunk in items_of(content) {
        read_chunk(chunk, text, reasoning);
    }
    text.push_str(content.as_str().unwrap_or_default());
}

/// Returns whether the type of a chunk of content names reasoning.
fn is_reasoning(chunk: &Value) -> bool {
    let kinds = ["reasoning", "reasoning_text", "thinking", "thought"];
    chunk["type"]
        .as_str()
        .is_some_and(|kind| kinds.contains(&kind))
}

/// Reads a chunk of content: `{"type": "text", "text"}`, `{"type": "thinking", "thinking"}` with a
/// text or a list of chunks, or Databricks' `{"type": "reasoning", "summary"}` with a list of chunks.
/// Some servers send a text in place of an object.
fn read_chunk(chunk: &Value, text: &mut String, reasoning: &mut String) {
    text.push_str(chunk.as_str().unwrap_or_default());
    let piece = chunk.get("text").or_else(|| chunk.get("refusal"));
    if let Some(piece) = piece.and_then(Value::as_str) {
        let texts = if is_reasoning(chunk) {
            &mut *reasoning
        } else {
            text
        };
        texts.push_str(piece);
    }
    match chunk.get("thinking").or_else(|| chunk.get("summary")) {
        Some(Value::String(piece)) => reasoning.push_str(piece),
        Some(Value::Array(chunks)) => {
            for chunk in chunks {
                let piece = chunk.get("text").and_then(Value::as_str);
                reasoning.push_str(piece.unwrap_or_default());
            }
        }
        _ => {}
    }
}
