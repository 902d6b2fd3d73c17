use crate::call::Calls;
use crate::call::wire::Fields;
use crate::finish::Finish;

/// `choices[].message.tool_calls[]`: `{"id", "type": "function", "function": {"name",
/// "arguments": "{..}"}}`; before tools there was one `function_call`, without an id.
pub(super) fn read(body: &Fields<'_>, calls: &mut Calls) {
    for choice in body.items("choices") {
        let choice = choice.fields();
        let finish = finish(choice.text("finish_reason").as_deref());
        let message = choice.fields("message");
        for call in message.items("tool_calls") {
            let call = call.fields();
            if !call.is("type", "custom") {
                let id = call.some_text("id");
                calls.take(function(call).call(id, "arguments", finish));
            }
        }
        if let Some(function) = message.get("function_call") {
            calls.take(function.fields().call(None, "arguments", finish));
        }
    }
}

/// Some servers leave the inner object out.
pub(in crate::call) fn function(call: Fields<'_>) -> Fields<'_> {
    if call.has("function") {
        call.fields("function")
    } else {
        call
    }
}

/// `finish_reason`. Mistral has `model_length`; `content_filter` leaves output out.
pub(in crate::call) fn finish(reason: Option<&str>) -> Finish {
    match reason {
        Some("tool_calls" | "stop" | "function_call") => Finish::Complete,
        Some("length" | "model_length" | "max_tokens" | "content_filter") => Finish::Truncated,
        _ => Finish::Unknown,
    }
}
