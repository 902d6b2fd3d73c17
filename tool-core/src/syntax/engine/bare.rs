//! Calls without a marker: JSON objects and arrays in prose or in a code fence.

use super::item::{
    ArgumentsRule, CallField, RawFields, SplitObject, call_of, split_object_with, unquote,
};
use super::plain::{self, PlainFields, PlainKey};
use super::{Block, EngineStep, Found, MarkerMatch, Source};
use crate::drop_reason::DropReason;

/// The place of an object in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum ObjectPosition {
    /// Nothing marks the object as a call: its name has to be a tool.
    Prose,
    /// A heading or a call before it marks the object as a call.
    Marked,
}

/// Reads the object or the array at `at`. Returns `Err` for text that is not a call: the JSON up to
/// this position is data, and objects inside it are not calls.
pub(in crate::syntax) fn read(
    source: &Source<'_>,
    at: usize,
    place: ObjectPosition,
) -> Result<EngineStep, usize> {
    match source.text.as_bytes().get(at) {
        Some(b'{') => match read_object(source, at, place) {
            BareCall::Call(found, end) => Ok(EngineStep::one(found, end, false)),
            BareCall::More => Ok(EngineStep::More),
            BareCall::Cut(found) => Ok(EngineStep::one(found, source.text.len(), false)),
            BareCall::Data(end) => Err(end),
        },
        Some(b'[') => read_array(source, at, place),
        _ => Err(at),
    }
}

enum BareCall {
    Call(Found, usize),
    /// The text ends inside the call.
    Cut(Found),
    More,
    /// The JSON up to this position is data.
    Data(usize),
}

fn read_object(source: &Source<'_>, at: usize, place: ObjectPosition) -> BareCall {
    match begins_call(source, at) {
        Begin::Yes => {}
        Begin::More => return BareCall::More,
        Begin::No => return BareCall::Data(at),
    }
    if let Some((found, end)) = plain::read_call(source.text, at) {
        return if accepts(source, &found.name, place) {
            BareCall::Call(found, end)
        } else {
            BareCall::Data(end)
        };
    }
    let (fields, end) = match split_object_with(source.text, at, &[], |key| {
        CallField::of(key.as_bytes()).is_some()
    }) {
        SplitObject::Closed(fields, end) => (fields, end),
        SplitObject::Open(_) if !source.is_over => return BareCall::More,
        SplitObject::Open(fields) => {
            let name = fields.get(if fields.is_action() {
                CallField::Action
            } else {
                CallField::Name
            });
            let name = name.map(unquote).unwrap_or_default();
            let is_call =
                accepts(source, &name, place) || name.is_empty() && begins_name(source, &fields);
            let dropped = Found::cut(&*name, fields.received_arguments(source.rest(at)));
            return if is_call {
                BareCall::Cut(dropped)
            } else {
                BareCall::Data(source.text.len())
            };
        }
        SplitObject::Unclosed(_, end) | SplitObject::Broken(end) => return BareCall::Data(end),
    };
    let is_mixed = !fields.is_action()
        && [CallField::Action, CallField::ActionInput]
            .iter()
            .any(|key| fields.get(*key).is_some());
    if is_mixed {
        return BareCall::Data(end);
    }
    let found = call_of(source, &fields, ArgumentsRule::Required);
    match found {
        Some(found) if accepts(source, &found.name, place) => BareCall::Call(found, end),
        _ => BareCall::Data(end),
    }
}

fn accepts(source: &Source<'_>, name: &str, place: ObjectPosition) -> bool {
    match place {
        ObjectPosition::Marked => !name.is_empty(),
        ObjectPosition::Prose => source.may_call(name),
    }
}

/// Returns whether the text breaks off in the name of a tool.
fn begins_name(source: &Source<'_>, fields: &RawFields<'_>) -> bool {
    let open = fields.open.as_ref();
    let name = open.filter(|(key, _)| CallField::of(key.as_bytes()) == Some(CallField::Name));
    let name = name.and_then(|(_, value)| value.strip_prefix(['"', '\'']));
    name.is_some_and(|name| !name.is_empty() && source.begins_tool(name))
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
    let Some(quote) = rest.bytes().next() else {
        return if source.is_over {
            Begin::No
        } else {
            Begin::More
        };
    };
    if !matches!(quote, b'"' | b'\'') {
        return Begin::No;
    }
    // No key of a call is longer.
    let inside = &rest.as_bytes()[1..rest.len().min(17)];
    match inside.iter().position(|byte| *byte == quote) {
        Some(end) if CallField::of(&inside[..end]).is_some() => Begin::Yes,
        None if rest.len() < 16 && !source.is_over => Begin::More,
        _ => Begin::No,
    }
}

/// The start of an object that is data.
pub(in crate::syntax) struct Data {
    /// The position of a key that no call has, or of the end of the object.
    pub(in crate::syntax) end: usize,
    /// The text before this position is the first fields: strings, numbers and words.
    pub(in crate::syntax) plain_until: usize,
}

/// Looks for a sign that the object at `at` is data: a key that no call has, or the end of the
/// object before its arguments. Returns `None` if the fields decide: before the arguments, in JSON
/// with faults, and at the end of the text.
pub(in crate::syntax) fn find_data(text: &str, at: usize) -> Option<Data> {
    let mut fields = PlainFields::new(text, at);
    let mut plain_until = at + 1;
    let mut function: Option<&str> = None;
    loop {
        let before = fields.position();
        let end = match fields.next_key()? {
            PlainKey::End(end) | PlainKey::Key(None, end) => end,
            // The object in `function` decides, even if arguments follow.
            PlainKey::Key(Some(CallField::Arguments), _) if !function?.starts_with('{') => {
                return None;
            }
            PlainKey::Key(Some(CallField::ActionInput), _) => return None,
            PlainKey::Key(Some(CallField::Function), _) => {
                let value = fields.next_value()?;
                let may_be_call = value.starts_with('{') && has_arguments(value);
                if function.replace(value).is_some() || may_be_call {
                    return None;
                }
                continue;
            }
            PlainKey::Key(Some(_), _) => {
                if fields.skip_plain_value()? && plain_until == before {
                    plain_until = fields.position();
                }
                continue;
            }
        };
        return Some(Data { end, plain_until });
    }
}

/// Returns whether an object may have arguments of a call.
fn has_arguments(object: &str) -> bool {
    let mut fields = PlainFields::new(object, 0);
    loop {
        match fields.next_key() {
            Some(PlainKey::End(_)) => return false,
            Some(PlainKey::Key(key, _)) if key != Some(CallField::Arguments) => {}
            _ => return true,
        }
        if fields.next_value().is_none() {
            return true;
        }
    }
}

fn read_array(source: &Source<'_>, at: usize, place: ObjectPosition) -> Result<EngineStep, usize> {
    let mut block = Block::default();
    let mut next = at + 1;
    loop {
        let rest = source.rest(next);
        let item = rest.trim_start();
        next = source.text.len() - item.len();
        let item = match item.as_bytes().first() {
            None if !source.is_over => return Ok(EngineStep::More),
            None if block.calls.is_empty() => return Err(at),
            None => {
                if let Some(last) = block.calls.last_mut() {
                    last.reason.get_or_insert(DropReason::Incomplete);
                }
                block.end = next;
                return Ok(EngineStep::Block(block));
            }
            Some(b',') if !block.calls.is_empty() => {
                next += 1;
                continue;
            }
            // The first call shows that the array is not prose. Later ones may name unknown tools.
            Some(b'{') if !block.calls.is_empty() => {
                read_object(source, next, ObjectPosition::Marked)
            }
            Some(b'{') => read_object(source, next, place),
            Some(b']') if !block.calls.is_empty() => {
                block.end = next + 1;
                block.is_closed = true;
                return Ok(EngineStep::Block(block));
            }
            Some(_) => BareCall::Data(next),
        };
        match item {
            BareCall::Call(found, end) => {
                block.calls.push(found);
                block.end = end;
                next = end;
            }
            BareCall::Cut(found) => {
                block.calls.push(found);
                block.end = source.text.len();
                return Ok(EngineStep::Block(block));
            }
            BareCall::More => return Ok(EngineStep::More),
            BareCall::Data(end) if block.calls.is_empty() => return Err(end),
            // The rest of the array is text.
            BareCall::Data(_) => return Ok(EngineStep::Block(block)),
        }
    }
}

/// Reads a code fence of backticks or tildes that contains only calls. `at` is the position of the fence.
pub(in crate::syntax) fn read_fence(
    source: &Source<'_>,
    at: usize,
    place: ObjectPosition,
) -> EngineStep {
    let rest = source.rest(at);
    let inside = rest.trim_start_matches(if rest.starts_with('~') { '~' } else { '`' });
    let ticks = &rest[..rest.len() - inside.len()];
    let info = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let start = source.skip_space(source.text.len() - info.len());
    if source.is_end(start) {
        return if source.is_over {
            EngineStep::No
        } else {
            EngineStep::More
        };
    }
    let mut block = Block {
        end: start,
        ..Block::default()
    };
    loop {
        match read(source, block.end, place) {
            Ok(EngineStep::Block(found)) => {
                found.calls.for_each(|call| block.calls.push(call));
                block.end = found.end;
            }
            Ok(EngineStep::More) => return EngineStep::More,
            Ok(EngineStep::No | EngineStep::NoEnd) | Err(_) => return EngineStep::No,
        }
        let next = source.skip_space(block.end);
        match source.mark(next, &[ticks]) {
            MarkerMatch::At(end) => {
                block.end = end;
                block.is_closed = true;
                return EngineStep::Block(block);
            }
            MarkerMatch::Partly => return EngineStep::More,
            // The fence is open at the end of the text.
            MarkerMatch::No if source.is_end(next) => {
                block.drop_if_cut(source);
                return EngineStep::Block(block);
            }
            MarkerMatch::No => {}
        }
        let rest = source.rest(next);
        let object = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
        block.end = source.text.len() - object.len();
        if object.is_empty() {
            if !source.is_over {
                return EngineStep::More;
            }
            block.drop_if_cut(source);
            return EngineStep::Block(block);
        }
    }
}
