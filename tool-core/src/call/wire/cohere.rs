use serde_json::{Value, json};

use super::message::select_function;
use super::output::has_value;
use super::{
    Answered, Content, Draft, FoundArguments, Members, Node, Pointers, Wire, message, set,
};

/// Cohere `/v2/chat`.
pub(super) struct Cohere;

static MEMBERS: Members = Members {
    kept: &["tool_plan", "content", "citations"],
    arguments_are_text: true,
};

const USAGE: Pointers = Pointers {
    input: "/usage/tokens/input_tokens",
    output: "/usage/tokens/output_tokens",
    cache_read: "/usage/cached_tokens",
    ..Pointers::NONE
};

impl Wire for Cohere {
    fn is_body(&self, event: Node<'_>) -> bool {
        event.has("message") && !event.has("type")
    }

    /// `{"message": {"content": [..], "tool_plan", "tool_calls"}, "finish_reason"}`, with calls in the
    /// shape of `OpenAI` Chat; the text precedes them. In an error, `message` is a text.
    fn read_body(&self, body: Node<'_>, draft: &mut Draft) {
        let message = body.get("message");
        // The message of Ollama is next to `done` and `done_reason`.
        if body.has("done") || body.has("done_reason") || !message.is_object() {
            return;
        }
        draft.is_recognized = true;
        message::read_content(message, draft);
        message::read_whole_calls(message, 0, draft);
        draft.set_usage(body, &USAGE);
        draft.set_reason(0, body.get("finish_reason"));
    }

    fn is_event(&self, event: Node<'_>) -> bool {
        event
            .get("type")
            .begins_with_one_of("message- content- tool- citation-")
    }

    fn members_of(&self, event: Node<'_>) -> Option<&'static str> {
        let kind = event.get("type");
        let has_delta = !["tool-call-end", "content-end", "citation-end"]
            .iter()
            .any(|end| kind.is(end));
        Some(if has_delta { "delta" } else { "" })
    }

    /// `tool-call-start` has `delta.message.tool_calls` with the id and the name, then come
    /// `tool-call-delta` with pieces of the arguments and `tool-call-end`. `content-start`,
    /// `content-delta`, `tool-plan-delta` and `citation-start` have a piece in `delta`, and
    /// `message-end` has the `finish_reason`.
    fn read_event(&self, event: Node<'_>, draft: &mut Draft) {
        let (index, delta) = (event.get("index").index(), event.get("delta"));
        let piece = delta.get("message");
        let calls = piece.get("tool_calls");
        let function = select_function(calls);
        let kind = event.get("type").piece();
        let known = match &*kind {
            "tool-call-start" | "tool-call-delta" => "tool_calls role",
            "content-start" | "content-delta" => "content role",
            "tool-plan-delta" => "tool_plan role",
            "citation-start" => "citations role",
            _ => "role",
        };
        let mut members = piece.entries();
        if self.is_event(event)
            && members.any(|(key, value)| !key.is_one_of(known) && has_value(value))
        {
            draft.report_unread(event);
        }
        match &*kind {
            "content-start" => read_content(event, draft),
            "content-delta" => {
                draft.calls.output(0);
                read_content(event, draft);
            }
            "tool-plan-delta" => {
                draft.calls.output(0);
                message::merge_into(&piece.json(), draft);
            }
            // Only the start has a name, so a wrong type loses nothing.
            "tool-call-start" | "tool-call-delta"
                if calls.has("id") || function.get("name").has_content() =>
            {
                let call = draft.calls.begin_once(index, calls.get("id").some_text());
                message::begin_call(call, calls, draft);
            }
            "tool-call-start" | "tool-call-delta" => {
                let piece = FoundArguments::of(function, calls, "arguments");
                draft.calls.push_indexed(index, &piece.value.arguments());
            }
            "tool-call-end" => draft.calls.end_indexed(index),
            "citation-start" => {
                let citations = piece.get("citations").json();
                message::merge_into(&json!({"citations": [citations]}), draft);
            }
            "message-end" => {
                draft.set_usage(delta, &USAGE);
                let error = delta.get("error");
                if error.is_present() {
                    draft.fail(&error.json());
                }
                draft.set_reason(0, delta.get("finish_reason"));
                draft.calls.is_ended = true;
            }
            _ => {
                if event.get("message").is_string() {
                    draft.set_error(event);
                }
            }
        }
    }

    fn members(&self) -> Option<&'static Members> {
        Some(&MEMBERS)
    }

    fn write_result(&self, (call, result): &Answered<'_>) -> Value {
        let blocks = result.content.iter().map(|content| match content {
            Content::Block(block) => block.clone(),
            other => self.write_text_block(&other.to_text()),
        });
        let content: Vec<_> = blocks.collect();
        json!({"role": "tool", "tool_call_id": call.id, "content": content})
    }

    fn write_text_block(&self, text: &str) -> Value {
        json!({"type": "text", "text": text})
    }
}

/// Reads a piece of the content block with this `index`.
fn read_content(event: Node<'_>, draft: &mut Draft) {
    let mut block = event.at("/delta/message/content").json();
    message::note_deltas(&json!({"content": [block]}), draft);
    if block.is_object() {
        set(&mut block, "index", event.get("index").json());
    }
    message::merge_into(&json!({"content": [block]}), draft);
}
