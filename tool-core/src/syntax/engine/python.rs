//! Python calls: `f(a='x', b=1)`, alone, in lines or in a list.

use super::arguments::make_json;
use super::literal::{Literal, read_argument};
use super::value_end::{ValueEnd, find_container_end};
use super::{Block, EngineStep, Found, MarkerMatch, Source};
use crate::drop_reason::DropReason;
use crate::finish::Finish;
use crate::json::write_string;

/// A format with Python calls after a marker.
#[derive(Debug)]
pub(in crate::syntax) struct Python {
    /// The end markers.
    pub(in crate::syntax) close: &'static [&'static str],
    pub(in crate::syntax) layout: Layout,
    /// `true` if the model may repeat the calls and the end marker.
    pub(in crate::syntax) repeats: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Layout {
    /// `[f(), g()]`
    List,
    /// One call per line. A call may be an argument of `print(`.
    Lines,
}

/// Reads the calls after the marker `mark`, which ends at `at`. A string of a call does not contain
/// this marker: the quote that ends the string is damaged, or the text after it.
pub(in crate::syntax) fn read(
    row: &Python,
    source: &Source<'_>,
    at: usize,
    mark: &str,
) -> EngineStep {
    let mut step = read_calls(row, source, at);
    if let EngineStep::Block(block) = &mut step {
        for call in block
            .calls
            .iter_mut()
            .filter(|call| call.raw.contains(mark))
        {
            call.reason.get_or_insert(DropReason::Ambiguous);
        }
    }
    step
}

fn read_calls(row: &Python, source: &Source<'_>, at: usize) -> EngineStep {
    let start = source.skip_space(at);
    if source.is_end(start) {
        return source.end_after_mark(start);
    }
    match source.mark(start, row.close) {
        MarkerMatch::At(end) => {
            return EngineStep::Block(Block {
                end,
                is_closed: true,
                ..Block::default()
            });
        }
        MarkerMatch::Partly => return EngineStep::More,
        MarkerMatch::No => {}
    }
    let step = match (source.text.as_bytes()[start], row.layout) {
        (b'[', _) => read_list(source, start, true, row.close),
        (_, Layout::Lines) => read_lines(source, start, row.close),
        _ => EngineStep::No,
    };
    let EngineStep::Block(mut block) = step else {
        return step;
    };
    let body = source.text[start..block.end].trim_end();
    let behind = source.skip_space(block.end);
    match source.mark(behind, row.close) {
        MarkerMatch::At(end) => {
            block.end = end;
            block.is_closed = true;
        }
        MarkerMatch::Partly => return EngineStep::More,
        MarkerMatch::No if source.is_end(behind) && !source.is_over => return EngineStep::More,
        MarkerMatch::No => return EngineStep::Block(block),
    }
    if row.repeats {
        let again = source.rest(block.end);
        if !source.is_over && body.starts_with(again) {
            return EngineStep::More;
        }
        if again.starts_with(body) {
            match source.mark(source.skip_space(block.end + body.len()), row.close) {
                MarkerMatch::At(end) => block.end = end,
                MarkerMatch::Partly => return EngineStep::More,
                MarkerMatch::No => {}
            }
        }
    }
    EngineStep::Block(block)
}

/// Reads a list of calls. Without a marker, each name has to be a tool, and a list that cannot be
/// read is prose.
pub(in crate::syntax) fn read_list(
    source: &Source<'_>,
    start: usize,
    is_marked: bool,
    stops: &[&str],
) -> EngineStep {
    let mut block = Block::default();
    let mut at = start + 1;
    loop {
        at = source.skip_space(at);
        match source.text.as_bytes().get(at) {
            None if !source.is_over => return EngineStep::More,
            None => {
                match block.calls.last_mut() {
                    Some(last) if is_marked => {
                        last.reason.get_or_insert(DropReason::Incomplete);
                    }
                    Some(_) => block.drop_all(),
                    None if is_marked => block.calls.push(Found::cut("", "")),
                    None => return EngineStep::No,
                }
                block.end = at;
                return EngineStep::Block(block);
            }
            Some(b']') if !block.calls.is_empty() || is_marked => {
                block.end = at + 1;
                return EngineStep::Block(block);
            }
            Some(b',') if !block.calls.is_empty() => {
                at += 1;
                continue;
            }
            Some(_) => {}
        }
        // The first call shows that the list is not prose. Later ones may name unknown tools.
        let is_list = is_marked || !block.calls.is_empty();
        if !is_list && begins_other(source, at) {
            return EngineStep::No;
        }
        match read_call(source, at) {
            // The name is a tool, or the list has calls.
            PythonCall::Call(found, end) => {
                block.calls.push(found);
                at = end;
            }
            PythonCall::More => return EngineStep::More,
            PythonCall::Cut(name, raw) if is_list || !name.is_empty() => {
                block.calls.push(Found::cut(name, raw));
                block.end = source.text.len();
                if !is_marked {
                    // The rest may show that the list is prose.
                    block.drop_all();
                }
                return EngineStep::Block(block);
            }
            _ if !is_marked => return EngineStep::No,
            _ => return skip_broken(source, start, at, block, stops),
        }
    }
}

/// Skips the rest of a marked list that cannot be read.
fn skip_broken(
    source: &Source<'_>,
    start: usize,
    at: usize,
    mut block: Block,
    stops: &[&str],
) -> EngineStep {
    let end = match find_container_end(source.text, start, stops) {
        ValueEnd::At(end) | ValueEnd::Stopped(end) => end,
        ValueEnd::Open { .. } if !source.is_over => return EngineStep::More,
        ValueEnd::Open { .. } => source.text.len(),
    };
    let raw = source.text.get(at..end).unwrap_or("");
    let name = raw.split('(').next().unwrap_or("").trim();
    let name = if is_name(name) { name } else { "" };
    // The end of an earlier call is not clear.
    for call in block.calls.iter_mut() {
        call.reason.get_or_insert(DropReason::Ambiguous);
    }
    block
        .calls
        .push(Found::dropped(name, raw, DropReason::NotJson));
    block.end = end.max(at);
    EngineStep::Block(block)
}

fn read_lines(source: &Source<'_>, start: usize, stops: &[&str]) -> EngineStep {
    let mut block = Block {
        end: start,
        ..Block::default()
    };
    let mut is_printed = false;
    loop {
        let at = skip_print(source, block.end);
        is_printed |= at > block.end;
        match read_call(source, at) {
            PythonCall::Call(found, end) => {
                block.calls.push(found);
                block.end = end;
            }
            PythonCall::More => return EngineStep::More,
            PythonCall::Cut(name, raw) => {
                block.calls.push(Found::cut(name, raw));
                block.end = source.text.len();
                return EngineStep::Block(block);
            }
            PythonCall::No if block.calls.is_empty() => return EngineStep::No,
            PythonCall::No => return EngineStep::Block(block),
        }
        let bracket = source.skip_space(block.end);
        if is_printed && source.rest(bracket).starts_with(')') {
            block.end = bracket + 1;
            is_printed = false;
        }
        let next = source.rest(block.end);
        let next = next.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        let next_at = source.text.len() - next.len();
        if next.is_empty() && !source.is_over {
            return EngineStep::More;
        }
        match source.mark(next_at, stops) {
            MarkerMatch::Partly => return EngineStep::More,
            MarkerMatch::No if next.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                block.end = next_at;
            }
            _ => return EngineStep::Block(block),
        }
    }
}

/// Returns the position after `print(`, which Gemma 3 writes around calls.
fn skip_print(source: &Source<'_>, at: usize) -> usize {
    const PRINT: &str = "print(";
    let is_print = source.rest(at).starts_with(PRINT) && source.tools.get("print").is_none();
    if is_print {
        source.skip_space(at + PRINT.len())
    } else {
        at
    }
}

/// Reads a call that fills a whole line, without a marker. `at` is the start of the line, and
/// `token` looks for a special token that may follow the call. Returns `None` if the line does not
/// begin with the exact name of a tool and a bracket.
pub(in crate::syntax) fn read_line(
    source: &Source<'_>,
    at: usize,
    token: impl Fn(&str) -> MarkerMatch,
) -> Option<EngineStep> {
    let (name, behind) = split_name(source.rest(at));
    if name.len() > MAX_NAME || name.is_empty() {
        return None;
    }
    match behind.as_bytes().first() {
        None if source.is_over || !source.begins_tool(name) => return None,
        None => return Some(EngineStep::More),
        Some(b'(') if source.tools.get(name).is_some() => {}
        Some(_) => return None,
    }
    Some(match read_call(source, at) {
        PythonCall::Call(found, end) => {
            let behind = source.rest(end);
            let line = behind.trim_start_matches([' ', '\t', '\r']);
            match line.chars().next() {
                None if !source.is_over => EngineStep::More,
                None | Some('\n') => EngineStep::one(found, end, line.starts_with('\n')),
                Some(_) => match token(line) {
                    MarkerMatch::At(_) => EngineStep::one(found, end, true),
                    MarkerMatch::Partly => EngineStep::More,
                    MarkerMatch::No => EngineStep::No,
                },
            }
        }
        PythonCall::More => EngineStep::More,
        // The bracket is closed, and other text follows it.
        PythonCall::Cut(..)
            if source.finish == Finish::Complete
                && source.rest(at).lines().next()?.contains(')') =>
        {
            EngineStep::No
        }
        PythonCall::Cut(name, raw) => {
            EngineStep::one(Found::cut(name, raw), source.text.len(), false)
        }
        PythonCall::No => EngineStep::No,
    })
}

/// Maximum length of a name that is not marked.
const MAX_NAME: usize = 128;

pub(in crate::syntax) fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':' | '/')
}

/// Returns whether an ASCII character [is a part](is_name_part) of a name.
#[inline]
pub(in crate::syntax) fn is_name_byte(byte: u8) -> bool {
    NAME_BYTES[usize::from(byte)]
}

const NAME_BYTES: [bool; 256] = {
    let mut parts = [false; 256];
    let mut byte: u8 = 0;
    while byte.is_ascii() {
        let is_sign = matches!(byte, b'_' | b'.' | b'-' | b':' | b'/');
        parts[byte as usize] = byte.is_ascii_alphanumeric() || is_sign;
        byte += 1;
    }
    parts
};

/// Splits a text after the name at its start, which may be empty.
pub(in crate::syntax) fn split_name(text: &str) -> (&str, &str) {
    let end = text.bytes().position(|byte| !is_name_byte(byte));
    let end = match end {
        Some(end) if !text.as_bytes()[end].is_ascii() => {
            text.find(|c: char| !is_name_part(c)).unwrap_or(text.len())
        }
        _ => end.unwrap_or(text.len()),
    };
    text.split_at(end)
}

/// Returns whether all characters of a text [are parts](is_name_part) of a name.
pub(in crate::syntax) fn is_name_text(text: &str) -> bool {
    split_name(text).1.is_empty()
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && is_name_text(name)
}

/// Returns whether something else than a call of a tool begins at a position.
fn begins_other(source: &Source<'_>, at: usize) -> bool {
    let (name, behind) = split_name(source.rest(at));
    match behind {
        "" => source.is_over || name.len() > MAX_NAME,
        _ => !behind.starts_with('(') || !source.may_call(name),
    }
}

/// Returns whether a call of a tool begins at a position.
pub(in crate::syntax) fn names_tool(source: &Source<'_>, at: usize) -> bool {
    let (name, behind) = split_name(source.rest(at));
    behind.starts_with('(') && source.may_call(name)
}

pub(in crate::syntax) enum PythonCall {
    Call(Found, usize),
    More,
    /// The text ends inside the call. Holds the name, and the received arguments as JSON.
    Cut(String, String),
    No,
}

/// Reads one call with named arguments.
pub(in crate::syntax) fn read_call(source: &Source<'_>, at: usize) -> PythonCall {
    let open = |name: &str, json: &str| {
        if source.is_over {
            PythonCall::Cut(name.to_owned(), json.to_owned())
        } else {
            PythonCall::More
        }
    };
    let (name, behind) = split_name(source.rest(at));
    match behind.as_bytes().first() {
        None => return open("", ""),
        Some(b'(') if name.starts_with(|c: char| !c.is_ascii_digit()) => {}
        Some(_) => return PythonCall::No,
    }
    let mut json = make_json();
    json.push('{');
    let mut at = at + name.len() + 1;
    loop {
        at = source.skip_space(at);
        match source.text.as_bytes().get(at) {
            None => return open(name, &json),
            Some(b')') => break,
            Some(b',') if json.len() > 1 => {
                at += 1;
                continue;
            }
            Some(_) => {}
        }
        let (key, _) = split_name(source.rest(at));
        let behind = source.skip_space(at + key.len());
        match source.text.as_bytes().get(behind) {
            None => return open(name, &json),
            Some(b'=') if !key.is_empty() => at = behind + 1,
            Some(_) => return PythonCall::No,
        }
        if json.len() > 1 {
            json.push(',');
        }
        write_string(key, &mut json);
        json.push(':');
        match read_argument(source, at, (key, source.argument_types(name)), &mut json) {
            Literal::At(end) => at = end,
            Literal::Open => return open(name, &json),
            Literal::No => return PythonCall::No,
        }
        at = source.skip_space(at);
        match source.text.as_bytes().get(at) {
            None => return open(name, &json),
            Some(b',' | b')') => {}
            Some(_) => return PythonCall::No,
        }
    }
    json.push('}');
    PythonCall::Call(Found::call(name, json), at + 1)
}
