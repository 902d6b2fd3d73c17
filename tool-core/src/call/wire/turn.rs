//! The calls of an assistant turn, and which results answer them.

use std::mem;

use super::streamed::{Ids, Owner};
use super::{CallResult, Draft, DraftPart, FoundCalls, TurnCall};
use crate::call::{Call, Dropped};

/// A call of the turn with its result.
pub(crate) type Answered<'a> = (&'a TurnCall, CallResult);

impl Draft {
    /// Writes the calls into their parts, each with an ID of its own. Removes the parts of calls that
    /// turned out to be none.
    pub(crate) fn write_calls(&mut self, found: &FoundCalls) {
        let FoundCalls {
            calls,
            answered,
            owners,
            ..
        } = found;
        let wire = self.api.wire();
        let sent = calls.calls.iter().filter_map(|call| call.id.clone());
        let dropped = calls.dropped.iter().filter_map(|call| call.id.clone());
        let mut ids = Ids::of(sent.chain(dropped));
        let owner_of = |part: &DraftPart| owners.get(part.call?).copied().flatten();
        let parts = mem::take(&mut self.parts);
        let count = parts.iter().filter_map(owner_of).count();
        for mut part in parts {
            let Some(owner) = owner_of(&part) else {
                if part.call.is_none() {
                    self.parts.push(part);
                }
                continue;
            };
            let (sent_id, name, raw) = match owner {
                Owner::Call(at) => {
                    let Call { id, name, raw, .. } = &calls.calls[at];
                    (id, name, raw)
                }
                Owner::Dropped(at) if !part.has_item() || calls.dropped[at].name.is_empty() => {
                    continue;
                }
                Owner::Dropped(at) => {
                    let Dropped { id, name, raw, .. } = &calls.dropped[at];
                    (id, name, raw)
                }
                // A message has no place for the result, and the API rejects a call without one.
                Owner::Answered(_) if self.api.has_message() => continue,
                Owner::Answered(at) => {
                    let (id, name, raw) = &answered[at];
                    (id, name, raw)
                }
            };
            self.has_function_call = count == 1 && part.call == self.function_call;
            let id = if self.has_function_call {
                None
            } else {
                ids.choose(sent_id.as_deref(), wire.needs_id())
            };
            let caller = part.json.get("caller").filter(|caller| !caller.is_null());
            let call = TurnCall {
                id,
                name: name.clone(),
                sent_id: sent_id.clone(),
                raw: raw.clone(),
                caller: caller.cloned(),
                builtin: None,
            };
            part.json = wire.write_call(mem::take(&mut part.json), &call);
            part.in_turn = Some(call).filter(|_| !matches!(owner, Owner::Answered(_)));
            self.parts.push(part);
        }
    }
}
