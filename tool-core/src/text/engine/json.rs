//! JSON objects after a marker: one object, several, or an array of them.

use super::item::{
    ARGUMENT_KEYS, Arguments, Fields, NAME_KEYS, Object, call_of, read_tolerantly, split_object,
    with_arguments,
};
use super::value_end::{ValueEnd, container_end};
use super::{Block, Found, Mark, Source, Step, find_first};
use crate::call::DropReason;
use crate::finish::Finish;
use crate::tree::Tree;

/// A format with JSON objects after a marker.
#[derive(Debug)]
pub(in crate::text) struct Json {
    /// The end markers. A call may end without one.
    pub(in crate::text) close: &'static [&'static str],
    pub(in crate::text) keys: Keys,
    pub(in crate::text) arguments: Arguments,
    /// The bodies that belong to this format. The same marker may begin other formats.
    pub(in crate::text) body: Body,
}

/// The keys of an object that describes a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Keys {
    /// `{"name": .., "arguments": {..}}`
    Named,
    /// `{"NAME": {..}}`
    ToolIsKey,
}

/// The first character of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Body {
    Object,
    Array,
    Either,
    /// An array that has at least one object.
    FullArray,
    /// An object, or an array that has at least one object.
    FullEither,
    /// Objects, each on separate lines. Other lines are skipped.
    Lines,
}

impl Body {
    fn is_full(self) -> bool {
        matches!(self, Self::FullArray | Self::FullEither)
    }
}

/// Reads the calls after a marker that ends at `at`.
pub(in crate::text) fn read(row: &Json, source: &Source<'_>, at: usize) -> Step {
    let start = source.skip_space(at);
    if source.is_end(start) {
        return if source.is_over {
            Step::one(Found::cut("", ""), start, false)
        } else {
            Step::More
        };
    }
    let first = source.text.as_bytes()[start];
    match (first, row.body) {
        (b'{', Body::Object | Body::Either | Body::FullEither | Body::Lines) => {
            read_objects(row, source, start)
        }
        (b'[', Body::Array | Body::Either | Body::FullArray | Body::FullEither) => {
            read_array(row, source, start)
        }
        (b'`', Body::Either) => read_fence(row, source, start),
        _ => match source.mark(start, row.close) {
            // An empty section.
            Mark::At(end) if !row.body.is_full() => Step::Block(Block {
                end,
                is_closed: true,
                ..Block::default()
            }),
            Mark::Partly => Step::More,
            _ if row.body == Body::Lines
                && !matches!(first, b'<' | b'[')
                && source.rest(at).starts_with('\n') =>
            {
                match next_line(row, source, start) {
                    Line::At(next) if source.rest(next).starts_with('{') => {
                        read_objects(row, source, next)
                    }
                    Line::More => Step::More,
                    Line::No if source.finish == Finish::Truncated => source.cut("", start),
                    _ => Step::No,
                }
            }
            _ => Step::No,
        },
    }
}

/// The next line with an object, or the end marker.
enum Line {
    At(usize),
    More,
    No,
}

/// Skips lines that contain no object, up to the end marker.
fn next_line(row: &Json, source: &Source<'_>, at: usize) -> Line {
    let mut at = at;
    loop {
        let (line, has_next) = match source.rest(at).split_once('\n') {
            Some((line, _)) => (line, true),
            None => (source.rest(at), false),
        };
        if let Some((close, _)) = find_first(line, row.close) {
            return Line::At(at + close);
        }
        if !has_next {
            return if source.is_over { Line::No } else { Line::More };
        }
        at = source.skip_space(at + line.len());
        if source.rest(at).starts_with('{') {
            return Line::At(at);
        }
    }
}

/// Reads a body inside a code fence.
fn read_fence(row: &Json, source: &Source<'_>, at: usize) -> Step {
    let inside = match source.mark(at, &["```"]) {
        Mark::At(inside) => inside,
        Mark::Partly => return Step::More,
        Mark::No => return Step::No,
    };
    let info = source
        .rest(inside)
        .trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let start = source.skip_space(source.text.len() - info.len());
    let step = match source.text.as_bytes().get(start) {
        Some(b'{') => read_objects(row, source, start),
        Some(b'[') => read_array(row, source, start),
        Some(_) => Step::No,
        None if source.is_over => Step::No,
        None => Step::More,
    };
    let Step::Block(mut block) = step else {
        return step;
    };
    let behind = source.skip_space(block.end);
    match source.mark(behind, &["```"]) {
        Mark::At(end) => block.end = end,
        Mark::Partly => return Step::More,
        Mark::No if source.is_end(behind) && !source.is_over => return Step::More,
        Mark::No => {}
    }
    Step::Block(block)
}

/// The separators between objects that are not in an array.
const SEPARATORS: [char; 2] = [',', ';'];

fn read_objects(row: &Json, source: &Source<'_>, start: usize) -> Step {
    let mut block = Block {
        end: start,
        ..Block::default()
    };
    loop {
        match read_object(row, source, block.end) {
            Item::More => return Step::More,
            Item::Read(found, end) => {
                block.calls.extend(found);
                block.end = end;
            }
            Item::Last(found, end) => {
                block.calls.extend(found);
                block.end = end;
                return Step::Block(block);
            }
        }
        let behind = source.skip_space(block.end);
        let rest = source.rest(behind);
        if rest.is_empty() && !source.is_over {
            return Step::More;
        }
        match source.mark(behind, row.close) {
            Mark::At(end) => {
                block.end = end;
                block.is_closed = true;
                return Step::Block(block);
            }
            Mark::Partly => return Step::More,
            Mark::No => {}
        }
        let next = rest.strip_prefix(SEPARATORS).unwrap_or(rest);
        let next = next.trim_start();
        let next_at = source.text.len() - next.len();
        if next.is_empty() && !source.is_over {
            return Step::More;
        }
        if next.starts_with('{') {
            block.end = next_at;
            continue;
        }
        if row.body == Body::Lines {
            match next_line(row, source, behind) {
                Line::At(next) if source.rest(next).starts_with('{') => {
                    block.end = next;
                    continue;
                }
                Line::At(next) => return close(row, source, block, next),
                Line::More => return Step::More,
                Line::No => {}
            }
        }
        // Brackets that are left over.
        let left = rest.trim_start_matches(|c: char| matches!(c, '}' | ']') || c.is_whitespace());
        let left_at = source.text.len() - left.len();
        if left.len() < rest.len() {
            return close(row, source, block, left_at);
        }
        return Step::Block(block);
    }
}

fn read_array(row: &Json, source: &Source<'_>, start: usize) -> Step {
    let mut block = Block::default();
    let mut at = start + 1;
    loop {
        let rest = source.rest(at);
        let next = rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        at = source.text.len() - next.len();
        match next.as_bytes().first() {
            None if !source.is_over => return Step::More,
            None => {
                // The array around the last call is open.
                block.drop_last();
                block.end = at;
                return Step::Block(block);
            }
            Some(b']') => {
                let is_empty = block.calls.is_empty();
                if is_empty && row.body.is_full() {
                    return Step::No;
                }
                block.end = at + 1;
                block.is_closed = true;
                let behind = source.skip_space(block.end);
                return close(row, source, block, behind);
            }
            Some(b'{') => match read_object(row, source, at) {
                Item::More => return Step::More,
                Item::Read(found, end) => {
                    block.calls.extend(found);
                    at = end;
                }
                Item::Last(found, end) => {
                    block.calls.extend(found);
                    block.end = end;
                    return Step::Block(block);
                }
            },
            Some(_) => {
                if let Mark::At(end) = source.mark(at, row.close) {
                    // The bracket is missing.
                    block.end = end;
                    block.is_closed = true;
                    return Step::Block(block);
                }
                if block.calls.is_empty() && row.body.is_full() {
                    return Step::No;
                }
                return skip_broken(row, source, start, block);
            }
        }
    }
}

/// Skips an array that contains something else than objects.
fn skip_broken(row: &Json, source: &Source<'_>, start: usize, mut block: Block) -> Step {
    let end = match container_end(source.text, start, row.close) {
        ValueEnd::At(end) | ValueEnd::Stopped(end) => end,
        ValueEnd::Open { .. } if !source.is_over => return Step::More,
        ValueEnd::Open { .. } => source.text.len(),
    };
    let raw = &source.text[start..end];
    block
        .calls
        .push(Found::dropped("", raw, DropReason::NotJson));
    block.end = end;
    let behind = source.skip_space(end);
    close(row, source, block, behind)
}

/// Takes the end marker of a block at `at`, if there is one.
fn close(row: &Json, source: &Source<'_>, mut block: Block, at: usize) -> Step {
    match source.mark(at, row.close) {
        Mark::At(end) => {
            block.end = end;
            block.is_closed = true;
        }
        Mark::Partly => return Step::More,
        Mark::No => {}
    }
    Step::Block(block)
}

impl Block {
    /// Drops the last call, because the text breaks off.
    fn drop_last(&mut self) {
        match self.calls.last_mut() {
            Some(last) if last.reason.is_none() => last.reason = Some(DropReason::Incomplete),
            Some(_) => {}
            None => self.calls.push(Found::cut("", "")),
        }
    }
}

enum Item {
    Read(Option<Found>, usize),
    /// The text after the object cannot be read.
    Last(Option<Found>, usize),
    More,
}

fn read_object(row: &Json, source: &Source<'_>, at: usize) -> Item {
    let object = split_object(source.text, at, row.close);
    if row.body == Body::Lines {
        // The next line may begin another object.
        let end = match &object {
            Object::Unclosed(_, end) => *end,
            Object::Broken(_) => match container_end(source.text, at, row.close) {
                ValueEnd::At(end) | ValueEnd::Stopped(end) => end,
                ValueEnd::Open { .. } => at,
            },
            Object::Closed(..) | Object::Open(_) => at,
        };
        let broken = &source.text[at..end];
        if let Some((line, behind)) = broken.split_once('\n')
            && behind.trim_start().starts_with('{')
        {
            let dropped = Found::dropped("", line, DropReason::NotJson);
            return Item::Read(Some(dropped), at + line.len());
        }
    }
    match object {
        // The last bracket of the object may be missing before an end marker.
        Object::Closed(fields, end) | Object::Unclosed(fields, end) => {
            let raw = &source.text[at..end];
            Item::Read(Some(found(row, source, &fields, raw)), end)
        }
        Object::Open(_) if !source.is_over => Item::More,
        Object::Open(fields) => open(row, source, &fields, at),
        Object::Broken(_) => broken(row, source, at),
    }
}

fn found(row: &Json, source: &Source<'_>, fields: &Fields<'_>, raw: &str) -> Found {
    if row.keys == Keys::ToolIsKey
        && let [(name, arguments)] = &fields.entries[..]
        && arguments.text.starts_with('{')
    {
        return with_arguments(name, *arguments);
    }
    let found = call_of(source, fields, row.arguments);
    found.unwrap_or_else(|| {
        let reason = match fields.get(&NAME_KEYS) {
            Some(_) => DropReason::NotJson,
            None => DropReason::NoName,
        };
        Found::dropped(name_of(fields), raw, reason)
    })
}

fn name_of(fields: &Fields<'_>) -> String {
    let name = fields.get(&NAME_KEYS).unwrap_or("");
    super::item::unquote(name).into_owned()
}

/// Handles an object that is open at the end of the text. The caller may know that the text is
/// complete: then an object whose fields are whole only lacks its bracket.
fn open(row: &Json, source: &Source<'_>, fields: &Fields<'_>, at: usize) -> Item {
    let raw = &source.text[at..];
    let end = source.text.len();
    let is_complete = source.finish == Finish::Complete;
    if is_complete && let Some((end, close)) = find_first(raw, row.close) {
        // A string is open. Other calls may follow the end marker.
        let dropped = Found::dropped(name_of(fields), &raw[..end], DropReason::NotJson);
        return Item::Last(Some(dropped), at + end + close.len());
    }
    // The fields that are whole must contain the arguments: they must not be left out.
    let has_arguments = row.keys == Keys::ToolIsKey
        || fields.get(&ARGUMENT_KEYS).is_some()
        || fields
            .get(&["function"])
            .is_some_and(|value| value.starts_with('{'));
    let is_whole = is_complete && has_arguments && raw.trim_end().ends_with('}');
    let received = || match fields.open_arguments() {
        Some(arguments) => arguments,
        None => raw,
    };
    let call =
        Some(found(row, source, fields, raw)).filter(|call| is_whole && call.reason.is_none());
    let call = call.unwrap_or_else(|| Found::cut(name_of(fields), received()));
    Item::Last(Some(call), end)
}

/// Reads an object with faults between its fields by the rules for broken JSON.
fn broken(row: &Json, source: &Source<'_>, at: usize) -> Item {
    let end = match container_end(source.text, at, row.close) {
        ValueEnd::At(end) | ValueEnd::Stopped(end) => end,
        ValueEnd::Open { .. } if !source.is_over => return Item::More,
        ValueEnd::Open { .. } => {
            let raw = &source.text[at..];
            let dropped = Found::cut("", raw);
            return Item::Last(Some(dropped), source.text.len());
        }
    };
    let raw = source.text[at..end].trim_end();
    let found = read_tolerantly(raw).and_then(|tree| of_tree(source, &tree));
    let found = found.unwrap_or_else(|| Found::dropped("", raw, DropReason::NotJson));
    Item::Read(Some(found), end)
}

fn of_tree(source: &Source<'_>, tree: &Tree<'_>) -> Option<Found> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    let fields: Vec<(String, String)> = entries
        .iter()
        .map(|entry| (entry.key.clone().into_owned(), entry.value.to_json()))
        .collect();
    let fields = Fields {
        entries: fields
            .iter()
            .map(|(key, value)| (key.as_str().into(), value.as_str().into()))
            .collect(),
        open: None,
    };
    call_of(source, &fields, Arguments::Required)
}
