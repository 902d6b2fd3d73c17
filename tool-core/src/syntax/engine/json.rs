//! JSON objects after a marker: one object, several, or an array of them.

use super::item::{
    ArgumentsRule, CallField, RawFields, SplitObject, call_of, read_tolerantly, split_object,
    with_arguments,
};
use super::leftover::is_known;
use super::value_end::{ValueEnd, find_container_end};
use super::{
    Block, EngineStep, Found, MarkerMatch, Source, find_first, last_line, plain, take_start,
};
use crate::drop_reason::DropReason;
use crate::finish::Finish;
use crate::tree::Tree;

/// A format with JSON objects after a marker.
#[derive(Debug)]
pub(in crate::syntax) struct Json {
    /// The end markers. A call may end without one.
    pub(in crate::syntax) close: &'static [&'static str],
    pub(in crate::syntax) keys: CallKeys,
    pub(in crate::syntax) arguments: ArgumentsRule,
    /// The bodies that belong to this format. The same marker may begin other formats.
    pub(in crate::syntax) body: BodyStart,
}

impl Json {
    /// Returns whether a text ends with the marker that begins a section.
    fn is_opened(&self, text: &str) -> bool {
        let mut names = self
            .close
            .iter()
            .filter_map(|close| close.strip_prefix("</"));
        names.any(|name| {
            text.strip_suffix(name)
                .is_some_and(|text| text.ends_with('<'))
        })
    }
}

/// The keys of an object that describes a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum CallKeys {
    /// `{"name": .., "arguments": {..}}`
    Named,
    /// `{"NAME": {..}}`
    ToolIsKey,
}

/// The first character of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum BodyStart {
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

impl BodyStart {
    fn is_full(self) -> bool {
        matches!(self, Self::FullArray | Self::FullEither)
    }
}

/// Reads the calls after a marker that ends at `at`.
pub(in crate::syntax) fn read(row: &Json, source: &Source<'_>, at: usize) -> EngineStep {
    let start = source.skip_space(at);
    if source.is_end(start) {
        return source.end_after_mark(start);
    }
    let first = source.text.as_bytes()[start];
    match (first, row.body) {
        (
            b'{',
            BodyStart::Object | BodyStart::Either | BodyStart::FullEither | BodyStart::Lines,
        ) => read_objects(row, source, start),
        (
            b'[',
            BodyStart::Array | BodyStart::Either | BodyStart::FullArray | BodyStart::FullEither,
        ) => read_array(row, source, start),
        (b'`', BodyStart::Either) => read_fence(row, source, start),
        _ => match source.mark(start, row.close) {
            // An empty section.
            MarkerMatch::At(end) if !row.body.is_full() => EngineStep::Block(Block {
                end,
                is_closed: true,
                ..Block::default()
            }),
            MarkerMatch::Partly => EngineStep::More,
            _ if row.body == BodyStart::Lines
                && !matches!(first, b'<' | b'[')
                && source.rest(at).starts_with('\n') =>
            {
                match next_line(row, source, start) {
                    Line::At(next) if source.rest(next).starts_with('{') => {
                        read_objects(row, source, next)
                    }
                    Line::More => EngineStep::More,
                    Line::No if source.finish == Finish::Truncated => source.cut("", start),
                    _ => EngineStep::No,
                }
            }
            _ => EngineStep::No,
        },
    }
}

/// The next line with an object, or the end marker.
enum Line {
    At(usize),
    /// Another section begins first. It is tried by itself.
    Section,
    More,
    No,
}

/// Maximum number of bytes of a line without an object. Each start of a section may search a line
/// to its end.
const MAX_LINE: usize = 2 * 1024;

/// Skips lines that contain no object, up to the end marker.
fn next_line(row: &Json, source: &Source<'_>, at: usize) -> Line {
    let mut at = at;
    loop {
        let rest = take_start(source.rest(at), MAX_LINE);
        let (line, has_next) = match rest.split_once('\n') {
            Some((line, _)) => (line, true),
            None => (rest, false),
        };
        if let Some((close, _)) = find_first(line, row.close) {
            return Line::At(at + close);
        }
        if !has_next {
            let may_go_on = !source.is_over && source.is_end(at + line.len());
            return if may_go_on { Line::More } else { Line::No };
        }
        if row.is_opened(line) {
            return Line::Section;
        }
        at = source.skip_space(at + line.len());
        if source.rest(at).starts_with('{') {
            return Line::At(at);
        }
    }
}

/// Returns whether the text at a position may have arguments of the call above it. A broken line, or
/// an object with other keys, is another call.
fn may_belong(call: &Found, source: &Source<'_>, at: usize, text: &str) -> bool {
    let is_same_line = !last_line(&source.text[..at]).trim().is_empty();
    let types = source.argument_types(&call.name);
    let names_argument = || types.all_declared(|name| !text.contains(name)) == Some(false);
    is_same_line || names_argument() && !text.contains("\"arguments\"")
}

/// Reads a body inside a code fence.
fn read_fence(row: &Json, source: &Source<'_>, at: usize) -> EngineStep {
    let inside = match source.mark(at, &["```"]) {
        MarkerMatch::At(inside) => inside,
        MarkerMatch::Partly => return EngineStep::More,
        MarkerMatch::No => return EngineStep::No,
    };
    let info = source
        .rest(inside)
        .trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let start = source.skip_space(source.text.len() - info.len());
    let step = match source.text.as_bytes().get(start) {
        Some(b'{') => read_objects(row, source, start),
        Some(b'[') => read_array(row, source, start),
        Some(_) => EngineStep::No,
        None if source.is_over => EngineStep::No,
        None => EngineStep::More,
    };
    let EngineStep::Block(mut block) = step else {
        return step;
    };
    let behind = source.skip_space(block.end);
    match source.mark(behind, &["```"]) {
        MarkerMatch::At(end) => block.end = end,
        MarkerMatch::Partly => return EngineStep::More,
        MarkerMatch::No if source.is_end(behind) && !source.is_over => return EngineStep::More,
        MarkerMatch::No => {}
    }
    EngineStep::Block(block)
}

/// The separators between objects that are not in an array.
const SEPARATORS: [char; 2] = [',', ';'];

fn read_objects(row: &Json, source: &Source<'_>, start: usize) -> EngineStep {
    let mut block = Block {
        end: start,
        ..Block::default()
    };
    loop {
        match read_object(row, source, block.end) {
            ListItem::More => return EngineStep::More,
            ListItem::Read(found, end) => {
                if let Some(call) = block.calls.last_mut()
                    && found.reason == Some(DropReason::NoName)
                    && (row.body != BodyStart::Lines
                        || may_belong(call, source, block.end, &source.text[block.end..end]))
                {
                    // The object may have arguments of the call before it.
                    call.reason.get_or_insert(DropReason::Ambiguous);
                }
                block.calls.push(found);
                block.end = end;
            }
            ListItem::Last(found, end) => {
                block.calls.push(found);
                block.end = end;
                return EngineStep::Block(block);
            }
        }
        let behind = source.skip_space(block.end);
        let rest = source.rest(behind);
        if rest.is_empty() && !source.is_over {
            return EngineStep::More;
        }
        match take_end(row, source, &mut block, behind) {
            MarkerMatch::At(_) => return EngineStep::Block(block),
            MarkerMatch::Partly => return EngineStep::More,
            MarkerMatch::No => {}
        }
        let next = rest.strip_prefix(SEPARATORS).unwrap_or(rest);
        let next = next.trim_start();
        let next_at = source.text.len() - next.len();
        if next.is_empty() && !source.is_over {
            return EngineStep::More;
        }
        if next.starts_with('{') {
            block.end = next_at;
            continue;
        }
        if row.body == BodyStart::Lines {
            match next_line(row, source, behind) {
                Line::At(next) => {
                    let text = source.text[behind..next].trim_end();
                    if let Some(call) = block.calls.last_mut()
                        && !is_known(text)
                        && may_belong(call, source, behind, text)
                    {
                        call.raw.push_str(text);
                        call.reason.get_or_insert(DropReason::Ambiguous);
                    }
                    if !source.rest(next).starts_with('{') {
                        return close(row, source, block, next);
                    }
                    block.end = next;
                    continue;
                }
                Line::More => return EngineStep::More,
                Line::No if source.finish == Finish::Truncated => {
                    // The rest of the line may contain the end marker.
                    block.end = source.text.len();
                    return EngineStep::Block(block);
                }
                Line::Section | Line::No => {}
            }
        }
        // Brackets that are left over.
        let left = rest.trim_start_matches(|c: char| matches!(c, '}' | ']') || c.is_whitespace());
        let left_at = source.text.len() - left.len();
        if left.len() < rest.len() {
            return close(row, source, block, left_at);
        }
        return EngineStep::Block(block);
    }
}

fn read_array(row: &Json, source: &Source<'_>, start: usize) -> EngineStep {
    let mut block = Block::default();
    let mut at = start + 1;
    loop {
        let rest = source.rest(at);
        let next = rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        at = source.text.len() - next.len();
        match next.as_bytes().first() {
            None if !source.is_over => return EngineStep::More,
            None => {
                // The array around the last call is open.
                block.drop_last();
                block.end = at;
                return EngineStep::Block(block);
            }
            Some(b']') => {
                let is_empty = block.calls.is_empty();
                if is_empty && row.body.is_full() {
                    return EngineStep::No;
                }
                block.end = at + 1;
                block.is_closed = true;
                let behind = source.skip_space(block.end);
                return close(row, source, block, behind);
            }
            Some(b'{') => match read_object(row, source, at) {
                ListItem::More => return EngineStep::More,
                ListItem::Read(found, end) => {
                    block.calls.push(found);
                    at = end;
                }
                ListItem::Last(found, end) => {
                    block.calls.push(found);
                    block.end = end;
                    return EngineStep::Block(block);
                }
            },
            Some(_) => {
                match take_end(row, source, &mut block, at) {
                    // The bracket is missing.
                    MarkerMatch::At(_) => return EngineStep::Block(block),
                    MarkerMatch::Partly => return EngineStep::More,
                    MarkerMatch::No => {}
                }
                if block.calls.is_empty() && row.body.is_full() {
                    return EngineStep::No;
                }
                return skip_broken(row, source, start, block);
            }
        }
    }
}

/// Skips an array that contains something else than objects.
fn skip_broken(row: &Json, source: &Source<'_>, start: usize, mut block: Block) -> EngineStep {
    let end = match find_container_end(source.text, start, row.close) {
        ValueEnd::At(end) | ValueEnd::Stopped(end) => end,
        ValueEnd::Open { .. } if !source.is_over => return EngineStep::More,
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

/// Returns a block after its end marker at `at`, if there is one.
fn close(row: &Json, source: &Source<'_>, mut block: Block, at: usize) -> EngineStep {
    match take_end(row, source, &mut block, at) {
        MarkerMatch::Partly => EngineStep::More,
        MarkerMatch::At(_) | MarkerMatch::No => EngineStep::Block(block),
    }
}

/// Looks for the end marker of a block, which then ends after it.
fn take_end(row: &Json, source: &Source<'_>, block: &mut Block, at: usize) -> MarkerMatch {
    let found = source.mark(at, row.close);
    if let MarkerMatch::At(end) = found {
        block.end = end;
        block.is_closed = true;
    }
    found
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

enum ListItem {
    Read(Found, usize),
    /// The text after the object cannot be read.
    Last(Found, usize),
    More,
}

fn read_object(row: &Json, source: &Source<'_>, at: usize) -> ListItem {
    if row.keys == CallKeys::Named
        && let Some((found, end)) = plain::read_call(source.text, at)
    {
        return ListItem::Read(found, end);
    }
    let object = split_object(source.text, at, row.close);
    if row.body == BodyStart::Lines {
        // The next line may begin another object.
        let end = match &object {
            SplitObject::Unclosed(_, end) => *end,
            SplitObject::Broken(_) => match find_container_end(source.text, at, row.close) {
                ValueEnd::At(end) | ValueEnd::Stopped(end) => end,
                ValueEnd::Open { .. } => at,
            },
            SplitObject::Closed(..) | SplitObject::Open(_) => at,
        };
        let broken = &source.text[at..end];
        if let Some((line, behind)) = broken.split_once('\n')
            && behind.trim_start().starts_with('{')
        {
            let dropped = Found::dropped("", line, DropReason::NotJson);
            return ListItem::Read(dropped, at + line.len());
        }
    }
    match object {
        // The last bracket of the object may be missing before an end marker.
        SplitObject::Closed(fields, end) | SplitObject::Unclosed(fields, end) => {
            let raw = &source.text[at..end];
            ListItem::Read(make_call(row, source, &fields, raw), end)
        }
        SplitObject::Open(_) if !source.is_over => ListItem::More,
        SplitObject::Open(fields) => open(row, source, &fields, at),
        SplitObject::Broken(_) => read_broken(row, source, at),
    }
}

fn make_call(row: &Json, source: &Source<'_>, fields: &RawFields<'_>, raw: &str) -> Found {
    if row.keys == CallKeys::ToolIsKey
        && let [(name, arguments)] = &fields.entries[..]
        && arguments.text.starts_with('{')
    {
        return with_arguments(name, *arguments);
    }
    let found = call_of(source, fields, row.arguments);
    found.unwrap_or_else(|| {
        let reason = match fields.get(CallField::Name) {
            Some(_) => DropReason::NotJson,
            None => DropReason::NoName,
        };
        Found::dropped(name_of(fields), raw, reason)
    })
}

fn name_of(fields: &RawFields<'_>) -> String {
    let name = fields.get(CallField::Name).unwrap_or("");
    super::item::unquote(name).into_owned()
}

/// Handles an object that is open at the end of the text. The caller may know that the text is
/// complete: then an object whose fields are whole only lacks its bracket.
fn open(row: &Json, source: &Source<'_>, fields: &RawFields<'_>, at: usize) -> ListItem {
    let raw = &source.text[at..];
    let end = source.text.len();
    let is_complete = source.finish == Finish::Complete;
    if is_complete && let Some((end, close)) = find_first(raw, row.close) {
        // A string is open. Other calls may follow the end marker.
        let dropped = Found::dropped(name_of(fields), &raw[..end], DropReason::NotJson);
        return ListItem::Last(dropped, at + end + close.len());
    }
    // The fields that are whole must contain the arguments: they must not be left out.
    let has_arguments = row.keys == CallKeys::ToolIsKey
        || fields.get(CallField::Arguments).is_some()
        || fields
            .get(CallField::Function)
            .is_some_and(|value| value.starts_with('{'));
    let is_whole = is_complete && has_arguments && raw.trim_end().ends_with('}');
    let call = make_call(row, source, fields, raw);
    if is_whole && call.reason.is_none() {
        return ListItem::Last(call, end);
    }
    let cut = Found::cut(name_of(fields), fields.received_arguments(raw));
    ListItem::Last(cut, end)
}

/// Reads an object with faults between its fields by the rules for broken JSON.
fn read_broken(row: &Json, source: &Source<'_>, at: usize) -> ListItem {
    let end = match find_container_end(source.text, at, row.close) {
        ValueEnd::At(end) | ValueEnd::Stopped(end) => end,
        ValueEnd::Open { .. } if !source.is_over => return ListItem::More,
        ValueEnd::Open { .. } => {
            let raw = &source.text[at..];
            let dropped = Found::cut("", raw);
            return ListItem::Last(dropped, source.text.len());
        }
    };
    let raw = source.text[at..end].trim_end();
    let found = read_tolerantly(raw).and_then(|tree| of_tree(source, &tree));
    let found = found.unwrap_or_else(|| Found::dropped("", raw, DropReason::NotJson));
    ListItem::Read(found, end)
}

fn of_tree(source: &Source<'_>, tree: &Tree<'_>) -> Option<Found> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    let fields: Vec<(String, String)> = entries
        .iter()
        .map(|entry| (entry.key.clone().into_owned(), entry.value.to_json()))
        .collect();
    let fields = RawFields {
        entries: fields
            .iter()
            .map(|(key, value)| (key.as_str().into(), value.as_str().into()))
            .collect(),
        open: None,
    };
    call_of(source, &fields, ArgumentsRule::Required)
}
