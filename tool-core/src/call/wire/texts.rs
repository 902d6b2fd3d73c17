//! The text and the reasoning of APIs whose answer is one message, and of Mistral's entries.

use serde_json::{Map, Value};

/// Reads the text and the reasoning of a message.
pub(super) fn read_texts(message: &Map<String, Value>, text: &mut String, reasoning: &mut String) {
    for key in [
        "reasoning_content",
        "reasoning",
        "thinking",
        "reasoning_text",
    ] {
        if let Some(piece) = message.get(key).and_then(Value::as_str)
            && reasoning.is_empty()
        {
            reasoning.push_str(piece);
        }
    }
    if reasoning.is_empty() {
        read_reasoning_details(message, reasoning);
    }
    match message.get("content") {
        Some(Value::String(content)) => text.push_str(content),
        Some(Value::Array(chunks)) => {
            for chunk in chunks {
                read_chunk(chunk, text, reasoning);
            }
        }
        _ => {}
    }
    let refusal = message.get("refusal").and_then(Value::as_str);
    text.push_str(refusal.unwrap_or_default());
    // The text of spoken output.
    let audio = message
        .get("audio")
        .and_then(|audio| audio.get("transcript"));
    text.push_str(audio.and_then(Value::as_str).unwrap_or_default());
}

/// Reads the texts and the summaries of `reasoning_details`.
fn read_reasoning_details(message: &Map<String, Value>, reasoning: &mut String) {
    let details = message.get("reasoning_details").and_then(Value::as_array);
    for detail in details.into_iter().flatten() {
        let piece = detail["text"]
            .as_str()
            .or_else(|| detail["summary"].as_str());
        reasoning.push_str(piece.unwrap_or_default());
    }
}

/// Returns whether the type of a chunk of content names reasoning.
pub(super) fn is_reasoning(chunk: &Value) -> bool {
    let kinds = ["reasoning", "reasoning_text", "thinking", "thought"];
    chunk["type"]
        .as_str()
        .is_some_and(|kind| kinds.contains(&kind))
}

/// Reads a chunk of content: `{"type": "text", "text"}`, `{"type": "thinking", "thinking"}` with a
/// text or a list of chunks, or Databricks' `{"type": "reasoning", "summary"}` with a list of chunks.
/// Some servers send a text in place of an object.
pub(super) fn read_chunk(chunk: &Value, text: &mut String, reasoning: &mut String) {
    text.push_str(chunk.as_str().unwrap_or_default());
    if let Some(piece) = chunk.get("text").and_then(Value::as_str) {
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
