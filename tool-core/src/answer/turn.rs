use std::collections::HashMap;

use serde_json::Value;

use super::builtin::BuiltinCall;
use super::result::CallResult;
use crate::call::{Call, Dropped};
use crate::tool::is_same_json;

/// The ID and the arguments of a call as it arrived.
pub(super) type SentCall = (Option<String>, String);

/// The calls by the ID that they have in the turn.
pub(super) type SentCalls = HashMap<String, SentCall>;

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
    /// The ID and the arguments of the call as it arrived, if they are known.
    pub(super) sent: Option<SentCall>,
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
            sent: None,
            builtin: None,
        });
    }

    /// Records which calls have these IDs.
    pub(super) fn know(&mut self, mut sent: SentCalls) {
        for call in &mut self.0 {
            call.sent = call.id.as_ref().and_then(|id| sent.remove(id));
        }
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
        if let Some((id, raw)) = &self.sent {
            return self.name == read.name && *id == read.id && *raw == read.raw;
        }
        let is_same = || match &self.raw {
            // The spelling may differ: servers escape characters that need no escape.
            Some(raw) => {
                *raw == read.raw || read.raw.trim().is_empty() || is_same_json(raw, &read.raw)
            }
            None => true,
        };
        self.name == read.name
            && match &read.id {
                Some(_) => self.id == read.id,
                None => is_same(),
            }
    }

    /// Returns whether this may be the call that was read, by its name alone.
    pub(super) fn may_be(&self, read: &Call) -> bool {
        let has_id = self.id.is_some() || read.id.is_some() || self.builtin.is_some();
        !has_id && self.name == read.name
    }

    /// Returns whether this is the dropped call.
    pub(super) fn is_dropped(&self, dropped: &Dropped) -> bool {
        match &self.sent {
            Some((id, raw)) => {
                self.name == dropped.name && *id == dropped.id && *raw == dropped.raw
            }
            None => dropped.name == self.name && (dropped.id == self.id || dropped.id.is_none()),
        }
    }
}

/// A call of the turn with its result.
pub(super) type Answered<'a> = (&'a TurnCall, CallResult);
