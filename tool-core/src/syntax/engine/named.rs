//! Calls with the name before the JSON arguments: a marker, the name, a marker, the JSON.

use serde_json::json;

use super::code::CODE_TOOLS;
use super::item::{ArgumentsText, Raw, with_arguments};
use super::python::{is_name_text, split_name};
use super::value_end::{ValueEnd, find_container_end, find_json_end};
use super::{
    EngineStep, Found, MAX_TAG, MarkerMatch, Source, find_first, find_text, take_window, trim,
};
use crate::drop_reason::DropReason;
use crate::finish::Finish;

/// A format with the name before the arguments.
#[derive(Debug)]
pub(in crate::syntax) struct Named {
    /// The marker after the ID, for formats that write the ID first.
    pub(in crate::syntax) id_end: &'static str,
    /// The markers after the name. An empty list means that the JSON follows the name.
    pub(in crate::syntax) name_end: &'static [&'static str],
    /// Text between the marker and the JSON.
    pub(in crate::syntax) before: &'static [&'static str],
    /// Text that closes the arguments.
    pub(in crate::syntax) close: &'static [&'static str],
    pub(in crate::syntax) style: Style,
}

/// The meaning of the text before the marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Style {
    /// The name.
    Name,
    /// `functions.NAME:INDEX`, which is the ID, too.
    Id,
    /// The name, which has to be a single word.
    Word,
    /// `NAME`, or `NAME[CALL_ID]ID`.
    WithCallId,
    /// A line with the name, which is a tool.
    Tool,
}

/// The first call of a text whose marker is in the prompt: a line with the name, and the JSON.
pub(in crate::syntax) static FIRST_LINE: Named = Named {
    id_end: "",
    name_end: &["\n"],
    before: &["<|content|>"],
    close: &["<|stop|>"],
    style: Style::Tool,
};

/// Reads the call after a marker that ends at `at`.
pub(in crate::syntax) fn read(row: &Named, source: &Source<'_>, at: usize) -> EngineStep {
    let cut = |name| source.cut(name, at);
    let (mut id, mut at_name) = (None, at);
    if !row.id_end.is_empty() {
        let rest = source.rest(at);
        let Some(end) = find_text(take_window(rest), row.id_end) else {
            return if rest.len() < MAX_TAG {
                cut("")
            } else {
                EngineStep::No
            };
        };
        id = Some(trim(&rest[..end]).to_owned());
        at_name = at + end + row.id_end.len();
    }
    let rest = source.rest(at_name);
    let visible = take_window(rest);
    if matches!(row.style, Style::Word | Style::Tool) && !begins_with_word(row, visible) {
        return EngineStep::No;
    }
    let marked = find_first(visible, row.name_end).map(|(at, end)| (at, end.len()));
    let direct = row.name_end.is_empty() || matches!(row.style, Style::WithCallId);
    let before = &visible[..marked.map_or(visible.len(), |(at, _)| at)];
    let brace = before.bytes().position(|byte| byte == b'{');
    let brace = brace.filter(|_| direct).map(|at| (at, 0));
    let Some((end, width)) = brace.or(marked) else {
        return match row.style {
            Style::Tool if source.is_over => EngineStep::No,
            // The marker after the word may be incomplete.
            Style::Word if source.is_over && !is_word_start(visible) => EngineStep::No,
            Style::WithCallId if !is_word_start(visible) => EngineStep::No,
            // A complete text only mentions the marker.
            _ if source.is_over && source.finish == Finish::Complete => EngineStep::No,
            _ if rest.len() < MAX_TAG => cut(""),
            _ => EngineStep::No,
        };
    };
    let mut name = trim(&rest[..end]);
    if name.contains("<|") {
        // The marker before this one is only mentioned.
        return EngineStep::No;
    }
    // The bracket of a marker such as `\n{` belongs to the arguments.
    let width = rest[end..end + width].trim_end_matches('{').len();
    let mut args_at = source.skip_space(at_name + end + width);
    match row.style {
        Style::Name => {}
        Style::Word if is_word(name) => {}
        Style::Tool if is_word(name) && source.may_call(name) => {}
        Style::Word | Style::Tool => return EngineStep::No,
        Style::Id => {
            id = Some(name.to_owned());
            name = name_of_id(name);
        }
        Style::WithCallId => {
            if let Some((before, call_id)) = name.split_once("[CALL_ID]") {
                id = Some(call_id.to_owned());
                name = before.trim();
            }
            if !is_word(name) {
                return EngineStep::No;
            }
        }
    }
    for before in row.before {
        match source.mark(args_at, &[before]) {
            MarkerMatch::At(end) => args_at = source.skip_space(end),
            MarkerMatch::Partly => return EngineStep::More,
            MarkerMatch::No => {}
        }
    }
    let mut step = match source.text.as_bytes().get(args_at) {
        None => return cut(name),
        Some(b'{') => read_arguments(row, source, name, args_at),
        Some(_) => not_json(row, source, name, args_at),
    };
    if let EngineStep::Block(block) = &mut step {
        for call in block.calls.iter_mut() {
            call.id.clone_from(&id);
            if call.name.is_empty() {
                call.reason.get_or_insert(DropReason::NoName);
            }
        }
    }
    step
}

fn read_arguments(row: &Named, source: &Source<'_>, name: &str, at: usize) -> EngineStep {
    let json = find_json_end(source.text, at);
    let found_end = json.map_or_else(
        || find_container_end(source.text, at, row.close),
        ValueEnd::At,
    );
    let (ValueEnd::At(end) | ValueEnd::Stopped(end)) = found_end else {
        return source.cut(name, at);
    };
    let raw = Raw {
        text: source.text[at..end].trim_end(),
        is_json: json.is_some(),
    };
    let found = with_arguments(name, raw);
    let behind = source.skip_space(end);
    match source.mark(behind, row.close) {
        MarkerMatch::At(end) => EngineStep::one(found, end, true),
        MarkerMatch::Partly => EngineStep::More,
        MarkerMatch::No if source.is_end(behind) && !source.is_over => EngineStep::More,
        // Brackets that are left over, or a cut mark.
        MarkerMatch::No => {
            let rest = source.rest(behind);
            let is_cut = |close: &&str| !rest.is_empty() && close.starts_with(rest);
            if source.is_over && row.name_end == ["("] && row.close.iter().any(is_cut) {
                let found = Found::cut(name, source.text[at..end].trim_end());
                return EngineStep::one(found, source.text.len(), false);
            }
            let left = rest.trim_start_matches(|c: char| c == '}' || c.is_whitespace());
            let left_at = source.text.len() - left.len();
            match source.mark(left_at, row.close) {
                MarkerMatch::At(end) if left.len() < rest.len() => {
                    EngineStep::one(found, end, true)
                }
                MarkerMatch::Partly if left.len() < rest.len() => EngineStep::More,
                _ => EngineStep::one(found, end, false),
            }
        }
    }
}

/// Reads code up to the next message.
fn read_code(source: &Source<'_>, name: &str, at: usize) -> EngineStep {
    let rest = source.rest(at);
    let end = match find_first(rest, &[">>>", "<|"]) {
        Some((end, _)) => end,
        None if source.is_over => rest.len(),
        None => return EngineStep::More,
    };
    let raw = json!({"code": rest[..end].trim_end()}).to_string();
    EngineStep::one(Found::call(name, raw), at + end, false)
}

/// Handles arguments that are not an object.
fn not_json(row: &Named, source: &Source<'_>, name: &str, at: usize) -> EngineStep {
    if row.name_end == ["("] {
        match source.mark(at, row.close) {
            MarkerMatch::At(end) => return EngineStep::one(Found::call(name, "{}"), end, true),
            MarkerMatch::Partly => return EngineStep::More,
            MarkerMatch::No => {}
        }
    }
    if row.name_end == ["\n"] && CODE_TOOLS.contains(&name) && source.tools.get(name).is_some() {
        return read_code(source, name, at);
    }
    if matches!(row.style, Style::Word | Style::WithCallId | Style::Tool) {
        return EngineStep::No;
    }
    let rest = source.rest(at);
    // Prose mentions the marker.
    let is_prose = source.text[..at].ends_with(' ')
        && rest.starts_with(char::is_alphabetic)
        && !rest.starts_with("null");
    if is_prose {
        return EngineStep::No;
    }
    match find_first(rest, row.close) {
        Some((end, close)) => {
            let raw = rest[..end].trim();
            let found = match ArgumentsText::of(raw) {
                ArgumentsText::Empty => Found::call(name, "{}"),
                ArgumentsText::Other => Found::dropped(name, raw, DropReason::NotJson),
            };
            EngineStep::one(found, at + end + close.len(), true)
        }
        None => source.cut(name, at),
    }
}

/// Returns whether a text begins with a word and one of the markers after it, or may do so.
fn begins_with_word(row: &Named, text: &str) -> bool {
    let text = text.trim_start();
    let (_, behind) = split_name(text);
    let behind = behind.trim_start_matches([' ', '\r']);
    let mut ends = row.name_end.iter();
    behind.is_empty() || ends.any(|end| behind.starts_with(end) || end.starts_with(behind))
}

fn is_word_start(text: &str) -> bool {
    let word = text.split(['[', '{']).next().unwrap_or("").trim();
    word.is_empty() || is_word(word)
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && is_name_text(name)
}

/// Returns the name in `functions.NAME:INDEX`.
fn name_of_id(id: &str) -> &str {
    let name = match id.rsplit_once(':') {
        Some((name, index)) if index.chars().all(|c| c.is_ascii_digit()) => name,
        _ => id,
    };
    name.strip_prefix("functions.").unwrap_or(name).trim()
}
