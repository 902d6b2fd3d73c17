//! Calls that a model wrote into its text, one form a file.

mod json;
mod python;

use crate::call::{Call, Calls, DropReason};
use crate::finish::Finish;
use json::{Object, object, objects};
use python::python_calls;

/// The calls that stand in plain text, as models write them whose server does not read
/// them out.
///
/// | form | |
/// |---|---|
/// | `<tool_call>{"name": .., "arguments": {..}}</tool_call>` | Hermes, Qwen; anywhere in the text |
/// | `<function=NAME>{..}</function>` | Llama |
/// | `[TOOL_CALLS][{"name": .., "arguments": {..}}]`, `[TOOL_CALLS]NAME[ARGS]{..}` | Mistral |
/// | `{"name": .., "parameters": {..}}` | Llama; only as all of the text, several with `;` or in an array, after `<\|python_tag\|>` or not |
/// | `[f(x=1)]`, `<\|python_tag\|>f(x=1)`, `<function=NAME>` with tags inside | not read, but named in [`Calls::dropped`] |
///
/// What a model thinks (`<think>`) holds no calls, and neither does JSON within prose.
/// Arguments that are no JSON are passed on as they stand, where the name before them
/// and their beginning are clear. How the output ended is for the caller to say.
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
    let said = without_thoughts(text).trim();
    if !found.marked(said) {
        let code = said.strip_prefix("<|python_tag|>");
        found.bare(code.unwrap_or(said).trim(), code.is_some());
    }
    found.calls
}

/// The text behind what a model thinks; nothing of it if the thinking has no end.
fn without_thoughts(text: &str) -> &str {
    let said = text.rsplit_once("</think>").map_or(text, |(_, said)| said);
    said.split_once("<think>").map_or(said, |(said, _)| said)
}

struct Found {
    calls: Calls,
    finish: Finish,
}

impl Found {
    /// Takes all calls that bear a mark; whether there is a mark.
    fn marked(&mut self, text: &str) -> bool {
        let mut rest = text;
        let mut any = false;
        while let Some((mark, at)) = first_mark(rest) {
            any = true;
            let inside = rest[at + mark.len()..].trim_start();
            rest = match mark {
                "<tool_call>" => self.tool_call(inside),
                "<function=" => self.function(inside),
                _ => self.mistral(inside),
            };
        }
        any
    }

    fn tool_call<'a>(&mut self, inside: &'a str) -> &'a str {
        if let Some(function) = inside.strip_prefix("<function=") {
            return self.function(function);
        }
        let (body, rest) = body(inside, "</tool_call>");
        self.object(body);
        rest
    }

    fn function<'a>(&mut self, inside: &'a str) -> &'a str {
        let (head, rest) = body(inside, "</function>");
        let (name, arguments) = head.split_once('>').unwrap_or((head, ""));
        let reason = (!arguments.trim_start().starts_with('{')).then_some(DropReason::NotJson);
        self.take(name, arguments.trim(), reason);
        rest
    }

    fn mistral<'a>(&mut self, inside: &'a str) -> &'a str {
        if inside.starts_with('[') {
            let (list, rest) = first_value(inside);
            let Some(all) = objects(list) else {
                self.take("", list, Some(DropReason::NotJson));
                return rest;
            };
            for one in all {
                self.object(one);
            }
            return rest;
        }
        let end = inside.find(['[', '{']).unwrap_or(inside.len());
        let (name, arguments) = inside.split_at(end);
        let (id, arguments) = match arguments.strip_prefix("[CALL_ID]") {
            Some(id) => id.split_once('[').unwrap_or((id, "")),
            None => ("", arguments),
        };
        let arguments = arguments.trim_start_matches('[');
        let arguments = arguments.strip_prefix("ARGS]").unwrap_or(arguments);
        let (raw, rest) = first_value(arguments.trim_start());
        let mut call = self.call(name.trim(), raw);
        call.id = Some(id.trim().to_owned()).filter(|id| !id.is_empty());
        self.calls.take(call);
        rest
    }

    /// Takes a text that is calls and nothing else.
    fn bare(&mut self, text: &str, code: bool) {
        if let Some(all) = objects(text) {
            let shaped = |one: &&str| matches!(object(one), Object::Call { alone: true, .. });
            if all.iter().all(shaped) {
                for one in all {
                    self.object(one);
                }
            }
            return;
        }
        let list = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        if let Some(calls) = list.or(code.then_some(text)).and_then(python_calls) {
            for (name, source) in calls {
                self.take(name, source, Some(DropReason::NotJson));
            }
        }
    }

    fn object(&mut self, text: &str) {
        match object(text) {
            Object::Call { id, name, raw, .. } => {
                let mut call = self.call(&name, &raw);
                call.id = id;
                self.calls.take(call);
            }
            Object::Other => self.take("", text, Some(DropReason::NotJson)),
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

fn first_mark(text: &str) -> Option<(&'static str, usize)> {
    let marks = ["<tool_call>", "<function=", "[TOOL_CALLS]"];
    text.match_indices(['<', '[']).find_map(|(at, _)| {
        let mark = marks.into_iter().find(|mark| text[at..].starts_with(mark));
        mark.map(|mark| (mark, at))
    })
}

/// What stands before the closing tag, which may occur in a string of JSON as well.
fn body<'a>(inside: &'a str, tag: &str) -> (&'a str, &'a str) {
    let (_, rest) = json::split_value(inside).unwrap_or(("", inside));
    let from = inside.len() - rest.len();
    match rest.find(tag) {
        Some(at) => (inside[..from + at].trim(), &rest[at + tag.len()..]),
        None => (inside.trim(), ""),
    }
}

/// The JSON value at the start, or all of it where that is none.
fn first_value(text: &str) -> (&str, &str) {
    json::split_value(text).unwrap_or((text.trim(), ""))
}
