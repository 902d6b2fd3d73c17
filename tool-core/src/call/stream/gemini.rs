use super::growing::Growing;
use super::streamed::{Key, Streamed};
use crate::call::partial::Piece;
use crate::call::response::gemini::{ending, is_output, malformed};
use crate::call::wire::{Fields, Part};

/// Each event is a response. It usually contains a whole `functionCall`: `{"name", "args":
/// {..}}`.
///
/// With `streamFunctionCallArguments` (Vertex AI), a call comes in several events. The first
/// has the name, and all except the last have `"willContinue": true`. `partialArgs` has values
/// at paths: `{"jsonPath": "$.text", "stringValue": "Once", "willContinue": true}`. The last
/// one may be empty.
pub(super) fn push(event: &Fields<'_>, streamed: &mut Streamed) {
    for candidate in event.items("candidates") {
        let candidate = candidate.fields();
        let answer = candidate.index("index").unwrap_or(0);
        for part in candidate.fields("content").items("parts") {
            let part = part.fields();
            if let Some(call) = part.get("functionCall") {
                function_call(&call.fields(), answer, streamed);
            } else if is_output(&part) {
                streamed.output(answer);
            }
        }
        if let Some(call) = malformed(&candidate) {
            streamed.drop(call);
        }
        let ending = ending(candidate.text("finishReason").as_deref());
        streamed.set_ending(answer, ending);
    }
}

fn function_call(event: &Fields<'_>, answer: u64, streamed: &mut Streamed) {
    let id = event.some_text("id");
    let call = call(event, id, answer, streamed);
    if let Some(args) = event.get("args") {
        call.push(&args.arguments());
    }
    for partial in event.items("partialArgs") {
        let partial = partial.fields();
        let path = partial.text("jsonPath").unwrap_or_default();
        call.push_at(&path, piece(&partial), partial.is_true("willContinue"));
    }
    if !event.is_true("willContinue") {
        call.end_whole();
    }
}

/// Returns the open call, by its id if it has one, or begins a call.
fn call<'s>(
    event: &Fields<'_>,
    id: Option<String>,
    answer: u64,
    streamed: &'s mut Streamed,
) -> &'s mut Growing {
    let name = event.text("name").unwrap_or_default();
    let by_id = id.clone().map(Key::Id);
    let by_id = by_id.and_then(|key| streamed.position(answer, &key));
    let unnamed = name.is_empty().then(|| streamed.last_position(answer));
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

fn piece(partial: &Fields<'_>) -> Piece {
    if let Some(text) = partial.text("stringValue") {
        Piece::Text(text)
    } else if let Some(number) = partial.get("numberValue") {
        number_piece(number)
    } else if let Some(value) = partial.get("boolValue") {
        Piece::Boolean(value.source() == "true")
    } else if partial.names("nullValue") {
        Piece::Null
    } else {
        Piece::End
    }
}

/// Infinities and similar values come as strings. JSON cannot represent them.
fn number_piece(number: Part<'_>) -> Piece {
    match number.source().parse::<serde_json::Number>() {
        Ok(_) => Piece::Number(number.source().to_owned()),
        Err(_) => Piece::Text(number.arguments()),
    }
}
