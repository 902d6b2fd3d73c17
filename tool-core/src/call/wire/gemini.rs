use serde_json::{Map, Value, json};

use super::message::number_answers;
use super::output::has_value;
use super::{
    Answered, Content, Draft, DraftPart, Ending, FoundArguments, Node, Pointers, TurnCall, Wire,
    append, set,
};
use crate::call::Dropped;
use crate::json::NodeContent;

/// Gemini `generateContent`. Python clients write the members in `snake_case`.
pub(super) struct Gemini;

const USAGE: Pointers = Pointers {
    input: "/promptTokenCount",
    output: "/candidatesTokenCount",
    cache_read: "/cachedContentTokenCount",
    reasoning: "/thoughtsTokenCount",
    tools: "/toolUsePromptTokenCount",
    ..Pointers::NONE
};

/// Members of parts in `snake_case`, and their names in the API.
const SPELLINGS: [(&str, &str); 5] = [
    ("function_call", "functionCall"),
    ("thought_signature", "thoughtSignature"),
    ("inline_data", "inlineData"),
    ("executable_code", "executableCode"),
    ("code_execution_result", "codeExecutionResult"),
];

impl Wire for Gemini {
    /// `candidates[].content.parts[].functionCall`: `{"id"?, "name", "args"?: {..}}`. Only the first
    /// candidate has a turn. The response to a blocked prompt contains `promptFeedback` and no
    /// candidate.
    fn read_body(&self, body: Node<'_>, draft: &mut Draft) {
        read_response(body, draft);
        let candidates: Vec<_> = body.get("candidates").items().collect();
        for (answer, candidate) in number_answers(&candidates).zip(&candidates) {
            read_candidate(*candidate, answer, draft);
        }
    }

    fn is_event(&self, event: Node<'_>) -> bool {
        let mut members = ["candidates", "promptFeedback", "usageMetadata"].iter();
        members.any(|key| event.names(key) || event.get("response").names(key))
    }

    /// Each event is a response with a piece of the answer. It usually contains a whole
    /// `functionCall`: `{"name", "args": {..}}`.
    ///
    /// With `streamFunctionCallArguments` (Vertex AI), a call comes in several events. The first
    /// has the name, and all except the last have `"willContinue": true`. `partialArgs` has values
    /// at paths: `{"jsonPath": "$.text", "stringValue": "Once", "willContinue": true}`. The last
    /// one may be empty.
    ///
    /// Code Assist has each response in the member `response`.
    fn read_event(&self, event: Node<'_>, draft: &mut Draft) {
        let inner = event.get("response");
        let event = if inner.is_object() { inner } else { event };
        read_response(event, draft);
        for candidate in event.get("candidates").items() {
            let answer = candidate.get("index").index().unwrap_or(0);
            read_candidate(candidate, answer, draft);
        }
    }

    fn read_reason(&self, reason: &str) -> Ending {
        if let Ok(number) = reason.parse() {
            return read_number(number);
        }
        // In another API, the word has no defined meaning.
        if reason.eq_ignore_ascii_case("other") {
            return Ending::Failed;
        }
        Ending::from_word(reason)
    }

    /// A call that the API sent without arguments stays without them.
    fn write_call(&self, item: Value, call: &TurnCall) -> Value {
        let mut part = item;
        if !part["functionCall"].is_object() {
            part = json!({"functionCall": {"args": null}});
        }
        set(&mut part["functionCall"], "name", &*call.name);
        if let Some(function) = part["functionCall"].as_object_mut() {
            if let Some(id) = &call.id {
                function.insert("id".to_owned(), json!(id));
            } else {
                function.remove("id");
            }
            if function.contains_key("args") || !call.raw.is_empty() {
                function.insert("args".to_owned(), call.to_object());
            }
        }
        part
    }

    fn message_of_parts(&self) -> Option<[&'static str; 2]> {
        Some(["model", "parts"])
    }

    fn write_part(&self, draft: &Draft, at: usize) -> Option<Value> {
        let part = &draft.parts[at].json;
        let is_blank = part["text"] == "" && part.get("thoughtSignature").is_none();
        (!is_blank).then(|| part.clone())
    }

    fn read_texts(&self, part: &Value, text: &mut String, reasoning: &mut String) {
        let piece = part["text"].as_str().unwrap_or_default();
        if part["thought"] == true {
            reasoning.push_str(piece);
        } else {
            text.push_str(piece);
        }
    }

    /// Returns a `functionResponse`. The response is an object: any other value goes under `result`,
    /// and the text of a failed call goes under `error`.
    fn write_result(&self, (call, result): &Answered<'_>) -> Value {
        let response = match result.as_json() {
            Some(value) if value.is_object() && !result.is_error => value.clone(),
            Some(value) if !result.is_error => json!({"result": value}),
            _ => {
                let texts = result.content.iter();
                let texts = texts.filter(|part| write_block(part).is_none());
                let text: Vec<_> = texts.map(Content::to_text).collect();
                let key = if result.is_error { "error" } else { "result" };
                json!({key: text.join("\n")})
            }
        };
        let mut function = Map::new();
        if let Some(id) = &call.id {
            function.insert("id".to_owned(), id.clone().into());
        }
        function.insert("name".to_owned(), call.name.clone().into());
        function.insert("response".to_owned(), response);
        let blocks: Vec<_> = result.content.iter().filter_map(write_block).collect();
        if !blocks.is_empty() {
            function.insert("parts".to_owned(), blocks.into());
        }
        json!({"functionResponse": function})
    }

    fn needs_id(&self) -> bool {
        false
    }

    fn write_user_message(&self, text: &str) -> Value {
        json!({"role": "user", "parts": [{"text": text}]})
    }
}

/// Reads the number of a reason, which some clients ask for in place of the name. The APIs of Gemini
/// and of Vertex AI agree on the first ones. The next ones are filters in both, and all others reject
/// the output.
fn read_number(number: u64) -> Ending {
    match number {
        0 => Ending::Unknown,
        1 => Ending::Done,
        2 => Ending::Truncated,
        3 | 4 | 6..=8 => Ending::Filtered,
        _ => Ending::Failed,
    }
}

/// Reads the members of a response next to its candidates.
fn read_response(body: Node<'_>, draft: &mut Draft) {
    draft.set_error(body.get("error"));
    let usage = body.spelled("usageMetadata");
    let feedback = body.spelled("promptFeedback");
    let mut members = ["candidates", "promptFeedback", "usageMetadata"].iter();
    draft.is_recognized |= members.any(|key| body.names(key));
    draft.set_usage(usage, &USAGE);
    let reason = feedback.spelled("blockReason");
    let reason = reason.text().or_else(|| Some(reason.index()?.to_string()));
    if reason.is_some() {
        draft.set_reason_as(0, reason, Ending::Filtered);
    }
    draft.set_stop_message(feedback.spelled("blockReasonMessage"));
}

fn read_candidate(candidate: Node<'_>, answer: u64, draft: &mut Draft) {
    if answer != 0 {
        draft.others.entry(answer).or_default();
    }
    let content = candidate.get("content");
    let parts = if content.is_object() {
        content.get("parts")
    } else {
        content
    };
    for part in parts.elements() {
        if part.is_string() {
            draft.add_text(answer, part);
            continue;
        }
        if !part.is_object() {
            if has_value(part) {
                draft.report_unread(part);
            }
            continue;
        }
        if part.spelled("functionCall").is_present() {
            read_function_call(part, answer, draft);
            continue;
        }
        let result = part.spelled("functionResponse");
        let name = result.get("name").some_text();
        draft.calls.answer(result.get("id").some_text(), name);
        if is_output(part) {
            draft.calls.output(answer);
        }
        read_part(part, answer, draft);
    }
    let reason = candidate.spelled("finishReason");
    let message = candidate.spelled("finishMessage");
    // A number may be the value of a client.
    let ending = Some(reason.arguments()).filter(|_| reason.is_present());
    let ending = ending
        .map(|reason| Gemini.read_reason(&reason))
        .unwrap_or_default();
    drop_rejected(ending, message, answer, draft);
    draft.set_reason(answer, reason);
    if answer == 0 {
        draft.set_stop_message(message);
    }
}

/// Returns whether a part contains output of the model. Some parts only contain a signature.
fn is_output(part: Node<'_>) -> bool {
    part.get("text").has_content()
        || !part.has_only("text thought thoughtSignature thought_signature")
}

/// Drops a call that the API rejected. It is not a part: the `finishMessage` of the candidate
/// contains it, with a message of the API. Without a message, a call among the parts may be the
/// rejected one.
fn drop_rejected(ending: Ending, message: Node<'_>, answer: u64, draft: &mut Draft) {
    let has_calls = draft.calls.find_last_position(answer).is_some();
    let is_missing = match ending {
        Ending::Malformed => !has_calls || message.is_present(),
        Ending::UnknownTool | Ending::TooManyCalls => !has_calls,
        _ => false,
    };
    if is_missing {
        let raw = message.text().unwrap_or_default();
        let dropped = Dropped::new(None, String::new(), raw, ending.drop_reason());
        draft.calls.drop(dropped);
    }
}

/// Reads a part that is not a call.
fn read_part(part: Node<'_>, answer: u64, draft: &mut Draft) {
    let (text, thought) = (part.get("text"), part.get("thought"));
    if answer != 0 {
        // The host sees only the first answer while it arrives.
    } else if thought.is_true() {
        draft.push_reasoning(&text.piece());
    } else {
        draft.push_text(&text.piece());
    }
    let has_signature = part.names("thoughtSignature");
    let last = draft.parts.last_mut().filter(|last| last.answer == answer);
    match last.map(|last| &mut last.json) {
        Some(last)
            if is_text(last)
                && text.is_string()
                && !has_signature
                && last["thought"] == thought.json() =>
        {
            append(last, "text", &text.piece());
        }
        _ => {
            draft.place_calls();
            let mut new = DraftPart::new(None, to_names_of_api(part.json()), None);
            new.answer = answer;
            draft.add_part(new);
        }
    }
}

/// Returns whether a part contains only text. A part with a signature must not be joined with other
/// parts.
fn is_text(part: &Value) -> bool {
    part["text"].is_string() && part.get("thoughtSignature").is_none()
}

/// Returns a part with the names of the API.
fn to_names_of_api(part: Value) -> Value {
    let Value::Object(members) = part else {
        return part;
    };
    let renamed = members.into_iter().map(|(key, value)| {
        let spelling = SPELLINGS.iter().find(|(snake, _)| *snake == key);
        (spelling.map_or(key, |(_, name)| (*name).to_owned()), value)
    });
    renamed.collect::<Map<_, _>>().into()
}

fn read_function_call(part: Node<'_>, answer: u64, draft: &mut Draft) {
    let event = part.spelled("functionCall");
    let args = event.get("args");
    let pieces = event.spelled("partialArgs");
    let continues = event.spelled("willContinue");
    let comes_in_pieces = pieces.is_present() || continues.is_present();
    let name = event.get("name").some_text();
    let is_end = name.is_none() && !args.is_present() && find_open(answer, draft).is_some();
    let call = if draft.is_streamed || comes_in_pieces || is_end {
        let Some(call) = find_or_begin(event, comes_in_pieces, answer, draft) else {
            return;
        };
        let found = FoundArguments::of(event, event, "args");
        let args = if comes_in_pieces { args } else { found.value };
        let growing = draft.calls.at(call);
        if !comes_in_pieces {
            growing.note(found);
        }
        growing.is_followed = false;
        // The arguments that come in pieces may have an empty object in their place.
        if args.is_present() && !(comes_in_pieces && args.is_empty_object()) {
            growing.push(&args.arguments());
        }
        if pieces.is_present() && !pieces.is_array() && !pieces.is_object() {
            growing.doubt();
        }
        for partial in pieces.items() {
            let path = partial.spelled("jsonPath");
            let path = path.text().unwrap_or_default();
            let is_open = partial.spelled("willContinue");
            match read_piece(partial) {
                Ok(piece) if is_open.is_flag() => {
                    growing.push_at(&path, piece, is_open.is_true());
                }
                _ => growing.doubt(),
            }
        }
        if !continues.is_flag() {
            growing.doubt();
        }
        growing.awaits_end = true;
        growing.is_value = true;
        if !continues.is_true() {
            growing.end_whole();
        }
        call
    } else {
        let id = event.get("id").some_text();
        let arguments = FoundArguments::of(event, event, "args");
        draft
            .calls
            .add_whole(answer, id, name.unwrap_or_default(), arguments)
    };
    // The API defines a part with `thought` as one of the model's thoughts. No recorded call has the
    // mark: a real one has only a `thoughtSignature`. A thought never runs.
    draft.calls.at(call).is_thought |= part.get("thought").is_true();
    let Some(of_call) = draft.part_of(call).filter(|part| part.json.is_null()) else {
        return;
    };
    let key = if part.has("functionCall") {
        "functionCall"
    } else {
        "function_call"
    };
    of_call.json = to_names_of_api(part.json_with_null(key));
    let mut function = event.json_with_null("args");
    if let Some(function) = function.as_object_mut() {
        let is_streamed = STREAMED.map(|key| function.remove(key).is_some());
        if is_streamed.contains(&true) {
            function.insert("args".to_owned(), Value::Null);
        }
    }
    set(&mut of_call.json, "functionCall", function);
}

/// Members of a call that comes in pieces.
const STREAMED: [&str; 4] = [
    "partialArgs",
    "partial_args",
    "willContinue",
    "will_continue",
];

/// Returns the latest call if its last piece has not arrived.
fn find_open(answer: u64, draft: &mut Draft) -> Option<usize> {
    let last = draft.calls.find_last_position(answer)?;
    let call = draft.calls.at(last);
    (call.awaits_end && !call.has_ended()).then_some(last)
}

/// Returns the call of an event, by its id if it has one, or begins a call. Returns `None` if the
/// event repeats the start or the end of a call, and for a piece whose call is unknown.
fn find_or_begin(
    event: Node<'_>,
    comes_in_pieces: bool,
    answer: u64,
    draft: &mut Draft,
) -> Option<usize> {
    let (id, name) = (event.get("id").some_text(), event.get("name").text());
    let name = name.unwrap_or_default();
    let pieces = event.spelled("partialArgs");
    let continues = event.spelled("willContinue");
    let has_arguments = pieces.is_present() || event.has("args");
    // A call that lost its name, or a value of another type.
    let is_whole = !comes_in_pieces && (event.has("args") || !event.is_object());
    let open = find_open(answer, draft);
    let calls = &mut draft.calls;
    let by_id = calls.position_of(answer, id.as_ref());
    if let Some(known) = by_id {
        let call = calls.at(known);
        let is_same = name.is_empty() || name == call.name;
        if is_same && !call.has_ended() {
            // The pieces behind a repeated start may belong to each of the two calls.
            let is_start = comes_in_pieces && !has_arguments && continues.is_true();
            if let Some(open) = open.filter(|open| *open != known && is_start) {
                calls.at(known).doubt();
                calls.at(open).doubt();
            }
            return Some(known);
        }
        if is_same && call.awaits_end && (comes_in_pieces || !has_arguments) {
            if has_arguments {
                call.doubt();
            }
            return None;
        }
    } else if name.is_empty() && !is_whole {
        // The piece may belong to each open call.
        if calls.find_open(answer).len() > 1 {
            calls.doubt_open(answer);
            return None;
        }
        let open = calls.find_open(answer).first().copied();
        let open = open.filter(|at| id.is_none() || calls.at(*at).id.is_none());
        if open.is_none() && has_arguments {
            // The piece may be of another candidate.
            calls.doubt_all();
            calls.doubt_last(answer);
            calls.push_orphan(None, event.source());
        }
        return open;
    }
    let last = calls.find_last_position(answer);
    let begun = calls.begin(answer, None, id.clone());
    calls.at(begun).name.clone_from(&name);
    // The pieces may belong to the call before it, whose start or end was lost.
    if let Some(last) = last.filter(|_| id.is_none() && pieces.is_present()) {
        let call = calls.at(last);
        if call.name == name && (call.is_empty() || open == Some(last)) {
            call.doubt();
            calls.at(begun).doubt();
        }
    }
    Some(begun)
}

/// Reads a value, or a piece of a string, or the end of a string, which has none. Rejects a value of
/// another type than its member names, and several values.
fn read_piece(partial: Node<'_>) -> Result<Option<NodeContent>, ()> {
    let text = partial.spelled("stringValue");
    let number = partial.spelled("numberValue");
    let boolean = partial.spelled("boolValue");
    let null = partial.spelled("nullValue");
    let is_null = partial.names("nullValue");
    let is_number = number.source().parse::<serde_json::Number>().is_ok();
    let values = [text, number, boolean, null];
    match values.iter().filter(|value| value.is_present()).count() {
        0 => Ok(is_null.then_some(NodeContent::Null)),
        // Half a character at the end continues in the next piece. Infinities and similar numbers
        // come as strings, since JSON cannot represent them.
        1 if text.is_string() || number.is_string() => {
            let content = if text.is_present() { text } else { number };
            Ok(Some(NodeContent::Text(content.arguments())))
        }
        1 if is_number => Ok(Some(NodeContent::Number(number.source().to_owned()))),
        1 if boolean.is_present() && boolean.is_flag() => {
            Ok(Some(NodeContent::Boolean(boolean.is_true())))
        }
        1 if null.is("NULL_VALUE") => Ok(Some(NodeContent::Null)),
        _ => Err(()),
    }
}

/// Returns the part for content that is not text or JSON.
fn write_block(content: &Content) -> Option<Value> {
    match content {
        Content::Block(block) => Some(block.clone()),
        Content::Image { media_type, data } => {
            Some(json!({"inlineData": {"mimeType": media_type, "data": data}}))
        }
        _ => None,
    }
}
