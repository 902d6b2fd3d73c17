//! Python calls: `f(a='x', b=1)`, alone, in lines or in a list.

use super::literal::{Literal, read as read_literal};
use super::value_end::{ValueEnd, container_end};
use super::{Block, Found, Mark, Source, Step};
use crate::call::DropReason;
use crate::json::write_string;

/// A format with Python calls after a marker.
#[derive(Debug)]
pub(in crate::text) struct Python {
    /// The end markers.
    pub(in crate::text) close: &'static [&'static str],
    pub(in crate::text) layout: Layout,
    /// `true` if the model may repeat the calls and the end marker.
    pub(in crate::text) repeats: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Layout {
    /// `[f(), g()]`
    List,
    /// One call per line.
    Lines,
}

/// Reads the calls after a marker that ends at `at`.
pub(in crate::text) fn read(row: &Python, source: &Source<'_>, at: usize) -> Step {
    let start = source.skip_space(at);
    if source.is_end(start) {
        return if source.is_over {
            Step::one(Found::cut("", ""), start, false)
        } else {
            Step::More
        };
    }
    if let Mark::At(end) = source.mark(start, row.close) {
        return Step::Block(Block {
            end,
            is_closed: true,
            ..Block::default()
        });
    }
    let step = match (source.text.as_bytes()[start], row.layout) {
        (b'[', _) => read_list(source, start, true, row.close),
        (_, Layout::Lines) => read_lines(source, start, row.close),
        _ => Step::No,
    };
    let Step::Block(mut block) = step else {
        return step;
    };
    let body = source.text[start..block.end].trim_end();
    let behind = source.skip_space(block.end);
    match source.mark(behind, row.close) {
        Mark::At(end) => {
            block.end = end;
            block.is_closed = true;
        }
        Mark::Partly => return Step::More,
        Mark::No if source.is_end(behind) && !source.is_over => return Step::More,
        Mark::No => return Step::Block(block),
    }
    if row.repeats {
        let again = source.rest(block.end);
        if !source.is_over && body.starts_with(again) {
            return Step::More;
        }
        if again.starts_with(body) {
            match source.mark(source.skip_space(block.end + body.len()), row.close) {
                Mark::At(end) => block.end = end,
                Mark::Partly => return Step::More,
                Mark::No => {}
            }
        }
    }
    Step::Block(block)
}

/// Reads a list of calls. Without a marker, each name has to be a tool, and a list that cannot be
/// read is prose.
pub(in crate::text) fn read_list(
    source: &Source<'_>,
    start: usize,
    is_marked: bool,
    stops: &[&str],
) -> Step {
    let mut block = Block::default();
    let mut at = start + 1;
    loop {
        at = source.skip_space(at);
        match source.text.as_bytes().get(at) {
            None if !source.is_over => return Step::More,
            None => {
                match block.calls.last_mut() {
                    Some(last) if is_marked => {
                        last.reason.get_or_insert(DropReason::Incomplete);
                    }
                    Some(_) => block.drop_all(),
                    None if is_marked => block.calls.push(Found::cut("", "")),
                    None => return Step::No,
                }
                block.end = at;
                return Step::Block(block);
            }
            Some(b']') if !block.calls.is_empty() || is_marked => {
                block.end = at + 1;
                return Step::Block(block);
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
            return Step::No;
        }
        match read_call(source, at) {
            One::Call(found, end) if is_list || source.may_call(&found.name) => {
                block.calls.push(found);
                at = end;
            }
            One::More => return Step::More,
            One::Cut(name, raw) if is_list || source.may_call(&name) => {
                block.calls.push(Found::cut(name, raw));
                block.end = source.text.len();
                if !is_marked {
                    // The rest may show that the list is prose.
                    block.drop_all();
                }
                return Step::Block(block);
            }
            _ if !is_marked => return Step::No,
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
) -> Step {
    let end = match container_end(source.text, start, stops) {
        ValueEnd::At(end) | ValueEnd::Stopped(end) => end,
        ValueEnd::Open { .. } if !source.is_over => return Step::More,
        ValueEnd::Open { .. } => source.text.len(),
    };
    let raw = source.text.get(at..end).unwrap_or("");
    let name = raw.split('(').next().unwrap_or("").trim();
    let name = if is_name(name) { name } else { "" };
    block
        .calls
        .push(Found::dropped(name, raw, DropReason::NotJson));
    block.end = end.max(at);
    Step::Block(block)
}

fn read_lines(source: &Source<'_>, start: usize, stops: &[&str]) -> Step {
    let mut block = Block {
        end: start,
        ..Block::default()
    };
    loop {
        match read_call(source, block.end) {
            One::Call(found, end) => {
                block.calls.push(found);
                block.end = end;
            }
            One::More => return Step::More,
            One::Cut(name, raw) => {
                block.calls.push(Found::cut(name, raw));
                block.end = source.text.len();
                return Step::Block(block);
            }
            One::No if block.calls.is_empty() => return Step::No,
            One::No => return Step::Block(block),
        }
        let next = source.rest(block.end);
        let next = next.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        let next_at = source.text.len() - next.len();
        if next.is_empty() && !source.is_over {
            return Step::More;
        }
        match source.mark(next_at, stops) {
            Mark::Partly => return Step::More,
            Mark::No if next.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                block.end = next_at;
            }
            _ => return Step::Block(block),
        }
    }
}

/// Reads a call that fills a whole line, without a marker. `at` is the start of the line, and
/// `token` looks for a special token that may follow the call.
pub(in crate::text) fn read_line(
    source: &Source<'_>,
    at: usize,
    token: impl Fn(&str) -> Mark,
) -> Step {
    let rest = source.rest(at);
    let name_end = rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len());
    if name_end > MAX_NAME || name_end == 0 {
        return Step::No;
    }
    let name = &rest[..name_end];
    match rest.as_bytes().get(name_end) {
        None if source.is_over || !source.begins_tool(name) => return Step::No,
        None => return Step::More,
        Some(b'(') if source.tools.get(name).is_some() => {}
        Some(_) => return Step::No,
    }
    match read_call(source, at) {
        One::Call(found, end) => {
            let behind = source.rest(end);
            let line = behind.trim_start_matches([' ', '\t', '\r']);
            match line.chars().next() {
                None if !source.is_over => Step::More,
                None | Some('\n') => Step::one(found, end, line.starts_with('\n')),
                Some(_) => match token(line) {
                    Mark::At(_) => Step::one(found, end, true),
                    Mark::Partly => Step::More,
                    Mark::No => Step::No,
                },
            }
        }
        One::More => Step::More,
        One::Cut(name, raw) => Step::one(Found::cut(name, raw), source.text.len(), false),
        One::No => Step::No,
    }
}

/// Maximum length of a name that is not marked.
const MAX_NAME: usize = 128;

pub(in crate::text) fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':' | '/')
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_name_part)
}

/// Returns whether something else than a call of a tool begins at a position.
fn begins_other(source: &Source<'_>, at: usize) -> bool {
    let rest = source.rest(at);
    let end = rest.find(|c: char| !is_name_part(c));
    match end {
        Some(end) => !rest[end..].starts_with('(') || !source.may_call(&rest[..end]),
        None => source.is_over || rest.len() > MAX_NAME,
    }
}

/// Returns whether a call of a tool begins at a position.
pub(in crate::text) fn names_tool(source: &Source<'_>, at: usize) -> bool {
    let rest = source.rest(at);
    let end = rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len());
    rest[end..].starts_with('(') && source.may_call(&rest[..end])
}

pub(in crate::text) enum One {
    Call(Found, usize),
    More,
    /// The text ends inside the call. Holds the name, and the received arguments as JSON.
    Cut(String, String),
    No,
}

/// Reads one call with named arguments.
pub(in crate::text) fn read_call(source: &Source<'_>, at: usize) -> One {
    let open = |name: &str, json: &str| {
        if source.is_over {
            One::Cut(name.to_owned(), json.to_owned())
        } else {
            One::More
        }
    };
    let rest = source.rest(at);
    let name_end = rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len());
    let name = &rest[..name_end];
    match rest.as_bytes().get(name_end) {
        None => return open("", ""),
        Some(b'(') if is_name(name) && !name.starts_with(|c: char| c.is_ascii_digit()) => {}
        Some(_) => return One::No,
    }
    let mut json = String::from("{");
    let mut at = at + name_end + 1;
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
        let rest = source.rest(at);
        let key_end = rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len());
        let key = &rest[..key_end];
        let behind = source.skip_space(at + key_end);
        match source.text.as_bytes().get(behind) {
            None => return open(name, &json),
            Some(b'=') if !key.is_empty() => at = behind + 1,
            Some(_) => return One::No,
        }
        if json.len() > 1 {
            json.push(',');
        }
        write_string(key, &mut json);
        json.push(':');
        match read_literal(source.text, source.is_over, at, &mut json) {
            Literal::At(end) => at = end,
            Literal::Open => return open(name, &json),
            Literal::No => return One::No,
        }
        at = source.skip_space(at);
        match source.text.as_bytes().get(at) {
            None => return open(name, &json),
            Some(b',' | b')') => {}
            Some(_) => return One::No,
        }
    }
    json.push('}');
    One::Call(Found::call(name, json), at + 1)
}
