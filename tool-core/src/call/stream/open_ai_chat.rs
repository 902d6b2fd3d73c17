use super::growing::Growing;
use super::streamed::{CallKey, Streamed};
use crate::call::response::open_ai_chat::{
    is_custom, read_choice_ending, read_ending, read_function, select_function,
};
use crate::call::wire::{WireFields, WireValue};

/// `choices[].delta.tool_calls[]`: `{"index", "id"?, "function": {"name"?, "arguments"?}}`. The
/// first piece of a call has the id and the name. The others have pieces of the arguments.
///
/// Compatible servers differ: they omit the index, use the index 0 for all calls, repeat the id
/// and the name in each piece, or send the name in pieces.
pub(super) fn push(event: &WireFields<'_>, streamed: &mut Streamed) {
    for choice in event.items("choices") {
        let choice = choice.fields();
        let answer = choice.index("index").unwrap_or(0);
        // A server that does not stream sends a whole message.
        let has_delta = choice.has("delta");
        let delta = choice.fields(if has_delta { "delta" } else { "message" });
        if delta.says_more("content") {
            streamed.output(answer);
        }
        if delta.some_text("refusal").is_some() {
            streamed.set_refused(answer, true);
        }
        let mut previous = None;
        for (at, call) in delta.items("tool_calls").enumerate() {
            let call = call.fields();
            if is_custom(&call) {
                streamed.output(answer);
            } else {
                let mut piece = CallPiece::of(call, at);
                piece.is_whole = !has_delta;
                piece.repeats_id = piece.id.is_some() && piece.id == previous;
                previous.clone_from(&piece.id);
                add_piece(piece, answer, streamed);
            }
        }
        // Some servers send the first call in both forms.
        let has_calls = delta.items("tool_calls").next().is_some();
        if let Some(function) = read_function(&delta).filter(|_| !has_calls) {
            add_piece(CallPiece::of(function, 0), answer, streamed);
        }
        let reason = choice.text("finish_reason");
        streamed.set_reason(answer, reason.as_deref(), read_ending);
        streamed.set_ending(answer, read_choice_ending(&choice));
        streamed.is_ended |= !has_delta && choice.has("message");
    }
}

struct CallPiece {
    index: Option<u64>,
    id: Option<String>,
    name: String,
    arguments: String,
    /// `true` if another piece precedes it in the same event.
    follows: bool,
    /// `true` if the piece before it in the same event has the same ID.
    repeats_id: bool,
    /// `true` in a whole message.
    is_whole: bool,
}

impl CallPiece {
    fn of(call: WireFields<'_>, at: usize) -> Self {
        let (index, id) = (call.index("index"), call.some_text("id"));
        let function = select_function(call);
        let arguments = function.get("arguments");
        Self {
            index,
            id,
            name: function.text("name").unwrap_or_default(),
            arguments: arguments.map(WireValue::arguments).unwrap_or_default(),
            follows: at > 0,
            repeats_id: false,
            is_whole: false,
        }
    }

    /// Returns whether this piece begins a new call after the given one, which has the same
    /// index or is the last one.
    fn begins_after(&self, call: &Growing) -> bool {
        if self.name.is_empty() {
            // A new id belongs to a new call, unless there is an index.
            return self.index.is_none() && self.id.is_some() && self.id != call.id;
        }
        match (&self.id, &call.id) {
            (Some(id), Some(other)) if id == other => self.is_next_with_same_id(call),
            (Some(_), Some(_)) => !self.goes_on(call),
            (Some(_), None) => !call.name.is_empty(),
            // Some servers send the name after the arguments.
            (None, _) if call.name.is_empty() => false,
            (None, _) if self.index.is_some() => {
                let says_more = self.name != call.name || !self.arguments.is_empty();
                says_more && call.is_closed()
            }
            (None, _) => self.follows || !call.raw().is_empty(),
        }
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
        let is_open = !call.raw().is_empty() && !call.is_closed();
        is_same && is_open && !self.arguments.trim_start().starts_with('{')
    }

    /// Returns whether this piece repeats the whole arguments, which some servers send at the end.
    fn repeats_arguments(&self, call: &Growing) -> bool {
        !self.arguments.is_empty() && self.arguments == call.raw() && call.is_closed()
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
        let has_arguments = !self.arguments.is_empty() || !call.raw().is_empty();
        self.name == call.name && (self.id.is_some() || has_arguments)
    }
}

/// The call of a piece that can only continue one.
enum Owner {
    Call(usize),
    /// Several calls are possible, or none.
    Unclear,
}

/// Finds the call of a piece that can only continue one, if its key does not identify a call. `SGLang`
/// numbers the first piece of a call by the tool, and its other pieces by the call.
fn find_owner(
    piece: &CallPiece,
    there: Option<usize>,
    answer: u64,
    streamed: &mut Streamed,
) -> Option<Owner> {
    let is_unknown = match piece.index {
        Some(_) => there.is_none() || streamed.is_misnumbered,
        None => streamed.is_numbered(),
    };
    let counts = piece.is_rest() && is_unknown && !piece.arguments.is_empty();
    let is_open = counts && !streamed.find_open(answer).is_empty();
    if !is_open {
        return None;
    }
    let index = piece.index.filter(|_| !streamed.is_misnumbered);
    let Some(only) = streamed.find_owner(answer, index, &piece.arguments) else {
        return Some(Owner::Unclear);
    };
    streamed.is_misnumbered |= piece.index.is_some();
    Some(Owner::Call(only))
}

fn add_piece(piece: CallPiece, answer: u64, streamed: &mut Streamed) {
    let by_index = piece
        .index
        .and_then(|index| streamed.position(answer, &CallKey::Index(index)));
    let by_id = piece.id.clone().map(CallKey::Id);
    let by_id = by_id.and_then(|key| streamed.position(answer, &key));
    // Some servers use one ID for several calls.
    let by_id = by_id.filter(|at| {
        let call = streamed.at(*at);
        let is_new = piece.index.is_some() && by_index.is_none() && call.is_closed();
        let is_other = piece.is_whole_call() || piece.name != call.name;
        !(is_new && is_other && !piece.name.is_empty())
    });
    let there = by_id.or_else(|| match piece.index {
        Some(_) => by_index,
        None => streamed.find_last_position(answer),
    });
    let there = there.filter(|at| !piece.begins_after(streamed.at(*at)));
    let there = match find_owner(&piece, there, answer, streamed) {
        Some(Owner::Unclear) => return streamed.doubt_open(answer),
        Some(Owner::Call(at)) => Some(at),
        None => there,
    };
    if there.is_none() && piece.is_rest() {
        let is_first = streamed.find_last_position(answer).is_none();
        // The piece may belong to a call of another choice.
        if piece.arguments.is_empty() || is_first && streamed.doubt_all() {
            return;
        }
    }
    let at = there.unwrap_or_else(|| {
        let begun = streamed.begin(answer, piece.index, piece.id.clone());
        if piece.is_rest() {
            // The start of the call is missing, unless it comes later.
            begun.doubt();
        }
        streamed.count() - 1
    });
    let call = streamed.at(at);
    if !piece.name.is_empty() && call.name.is_empty() {
        call.trust();
    }
    if !piece.repeats_name(call) {
        call.name.push_str(&piece.name);
    }
    // The text is compared last: a long run of white space costs time for each piece.
    let is_known = piece.is_whole && call.id.is_some() && call.id == piece.id;
    let is_after_placeholder = piece.arguments.trim_start().starts_with('{')
        && call.is_closed()
        && call.raw().trim() == "{}";
    if is_known || is_after_placeholder || piece.repeats_arguments(call) {
        call.replace(&piece.arguments);
    } else {
        streamed.push_at(at, &piece.arguments);
    }
    let call = streamed.at(at);
    if call.id.is_none() {
        call.id = piece.id;
    }
}
