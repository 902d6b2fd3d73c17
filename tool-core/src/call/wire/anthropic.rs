use serde_json::{Value, json};

use super::{
    Answered, CallShape, Draft, Node, Pointers, TurnCall, Wire, append, enter_member,
    parse_arguments_object, push_all, set, without_nulls,
};

/// Anthropic Messages.
pub(super) struct Anthropic;

const USAGE: Pointers = Pointers {
    input: "/input_tokens",
    output: "/output_tokens",
    cache_read: "/cache_read_input_tokens",
    cache_write: "/cache_creation_input_tokens",
    reasoning: "/output_tokens_details/thinking_tokens",
    ..Pointers::NONE
};

const SHAPE: CallShape = CallShape {
    kind: "tool_use",
    holder: "",
    ids: &["id"],
    arguments: "input",
};

impl Wire for Anthropic {
    fn is_body(&self, event: Node<'_>) -> bool {
        event.has("content") && !event.has("index")
    }

    /// `{"content": [..], "stop_reason", "usage"}`. A call is `{"type": "tool_use", "id", "name",
    /// "input": {..}}`. An error is `{"type": "error", "error"}`.
    fn read_body(&self, body: Node<'_>, draft: &mut Draft) {
        draft.set_error(body.get("error"));
        let content = body.get("content");
        let (kind, is_of_model) = (body.get("type"), body.get("role").is("assistant"));
        let is_like = is_of_model || body.get("stop_reason").is_string();
        draft.is_recognized |= content.is_array()
            || kind.is("message") && (is_of_model || content.is_string())
            || !kind.is_present() && content.is_string() && is_like;
        SHAPE.read_items(content, draft, is_output, read_members);
        draft.set_usage(body.get("usage"), &USAGE);
        draft.set_reason(0, body.get("stop_reason"));
        draft.set_stop_message(body.at("/stop_details/explanation"));
    }

    fn is_event(&self, event: Node<'_>) -> bool {
        event
            .get("type")
            .begins_with_one_of("message_ content_block_")
    }

    fn members_of(&self, event: Node<'_>) -> Option<&'static str> {
        Some(match &*event.get("type").piece() {
            "content_block_start" => "content_block",
            "content_block_delta" | "message_delta" => "delta",
            _ => "",
        })
    }

    /// `content_block_start` has a block, in a call with `"input": {}`. Then come
    /// `content_block_delta` with a piece of it, for a call `{"type": "input_json_delta",
    /// "partial_json"}` (the first one is empty), and `content_block_stop`, even for truncated
    /// output. `message_delta` has the `stop_reason`. After results of calls that a program made,
    /// `message_start` has whole blocks and the `stop_reason`.
    fn read_event(&self, event: Node<'_>, draft: &mut Draft) {
        let index = event.get("index").index();
        match &*event.get("type").piece() {
            "message_start" => {
                let message = event.get("message");
                draft.set_usage(message.get("usage"), &USAGE);
                for block in message.get("content").elements() {
                    if block.is_string() {
                        draft.add_text(0, block);
                    } else if let Some(call) = begin(None, block, draft) {
                        draft.calls.at(call).end_whole();
                    }
                }
                draft.set_reason(0, message.get("stop_reason"));
            }
            "content_block_start" => {
                begin(index, event.get("content_block"), draft);
            }
            // The members of the two deltas differ, so a wrong type loses nothing.
            "content_block_delta" | "message_delta" => {
                let delta = event.get("delta");
                if !delta.has("stop_reason") {
                    read_delta(index, delta, draft);
                }
                draft.set_usage(event.get("usage"), &USAGE);
                draft.set_reason(0, delta.get("stop_reason"));
                draft.set_stop_message(delta.at("/stop_details/explanation"));
            }
            "content_block_stop" => draft.calls.end_indexed(index),
            "message_stop" => draft.calls.is_ended = true,
            "error" => draft.fail(&event.get("error").json()),
            _ => {}
        }
    }

    fn write_call(&self, item: Value, call: &TurnCall) -> Value {
        SHAPE.write(item, call, call.to_object())
    }

    fn message_of_parts(&self) -> Option<[&'static str; 2]> {
        Some(["assistant", "content"])
    }

    /// Omits blocks that the API rejects: blank text, thinking that was cut off before its signature,
    /// and a call of the server without its result.
    fn write_part(&self, draft: &Draft, at: usize) -> Option<Value> {
        let part = &draft.parts[at];
        let mut block = without_nulls(&part.json);
        if !part.pieces.is_empty() {
            set(&mut block, "input", parse_arguments_object(&part.pieces));
        }
        (!is_rejected(&block, draft.is_cut_at(at))).then_some(block)
    }

    fn read_texts(&self, block: &Value, text: &mut String, reasoning: &mut String) {
        match block["type"].as_str() {
            Some("text") => text.push_str(block["text"].as_str().unwrap_or_default()),
            Some("thinking") => reasoning.push_str(block["thinking"].as_str().unwrap_or_default()),
            _ => {}
        }
    }

    /// Returns a `tool_result`. Its content is a text, or blocks if the result contains more than
    /// text.
    fn write_result(&self, (call, result): &Answered<'_>) -> Value {
        let content = result.to_text_or("text", |media_type, data| {
            let source = json!({"type": "base64", "media_type": media_type, "data": data});
            json!({"type": "image", "source": source})
        });
        let mut block = json!({"type": "tool_result", "tool_use_id": call.id, "content": content});
        if result.is_error {
            set(&mut block, "is_error", true);
        }
        block
    }

    fn write_text_block(&self, text: &str) -> Value {
        json!({"type": "text", "text": text})
    }
}

/// Returns whether a block that is not a call contains output of the model.
fn is_output(block: Node<'_>) -> bool {
    let kind = block.get("type");
    block.get("text").has_content() || kind.is_present() && !kind.is("text")
}

/// Reads the members of a call next to its name and its arguments. Tools of two sets, such as
/// `browser`, have the same name.
fn read_members(call: usize, block: Node<'_>, draft: &mut Draft) {
    let call = draft.calls.at(call);
    call.namespace = block.get("toolset_name").some_text();
    call.caller = block.get("caller").some_json();
}

/// Begins a block. Returns its call if it is one.
fn begin(index: Option<u64>, block: Node<'_>, draft: &mut Draft) -> Option<usize> {
    draft.push_text(&block.get("text").piece());
    if SHAPE.find(block).is_some() {
        let call = SHAPE.begin(index, block, draft);
        read_members(call, block, draft);
        return Some(call);
    }
    if is_output(block) {
        if ["text", "thinking"]
            .iter()
            .any(|kind| block.get("type").is(kind))
        {
            draft.calls.output(0);
        } else {
            draft.calls.begin_other(index);
        }
    }
    draft.add(index, block);
    None
}

/// Reads a piece. A text or a thought begins a block if the block with this index is of another type:
/// gateways send both within one block, or without a block.
fn read_delta(index: Option<u64>, delta: Node<'_>, draft: &mut Draft) {
    let piece = delta.get("partial_json");
    if piece.is_present() {
        draft.calls.push_indexed(index, &piece.arguments());
    } else if delta.get("text").has_content() {
        // In the block of a call, the text may be its arguments.
        let call = index.and_then(|index| draft.calls.find_indexed(Some(index)));
        match call.filter(|call| !call.has_ended() && call.is_empty()) {
            Some(call) => call.doubt(),
            None => draft.calls.output(0),
        }
    }
    let kinds = ["text", "thinking"].into_iter();
    let kind = kinds.clone().find(|key| delta.get(key).is_string());
    let mut is_same = |kind| draft.part(index).is_some_and(|part| part.is_of_type(kind));
    if let Some(kind) = kind
        && !is_same(kind)
    {
        draft.add_json(index, json!({"type": kind, kind: ""}));
    }
    draft.push_reasoning(&delta.get("thinking").piece());
    draft.push_text(&delta.get("text").piece());
    let Some(part) = draft.part(index) else {
        return;
    };
    if piece.is_present() {
        // A call that the server runs. Other pieces with its index belong to another block.
        let kind = part.json["type"].as_str().unwrap_or_default();
        if part.call.is_none() && kind.ends_with("tool_use") {
            part.pieces.push_str(&piece.piece());
        }
    }
    let citation = delta.get("citation");
    if citation.is_present() {
        push_all([citation.json()], enter_member(&mut part.json, "citations"));
    }
    // A compaction has a summary in `content`, or an encrypted one.
    let keys = ["signature", "content", "encrypted_content"];
    for key in kinds.chain(keys).filter(|key| delta.get(key).is_string()) {
        append(&mut part.json, key, &delta.get(key).piece());
    }
}

fn is_rejected(block: &Value, is_cut: bool) -> bool {
    let is_blank = |key: &str| block[key].as_str().unwrap_or_default().trim().is_empty();
    match block["type"].as_str() {
        Some("text") => is_blank("text"),
        Some("thinking") => is_blank("signature") && (is_cut || is_blank("thinking")),
        // The result of the server is missing.
        Some("server_tool_use" | "mcp_tool_use") => is_cut,
        _ => false,
    }
}
