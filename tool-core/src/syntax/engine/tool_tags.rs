//! Calls in tags that the tools name: a tag for the tool, and a tag for each argument.
//!
//! `<read_file><path>/a</path></read_file>`, also as `<tool name="read_file">`, and in `<action>`.
//! No model is trained for this notation, but each model that writes text can be asked for it.

use super::arguments::CollectedArguments;
use super::item::{Raw, with_arguments};
use super::nested;
use super::typing::{Marked, write_value};
use super::value_end::find_json_end;
use super::{Block, EngineStep, Found, MarkerMatch, Source, last_line, skip_space, take_window};
use crate::drop_reason::DropReason;
use crate::element::{StartTag, parse_start_tag};
use crate::finish::Finish;
use crate::issue::TypeSet;
use crate::json::write_string;
use crate::marks::TOKENS;
use crate::schema::{ArgumentTypes, Schemas};

/// The tag that some prompts put around calls.
const ACTION: (&str, &str) = ("<action>", "</action>");

/// Reads the calls at the start of a line. `at` is the position of a tag.
pub(in crate::syntax) fn read(source: &Source<'_>, at: usize) -> EngineStep {
    let (mut at, is_wrapped) = match source.mark(at, &[ACTION.0]) {
        MarkerMatch::At(end) => (source.skip_space(end), true),
        MarkerMatch::Partly => return EngineStep::More,
        MarkerMatch::No => (at, false),
    };
    let mut calls = Vec::new();
    loop {
        let call = match ToolTag::open(source, at) {
            Opened::Tag(tag) => tag.read_call(),
            Opened::More => return wait(source),
            Opened::No => return EngineStep::No,
        };
        let (found, end, is_closed) = match call {
            Call::Read(found, end, is_closed) => (found, end, is_closed),
            Call::More => return wait(source),
            Call::No => return EngineStep::No,
        };
        calls.push(found);
        let next = source.skip_space(end);
        if !is_wrapped || !is_closed {
            return match ends_line(source, end) {
                Some(true) => block(calls, end, is_closed),
                Some(false) => EngineStep::No,
                None => EngineStep::More,
            };
        }
        match source.mark(next, &[ACTION.1]) {
            MarkerMatch::At(end) => return block(calls, end, true),
            MarkerMatch::Partly => return EngineStep::More,
            MarkerMatch::No if source.is_end(next) => {
                if !source.is_over {
                    return EngineStep::More;
                }
                return block(calls, end, true);
            }
            MarkerMatch::No => at = next,
        }
    }
}

fn wait(source: &Source<'_>) -> EngineStep {
    if source.is_over {
        EngineStep::No
    } else {
        EngineStep::More
    }
}

fn block(calls: Vec<Found>, end: usize, is_closed: bool) -> EngineStep {
    EngineStep::Block(Block {
        calls: calls.into_iter().collect(),
        end,
        is_closed,
    })
}

/// Returns whether only white space, a token and other tags follow on the line: otherwise, the tags
/// are a part of a sentence. `None` needs more text.
fn ends_line(source: &Source<'_>, at: usize) -> Option<bool> {
    let rest = source.rest(at).trim_start_matches([' ', '\t', '\r']);
    match rest.bytes().next() {
        Some(b'[') if TOKENS.iter().any(|token| rest.starts_with(token)) => Some(true),
        Some(b'[') if !source.is_over && TOKENS.iter().any(|token| token.starts_with(rest)) => None,
        Some(first) => Some(matches!(first, b'\n' | b'<')),
        None => source.is_over.then_some(true),
    }
}

/// The tag of a tool.
struct ToolTag<'r, 's> {
    source: &'r Source<'s>,
    name: &'s str,
    types: &'s ArgumentTypes,
    close: String,
    /// The position after the opening tag.
    inside: usize,
    is_empty: bool,
}

enum Opened<'r, 's> {
    Tag(ToolTag<'r, 's>),
    More,
    No,
}

enum Call {
    /// A call, its end, and whether its closing tag is there.
    Read(Found, usize, bool),
    More,
    No,
}

/// An argument of a call.
enum Argument {
    /// An argument that ends at this position.
    Closed(usize),
    /// The text ends inside the argument.
    Open,
    /// The closing tag is missing. The call ends at this position.
    Unclosed(usize),
    No,
}

/// The end of a value.
#[derive(Clone, Copy)]
enum ArgumentEnd {
    /// The length of the value, and the position after its closing tag.
    At(usize, usize),
    /// The text ends first.
    Open,
    /// The call ends first, at this position.
    Missing(usize),
}

/// Maximum number of calls of one tool inside each other.
const MAX_NESTED: usize = 8;

/// The arguments of a call while it is read: the texts of each.
#[derive(Default)]
struct Texts<'s> {
    all: Vec<(&'s str, Vec<&'s str>)>,
    open: Option<(&'s str, &'s str)>,
    reason: Option<DropReason>,
}

impl<'r, 's> ToolTag<'r, 's> {
    fn open(source: &'r Source<'s>, at: usize) -> Opened<'r, 's> {
        let rest = source.rest(at);
        let Some(inside) = rest.strip_prefix('<') else {
            return match rest {
                "" => Opened::More,
                _ => Opened::No,
            };
        };
        let inside_at = at + 1;
        let attribute = "tool name=";
        let value = inside.strip_prefix(attribute).unwrap_or("");
        let (name, behind, element) = if value.starts_with(['"', '\'']) {
            let (quote, value) = value.split_at(1);
            match take_window(value).find(|c| c == '\n' || quote.starts_with(c)) {
                Some(end) => (&value[..end], attribute.len() + 1 + end + 1, "tool"),
                None => return Opened::More,
            }
        } else if attribute.starts_with(inside) {
            return Opened::More;
        } else {
            let is_end = |byte: u8| {
                let is_sign = matches!(byte, b'_' | b'-' | b'.' | b':');
                byte.is_ascii() && !byte.is_ascii_alphanumeric() && !is_sign
            };
            match inside.bytes().position(is_end) {
                Some(end) => (&inside[..end], end, &inside[..end]),
                None if source.begins_tool(inside) => return Opened::More,
                None => return Opened::No,
            }
        };
        let Some(tool) = source.tools.get(name) else {
            return Opened::No;
        };
        let tag = |end: usize, is_empty| {
            Opened::Tag(ToolTag {
                source,
                name,
                types: tool.types,
                close: format!("</{element}>"),
                inside: inside_at + end,
                is_empty,
            })
        };
        let blank = inside[behind..].trim_start_matches(' ');
        let end = inside.len() - blank.len();
        match blank.as_bytes() {
            [b'>', ..] => tag(end + 1, false),
            [b'/', b'>', ..] => tag(end + 2, true),
            [] | [b'/'] => Opened::More,
            _ => Opened::No,
        }
    }

    fn read_call(&self) -> Call {
        if self.is_empty {
            return Call::Read(Found::call(self.name, "{}"), self.inside, true);
        }
        let source = self.source;
        let mut texts = Texts::default();
        let mut at = self.inside;
        loop {
            at = source.skip_space(at);
            match source.mark(at, &[&self.close]) {
                MarkerMatch::At(end) => return self.finish(&texts, end),
                MarkerMatch::Partly => return Call::More,
                MarkerMatch::No => {}
            }
            let rest = source.rest(at);
            if rest.is_empty() {
                return self.cut(&texts);
            }
            if texts.all.is_empty() && rest.starts_with('{') {
                return self.read_json(at);
            }
            if self.begins_call(at) {
                // A tag of this call is missing, or doubled. The other call may be in a value.
                return match self.next_close(at) {
                    Some(close) => self.drop_until(close.map_or(at, |(_, end)| end), &texts),
                    None => Call::More,
                };
            }
            match self.read_argument(at, &mut texts) {
                Argument::Closed(end) => at = end,
                Argument::Open => return self.cut(&texts),
                Argument::Unclosed(end) => return self.drop_until(end, &texts),
                // Text between the tags belongs to no argument.
                Argument::No if texts.all.is_empty() => return Call::No,
                Argument::No => {
                    texts.reason.get_or_insert(DropReason::BrokenTags);
                    let next = rest.char_indices().skip(1).find(|(_, c)| *c == '<');
                    at += next.map_or(rest.len(), |(next, _)| next);
                }
            }
        }
    }

    /// Reads `<key>value</key>`.
    fn read_argument(&self, at: usize, texts: &mut Texts<'s>) -> Argument {
        let source = self.source;
        let tag = take_window(source.rest(at));
        let (key, value_at) = match parse_start_tag(tag) {
            StartTag::Open(key, after) => (key, at + tag.len() - after.len()),
            StartTag::Partial if tag.len() == source.rest(at).len() => return Argument::Open,
            _ => return Argument::No,
        };
        match self.find_end(value_at, key) {
            ArgumentEnd::At(length, behind) => {
                let value = &source.text[value_at..value_at + length];
                match texts.all.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, values)) => values.push(value),
                    None => texts.all.push((key, vec![value])),
                }
                Argument::Closed(behind)
            }
            ArgumentEnd::Open => {
                texts.open = Some((key, source.rest(value_at)));
                Argument::Open
            }
            ArgumentEnd::Missing(end) => {
                texts.open = Some((key, &source.text[value_at..end]));
                Argument::Unclosed(end)
            }
        }
    }

    /// Finds the closing tag of an argument before the closing tag of the call. A value of a declared
    /// argument may contain its own closing tag: the one before another tag of the call counts. It
    /// may also contain whole calls.
    fn find_end(&self, at: usize, key: &str) -> ArgumentEnd {
        let source = self.source;
        let close = format!("</{key}>");
        let mut nested = 0;
        let mut last = None;
        for (length, _) in source.rest(at).match_indices('<') {
            let here = at + length;
            if let MarkerMatch::At(behind) = source.mark(here, &[&close]) {
                if nested > 0 {
                    continue;
                }
                let is_end = self.is_followed_by_part(behind);
                if is_end != Some(false) || self.types.declares(key) != Some(true) {
                    return is_end.map_or(ArgumentEnd::Open, |_| ArgumentEnd::At(length, behind));
                }
                last = Some(ArgumentEnd::At(length, behind));
            } else if let MarkerMatch::At(behind) = source.mark(here, &[&self.close]) {
                if nested > 0 {
                    nested -= 1;
                    continue;
                }
                // That tag may be a part of the value: then both tags follow again.
                let is_again = |here: usize| source.text[behind..here].trim_end().ends_with(&close);
                return last.unwrap_or_else(|| match self.next_close(behind) {
                    Some(Some((here, end))) if is_again(here) => ArgumentEnd::Missing(end),
                    Some(_) => ArgumentEnd::Missing(behind),
                    None => ArgumentEnd::Open,
                });
            } else if self.begins_again(here) {
                nested += 1;
                if nested > MAX_NESTED {
                    return last.unwrap_or(ArgumentEnd::Missing(here));
                }
            }
        }
        let is_whole = source.is_over && source.finish != Finish::Truncated;
        last.filter(|_| is_whole).unwrap_or(ArgumentEnd::Open)
    }

    /// Returns whether a tag of the call or the end of the text follows an argument. `None` needs
    /// more text.
    fn is_followed_by_part(&self, behind: usize) -> Option<bool> {
        let source = self.source;
        let next = source.skip_space(behind);
        let rest = source.rest(next);
        if rest.is_empty() {
            return (source.is_over && source.finish != Finish::Truncated).then_some(true);
        }
        match source.mark(next, &[&self.close]) {
            MarkerMatch::At(_) => return Some(true),
            MarkerMatch::Partly => return None,
            MarkerMatch::No => {}
        }
        let tag = rest.strip_prefix('<');
        let end = tag.and_then(|tag| take_window(tag).find(['>', '\n', '<']));
        match (tag, end) {
            (Some(tag), Some(end)) => {
                let is_declared = self.types.declares(&tag[..end]);
                let is_declared = is_declared.unwrap_or_else(|| !self.begins_call(next));
                Some(is_declared && tag[end..].starts_with('>'))
            }
            (Some(_), None) if !source.is_over => None,
            _ => Some(false),
        }
    }

    /// Returns the next closing tag of the call before another call of the same tool: its start and
    /// its end. The outer `None` needs more text.
    #[expect(clippy::option_option, reason = "more text, no tag, and a tag")]
    fn next_close(&self, from: usize) -> Option<Option<(usize, usize)>> {
        let source = self.source;
        for (length, _) in source.rest(from).match_indices('<') {
            let here = from + length;
            if let MarkerMatch::At(end) = source.mark(here, &[&self.close]) {
                return Some(Some((here, end)));
            }
            if self.begins_again(here) {
                return Some(None);
            }
        }
        source.is_over.then_some(None)
    }

    /// Returns whether the tag at a position begins a call, and no argument.
    fn begins_call(&self, at: usize) -> bool {
        match ToolTag::open(self.source, at) {
            Opened::Tag(tag) => self.types.declares(tag.name) != Some(true),
            Opened::More | Opened::No => false,
        }
    }

    /// Returns whether a tag in a value begins a call whose closing tag is the one of this call.
    fn begins_again(&self, at: usize) -> bool {
        let before = last_line(&self.source.text[self.inside..at]).trim();
        // Words before the tag show that a sentence mentions it. The closing tag before it may be
        // damaged.
        let behind_tags = before.rsplit(['<', '>']).next().unwrap_or(before);
        let is_line = !behind_tags.contains(char::is_alphabetic)
            || before.contains('<') && behind_tags.starts_with('/');
        is_line
            && match ToolTag::open(self.source, at) {
                Opened::Tag(tag) => tag.close == self.close && !tag.is_empty,
                Opened::More | Opened::No => false,
            }
    }

    /// Reads a JSON object in place of the tags.
    fn read_json(&self, at: usize) -> Call {
        let source = self.source;
        let Some(end) = find_json_end(source.text, at) else {
            return Call::More;
        };
        let raw = Raw {
            text: &source.text[at..end],
            is_json: true,
        };
        let next = source.skip_space(end);
        match source.mark(next, &[&self.close]) {
            MarkerMatch::At(end) => Call::Read(with_arguments(self.name, raw), end, true),
            MarkerMatch::Partly => Call::More,
            MarkerMatch::No if source.is_end(next) => Call::More,
            MarkerMatch::No => Call::No,
        }
    }

    fn finish(&self, texts: &Texts<'s>, end: usize) -> Call {
        let is_declared = |key: &str| self.types.declares(key).unwrap_or(true);
        if !texts.all.is_empty() && !texts.all.iter().any(|(key, _)| is_declared(key)) {
            // Another document that begins with the same tag.
            return Call::No;
        }
        let (json, mut reason) = self.write(texts);
        let has_mark = |(key, values): &(&str, Vec<&str>)| {
            values
                .iter()
                .any(|value| self.has_own_mark(key, value, texts))
        };
        if texts.all.iter().any(has_mark) {
            reason.get_or_insert(DropReason::BrokenTags);
        }
        let mut found = Found::call(self.name, json);
        found.reason = reason;
        Call::Read(found, end, true)
    }

    /// Returns whether a mark of the call is in a value where none may stand: the own tag is doubled,
    /// or the value ends in another argument, whose opening tag came before the closing one.
    fn has_own_mark(&self, key: &str, value: &str, texts: &Texts<'s>) -> bool {
        let value = value.trim();
        let (open, close) = (format!("<{key}>"), format!("</{key}>"));
        let touches = (value.starts_with(&open), value.ends_with(&close));
        let is_one = || value.matches(&open).count() == value.matches(&close).count();
        if touches == (true, false) || touches != (false, false) && !is_one() {
            return true;
        }
        let last = value.rfind("</").map(|at| &value[at + 2..]);
        let last = last
            .and_then(|tag| tag.strip_suffix('>'))
            .unwrap_or_default();
        let is_absent = !texts.all.iter().any(|(known, _)| *known == last);
        let types = self.types.types(key);
        types.is_only_text()
            && self.types.declares(last) == Some(true)
            && is_absent
            && value.contains(&format!("<{last}>"))
            && !value.starts_with('<')
    }

    /// Writes the arguments. A repeated tag is an item of an array.
    fn write(&self, texts: &Texts<'s>) -> (String, Option<DropReason>) {
        let tool = self.source.tools.get(self.name);
        let schemas = Schemas::of(tool.map(|tool| tool.schema));
        let mut arguments = CollectedArguments::with_room(self.types.room);
        let mut reason = texts.reason;
        for (key, values) in &texts.all {
            let forms = schemas.argument(key);
            let types = Schemas::types(&forms);
            arguments.insert(key, |json| match &values[..] {
                [value] => write_argument(key, value, types, &schemas, json),
                values => {
                    if !types.meets(TypeSet::ARRAY) {
                        reason.get_or_insert(DropReason::Ambiguous);
                    }
                    json.push('[');
                    for (index, value) in values.iter().enumerate() {
                        if index > 0 {
                            json.push_str(", ");
                        }
                        let types = Schemas::types(&schemas.item(&forms, index));
                        write_value(strip_lines(value), types, Marked::No, json);
                    }
                    json.push(']');
                }
            });
        }
        (arguments.into_json(), reason)
    }

    /// Handles a call that the text breaks off.
    fn cut(&self, texts: &Texts<'s>) -> Call {
        if !self.source.is_over {
            return Call::More;
        }
        let Some(json) = self.received(texts) else {
            return Call::No;
        };
        Call::Read(Found::cut(self.name, json), self.source.text.len(), false)
    }

    /// Drops a call with damaged tags that ends at `end`.
    fn drop_until(&self, end: usize, texts: &Texts<'s>) -> Call {
        let Some(json) = self.received(texts) else {
            return Call::No;
        };
        let found = Found::dropped(self.name, json, DropReason::BrokenTags);
        Call::Read(found, end, true)
    }

    /// Returns the received part of the arguments as JSON. `None` if none of them is declared.
    fn received(&self, texts: &Texts<'s>) -> Option<String> {
        let is_declared = |key: &str| self.types.declares(key).unwrap_or(true);
        let open = texts.open.filter(|(key, _)| is_declared(key));
        if open.is_none() && !texts.all.iter().any(|(key, _)| is_declared(key)) {
            return None;
        }
        let (mut json, _) = self.write(texts);
        json.pop();
        if let Some((key, value)) = open
            && self.types.types(key).is_only_text()
        {
            if !texts.all.is_empty() {
                json.push_str(", ");
            }
            write_string(key, &mut json);
            json.push_str(": ");
            // The first tag may end the value.
            let value = value.strip_prefix('\n').unwrap_or(value);
            let value = &value[..value.find("</").unwrap_or(value.len())];
            let value = value.trim_end_matches(['<', '\r', '\n']);
            write_string(value, &mut json);
            // The string stays open.
            json.pop();
        }
        Some(json)
    }
}

/// Appends the JSON of an argument.
fn write_argument(
    key: &str,
    value: &str,
    types: TypeSet,
    schemas: &Schemas<'_>,
    json: &mut String,
) {
    let inside = &value[skip_space(value, 0)..];
    let may_nest = !types.may_be_text() && types.empty().is_some();
    if may_nest
        && inside.starts_with('<')
        && let Some(nested) = nested::read_inside(value, key, schemas)
    {
        json.push_str(&nested);
    } else {
        write_value(strip_lines(value), types, Marked::No, json);
    }
}

/// Removes one line break after the opening and one before the closing tag.
fn strip_lines(value: &str) -> &str {
    let Some(inside) = value.strip_prefix("\r\n").or(value.strip_prefix('\n')) else {
        return value;
    };
    let end = inside.strip_suffix("\r\n").or(inside.strip_suffix('\n'));
    end.unwrap_or(inside)
}
