use serde_json::Value;

use super::builtin::BuiltinCall;
use super::result::CallResult;
use crate::call::Call;

/// The calls in an assistant turn, in its order. Each has to be answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TurnCalls(pub(super) Vec<TurnCall>);

#[derive(Clone, Debug, PartialEq)]
pub(super) struct TurnCall {
    pub(super) id: Option<String>,
    pub(super) name: String,
    /// The arguments, for a call that may have no ID.
    pub(super) raw: Option<String>,
    /// Members of the call that its result repeats.
    pub(super) extra: Vec<(&'static str, Value)>,
    /// The call, if it is not a call of a function and was cut off.
    pub(super) builtin: Option<BuiltinCall>,
}

impl TurnCalls {
    pub(super) fn push(&mut self, id: Option<&str>, name: &str) {
        self.0.push(TurnCall {
            id: id.map(str::to_owned),
            name: name.to_owned(),
            raw: None,
            extra: Vec::new(),
            builtin: None,
        });
    }

    /// Adds a call that is not a call of a function and was cut off.
    pub(super) fn push_builtin(&mut self, call: &BuiltinCall) {
        self.push(Some(&call.id), call.shown_name());
        if let Some(last) = self.0.last_mut() {
            last.builtin = Some(call.clone());
        }
    }
}

impl TurnCall {
    /// Returns whether this is the read call. Without an ID, a call with the same name may be a
    /// dropped one with other arguments.
    pub(super) fn is_call(&self, read: &Call) -> bool {
        let is_same = || match &self.raw {
            Some(raw) => *raw == read.raw || read.raw.trim().is_empty(),
            None => true,
        };
        self.name == read.name
            && match &read.id {
                Some(_) => self.id == read.id,
                None => is_same(),
            }
    }
}

/// A call of the turn with its result.
pub(super) type Answered<'a> = (&'a TurnCall, CallResult);
