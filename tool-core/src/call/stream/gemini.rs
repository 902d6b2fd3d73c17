use super::growing::Growing;
use super::streamed::{CallKey, Streamed};
use crate::call::partial::ValuePiece;
use crate::call::response::gemini::{is_output, read_ending, read_reason, read_rejected};
use crate::call::wire::{WireFields, WireValue};

/// Each event is a response. It usually contains a whole `functionCall`: `{"name", "args":
/// {..}}`.
///
/// With `streamFunctionCallArguments` (Vertex AI), a call comes in several events. The first
/// has the name, and all except the last have `"willContinue": true`. `partialArgs` has values
/// at paths: `{"jsonPath": "$.text", "stringValue": "Once", "willContinue": true}`. The last
/// one may be empty.
///
/// Code Assist has each response in the member `response`.
pub(super) fn push(event: &WireFields<'_>, streamed: &mut Streamed) {
    let inner = event.fields("response");
    let event = if event.has("response") { &inner } else { event };
    for candidate in event.items("candidates") {
        let candidate = candidate.fields();
        let answer = candidate.index("index").unwrap_or(0);
        for part in candidate.fields("content").items("parts") {
            let part = part.fields();
            if let Some(call) = part.either("functionCall", "function_call") {
                let is_thought = part.is_true("thought");
                read_function_call(&call.fields(), is_thought, answer, streamed);
            } else if is_output(&part) {
                streamed.output(answer);
            }
        }
        let has_calls = streamed.find_last_position(answer).is_some();
        if let Some(call) = read_rejected(&candidate, has_calls) {
            streamed.drop(call);
        }
        streamed.set_reason(answer, read_reason(&candidate).as_deref(), read_ending);
    }
}

fn read_function_call(
    event: &WireFields<'_>,
    is_thought: bool,
    answer: u64,
    streamed: &mut Streamed,
) {
    let id = event.some_text("id");
    let call = call(event, id, answer, streamed);
    call.is_thought |= is_thought;
    if let Some(args) = event.get("args") {
        call.push(&args.arguments());
    }
    for partial in event.items("partialArgs") {
        let partial = partial.fields();
        let path = partial.text("jsonPath").unwrap_or_default();
        call.push_at(&path, read_piece(&partial), partial.is_true("willContinue"));
    }
    if !event.is_true("willContinue") {
        call.end_whole();
    }
}

/// Returns the open call, by its id if it has one, or begins a call.
fn call<'s>(
    event: &WireFields<'_>,
    id: Option<String>,
    answer: u64,
    streamed: &'s mut Streamed,
) -> &'s mut Growing {
    let name = event.text("name").unwrap_or_default();
    let by_id = id.clone().map(CallKey::Id);
    let by_id = by_id.and_then(|key| streamed.position(answer, &key));
    let unnamed = name.is_empty().then(|| streamed.find_last_position(answer));
    let unnamed = unnamed.flatten();
    let unnamed = unnamed.filter(|at| id.is_none() || streamed.at(*at).id.is_none());
    let open = by_id.or(unnamed);
    if let Some(at) = open.filter(|at| !streamed.at(*at).has_ended()) {
        return streamed.at(at);
    }
    let call = streamed.begin(answer, None, id);
    call.name = name;
    call
}

fn read_piece(partial: &WireFields<'_>) -> ValuePiece {
    let text = partial.get("stringValue");
    if let Some(text) = text.filter(|text| text.source().starts_with('"')) {
        // Half a character at the end continues in the next piece.
        ValuePiece::Text(text.arguments())
    } else if let Some(number) = partial.get("numberValue") {
        read_number_piece(number)
    } else if let Some(value) = partial.get("boolValue") {
        ValuePiece::Boolean(value.source() == "true")
    } else if partial.names("nullValue") {
        ValuePiece::Null
    } else {
        ValuePiece::End
    }
}

/// Infinities and similar values come as strings. JSON cannot represent them.
fn read_number_piece(number: WireValue<'_>) -> ValuePiece {
    match number.source().parse::<serde_json::Number>() {
        Ok(_) => ValuePiece::Number(number.source().to_owned()),
        Err(_) => ValuePiece::Text(number.arguments()),
    }
}
