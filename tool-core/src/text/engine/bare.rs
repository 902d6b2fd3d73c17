//! Calls without a marker: JSON objects and arrays in prose or in a code fence.

use super::item::{Arguments, NAME_KEYS, Object, call_of, is_call_key, split_object_with, unquote};
use super::{Block, Found, Mark, Source, Step, beginning};
use crate::call::DropReason;

/// The place of an object in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Place {
    /// The object begins the answer: its keys alone show that it is a call.
    Start,
    /// Other text precedes the object: its name has to be a tool.
    Prose,
    /// A heading marks the object as a call.
    Marked,
}

/// Reads the object or the array at `at`. Returns `Err` for text that is not a call: the JSON up to
/// this position is data, and objects inside it are not calls.
pub(in crate::text) fn read(source: &Source<'_>, at: usize, place: Place) -> Result<Step, usize> {
    match source.text.as_bytes().get(at) {
        Some(b'{') => match object(source, at, place) {
            One::Call(found, end) => Ok(Step::one(found, end, false)),
            One::More => Ok(Step::More),
            One::Cut(found) => Ok(Step::one(found, source.text.len(), false)),
            One::Data(end) => Err(end),
        },
        Some(b'[') => array(source, at, place),
        _ => Err(at),
    }
}

enum One {
    Call(Found, usize),
    /// The text ends inside the call.
    Cut(Found),
    More,
    /// The JSON up to this position is data.
    Data(usize),
}

fn object(source: &Source<'_>, at: usize, place: Place) -> One {
    match begins_call(source, at) {
        Begin::Yes => {}
        Begin::More => return One::More,
        Begin::No => return One::Data(at),
    }
    let (fields, end) = match split_object_with(source.text, at, &[], is_call_key) {
        Object::Closed(fields, end) => (fields, end),
        Object::Open(_) if !source.is_over => return One::More,
        Object::Open(fields) => {
            let name = fields.get(&NAME_KEYS).map(unquote).unwrap_or_default();
            let is_call = place != Place::Prose && name.is_empty() || accepts(source, &name, place);
            let received = fields.open_arguments().unwrap_or(source.rest(at));
            let dropped = Found::cut(&*name, received);
            return if is_call {
                One::Cut(dropped)
            } else {
                One::Data(source.text.len())
            };
        }
        Object::Unclosed(_, end) | Object::Broken(end) => return One::Data(end),
    };
    let found = call_of(source, &fields, Arguments::Required);
    match found {
        Some(found) if accepts(source, &found.name, place) => One::Call(found, end),
        _ => One::Data(end),
    }
}

fn accepts(source: &Source<'_>, name: &str, place: Place) -> bool {
    match place {
        Place::Start | Place::Marked => !name.is_empty(),
        Place::Prose => source.may_call(name),
    }
}

enum Begin {
    Yes,
    No,
    More,
}

/// Returns whether the first key of an object belongs to a call. Other objects are decided early:
/// a long JSON answer is not held back.
fn begins_call(source: &Source<'_>, at: usize) -> Begin {
    let start = source.skip_space(at + 1);
    let rest = source.rest(start);
    let Some(quote) = rest.chars().next() else {
        return if source.is_over {
            Begin::No
        } else {
            Begin::More
        };
    };
    if !matches!(quote, '"' | '\'') {
        return Begin::No;
    }
    // No key of a call is longer.
    let inside = beginning(&rest[1..], 16);
    match inside.split_once(quote) {
        Some((key, _)) if is_call_key(key) => Begin::Yes,
        None if rest.len() < 16 && !source.is_over => Begin::More,
        _ => Begin::No,
    }
}

fn array(source: &Source<'_>, at: usize, place: Place) -> Result<Step, usize> {
    let mut block = Block::default();
    let mut next = at + 1;
    loop {
        let rest = source.rest(next);
        let item = rest.trim_start();
        next = source.text.len() - item.len();
        let item = match item.as_bytes().first() {
            None if !source.is_over => return Ok(Step::More),
            None if block.calls.is_empty() => return Err(at),
            None => {
                if let Some(last) = block.calls.last_mut() {
                    last.reason.get_or_insert(DropReason::Incomplete);
                }
                block.end = next;
                return Ok(Step::Block(block));
            }
            Some(b',') if !block.calls.is_empty() => {
                next += 1;
                continue;
            }
            // The first call shows that the array is not prose. Later ones may name unknown tools.
            Some(b'{') if !block.calls.is_empty() => object(source, next, Place::Start),
            Some(b'{') => object(source, next, place),
            Some(b']') if !block.calls.is_empty() => {
                block.end = next + 1;
                block.is_closed = true;
                return Ok(Step::Block(block));
            }
            Some(_) => One::Data(next),
        };
        match item {
            One::Call(found, end) => {
                block.calls.push(found);
                block.end = end;
                next = end;
            }
            One::Cut(found) => {
                block.calls.push(found);
                block.end = source.text.len();
                return Ok(Step::Block(block));
            }
            One::More => return Ok(Step::More),
            One::Data(end) if block.calls.is_empty() => return Err(end),
            // The rest of the array is text.
            One::Data(_) => return Ok(Step::Block(block)),
        }
    }
}

/// Reads a code fence that contains only calls. `at` is the position of the fence.
pub(in crate::text) fn read_fence(source: &Source<'_>, at: usize, place: Place) -> Step {
    let rest = source.rest(at);
    let inside = rest.trim_start_matches('`');
    let ticks = &rest[..rest.len() - inside.len()];
    let info = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let start = source.skip_space(source.text.len() - info.len());
    if source.is_end(start) {
        return if source.is_over { Step::No } else { Step::More };
    }
    let mut block = Block {
        end: start,
        ..Block::default()
    };
    loop {
        match read(source, block.end, place) {
            Ok(Step::Block(found)) => {
                block.calls.extend(found.calls);
                block.end = found.end;
            }
            Ok(Step::More) => return Step::More,
            Ok(Step::No) | Err(_) => return Step::No,
        }
        let next = source.skip_space(block.end);
        match source.mark(next, &[ticks]) {
            Mark::At(end) => {
                block.end = end;
                block.is_closed = true;
                return Step::Block(block);
            }
            Mark::Partly => return Step::More,
            // The fence is open at the end of the text.
            Mark::No if source.is_end(next) => {
                block.drop_if_cut(source);
                return Step::Block(block);
            }
            Mark::No => {}
        }
        let rest = source.rest(next);
        let object = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
        block.end = source.text.len() - object.len();
        if object.is_empty() {
            if !source.is_over {
                return Step::More;
            }
            block.drop_if_cut(source);
            return Step::Block(block);
        }
    }
}
