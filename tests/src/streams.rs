//! Streams and bodies of all APIs with the same calls.

use serde_json::{Value, json};
use tool_core::call::Api;

/// A call of an answer.
#[derive(Clone, Debug)]
pub struct SentCall {
    /// The ID that a result refers to.
    pub id: String,
    /// The ID of the item with the call, for the APIs that have one.
    pub item: String,
    /// The name of the tool.
    pub name: String,
    /// The text of the arguments. An object in APIs without text, if the text is one.
    pub raw: String,
}

impl SentCall {
    /// Returns the call with this number.
    #[must_use]
    pub fn new(number: usize, name: &str, raw: &str) -> Self {
        Self {
            id: format!("c{number}"),
            item: format!("f{number}"),
            name: name.to_owned(),
            raw: raw.to_owned(),
        }
    }

    /// Returns the arguments as an object, or as text if they are not an object.
    fn object(&self) -> Value {
        let object = serde_json::from_str(&self.raw).ok();
        object.filter(Value::is_object).unwrap_or(json!(self.raw))
    }

    fn function_call(&self, raw: &str, status: &str) -> Value {
        json!({"type": "function_call", "id": self.item, "call_id": self.id, "name": self.name,
            "arguments": raw, "status": status})
    }
}

/// The end of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentEnd {
    /// The model waits for results.
    Normal,
    /// A limit of tokens ended the answer.
    Cut,
    /// The provider failed or rejected the answer.
    Failed,
}

impl SentEnd {
    /// All ends.
    pub const ALL: [Self; 3] = [Self::Normal, Self::Cut, Self::Failed];

    fn select<T: Copy>(self, of: [T; 3]) -> T {
        of[self as usize]
    }

    /// Returns the word of the API. `None` for an API whose bodies have no word for it.
    #[must_use]
    pub fn word(self, api: Api) -> Option<&'static str> {
        let words = match api {
            Api::OpenAiChat => ["tool_calls", "length", "error"],
            Api::OpenAiResponses => ["completed", "incomplete", "failed"],
            Api::Anthropic => ["tool_use", "max_tokens", "refusal"],
            Api::Gemini => ["STOP", "MAX_TOKENS", "OTHER"],
            Api::GeminiInteractions => ["requires_action", "incomplete", "failed"],
            Api::Bedrock => ["tool_use", "max_tokens", "malformed_tool_use"],
            Api::Cohere => ["TOOL_CALL", "MAX_TOKENS", "ERROR"],
            Api::Ollama => ["stop", "length", ""],
            _ => ["done", "", ""],
        };
        Some(self.select(words)).filter(|word| !word.is_empty())
    }
}

/// An event, and whether it has a piece of arguments that no later event repeats.
#[derive(Clone, Debug)]
pub struct SentEvent {
    /// The event.
    pub json: Value,
    /// `true` if the event has such a piece.
    pub is_piece: bool,
}

impl SentEvent {
    fn new(json: Value) -> Self {
        let is_piece = false;
        Self { json, is_piece }
    }

    fn piece(json: Value) -> Self {
        let is_piece = true;
        Self { json, is_piece }
    }
}

/// Returns the events of an answer with these calls, whose arguments have this number of pieces.
/// The pieces of all calls alternate if `alternate`.
#[must_use]
pub fn write_events(
    api: Api,
    calls: &[SentCall],
    pieces: usize,
    alternate: bool,
    end: SentEnd,
) -> Vec<SentEvent> {
    let mut events = vec![SentEvent::new(begin(api))];
    let mut written: Vec<_> = calls
        .iter()
        .enumerate()
        .map(|(at, call)| {
            let is_cut = end != SentEnd::Normal && at + 1 == calls.len();
            write_call(api, at, call, pieces, is_cut)
        })
        .collect();
    if alternate {
        // Each call begins before the pieces of the others.
        let longest = written.iter().map(Vec::len).max().unwrap_or_default();
        for call in &mut written {
            let last = call.pop();
            call.resize(longest - 1, None);
            call.push(last.flatten());
        }
        for turn in 0..longest {
            events.extend(written.iter_mut().filter_map(|call| call[turn].take()));
        }
    } else {
        events.extend(written.into_iter().flatten().flatten());
    }
    events.extend(write_end(api, calls, end).into_iter().map(SentEvent::new));
    events
}

fn split(text: &str, pieces: usize) -> Vec<&str> {
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).collect();
    let size = (ends.len() + 1).div_ceil(pieces);
    let mut parts = Vec::new();
    let mut start = 0;
    for end in ends.chunks(size).filter_map(|chunk| chunk.get(size - 1)) {
        parts.push(&text[start..*end]);
        start = *end;
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the events of one call: its start, its pieces and its end.
fn write_call(
    api: Api,
    at: usize,
    call: &SentCall,
    pieces: usize,
    is_cut: bool,
) -> Vec<Option<SentEvent>> {
    let (id, item, name, raw) = (&call.id, &call.item, &call.name, &call.raw);
    let parts = split(raw, pieces).into_iter();
    let mut events = Vec::new();
    match api {
        Api::OpenAiChat => {
            let of = |call: Value| {
                json!({"choices": [{"index": 0, "finish_reason": null,
                    "delta": {"tool_calls": [call]}}]})
            };
            events.push(SentEvent::new(of(json!({"index": at, "id": id,
                "type": "function", "function": {"name": name, "arguments": ""}}))));
            events.extend(parts.map(|part| {
                let function = json!({"arguments": part});
                SentEvent::piece(of(json!({"index": at, "function": function})))
            }));
        }
        Api::OpenAiResponses => {
            let of_item = |event: &str, item: Value| {
                let kind = format!("response.output_item.{event}");
                SentEvent::new(json!({"type": kind, "output_index": at, "item": item}))
            };
            events.push(of_item("added", call.function_call("", "in_progress")));
            events.extend(parts.map(|part| {
                SentEvent::new(json!({"type": "response.function_call_arguments.delta",
                    "output_index": at, "item_id": item, "delta": part}))
            }));
            if !is_cut {
                events.push(SentEvent::new(
                    json!({"type": "response.function_call_arguments.done",
                    "output_index": at, "item_id": item, "arguments": raw}),
                ));
            }
            let status = if is_cut { "incomplete" } else { "completed" };
            events.push(of_item("done", call.function_call(raw, status)));
        }
        Api::Anthropic => {
            events.push(SentEvent::new(json!({"type": "content_block_start",
                "index": at, "content_block":
                {"type": "tool_use", "id": id, "name": name, "input": {}}})));
            events.extend(parts.map(|part| {
                SentEvent::piece(json!({"type": "content_block_delta", "index": at,
                    "delta": {"type": "input_json_delta", "partial_json": part}}))
            }));
            events.push(SentEvent::new(
                json!({"type": "content_block_stop", "index": at}),
            ));
        }
        Api::GeminiInteractions => {
            events.push(SentEvent::new(
                json!({"event_type": "step.start", "index": at, "step":
                {"type": "function_call", "id": id, "name": name, "arguments": {}}}),
            ));
            events.extend(parts.map(|part| {
                SentEvent::piece(json!({"event_type": "step.delta", "index": at,
                    "delta": {"type": "arguments_delta", "arguments": part}}))
            }));
            events.push(SentEvent::new(
                json!({"event_type": "step.stop", "index": at}),
            ));
        }
        Api::Bedrock => {
            events.push(SentEvent::new(
                json!({"contentBlockStart": {"contentBlockIndex": at,
                "start": {"toolUse": {"toolUseId": id, "name": name}}}}),
            ));
            events.extend(parts.map(|part| {
                SentEvent::piece(json!({"contentBlockDelta": {"contentBlockIndex": at,
                    "delta": {"toolUse": {"input": part}}}}))
            }));
            events.push(SentEvent::new(
                json!({"contentBlockStop": {"contentBlockIndex": at}}),
            ));
        }
        Api::Cohere => {
            let of = |kind: &str, call: Value| json!({"type": kind, "index": at, "delta": {"message": {"tool_calls": call}}});
            let function = json!({"name": name, "arguments": ""});
            let start = json!({"id": id, "type": "function", "function": function});
            events.push(SentEvent::new(of("tool-call-start", start)));
            events.extend(parts.map(|part| {
                let function = json!({"function": {"arguments": part}});
                SentEvent::piece(of("tool-call-delta", function))
            }));
            events.push(SentEvent::new(
                json!({"type": "tool-call-end", "index": at}),
            ));
        }
        Api::MistralConversations => events.extend(parts.map(|part| {
            SentEvent::piece(json!({"type": "function.call.delta", "output_index": at,
                "id": item, "tool_call_id": id, "name": name, "arguments": part}))
        })),
        Api::Gemini => events.push(SentEvent::new(json!({"candidates": [{"index": 0,
            "content": {"role": "model", "parts": [{"functionCall":
            {"id": id, "name": name, "args": call.object()}}]}}]}))),
        _ => events.push(SentEvent::new(json!({"message": {"role": "assistant",
            "tool_calls": [{"id": id,
            "function": {"name": name, "arguments": call.object()}}]}}))),
    }
    events.into_iter().map(Some).collect()
}

fn begin(api: Api) -> Value {
    match api {
        Api::OpenAiChat => json!({"choices": [{"index": 0, "delta": {"role": "assistant"}}]}),
        Api::OpenAiResponses => json!({"type": "response.created", "response": {"id": "r"}}),
        Api::Anthropic => json!({"type": "message_start", "message":
            {"type": "message", "role": "assistant", "content": []}}),
        Api::Gemini => {
            json!({"candidates": [{"index": 0, "content": {"parts": [{"text": "Hi"}]}}]})
        }
        Api::GeminiInteractions => json!({"event_type": "interaction.created"}),
        Api::Bedrock => json!({"messageStart": {"role": "assistant"}}),
        Api::Ollama => json!({"message": {"role": "assistant", "content": "Hi"}}),
        Api::Cohere => json!({"type": "message-start"}),
        _ => json!({"type": "conversation.response.started"}),
    }
}

fn write_end(api: Api, calls: &[SentCall], end: SentEnd) -> Vec<Value> {
    let word = end.word(api).unwrap_or_default();
    match api {
        Api::OpenAiChat => {
            vec![json!({"choices": [{"index": 0, "delta": {}, "finish_reason": word}]})]
        }
        Api::OpenAiResponses => vec![json!({"type": format!("response.{word}"),
            "response": write_body(api, calls, end)})],
        Api::Anthropic => vec![
            json!({"type": "message_delta", "delta": {"stop_reason": word}}),
            json!({"type": "message_stop"}),
        ],
        Api::Gemini => vec![json!({"candidates": [{"index": 0, "finishReason": word}]})],
        Api::GeminiInteractions => vec![json!({"event_type": "interaction.completed",
            "interaction": {"status": word}})],
        Api::Bedrock => vec![json!({"messageStop": {"stopReason": word}})],
        Api::Ollama => vec![json!({"message": {}, "done": true, "done_reason": word})],
        Api::Cohere => vec![json!({"type": "message-end", "delta": {"finish_reason": word}})],
        _ => vec![json!({"type": "conversation.response.done", "usage": {}})],
    }
}

/// Returns the body of an answer with these calls.
#[must_use]
pub fn write_body(api: Api, calls: &[SentCall], end: SentEnd) -> Value {
    let word = end.word(api).unwrap_or_default();
    let write_all =
        |write: &dyn Fn(&SentCall) -> Value| calls.iter().map(write).collect::<Vec<_>>();
    let functions = || {
        write_all(&|call| {
            json!({"id": call.id, "type": "function",
            "function": {"name": call.name, "arguments": call.raw}})
        })
    };
    match api {
        Api::OpenAiChat => json!({"choices": [{"index": 0, "finish_reason": word,
            "message": {"role": "assistant", "tool_calls": functions()}}]}),
        Api::OpenAiResponses => {
            let last = calls.last().map(|call| call.id.clone());
            let output = write_all(&|call| {
                let is_cut = end != SentEnd::Normal && last.as_ref() == Some(&call.id);
                call.function_call(&call.raw, if is_cut { "incomplete" } else { "completed" })
            });
            json!({"object": "response", "status": word, "output": output})
        }
        Api::Anthropic => json!({"type": "message", "role": "assistant", "stop_reason": word,
            "content": write_all(&|call| json!({"type": "tool_use", "id": call.id, "name": call.name,
                "input": call.object()}))}),
        Api::Gemini => {
            let mut parts = vec![json!({"text": "Hi"})];
            parts.extend(write_all(&|call| {
                json!({"functionCall": {"id": call.id, "name": call.name, "args": call.object()}})
            }));
            json!({"candidates": [{"finishReason": word,
                "content": {"role": "model", "parts": parts}}]})
        }
        Api::GeminiInteractions => json!({"status": word, "steps": write_all(&|call| {
            json!({"type": "function_call", "id": call.id, "name": call.name,
                "arguments": call.object()})
        })}),
        Api::Bedrock => {
            let content = write_all(&|call| {
                json!({"toolUse": {"toolUseId": call.id, "name": call.name,
                "input": call.object()}})
            });
            json!({"stopReason": word,
                "output": {"message": {"role": "assistant", "content": content}}})
        }
        Api::Ollama => json!({"done": true, "done_reason": word, "message": {
            "role": "assistant", "content": "Hi", "tool_calls": write_all(&|call| json!({
                "id": call.id, "function": {"name": call.name, "arguments": call.object()}}))}}),
        Api::Cohere => json!({"finish_reason": word,
            "message": {"role": "assistant", "tool_calls": functions()}}),
        _ => json!({"object": "conversation.response", "outputs": write_all(&|call| {
            json!({"type": "function.call", "id": call.item, "tool_call_id": call.id,
                "name": call.name, "arguments": call.raw})
        })}),
    }
}
