//! Calls that a model wrote into its text, one form a file.

mod json;
mod marks;
mod python;
mod thoughts;

use crate::call::{Call, Calls, DropReason};
use crate::finish::Finish;
use json::{Object, fenced, is_cut_off, name_at_start, object, objects, split_value};
use marks::first_mark;
use python::python_calls;
use thoughts::{behind_thoughts, without_end_tokens};

/// The calls that stand in plain text, as models write them whose server does not read
/// them out.
///
/// | form | |
/// |---|---|
/// | `<tool_call>{"name": .., "arguments": {..}}</tool_call>` | Hermes, Qwen; anywhere in the text |
/// | `<function=NAME>{..}</function>` | Llama |
/// | `[TOOL_CALLS][{"name": .., "arguments": {..}}]`, `[TOOL_CALLS]NAME[ARGS]{..}` | Mistral |
/// | `{"name": .., "parameters": {..}}` | Llama; only as all of the text, several with `;` or in an array, after `<\|python_tag\|>` or not, in a code fence or not |
/// | `[f(x=1)]`, `<\|python_tag\|>f(x=1)`, `<function=NAME>` with tags inside | not read, but named in [`Calls::dropped`] |
///
/// What a model thinks (`<think>`) holds no calls, and neither does JSON within prose.
/// Arguments that are no JSON are passed on as they stand, where the name before them
/// and their beginning are clear. How the output ended is for the caller to say: a call
/// between tags whose arguments are cut off is passed on, and refused when it is read.
/// One that is all of the text, or is cut off before its arguments, is in
/// [`Calls::dropped`].
///
/// ```
/// use tool_core::Finish;
/// use tool_core::call::calls_in_text;
///
/// let text = "I will wait.\n<tool_call>\n{\"name\": \"wait\", \"arguments\": {\"seconds\": 5,}}\n</tool_call>";
/// let found = calls_in_text(text, Finish::Complete);
/// assert_eq!(found.calls[0].name, "wait");
/// assert_eq!(found.calls[0].raw, r#"{"seconds": 5,}"#);
/// ```
#[must_use]
pub fn calls_in_text(text: &str, finish: Finish) -> Calls {
    let mut found = Found {
        calls: Calls::default(),
        finish,
    };
    let text = without_end_tokens(text);
    // All of the text goes first: strings in JSON may hold tags.
    if !found.bare(text) && !found.marked(text) {
        found.bare(behind_thoughts(text));
    }
    found.calls
}

struct Found {
    calls: Calls,
    finish: Finish,
}

impl Found {
    /// Takes a text that is calls and nothing else; whether it is.
    fn bare(&mut self, text: &str) -> bool {
        let code = text.strip_prefix("<|python_tag|>");
        let text = fenced(code.unwrap_or(text).trim());
        if let Some(all) = objects(text) {
            let shaped = |one: &&str| matches!(object(one), Object::Call { alone: true, .. });
            let are_calls = !all.is_empty() && all.iter().all(shaped);
            if are_calls {
                for one in all {
                    self.object(one);
                }
            }
            return are_calls;
        }
        let list = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        if let Some(calls) = list.or(code.and(Some(text))).and_then(python_calls) {
            self.python(&calls);
            return !calls.is_empty();
        }
        self.bare_broken(text)
    }

    /// Takes a text that begins as a call, and leaves JSON or is cut off.
    fn bare_broken(&mut self, text: &str) -> bool {
        let is_cut = is_cut_off(text);
        let ends = is_cut || text.ends_with('}');
        if !ends || first_mark(text).is_some() || split_value(text).is_some() {
            return false;
        }
        let Object::Call { name, raw, .. } = object(text) else {
            return false;
        };
        self.take(&name, &raw, is_cut.then_some(DropReason::Incomplete));
        true
    }

    /// Takes what is between tags: one object, several, or an array of them.
    fn json(&mut self, text: &str) {
        match objects(text) {
            Some(all) if !text.is_empty() => {
                for one in all {
                    self.object(one);
                }
            }
            _ => self.object(text),
        }
    }

    fn object(&mut self, text: &str) {
        match object(text) {
            Object::Call { id, name, raw, .. } => {
                let mut call = self.call(&name, &raw);
                call.id = id;
                self.calls.take(call);
            }
            Object::Other => self.unread(text),
        }
    }

    /// Names what is not read, as far as it has a name.
    fn unread(&mut self, text: &str) {
        match python_calls(text) {
            Some(calls) if !calls.is_empty() => self.python(&calls),
            _ if text.is_empty() || text.starts_with(['{', '[']) && is_cut_off(text) => {
                self.take(name_at_start(text), text, Some(DropReason::Incomplete));
            }
            _ => self.take(name_at_start(text), text, Some(DropReason::NotJson)),
        }
    }

    fn python(&mut self, calls: &[(&str, &str)]) {
        for (name, source) in calls {
            self.take(name, source, Some(DropReason::NotJson));
        }
    }

    fn take(&mut self, name: &str, raw: &str, reason: Option<DropReason>) {
        let call = self.call(name.trim(), raw);
        match reason {
            Some(reason) => self.calls.drop(call, reason),
            None => self.calls.take(call),
        }
    }

    fn call(&self, name: &str, raw: &str) -> Call {
        Call {
            id: None,
            name: name.to_owned(),
            raw: raw.to_owned(),
            finish: self.finish,
        }
    }
}
