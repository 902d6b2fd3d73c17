use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::message::{number_answers, select_function};
use super::streamed::Streamed;
use super::{
    Answered, Draft, Ending, FoundArguments, Growing, Members, Node, Pointers, Wire, message,
};
use crate::finish::Finish;

/// `OpenAI` Chat Completions, and the servers that are compatible with it.
pub(super) struct OpenAiChat;

/// `DeepSeek`, Moonshot and others send `reasoning_content`. `OpenRouter` and Groq send `reasoning`
/// and `reasoning_details`, GitHub Copilot `reasoning_text` and `reasoning_opaque`, and `LiteLLM`
/// `thinking_blocks`. Other members, such as `annotations`, are only output.
static MEMBERS: Members = Members {
    kept: &[
        "content",
        "refusal",
        "reasoning_content",
        "reasoning",
        "reasoning_details",
        "reasoning_text",
        "reasoning_opaque",
        "thinking_blocks",
        "audio",
    ],
    arguments_are_text: true,
};

/// `DeepSeek` and Moonshot have other members for the tokens read from a cache.
const USAGE: Pointers = Pointers {
    input: "/prompt_tokens",
    output: "/completion_tokens",
    cache_read: "/prompt_tokens_details/cached_tokens /prompt_cache_hit_tokens /cached_tokens",
    cache_write: "/prompt_tokens_details/cache_write_tokens",
    reasoning: "/completion_tokens_details/reasoning_tokens",
    total: "/total_tokens",
    ..Pointers::NONE
};

impl Wire for OpenAiChat {
    /// `choices[].message.tool_calls[]`: `{"id", "type": "function", "function": {"name",
    /// "arguments": "{..}"}}`. Older responses have one `function_call` without an id. The
    /// `content` comes before the calls. Only the first choice has a turn.
    fn read_body(&self, body: Node<'_>, draft: &mut Draft) {
        read_response(body, draft);
        let choices: Vec<_> = body.get("choices").items().collect();
        for (answer, choice) in number_answers(&choices).zip(&choices) {
            read_message("message", *choice, answer, draft);
            message::read_whole_calls(choice.get("message"), answer, draft);
            read_end(*choice, answer, draft);
        }
    }

    fn is_event(&self, event: Node<'_>) -> bool {
        are_messages(event.get("choices"))
    }

    /// `choices[].delta.tool_calls[]`: `{"index", "id"?, "function": {"name"?, "arguments"?}}`. The
    /// first piece of a call has the id and the name. The others have pieces of the arguments. The
    /// last event contains the usage and no choice.
    ///
    /// Compatible servers differ: they omit the index, use the index 0 for all calls, repeat the id
    /// and the name in each piece, or send the name in pieces.
    fn read_event(&self, event: Node<'_>, draft: &mut Draft) {
        read_response(event, draft);
        for choice in event.get("choices").items() {
            let answer = choice.get("index").index().unwrap_or(0);
            // A server that does not stream sends a whole message.
            let is_unused = choice.get("delta").is_empty_object() && choice.has("message");
            let has_delta = choice.has("delta") && !is_unused;
            let key = if has_delta { "delta" } else { "message" };
            let delta = choice.get(key);
            read_message(key, choice, answer, draft);
            if delta.get("content").has_content() {
                draft.calls.output(answer);
            }
            read_pieces(delta, !has_delta, answer, draft);
            read_end(choice, answer, draft);
            draft.calls.is_ended |= !has_delta && choice.has("message");
        }
    }

    fn members(&self) -> Option<&'static Members> {
        Some(&MEMBERS)
    }

    /// The result of a call without an ID is a message of the older `function_call`.
    fn write_result(&self, (call, result): &Answered<'_>) -> Value {
        let content = result.to_text();
        match &call.id {
            Some(id) => json!({"role": "tool", "tool_call_id": id, "content": content}),
            None => json!({"role": "function", "name": call.name, "content": content}),
        }
    }
}

/// Reads the members of a body or an event next to its choices.
fn read_response(body: Node<'_>, draft: &mut Draft) {
    draft.set_error(body.get("error"));
    let choices = body.get("choices");
    draft.is_recognized |= are_messages(choices);
    let first = choices
        .items()
        .find(|choice| choice.get("index").index().unwrap_or(0) == 0);
    // Moonshot reports the usage in the choice, and Groq in `x_groq`.
    for holder in [body.get("x_groq"), first.unwrap_or_default(), body] {
        draft.set_usage(holder.get("usage"), &USAGE);
    }
    // Groq ends a stream early with an error here.
    draft.set_error(body.at("/x_groq/error"));
}

/// Returns whether a body has the choices of a chat. The older API for completions has choices with
/// a `text`.
fn are_messages(choices: Node<'_>) -> bool {
    let is_completion = |choice: Node<'_>| {
        choice.get("text").is_string() && !choice.has("message") && !choice.has("delta")
    };
    choices.is_array() && !choices.items().any(is_completion)
}

/// Reads the members of a message, or of a piece of one, that are not calls.
fn read_message(key: &str, choice: Node<'_>, answer: u64, draft: &mut Draft) {
    let piece = choice.get(key);
    if piece.get("refusal").some_text().is_some() {
        draft.calls.set_refused(answer, true);
    }
    let mut new = message::read_message(piece, draft);
    if answer != 0 {
        return message::merge(&new, draft.others.entry(answer).or_default());
    }
    draft.set_error(choice.get("error"));
    // MiniMax ends a stream with the whole message.
    if key == "message" && !draft.message.is_empty() {
        omit_known(&mut new, &draft.message);
    }
    message::note_deltas(&new, draft);
    message::merge_into(&new, draft);
}

/// Removes the text that has arrived in pieces from a whole message.
fn omit_known(message: &mut Value, known: &Map<String, Value>) {
    let Some(members) = message.as_object_mut() else {
        return;
    };
    members.retain(|key, value| match (value, known.get(key)) {
        (Value::String(text), Some(Value::String(known))) => {
            let rest = text.strip_prefix(known.as_str()).map(str::to_owned);
            *text = rest.unwrap_or_else(|| text.clone());
            !text.is_empty()
        }
        (Value::Array(_), Some(Value::Array(known))) => known.is_empty(),
        _ => true,
    });
}

/// Reads the end of a choice. `OpenRouter` also sends the value of the provider behind it, which may
/// report an end that the first value hides.
fn read_end(choice: Node<'_>, answer: u64, draft: &mut Draft) {
    let native = choice.get("native_finish_reason");
    let is_cut = Ending::from_word(&native.piece()).to_finish() == Finish::Truncated;
    if is_cut {
        draft.set_reason(answer, native);
    }
    draft.set_reason(answer, choice.get("finish_reason"));
}

/// Reads the pieces of the calls in one event.
fn read_pieces(delta: Node<'_>, is_whole: bool, answer: u64, draft: &mut Draft) {
    let mut previous = None;
    let mut named = HashSet::new();
    let before = if is_whole {
        draft.calls.list_positions(answer)
    } else {
        vec![]
    };
    for (at, item) in message::list_calls(delta, draft).into_iter().enumerate() {
        if message::is_custom(item) {
            draft.calls.output(answer);
            message::add_custom(item, answer, draft);
            continue;
        }
        let mut piece = CallPiece::of(item, at);
        piece.is_whole = is_whole;
        let same = before.get(at).map(|same| draft.calls.at(*same));
        if same.is_some_and(|call| piece.repeats_call(call)) {
            continue;
        }
        piece.repeats_id = piece.id.is_some() && piece.id == previous;
        previous.clone_from(&piece.id);
        if !piece.name.is_empty() {
            piece.repeats_index = piece.index.is_some_and(|index| !named.insert(index));
        }
        if let Some(call) = add_piece(piece, answer, &mut draft.calls) {
            message::set_item(call, item, draft);
        }
    }
    if let Some(function) = message::read_function(delta, draft)
        && let Some(call) = add_piece(CallPiece::of(function, 0), answer, &mut draft.calls)
    {
        message::set_function_call(call, draft);
    }
}

#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
struct CallPiece {
    index: Option<u64>,
    id: Option<String>,
    name: String,
    arguments: String,
    /// `true` if it is unknown which member has the arguments.
    is_unclear: bool,
    /// `true` if the arguments are not text.
    is_value: bool,
    /// `true` if another piece precedes it in the same event.
    follows: bool,
    /// `true` if the piece before it in the same event has the same ID.
    repeats_id: bool,
    /// `true` if a piece before it in the same event has the same index, and both have a name.
    repeats_index: bool,
    /// `true` in a whole message.
    is_whole: bool,
}

impl CallPiece {
    fn of(call: Node<'_>, at: usize) -> Self {
        let function = select_function(call);
        let arguments = FoundArguments::of(function, call, "arguments");
        Self {
            index: call.get("index").index(),
            id: call.get("id").some_text(),
            name: function.get("name").text().unwrap_or_default(),
            arguments: arguments.value.arguments(),
            is_unclear: arguments.is_unclear,
            is_value: arguments.is_value(),
            follows: at > 0,
            repeats_id: false,
            repeats_index: false,
            is_whole: false,
        }
    }

    /// Returns whether this piece begins a new call after the given one, which has the same
    /// index or is the last one.
    fn begins_after(&self, call: &Growing) -> bool {
        if self.name.is_empty() {
            // A new id belongs to a new call, unless there is an index, or the call has no id yet.
            let is_new = self.id.is_some() && self.id != call.id;
            return self.index.is_none() && is_new && (call.id.is_some() || call.is_closed());
        }
        match (&self.id, &call.id) {
            (Some(id), Some(other)) if id == other => {
                let is_renamed = !call.name.is_empty() && self.name != call.name;
                self.is_next_with_same_id(call) || is_renamed && call.is_closed()
            }
            (Some(_), Some(_)) => !self.goes_on(call),
            (Some(_), None) => !call.name.is_empty(),
            // Some servers send the name after the arguments.
            (None, _) if call.name.is_empty() => false,
            (None, _) if self.repeats_index => true,
            (None, _) if self.index.is_some() => {
                let says_more = self.name != call.name || !self.arguments.is_empty();
                says_more && call.is_closed()
            }
            (None, _) => self.follows || !call.raw.is_empty() || self.name != call.name,
        }
    }

    /// Returns whether this piece without an index is the start of another call, or the next piece of
    /// the name. Whole arguments show that it is another call.
    fn may_name_another(&self, call: &Growing) -> bool {
        let is_named = self.name != call.name && !self.name.is_empty() && !call.name.is_empty();
        let has_no_key = self.index.is_none() && self.id.is_none() && !self.follows;
        is_named && has_no_key && call.is_empty() && !self.is_whole_call()
    }

    /// Returns whether this start with another ID may repeat the start of a call without arguments: some
    /// servers make a new ID for each piece.
    fn may_begin_again(&self, call: &Growing) -> bool {
        let has_same_key = self.name == call.name && self.index == call.index;
        has_same_key && self.id.is_some() && !self.follows && call.is_empty()
    }

    /// Returns whether this piece is a whole call after one with the same ID. Some servers use the
    /// name of the tool as the ID.
    fn is_next_with_same_id(&self, call: &Growing) -> bool {
        self.repeats_id && self.arguments.trim_start().starts_with('{') && call.is_closed()
    }

    /// Returns whether this piece continues open arguments of the same tool and index: some servers
    /// make a new ID for each piece.
    fn goes_on(&self, call: &Growing) -> bool {
        let is_same = self.index.is_some() && self.name == call.name;
        let is_open = !call.raw.is_empty() && !call.is_closed();
        is_same && is_open && !self.arguments.trim_start().starts_with('{')
    }

    /// Returns whether this piece of a whole message repeats a call whose pieces have arrived. Some
    /// servers leave out the ID at the end of a stream, or make a new one.
    fn repeats_call(&self, call: &Growing) -> bool {
        let is_there = self.index.is_none() || self.index == call.index;
        let has_other_id = call.index.is_some() && is_there && self.id != call.id;
        (has_other_id || self.id.is_none())
            && self.name == call.name
            && call.has_arguments(&self.arguments)
    }

    /// Returns whether this piece can only continue a call.
    fn is_rest(&self) -> bool {
        self.id.is_none() && self.name.is_empty()
    }

    /// Returns whether this piece has a name and the beginning of arguments.
    fn is_whole_call(&self) -> bool {
        !self.name.is_empty() && self.arguments.trim_start().starts_with('{')
    }

    /// Returns whether this piece repeats the name. Some servers send the name in pieces, without
    /// arguments.
    fn repeats_name(&self, call: &Growing) -> bool {
        let has_arguments = !self.arguments.is_empty() || !call.raw.is_empty();
        self.name == call.name && (self.id.is_some() || has_arguments)
    }
}

/// Finds the call of a piece that can only continue one, if its key does not identify a call. `SGLang`
/// numbers the first piece of a call by the tool, and its other pieces by the call. Returns an error
/// if several calls are possible, or none.
fn find_owner(
    piece: &CallPiece,
    there: Option<usize>,
    answer: u64,
    streamed: &mut Streamed,
) -> Result<Option<usize>, ()> {
    let is_unknown = match piece.index {
        Some(_) => there.is_none() || streamed.is_misnumbered,
        None => streamed.is_numbered,
    };
    let counts = piece.is_rest() && is_unknown && !piece.arguments.is_empty();
    let is_open = counts && !streamed.find_open(answer).is_empty();
    if !is_open {
        return Ok(None);
    }
    let index = piece.index.filter(|_| !streamed.is_misnumbered);
    let Some(only) = streamed.find_owner(answer, index, &piece.arguments) else {
        return Err(());
    };
    if let Some(number) = piece.index {
        // Another number is of a call whose start is missing or comes later.
        if usize::try_from(number) != Ok(only) {
            return Err(());
        }
        streamed.is_misnumbered = true;
        streamed.at(only).piece_index = piece.index;
    }
    Ok(Some(only))
}

/// Adds a piece. Returns its call, if it has one.
fn add_piece(piece: CallPiece, answer: u64, streamed: &mut Streamed) -> Option<usize> {
    let by_index = streamed.position_at(answer, piece.index);
    let by_id = streamed.position_of(answer, piece.id.as_ref());
    // Some servers use one ID for several calls. The index then shows the call.
    let has_both = by_index.filter(|at| piece.id.is_some() && streamed.at(*at).id == piece.id);
    let by_id = has_both.or(by_id).filter(|at| {
        let call = streamed.at(*at);
        let is_other_name = piece.name != call.name;
        let may_end = call.is_closed() || is_other_name && !call.name.is_empty();
        let is_new = piece.index.is_some() && by_index.is_none() && may_end;
        let is_other = piece.is_whole_call() || is_other_name;
        !(is_new && is_other && !piece.name.is_empty())
    });
    let there = by_id.or_else(|| match piece.index {
        Some(_) => by_index,
        None => streamed.find_last_position(answer),
    });
    let ended = there.filter(|at| piece.begins_after(streamed.at(*at)));
    let unclear = ended.filter(|at| piece.may_name_another(streamed.at(*at)));
    let there = there.filter(|_| ended.is_none());
    let Ok(owner) = find_owner(&piece, there, answer, streamed) else {
        streamed.doubt_piece(answer, piece.index);
        return None;
    };
    let there = owner.or(there);
    if there.is_none() && piece.name.is_empty() {
        let is_first = streamed.find_last_position(answer).is_none();
        // The piece may belong to a call of another choice.
        let is_empty = piece.arguments.is_empty();
        if is_empty && piece.is_rest() || !is_empty && is_first && streamed.doubt_all() {
            return None;
        }
    }
    let at = there.unwrap_or_else(|| {
        // Later pieces with this index may belong to each of the two calls.
        let shares = piece.repeats_index && !piece.is_whole;
        let same = by_index.filter(|at| shares && !streamed.at(*at).is_closed());
        if piece.name.is_empty() && piece.index.is_none() && !piece.arguments.is_empty() {
            // The piece may belong to a call whose arguments have not arrived.
            streamed.doubt_open(answer);
        }
        let begun = streamed.begin(answer, piece.index, piece.id.clone());
        if piece.name.is_empty() && !piece.arguments.is_empty() {
            // The start of the call is missing, unless it comes later.
            streamed.at(begun).doubt();
        }
        if let Some(same) = same.or(unclear) {
            streamed.at(same).doubt();
            streamed.at(begun).doubt();
        }
        if let Some(start) = ended.filter(|at| piece.may_begin_again(streamed.at(*at))) {
            streamed.at(start).doubt();
        }
        if !piece.is_whole && (piece.index.is_none() || by_index.is_some()) {
            streamed.begin_keyless(answer, begun);
        }
        begun
    });
    let has_other_open = streamed.find_open(answer).iter().any(|open| *open != at);
    let call = streamed.at(at);
    // The start of the call has come after a piece.
    if there.is_some() && !piece.name.is_empty() && call.name.is_empty() {
        let (has_pieces, is_known) = (!call.is_empty(), piece.index.is_some() || by_id.is_some());
        if !has_pieces || is_known {
            call.trust();
        }
        if has_pieces {
            streamed.know_unsure(at);
        }
    }
    let call = streamed.at(at);
    let is_longer = !call.name.is_empty() && piece.name.len() > call.name.len();
    if is_longer && piece.name.starts_with(&call.name) {
        // A piece with an ID is a repeated start. Another one may be the whole name, or a piece of it.
        if piece.id.is_none() {
            call.contradict();
        }
        call.name.clone_from(&piece.name);
    } else if !piece.repeats_name(call) {
        call.name.push_str(&piece.name);
    }
    if piece.is_unclear {
        call.contradict();
    }
    if !piece.arguments.is_empty() {
        call.is_value = piece.is_value;
    }
    // The text is compared last: a long run of white space costs time for each piece.
    let is_known = piece.is_whole && call.id.is_some() && call.id == piece.id;
    // Without an index or an ID, the piece may belong to another call.
    let is_identified = piece.index.is_some() || piece.id.is_some();
    // A placeholder comes with the start of its call. One that comes in a piece is the arguments.
    let is_after_placeholder = !has_other_open
        && is_identified
        && call.pushed == 1
        && piece.arguments.trim_start().starts_with('{')
        && call.is_closed()
        && call.raw.trim() == "{}";
    if is_known || is_after_placeholder {
        call.replace(&piece.arguments);
        if is_after_placeholder {
            // The empty object may be whole, and the piece of a call that begins later.
            streamed.know_unsure(at);
        }
    } else {
        streamed.push_at(at, &piece.arguments);
    }
    let call = streamed.at(at);
    if call.id.is_none() {
        call.id = piece.id;
    }
    Some(at)
}
