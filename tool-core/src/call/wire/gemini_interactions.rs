use serde_json::{Value, json};

use super::mistral_conversations::are_entries;
use super::texts::{join_content, read_content};
use super::{
    Answered, CallShape, Draft, DraftPart, FoundArguments, Node, Pointers, TurnCall, Wire, append,
    enter_member, push_all, set,
};

/// Gemini Interactions.
pub(super) struct GeminiInteractions;

const USAGE: Pointers = Pointers {
    input: "/total_input_tokens",
    output: "/total_output_tokens",
    cache_read: "/total_cached_tokens",
    reasoning: "/total_thought_tokens",
    tools: "/total_tool_use_tokens",
    ..Pointers::NONE
};

const SHAPE: CallShape = CallShape {
    kind: "function_call",
    holder: "",
    ids: &["id"],
    arguments: "arguments",
};

impl Wire for GeminiInteractions {
    fn is_body(&self, event: Node<'_>) -> bool {
        (event.has("steps") || event.has("outputs")) && !event.has("event_type")
    }

    /// `{"steps": [..], "status", "usage"}`. A call is `{"type": "function_call", "id", "name",
    /// "arguments": {..}}`. Before June 2026, the API sent the steps in `outputs`.
    fn read_body(&self, body: Node<'_>, draft: &mut Draft) {
        let outputs = body.get("outputs");
        let has_outputs = outputs.is_array() && !are_entries(outputs);
        let has_status = body.get("status").is_string() && !body.has("output");
        draft.is_recognized |= match body.get("object").text() {
            Some(object) => object == "interaction",
            None => body.get("steps").is_array() || has_outputs || has_status,
        };
        read_steps(body, draft);
        read_status(body, draft);
    }

    fn is_event(&self, event: Node<'_>) -> bool {
        event
            .get("event_type")
            .begins_with_one_of("interaction. step. content.")
    }

    fn members_of(&self, event: Node<'_>) -> Option<&'static str> {
        Some(match &*event.get("event_type").piece() {
            "step.start" => "step",
            "content.start" => "content",
            "step.delta" | "content.delta" => "delta",
            _ => "",
        })
    }

    /// `step.start` has a step, in a call with `"arguments": {}`. Then come `step.delta` with a piece
    /// of it, for a call `{"type": "arguments_delta", "arguments": "piece"}`, and `step.stop`.
    /// `interaction.completed` has the `status`, in some versions with all steps. An
    /// `interaction.status_update` may have the status, too. Before June 2026, a `content.delta` had
    /// the whole call after a `content.start`, and the last event was `interaction.complete`.
    fn read_event(&self, event: Node<'_>, draft: &mut Draft) {
        let index = event.get("index").index();
        let delta = event.get("delta");
        match &*event.get("event_type").piece() {
            "interaction.status_update" => read_status(event, draft),
            "step.start" => begin(index, event.get("step"), draft),
            "content.start" => begin(index, event.get("content"), draft),
            "step.stop" | "content.stop" => {
                draft.calls.end_indexed(index);
                if let Some(part) = draft.part(index) {
                    part.is_open = false;
                }
            }
            "step.delta" => read_delta(index, delta, draft),
            "content.delta" => read_content_delta(index, delta, draft),
            "interaction.completed" | "interaction.complete" => {
                let interaction = event.get("interaction");
                if draft.calls.count() == 0 && draft.parts.is_empty() {
                    read_steps(interaction, draft);
                    draft.is_listed = !draft.parts.is_empty();
                } else {
                    complete_steps(interaction, draft);
                }
                read_status(interaction, draft);
                draft.calls.is_ended = true;
            }
            "error" => draft.fail(&event.get("error").json()),
            _ => draft.set_error(event.get("error")),
        }
    }

    fn write_call(&self, item: Value, call: &TurnCall) -> Value {
        SHAPE.write(item, call, call.to_object())
    }

    /// With `previous_interaction_id`, the server knows the steps, and the request contains only the
    /// results. Omits a step of the server that broke off.
    fn write_part(&self, draft: &Draft, at: usize) -> Option<Value> {
        let part = &draft.parts[at];
        let is_of_model = ["function_call", "model_output", "thought"];
        let is_of_model = is_of_model.iter().any(|kind| part.is_of_type(kind));
        (is_of_model || !part.is_open).then(|| part.json.clone())
    }

    fn read_texts(&self, step: &Value, text: &mut String, reasoning: &mut String) {
        match step["type"].as_str() {
            Some("model_output") => read_content(&step["content"], text, reasoning),
            Some("thought") => reasoning.push_str(&join_content(&step["summary"])),
            _ => {}
        }
    }

    /// Returns a `function_result`: an object, a text, or blocks if the result contains more than
    /// text.
    fn write_result(&self, (call, result): &Answered<'_>) -> Value {
        let content = match result.as_json() {
            Some(value) if value.is_object() => value.clone(),
            _ => result.to_text_or(
                "text",
                |media_type, data| json!({"type": "image", "mime_type": media_type, "data": data}),
            ),
        };
        let mut step = json!({
            "type": "function_result", "call_id": call.id, "name": call.name, "result": content,
        });
        if result.is_error {
            set(&mut step, "is_error", true);
        }
        step
    }

    fn write_user_message(&self, text: &str) -> Value {
        json!({"type": "user_input", "content": [{"type": "text", "text": text}]})
    }
}

/// Reads the steps. Without any, reads the `outputs`. A stored interaction contains the calls and the
/// results of earlier requests.
fn read_steps(holder: Node<'_>, draft: &mut Draft) {
    let has_steps = holder.get("steps").items().next().is_some();
    let key = if has_steps { "steps" } else { "outputs" };
    for step in holder.get(key).items() {
        if let Some(call) = SHAPE.find(step) {
            SHAPE.add_whole(call, step, draft);
            continue;
        }
        if is_output(step) {
            draft.calls.output(0);
        }
        if has_steps {
            draft.add(None, step);
        } else {
            draft.note_result(step);
            draft.add_json(None, to_step(step));
        }
    }
}

/// Reads the steps that the last event of a stream lists. Events of them may have been lost. A stored
/// interaction lists the earlier ones, too.
fn complete_steps(interaction: Node<'_>, draft: &mut Draft) {
    let steps: Vec<_> = interaction.get("steps").items().collect();
    let before = draft.take_parts();
    for step in &steps {
        draft.note_result(*step);
    }
    let ends_earlier = |step: &Node<'_>| {
        ["user_input", "function_result"]
            .iter()
            .any(|kind| step.get("type").is(kind))
    };
    let begin = steps.iter().rposition(ends_earlier).map_or(0, |at| at + 1);
    let ids = SHAPE.list_ids(steps.iter().copied());
    let mut unlisted = draft.calls.list_unlisted(&ids);
    for (at, step) in steps.iter().enumerate() {
        let Some(call) = SHAPE.find(*step) else {
            if at >= begin {
                draft.add_json(None, step.json());
            }
            continue;
        };
        let (id, name) = (SHAPE.read_id(call), call.get("name").piece());
        let arguments = call.get(SHAPE.arguments).whole_arguments();
        let calls = &mut draft.calls;
        let known = calls.position_of(0, id.as_ref());
        let known = known.filter(|known| *name == *calls.at(*known).name);
        let known = known.or_else(|| calls.take_unlisted(&mut unlisted, &name, &arguments));
        let Some(known) = known else {
            if id.is_none_or(|id| at >= begin || !calls.has_answer(&id)) {
                SHAPE.add_whole(call, *step, draft);
            }
            continue;
        };
        let growing = calls.at(known);
        growing.id = id.or(growing.id.take());
        growing.name = name.into_owned();
        if !growing.has_arguments(&arguments) {
            growing.replace(&arguments);
            growing.is_value = !call.get(SHAPE.arguments).is_string();
        }
        growing.end_whole();
        draft.add_part(DraftPart::new(None, Value::Null, Some(known)));
        SHAPE.set_item(known, None, *step, draft);
    }
    draft.keep_unlisted(before);
}

/// Returns an item of `outputs` as a step, which the API requires in a request.
fn to_step(output: Node<'_>) -> Value {
    match &*output.get("type").piece() {
        "text" if output.get("text").is_string() => {
            json!({"type": "model_output", "content": [output.json()]})
        }
        "text" => json!({"type": "model_output"}),
        "thought_signature" | "thought_summary" => json!({"type": "thought"}),
        _ => output.json(),
    }
}

/// Returns whether a step that is not a call contains output of the model. A thought may contain
/// only a signature.
fn is_output(step: Node<'_>) -> bool {
    step.has("type") && !step.get("type").is("thought")
}

/// Reads the status, the usage and an error of an interaction. A failed one may have the error in a
/// step or in a list. Ignores a status that does not end the interaction.
fn read_status(holder: Node<'_>, draft: &mut Draft) {
    draft.set_error(holder.get("error"));
    draft.set_usage(holder.get("usage"), &USAGE);
    let status = holder.get("status");
    let goes_on = status.is("in_progress") || status.is("queued");
    if !(draft.is_streamed && goes_on) {
        draft.set_reason(0, status);
    }
    if status.is("failed") {
        let mut steps = draft.parts.iter().rev();
        let error = steps.find_map(|step| step.json.get("error").filter(|error| !error.is_null()));
        draft.set_error_json(&error.cloned().unwrap_or_default());
        if let Some(error) = holder.get("errors").items().next() {
            draft.set_error(error);
        }
    }
}

/// Begins a step whose pieces follow.
fn begin(index: Option<u64>, step: Node<'_>, draft: &mut Draft) {
    let kind = step.get("type");
    if SHAPE.find(step).is_some() {
        SHAPE.begin(index, step, draft);
        return;
    }
    draft.note_result(step);
    draft.report_untyped(step);
    if draft.is_listed {
        return;
    }
    if is_output(step) {
        let has_text = kind.is("model_output") || kind.is("text");
        draft.calls.begin_other(index.filter(|_| !has_text));
    }
    draft.add_json(index, to_step(step));
    if let Some(part) = draft.parts.last_mut() {
        part.is_open = true;
    }
}

fn read_content_delta(index: Option<u64>, delta: Node<'_>, draft: &mut Draft) {
    let kind = delta.get("type");
    if kind.is("function_call") {
        return take_whole(index, delta, draft);
    }
    if kind.is("text") {
        draft.calls.output(0);
    }
    if draft.part(index).is_none() && kind.is_string() && !delta.has("text") {
        draft.add_json(index, json!({"type": kind.piece()}));
    }
    read_delta(index, delta, draft);
}

/// Reads a delta with a whole call. The call may have begun before, usually without its name.
fn take_whole(index: Option<u64>, delta: Node<'_>, draft: &mut Draft) {
    let id = delta.get("id").some_text();
    let open = draft.calls.find_indexed_position(index);
    let call = open.filter(|call| !draft.calls.at(*call).has_ended());
    let call = call.unwrap_or_else(|| draft.calls.begin(0, index, id.clone()));
    let found = FoundArguments::of(delta, delta, SHAPE.arguments);
    let growing = draft.calls.at(call);
    growing.id = id.or(growing.id.take());
    if let Some(name) = delta.get("name").some_text() {
        growing.name = name;
    }
    growing.replace(&found.value.whole_arguments());
    growing.is_value = found.is_value();
    growing.note(found);
    growing.end_whole();
    draft.set_index(call, index);
    if let Some(part) = draft.part_of(call) {
        merge_members(delta, &["arguments"], &mut part.json);
    }
}

/// Copies the members of a piece into its step.
fn merge_members(delta: Node<'_>, omitted: &[&str], step: &mut Value) {
    let members = delta.json_without(omitted);
    for (key, value) in members.as_object().into_iter().flatten() {
        if !value.is_null() {
            set(step, key, value.clone());
        }
    }
}

fn read_delta(index: Option<u64>, delta: Node<'_>, draft: &mut Draft) {
    let kind = delta.get("type").text().unwrap_or_default();
    let arguments = delta.get("arguments");
    if arguments.is_present() {
        draft.calls.push_indexed(index, &arguments.arguments());
    }
    if draft.is_listed {
        return;
    }
    match &*kind {
        "text" => draft.push_text(&delta.get("text").piece()),
        "thought_summary" => draft.push_reasoning(&delta.at("/content/text").piece()),
        _ => {}
    }
    // The start of the step was lost, or the index is wrong.
    let step = match &*kind {
        "text" => Some("model_output"),
        "thought_summary" | "thought_signature" => Some("thought"),
        _ => None,
    };
    let is_missing = draft.part(index).is_none_or(|part| part.call.is_some());
    if let Some(step) = step.filter(|_| is_missing) {
        draft.calls.output(0);
        draft.add_json(index, json!({"type": step}));
    }
    let Some(part) = draft.part(index) else {
        return;
    };
    let step = &mut part.json;
    match &*kind {
        "arguments_delta" => {}
        "thought_signature" => append(step, "signature", &delta.get("signature").piece()),
        "thought_summary" => push_content("summary", delta.get("content"), step),
        "text_annotation_delta" => {
            if let Some(Value::Array(content)) = step.get_mut("content")
                && let Some(last) = content.last_mut()
            {
                set(last, "annotations", delta.get("annotations").json());
            }
        }
        // An image of an answer, or a piece of a step that the server runs.
        "text" | "image" | "audio" | "document" | "video" => push_content("content", delta, step),
        _ if part.call.is_some() => {}
        _ => merge_members(delta, &["type"], step),
    }
}

/// Adds a block of content. Joins text with the previous text.
fn push_content(key: &str, block: Node<'_>, step: &mut Value) {
    let text = block.get("text");
    let content = enter_member(step, key);
    let last = content.as_array_mut().and_then(|blocks| blocks.last_mut());
    match last {
        Some(last) if last["text"].is_string() && text.is_string() => {
            append(last, "text", &text.piece());
        }
        _ => push_all([block.json()], content),
    }
}
