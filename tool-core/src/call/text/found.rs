//! The calls found in a text.

use super::json::{Object, Wrapper, name_at_start, object, objects};
use super::python::python_calls;
use crate::call::answer::{Answer, Ending, Written};
use crate::call::whole::is_cut_off;
use crate::call::{Call, DropReason};
use crate::finish::Finish;

pub(super) struct Found {
    pub(super) answer: Answer,
    pub(super) reported: Finish,
}

/// The text after a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    /// The end of the call: a closing tag, or the bracket of a list.
    Close,
    /// The end of the text, or another call.
    Nothing,
}

impl Found {
    pub(super) fn new(reported: Finish) -> Self {
        Self {
            answer: Answer::new(Ending::from(reported)),
            reported,
        }
    }

    /// Adds the calls between two tags: one object, several, or an array of them.
    pub(super) fn json(&mut self, text: &str, behind: Behind) {
        match objects(text) {
            Some(all) if !text.is_empty() => {
                for one in all {
                    self.object(one, behind);
                }
            }
            _ => self.object(text, behind),
        }
    }

    pub(super) fn object(&mut self, text: &str, behind: Behind) {
        let (id, name, raw, wrapper) = match object(text) {
            Object::Call {
                id,
                name,
                raw,
                wrapper,
                ..
            } => (id, name, raw, wrapper),
            Object::Other => return self.unread(text),
        };
        let mut call = self.call(&name, &raw);
        call.id = id;
        match (wrapper, behind) {
            (Wrapper::Open, Behind::Nothing) => self.answer.drop(call, DropReason::Incomplete),
            (Wrapper::Broken, Behind::Nothing) => self.take_text(call, behind),
            _ => self.written(call, false, behind),
        }
    }

    /// Adds a call whose arguments end at the end of the text, if no other text follows.
    pub(super) fn take_text(&mut self, call: Call, behind: Behind) {
        self.written(call, behind == Behind::Nothing, behind);
    }

    fn written(&mut self, call: Call, is_text: bool, behind: Behind) {
        self.answer.call(Written { call, is_text });
        if behind == Behind::Close {
            self.answer.output();
        }
    }

    /// Adds text that is not supported as a dropped call, with its name if there is one.
    pub(super) fn unread(&mut self, text: &str) {
        match python_calls(text) {
            Some(calls) if !calls.is_empty() => self.python(&calls),
            _ if text.is_empty() || text.starts_with(['{', '[']) && is_cut_off(text) => {
                self.take(name_at_start(text), text, Some(DropReason::Incomplete));
            }
            _ => self.take(name_at_start(text), text, Some(DropReason::NotJson)),
        }
    }

    pub(super) fn python(&mut self, calls: &[(&str, &str)]) {
        for (name, source) in calls {
            self.take(name, source, Some(DropReason::NotJson));
        }
    }

    pub(super) fn take(&mut self, name: &str, raw: &str, reason: Option<DropReason>) {
        let call = self.call(name.trim(), raw);
        match reason {
            Some(reason) => self.answer.drop(call, reason),
            None => self.take_text(call, Behind::Nothing),
        }
    }

    pub(super) fn call(&self, name: &str, raw: &str) -> Call {
        Call::new(None, name.to_owned(), raw.to_owned(), self.reported)
    }
}
