use serde_json::Value;

use super::builtin::BuiltinCall;
use super::result::CallResult;

/// The calls in an assistant turn, in its order. Each has to be answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TurnCalls(pub(super) Vec<TurnCall>);

#[derive(Clone, Debug, PartialEq)]
pub(super) struct TurnCall {
    pub(super) id: Option<String>,
    pub(super) name: String,
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

/// A call of the turn with its result.
pub(super) type Answered<'a> = (&'a TurnCall, CallResult);
