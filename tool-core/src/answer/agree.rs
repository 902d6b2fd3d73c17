//! Makes the turn agree with the calls: each call is in the turn once, with its arguments and an ID
//! of its own.
//!
//! The calls have priority: their reader looks for damaged events.

use std::collections::{HashMap, HashSet};
use std::mem;

use serde_json::Value;

use super::api::CallItem;
use super::draft::{Draft, DraftPart};
use super::turn::SentCalls;
use crate::call::{Api, Calls, DropReason, Dropped};

/// The call of an item of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Call(usize),
    Dropped(usize),
}

impl Draft {
    /// Removes the items of the turn that repeat a call or that are none, adds the missing ones, and
    /// gives an ID to each item without one of its own. Returns the calls of the IDs.
    pub(super) fn agree(&mut self, calls: &mut Calls) -> SentCalls {
        if !self.api.has_message() {
            let items = self.read_items(&self.parts);
            let parts = mem::take(&mut self.parts).into_iter().zip(items);
            let (parts, sent) = self.agree_on(parts, calls);
            self.parts = parts;
            return sent;
        }
        let listed = match self.message.remove("tool_calls") {
            Some(Value::Array(items)) => items,
            _ => Vec::new(),
        };
        if listed.is_empty() && self.message.contains_key("function_call") {
            return SentCalls::new();
        }
        let parts: Vec<_> = listed.into_iter().map(DraftPart::of).collect();
        let items = self.read_items(&parts);
        let (parts, sent) = self.agree_on(parts.into_iter().zip(items), calls);
        if !parts.is_empty() {
            let list: Vec<Value> = parts.into_iter().map(|part| part.json).collect();
            self.message.insert("tool_calls".to_owned(), list.into());
        }
        sent
    }

    fn read_items(&self, parts: &[DraftPart]) -> Vec<Option<CallItem>> {
        let read = |part: &DraftPart| CallItem::read(self.api, &part.json, self);
        parts.iter().map(read).collect()
    }

    fn agree_on(
        &self,
        parts: impl Iterator<Item = (DraftPart, Option<CallItem>)>,
        calls: &mut Calls,
    ) -> (Vec<DraftPart>, SentCalls) {
        let (mut waiting, mut ids) = (Waiting::of(calls), Ids::of(self.api, calls));
        let (mut sent, mut kept) = (SentCalls::new(), Vec::new());
        for (mut part, item) in parts {
            let Some(item) = item else {
                kept.push(part);
                continue;
            };
            let arguments = part.parse_arguments(&item);
            let Some(owner) = waiting.take(&item, arguments.as_ref(), calls) else {
                // The reader of the events has seen each call. A body has no such reader.
                if !self.is_streamed && !waiting.has_known(&item) && !item.name.is_empty() {
                    let reason = DropReason::Inconsistent;
                    let dropped = Dropped::new(item.id, item.name, String::new(), reason);
                    calls.dropped.push(dropped);
                }
                continue;
            };
            let id = ids.choose(item.id.as_ref());
            let (sent_id, raw) = match owner {
                Owner::Call(at) => (&calls.calls[at].id, &calls.calls[at].raw),
                Owner::Dropped(at) => (&calls.dropped[at].id, &calls.dropped[at].raw),
            };
            if self.is_streamed && matches!(owner, Owner::Call(_)) {
                CallItem::set_arguments(self.api, &mut part, raw);
            }
            // The member that results refer to may be empty although the item has an ID.
            if id.is_some() {
                CallItem::set_id(self.api, &mut part.json, id.clone());
            }
            sent.extend(id.map(|id| (id, (sent_id.clone(), raw.clone()))));
            kept.push(part);
        }
        for at in waiting.rest() {
            let call = &calls.calls[at];
            let mut item = CallItem::write(self.api, call);
            let id = ids.choose(call.id.as_ref());
            CallItem::set_id(self.api, &mut item, id.clone());
            sent.extend(id.map(|id| (id, (call.id.clone(), call.raw.clone()))));
            kept.push(DraftPart::of(item));
        }
        (kept, sent)
    }
}

/// The calls that no item of the turn has yet.
struct Waiting {
    /// The calls by ID, or by name without an ID, in order.
    by_key: HashMap<Key, Vec<Owner>>,
    taken: HashSet<usize>,
    known: HashSet<Key>,
    count: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Id(String, String),
    Name(String),
}

impl Key {
    fn of(id: Option<&String>, name: &str) -> Self {
        match id {
            Some(id) => Self::Id(id.clone(), name.to_owned()),
            None => Self::Name(name.to_owned()),
        }
    }
}

impl Waiting {
    fn of(calls: &Calls) -> Self {
        let mut by_key: HashMap<Key, Vec<Owner>> = HashMap::new();
        for (at, call) in calls.calls.iter().enumerate() {
            let key = Key::of(call.id.as_ref(), &call.name);
            by_key.entry(key).or_default().push(Owner::Call(at));
        }
        for (at, call) in calls.dropped.iter().enumerate() {
            let key = Key::of(call.id.as_ref(), &call.name);
            by_key.entry(key).or_default().push(Owner::Dropped(at));
        }
        Self {
            known: by_key.keys().cloned().collect(),
            by_key,
            taken: HashSet::new(),
            count: calls.calls.len(),
        }
    }

    /// Takes the call of an item: one with the same arguments, or else the first one.
    fn take(&mut self, item: &CallItem, arguments: Option<&Value>, calls: &Calls) -> Option<Owner> {
        let key = Key::of(item.id.as_ref(), &item.name);
        let of_key = self.by_key.get_mut(&key)?;
        let is_same = |owner: &Owner| {
            let raw = match owner {
                Owner::Call(at) => &calls.calls[*at].raw,
                Owner::Dropped(at) => &calls.dropped[*at].raw,
            };
            serde_json::from_str::<Value>(raw).ok().as_ref() == arguments
        };
        let at = match of_key.len() {
            0 => return None,
            1 => 0,
            _ => of_key.iter().position(is_same).unwrap_or_default(),
        };
        let owner = of_key.remove(at);
        if let Owner::Call(at) = owner {
            self.taken.insert(at);
        }
        Some(owner)
    }

    /// Returns whether the item repeats a call, or is one whose name or ID differs.
    fn has_known(&self, item: &CallItem) -> bool {
        self.known.contains(&Key::of(item.id.as_ref(), &item.name))
    }

    /// Returns the calls that no item has.
    fn rest(&self) -> Vec<usize> {
        (0..self.count)
            .filter(|at| !self.taken.contains(at))
            .collect()
    }
}

/// The IDs of the calls in the turn.
struct Ids {
    is_needed: bool,
    sent: HashSet<String>,
    used: HashSet<String>,
    next: usize,
}

impl Ids {
    fn of(api: Api, calls: &Calls) -> Self {
        let sent = calls.calls.iter().filter_map(|call| call.id.clone());
        let dropped = calls.dropped.iter().filter_map(|call| call.id.clone());
        Self {
            is_needed: !matches!(api, Api::Gemini | Api::Ollama),
            sent: sent.chain(dropped).collect(),
            used: HashSet::new(),
            next: 1,
        }
    }

    /// Returns the ID of a call, or another one if it is missing or not the first with this ID.
    fn choose(&mut self, id: Option<&String>) -> Option<String> {
        let is_own = id.is_some_and(|id| self.used.insert(id.clone()));
        if is_own || id.is_none() && !self.is_needed {
            return id.cloned();
        }
        loop {
            let made = format!("call_{}", self.next);
            self.next += 1;
            if !self.sent.contains(&made) {
                self.used.insert(made.clone());
                return Some(made);
            }
        }
    }
}
