//! The parts of an answer in the order of the turn, and the calls among them.

use serde_json::{Map, Value};

use super::{BuiltinCall, parse_arguments_object};
use crate::call::{Call, Dropped};

/// A block, part, item or step of an answer, or a call of its message.
#[derive(Clone, Debug, Default)]
pub(crate) struct DraftPart {
    /// The index of the part in the stream.
    pub(super) index: Option<u64>,
    /// The item as the API sent it. For a call of a function, the arguments are `null`: the call has
    /// them.
    pub(crate) json: Value,
    /// The number of the alternative answer that the part is of, if it is not a call.
    pub(super) answer: u64,
    /// The number of the call of a function that the part is.
    pub(super) call: Option<usize>,
    /// `true` if the turn has the call even if it is dropped and the API sent no item for it.
    pub(super) is_listed: bool,
    /// The joined pieces of the arguments of a call that the server runs.
    pub(super) pieces: String,
    /// `true` until the end of the part has arrived, for APIs that mark it.
    pub(super) is_open: bool,
    /// The call as the turn has it, after the end of the answer.
    pub(super) in_turn: Option<TurnCall>,
}

impl DraftPart {
    pub(super) fn new(index: Option<u64>, json: Value, call: Option<usize>) -> Self {
        Self {
            index,
            json,
            call,
            ..Self::default()
        }
    }

    /// Returns whether the API has sent an item for the call.
    pub(super) fn has_item(&self) -> bool {
        self.is_listed || !self.json.is_null()
    }

    /// Returns what identifies the part in a list of all parts: its call, its IDs or its text.
    pub(super) fn keys(&self, text: &str) -> impl Iterator<Item = String> {
        let kind = &self.json["type"];
        let call = self.call.map(|call| format!("call {call}"));
        let is_item = self.call.is_none();
        let ids = ["id", "call_id"].map(|key| {
            let id = self.json[key].as_str().filter(|_| is_item)?;
            Some(format!("{key} {id}"))
        });
        let text = (is_item && !text.is_empty()).then(|| format!("{kind} {text}"));
        [call].into_iter().chain(ids).chain([text]).flatten()
    }

    pub(super) fn is_of_type(&self, kind: &str) -> bool {
        self.json["type"] == kind
    }
}

/// The calls in an assistant turn, in its order. Each has to be answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TurnCalls(pub(crate) Vec<TurnCall>);

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TurnCall {
    pub(crate) id: Option<String>,
    pub(crate) name: String,
    /// The ID and the arguments of the call as it arrived.
    pub(super) sent_id: Option<String>,
    pub(super) raw: String,
    /// The program that made the call. The result repeats it.
    pub(super) caller: Option<Value>,
    /// The call, if it is not a call of a function and was cut off.
    pub(super) builtin: Option<BuiltinCall>,
}

impl TurnCalls {
    /// Adds the call of a part, if it is one.
    pub(super) fn push(&mut self, part: &DraftPart) {
        self.0.extend(part.in_turn.clone());
    }

    /// Adds a call that is not a call of a function and was cut off.
    pub(super) fn push_builtin(&mut self, call: &BuiltinCall) {
        self.0.push(TurnCall {
            id: Some(call.id.clone()),
            name: call.shown_name().to_owned(),
            sent_id: Some(call.id.clone()),
            raw: call.input_text(),
            caller: None,
            builtin: Some(call.clone()),
        });
    }
}

impl TurnCall {
    /// Returns the arguments as an object. Any other value becomes an empty one.
    pub(super) fn to_object(&self) -> Value {
        parse_arguments_object(&self.raw)
    }

    /// Returns the arguments as a text that contains an object.
    pub(super) fn to_object_text(&self) -> Value {
        let is_object = serde_json::from_str::<Map<String, Value>>(&self.raw).is_ok();
        if is_object { &*self.raw } else { "{}" }.into()
    }

    /// Returns whether this is the read call.
    pub(crate) fn is_call(&self, read: &Call) -> bool {
        self.builtin.is_none()
            && (&self.name, &self.sent_id, &self.raw) == (&read.name, &read.id, &read.raw)
    }

    /// Returns whether this is the dropped call.
    pub(crate) fn is_dropped(&self, dropped: &Dropped) -> bool {
        (&self.name, &self.sent_id, &self.raw) == (&dropped.name, &dropped.id, &dropped.raw)
    }
}
