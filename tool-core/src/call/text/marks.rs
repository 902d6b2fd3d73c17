use super::found::{Behind, Found};
use super::json::{fenced, split_value};
use super::thoughts::{self, THOUGHTS};
use crate::call::DropReason;

/// Marks at the start of a call.
const MARKS: [&str; 3] = ["<tool_call>", "<function=", "[TOOL_CALLS]"];

impl Found {
    /// Reads all calls with a mark, except those in thoughts. Returns whether there is one.
    pub(super) fn marked(&mut self, text: &str) -> bool {
        let mut rest = text;
        let (mut any, mut thought) = (false, false);
        while let Some((mark, at)) = first_of(rest, &tags()) {
            let inside = &rest[at + mark.len()..];
            if let Some(close) = thoughts::closing(mark) {
                rest = inside.split_once(close).map_or("", |(_, said)| said);
                thought = true;
            } else if MARKS.contains(&mark) {
                rest = self.call_behind(mark, inside.trim_start());
                any = true;
            } else {
                if !thought {
                    // The template opened the thought, which includes all text so far.
                    *self = Self::new(self.reported);
                    any = false;
                }
                rest = inside;
                thought = true;
            }
        }
        any
    }

    fn call_behind<'a>(&mut self, mark: &str, inside: &'a str) -> &'a str {
        match mark {
            "<tool_call>" => self.tool_call(inside),
            "<function=" => self.function(inside),
            _ => self.mistral(inside),
        }
    }

    fn tool_call<'a>(&mut self, inside: &'a str) -> &'a str {
        if let Some(function) = inside.strip_prefix("<function=") {
            return self.function(function);
        }
        let (body, behind, rest) = body(inside, "<tool_call>", "</tool_call>");
        self.json(fenced(body), behind);
        rest
    }

    fn function<'a>(&mut self, inside: &'a str) -> &'a str {
        let (head, behind, rest) = body(inside, "<function=", "</function>");
        let (name, arguments) = head.split_once('>').unwrap_or((head, ""));
        let call = self.call(name.trim(), arguments.trim());
        if call.raw.starts_with('{') {
            self.take_text(call, behind);
        } else {
            self.answer.drop(call, DropReason::NotJson);
        }
        rest
    }

    fn mistral<'a>(&mut self, inside: &'a str) -> &'a str {
        if inside.starts_with('[') {
            return self.list(inside);
        }
        let end = inside.find(['[', '{']).unwrap_or(inside.len());
        let (name, arguments) = inside.split_at(end);
        let (id, arguments) = match arguments.strip_prefix("[CALL_ID]") {
            Some(id) => id.split_once('[').unwrap_or((id, "")),
            None => ("", arguments),
        };
        let arguments = arguments.trim_start_matches('[');
        let arguments = arguments
            .strip_prefix("ARGS]")
            .unwrap_or(arguments)
            .trim_start();
        let (raw, rest) = split_value(arguments).unwrap_or((arguments, ""));
        let mut call = self.call(name.trim(), raw);
        call.id = Some(id.trim().to_owned()).filter(|id| !id.is_empty());
        self.take_text(call, Behind::Nothing);
        if !rest.trim().is_empty() {
            self.answer.output();
        }
        rest
    }

    /// Reads an array of calls. From a broken array, reads the valid calls.
    fn list<'a>(&mut self, inside: &'a str) -> &'a str {
        if let Some((list, rest)) = split_value(inside) {
            self.json(list, Behind::Close);
            return rest;
        }
        let mut rest = inside[1..].trim_start();
        while let Some((item, behind)) = split_value(rest) {
            self.object(item, Behind::Nothing);
            rest = behind.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        }
        if rest.is_empty() {
            // The list around the last call is open.
            self.answer.drop_last();
        } else {
            self.unread(rest);
        }
        ""
    }
}

fn tags() -> impl Iterator<Item = &'static str> + Clone {
    let thoughts = THOUGHTS.into_iter().flat_map(|(open, close)| [open, close]);
    MARKS.into_iter().chain(thoughts)
}

/// Returns the first mark of a call, and its place.
pub(super) fn first_mark(text: &str) -> Option<(&'static str, usize)> {
    first_of(text, &MARKS.into_iter())
}

fn first_of(
    text: &str,
    tags: &(impl Iterator<Item = &'static str> + Clone),
) -> Option<(&'static str, usize)> {
    text.match_indices(['<', '[']).find_map(|(at, _)| {
        let tag = tags.clone().find(|tag| text[at..].starts_with(tag));
        tag.map(|tag| (tag, at))
    })
}

/// Returns the text before the closing tag, or before the next call if the tag is missing, and
/// the rest. A JSON string may contain either.
fn body<'a>(inside: &'a str, open: &str, close: &str) -> (&'a str, Behind, &'a str) {
    let value = split_value(inside);
    let from = value.map_or(0, |(_, rest)| inside.len() - rest.len());
    let next = inside[from..]
        .find(open)
        .map_or(inside.len(), |at| from + at);
    let own = &inside[from..next];
    // In broken JSON, the last closing tag is the least likely to be inside a string.
    let end = if value.is_some() {
        own.find(close)
    } else {
        own.rfind(close)
    };
    match end {
        Some(end) => (
            inside[..from + end].trim(),
            Behind::Close,
            &inside[from + end + close.len()..],
        ),
        None => (inside[..next].trim(), Behind::Nothing, &inside[next..]),
    }
}
