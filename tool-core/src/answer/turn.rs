use serde_json::Value;

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
}

impl TurnCalls {
    pub(super) fn push(&mut self, id: Option<&str>, name: &str) {
        self.0.push(TurnCall {
            id: id.map(str::to_owned),
            name: name.to_owned(),
            extra: Vec::new(),
        });
    }
}

/// A call of the turn with its result.
pub(super) type Answered<'a> = (&'a TurnCall, CallResult);
