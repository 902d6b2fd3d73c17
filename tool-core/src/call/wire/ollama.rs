use serde_json::{Map, Value, json};

use super::output::has_value;
use super::{Answered, Draft, Ending, Members, Node, Pointers, Wire, message};

/// Ollama `/api/chat`.
pub(super) struct Ollama;

static MEMBERS: Members = Members {
    kept: &["content", "thinking"],
    arguments_are_text: false,
};

const USAGE: Pointers = Pointers {
    input: "/prompt_eval_count",
    output: "/eval_count",
    ..Pointers::NONE
};

impl Wire for Ollama {
    /// `{"message": {"content", "thinking", "tool_calls"}, "done_reason"}`. A call is `{"function":
    /// {"name", "arguments": {..}}}`, with an object; newer servers add an `id`. It is unknown whether
    /// the `content` came before or after the calls.
    fn read_body(&self, body: Node<'_>, draft: &mut Draft) {
        read(body, draft, |message, draft| {
            message::read_whole_calls(message, 0, draft);
        });
        // A body that is only an event of a stream.
        if body.get("done").source() == "false" {
            draft.calls.set_ending(0, Ending::Unfinished);
        }
    }

    fn is_event(&self, event: Node<'_>) -> bool {
        is_answer(event)
    }

    /// One object per line, with whole calls. The last one has `"done": true` and the `done_reason`.
    fn read_event(&self, event: Node<'_>, draft: &mut Draft) {
        read(event, draft, |message, draft| {
            if message.get("content").has_content() {
                draft.calls.output(0);
            }
            for item in message::list_calls(message, draft) {
                let call = draft.calls.begin(0, None, item.get("id").some_text());
                message::begin_call(call, item, draft);
                let call = draft.calls.at(call);
                call.is_value = true;
                call.end_whole();
            }
        });
        if event.get("done").is_true() {
            draft.calls.end_answer(0);
        }
    }

    fn members(&self) -> Option<&'static Members> {
        Some(&MEMBERS)
    }

    /// Newer servers send an ID for each call. Older servers match a result by the name of the tool.
    fn write_result(&self, (call, result): &Answered<'_>) -> Value {
        let mut message = Map::new();
        message.insert("role".to_owned(), "tool".into());
        message.insert("tool_name".to_owned(), call.name.clone().into());
        if let Some(id) = &call.id {
            message.insert("tool_call_id".to_owned(), json!(id));
        }
        message.insert("content".to_owned(), result.to_text().into());
        message.into()
    }

    fn needs_id(&self) -> bool {
        false
    }
}

fn read(body: Node<'_>, draft: &mut Draft, read_calls: fn(Node<'_>, &mut Draft)) {
    draft.set_error(body.get("error"));
    if !is_answer(body) {
        let message = body.get("message");
        if body.has("done") && !message.is_object() && has_value(message) {
            draft.report_unread(message);
        }
        return;
    }
    draft.is_recognized = true;
    draft.set_usage(body, &USAGE);
    let message = body.get("message");
    message::read_content(message, draft);
    read_calls(message, draft);
    draft.set_reason(0, body.get("done_reason"));
}

/// Returns whether a body has a message. The message of Cohere is next to a `finish_reason`, and the
/// message in an event of Anthropic is next to a `type`.
fn is_answer(body: Node<'_>) -> bool {
    let of_others = ["finish_reason", "type"];
    body.get("message").is_object() && !of_others.iter().any(|key| body.has(key))
}
