use serde_json::{Map, Value, json};

use super::{
    Answered, CallShape, Content, Draft, Node, Pointers, TurnCall, Wire, append, enter_member,
    parse_arguments_object, push_all, set, without_nulls,
};

/// Amazon Bedrock Converse.
pub(super) struct Bedrock;

const USAGE: Pointers = Pointers {
    input: "/inputTokens",
    output: "/outputTokens",
    cache_read: "/cacheReadInputTokens",
    cache_write: "/cacheWriteInputTokens",
    ..Pointers::NONE
};

/// Names of the events. On the wire, the name is a header, and the payload has no wrapper. The SDKs
/// print the name around the payload.
const EVENTS: [&str; 6] = [
    "messageStart",
    "contentBlockStart",
    "contentBlockDelta",
    "contentBlockStop",
    "messageStop",
    "metadata",
];

const SHAPE: CallShape = CallShape {
    kind: "",
    holder: "toolUse",
    ids: &["toolUseId"],
    arguments: "input",
};

impl Wire for Bedrock {
    fn is_body(&self, event: Node<'_>) -> bool {
        event.has("output") && !event.has("contentBlockIndex")
    }

    /// `{"output": {"message": {"content": [..]}}, "stopReason", "usage"}`. A call is `{"toolUse":
    /// {"toolUseId", "name", "input": {..}}}`.
    fn read_body(&self, body: Node<'_>, draft: &mut Draft) {
        let content = body.at("/output/message/content");
        draft.is_recognized |=
            content.is_array() || content.is_string() || body.get("stopReason").is_string();
        SHAPE.read_items(content, draft, is_output, |_, _, _| {});
        draft.set_usage(body.get("usage"), &USAGE);
        draft.set_reason(0, body.get("stopReason"));
    }

    fn is_event(&self, event: Node<'_>) -> bool {
        let payload = find_payload(event);
        // Events of other APIs have a type.
        let is_typed = payload.has("type") || payload.has("event_type");
        let begins = payload.get("role").is("assistant") && !is_typed;
        let is_piece = payload.get("delta").is_object() && !is_typed;
        let is_end = payload.has("contentBlockIndex") || payload.get("stopReason").is_string();
        begins || is_piece || is_end
    }

    /// `contentBlockStart` has `{"start": {"toolUse": {"toolUseId", "name"}}}`. Then come
    /// `contentBlockDelta` with `{"delta": {"toolUse": {"input": "piece"}}}` and `contentBlockStop`.
    /// `messageStop` has the `stopReason`.
    fn read_event(&self, event: Node<'_>, draft: &mut Draft) {
        let payload = find_payload(event);
        let index = payload.get("contentBlockIndex").index();
        let (reason, start) = (payload.get("stopReason"), payload.get("start"));
        let delta = payload.get("delta");
        draft.set_reason(0, reason);
        draft.set_usage(payload.get("usage"), &USAGE);
        if start.is_object() {
            begin(index, start, draft);
        }
        if delta.is_object() {
            read_delta(index, delta, draft);
        }
        if index.is_some() && !delta.is_present() && !start.is_present() {
            draft.calls.end_indexed(index);
        }
    }

    fn write_call(&self, item: Value, call: &TurnCall) -> Value {
        SHAPE.write(item, call, call.to_object())
    }

    fn message_of_parts(&self) -> Option<[&'static str; 2]> {
        Some(["assistant", "content"])
    }

    /// Omits blocks that the API rejects: blank text, reasoning that was cut off before its signature,
    /// and a call of the server without its result.
    fn write_part(&self, draft: &Draft, at: usize) -> Option<Value> {
        let part = &draft.parts[at];
        let mut block = wrap_citations(without_nulls(&part.json));
        if part.call.is_none() && block["toolUse"].is_object() {
            let input = match &block["toolUse"]["input"] {
                _ if !part.pieces.is_empty() => parse_arguments_object(&part.pieces),
                Value::String(text) => parse_arguments_object(text),
                input if input.is_object() => input.clone(),
                _ => json!({}),
            };
            set(&mut block["toolUse"], "input", input);
        }
        (!is_rejected(&block, draft.is_cut_at(at))).then_some(block)
    }

    fn read_texts(&self, block: &Value, text: &mut String, reasoning: &mut String) {
        text.push_str(block["text"].as_str().unwrap_or_default());
        let cited = block["citationsContent"]["content"].as_array();
        for piece in cited.into_iter().flatten() {
            text.push_str(piece["text"].as_str().unwrap_or_default());
        }
        let thought = &block["reasoningContent"]["reasoningText"]["text"];
        reasoning.push_str(thought.as_str().unwrap_or_default());
    }

    /// Returns a `toolResult` with its status.
    fn write_result(&self, (call, result): &Answered<'_>) -> Value {
        let status = if result.is_error { "error" } else { "success" };
        let content: Vec<_> = result.content.iter().map(write_block).collect();
        json!({"toolResult": {"toolUseId": call.id, "content": content, "status": status}})
    }

    fn write_user_message(&self, text: &str) -> Value {
        json!({"role": "user", "content": [{"text": text}]})
    }
}

fn find_payload(event: Node<'_>) -> Node<'_> {
    let named = EVENTS.iter().find(|name| event.has(name));
    named.map_or(event, |name| event.get(name))
}

/// Returns whether a block, or a piece of one, that is not a call contains output of the model.
fn is_output(block: Node<'_>) -> bool {
    block.get("text").has_content() || !block.has_only("text")
}

fn begin(index: Option<u64>, start: Node<'_>, draft: &mut Draft) {
    if SHAPE.find(start).is_some() {
        let call = SHAPE.begin(index, start, draft);
        draft.calls.at(call).without_pieces = Some("{}".to_owned());
        return;
    }
    draft.note_result(start);
    let tool = start.get("toolUse");
    if tool.is_object() {
        draft.calls.begin_other(index);
    } else if tool.is_present() {
        draft.calls.report_unread(start.source());
    }
    let mut block = start.json();
    if block["toolResult"].is_object() {
        set(&mut block["toolResult"], "content", json!([]));
    }
    draft.add_json(index, block);
}

fn read_delta(index: Option<u64>, delta: Node<'_>, draft: &mut Draft) {
    let input = delta.at("/toolUse/input");
    if delta.has("toolUse") {
        draft.calls.push_indexed(index, &input.arguments());
    } else if is_output(delta) {
        draft.calls.output(0);
    }
    let reasoning = delta.get("reasoningContent");
    // A piece of a call without its arguments.
    let is_known = delta.get("toolUse").is_object() || delta.has("text") || reasoning.is_object();
    if let Some(call) = draft.calls.position_at(0, index).filter(|_| !is_known) {
        draft.calls.at(call).doubt();
    }
    draft.push_reasoning(&reasoning.get("text").piece());
    draft.push_text(&delta.get("text").piece());
    // Blocks of text or reasoning have no start event. A piece of a call without a block belongs to
    // the call that the keys find.
    let is_other = draft
        .part(index)
        .is_none_or(|part| index.is_some() && part.index != index);
    if is_other && !delta.has("toolUse") {
        draft.add_json(index, json!({}));
    }
    let Some(part) = draft.part(index).filter(|part| part.call.is_none()) else {
        return;
    };
    if part.json["toolUse"].is_object() {
        part.pieces.push_str(&input.piece());
    }
    let block = &mut part.json;
    if delta.get("text").is_string() {
        append(block, "text", &delta.get("text").piece());
    }
    if delta.get("toolResult").is_array() {
        let pieces = delta.get("toolResult").items().map(Node::json);
        push_all(
            pieces,
            enter_member(enter_member(block, "toolResult"), "content"),
        );
    }
    if delta.at("/image/source").is_object() {
        set(
            enter_member(block, "image"),
            "source",
            delta.at("/image/source").json(),
        );
    }
    if delta.get("citation").is_object() {
        push_all(
            [delta.get("citation").json()],
            enter_member(block, CITATIONS),
        );
    }
    append_reasoning(reasoning, block);
}

/// Appends a piece of reasoning: text with a signature, or encrypted content.
fn append_reasoning(reasoning: Node<'_>, block: &mut Value) {
    if !reasoning.is_object() {
        return;
    }
    let whole = enter_member(block, "reasoningContent");
    let append_to = |target: &mut Value, key: &str| {
        if reasoning.get(key).is_string() {
            append(target, key, &reasoning.get(key).piece());
        }
    };
    if reasoning.get("redactedContent").is_string() {
        append_to(whole, "redactedContent");
    } else {
        let text = enter_member(whole, "reasoningText");
        append_to(text, "text");
        append_to(text, "signature");
    }
}

/// The member with the citations of a text while it arrives.
const CITATIONS: &str = "citations";

/// Returns a text with citations as the API accepts it: `{"citationsContent": {"content",
/// "citations"}}`. A stream sends the citations next to the text.
fn wrap_citations(block: Value) -> Value {
    if block[CITATIONS].is_array() && block["text"].is_string() {
        let content = json!([{"text": block["text"]}]);
        return json!({"citationsContent": {"content": content, "citations": block[CITATIONS]}});
    }
    block
}

fn is_rejected(block: &Value, is_cut: bool) -> bool {
    let is_blank = |text: &Value| text.as_str().is_some_and(|text| text.trim().is_empty());
    let thought = &block["reasoningContent"]["reasoningText"];
    block.as_object().is_none_or(Map::is_empty)
        || is_blank(&block["text"])
        || is_cut && thought.is_object() && thought["signature"].is_null()
        || is_cut && block["toolUse"]["type"] == "server_tool_use"
}

/// Text in place of a blank result, which the API rejects.
const NO_TEXT: &str = "The result is empty.";

fn write_block(content: &Content) -> Value {
    match content {
        Content::Text(text) if text.trim().is_empty() => json!({"text": NO_TEXT}),
        Content::Text(text) => json!({"text": text}),
        // The API accepts only objects.
        Content::Json(value) if value.is_object() => json!({"json": value}),
        Content::Json(value) => json!({"text": value.to_string()}),
        Content::Block(block) => block.clone(),
        Content::Image { media_type, data } => {
            let format = media_type.strip_prefix("image/").unwrap_or(media_type);
            json!({"image": {"format": format, "source": {"bytes": data}}})
        }
    }
}
