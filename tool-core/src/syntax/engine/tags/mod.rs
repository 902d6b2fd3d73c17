//! Calls in tags like XML: a tag with the name, and a tag for each argument.

mod argument;
mod call;
mod damage;
mod header;
mod row;
mod value;

use super::{Block, EngineStep, Found, MarkerMatch, Source, find_first, trim};
use crate::drop_reason::DropReason;
use crate::finish::Finish;
use crate::marks::ENDS_OF_CALLS;
use header::{Header, attribute_of};
use row::TagReader;
pub(in crate::syntax) use row::{Attribute, NamePosition, Tag, TagStarts, Tags, Typing};

/// Reads a call, with or without the tags around it. `at` is the start of a tag.
pub(in crate::syntax) fn read(
    row: &Tags,
    starts: &TagStarts,
    source: &Source<'_>,
    at: usize,
) -> EngineStep {
    let reader = TagReader {
        row,
        starts,
        source,
    };
    let (wrap, close) = row.wrap;
    if let MarkerMatch::At(end) = source.mark(at, &[wrap]) {
        let inside = source.skip_space(end);
        match source.mark(inside, &[row.call.open]) {
            MarkerMatch::At(_) => return reader.read_wrapped_call(inside),
            MarkerMatch::Partly => return EngineStep::More,
            MarkerMatch::No => {}
        }
        match source.mark(inside, &[close]) {
            MarkerMatch::At(end) => {
                return EngineStep::Block(Block {
                    end,
                    is_closed: true,
                    ..Block::default()
                });
            }
            MarkerMatch::Partly => return EngineStep::More,
            MarkerMatch::No if source.is_end(inside) && source.is_over => {
                return source.end_after_mark(inside);
            }
            MarkerMatch::No => {}
        }
    }
    match source.mark(at, &[row.call.open]) {
        MarkerMatch::At(_) => reader.read_call(at),
        MarkerMatch::Partly => EngineStep::More,
        MarkerMatch::No => EngineStep::No,
    }
}

impl TagReader<'_, '_> {
    /// Reads the call whose opening tag begins at `start`.
    fn read_call(&self, start: usize) -> EngineStep {
        let source = self.source;
        match self.header(start) {
            Header::Call(name, end) => {
                let name = self.tool_name(name);
                let mut step = self.call(&name, end);
                if let EngineStep::Block(block) = &mut step
                    && self.source.rest(block.end).starts_with(self.row.call.open)
                    && !self.drop_empty_call_behind(&name, block)
                {
                    return EngineStep::More;
                }
                if self.has_argument_in_tag(&name, start, end)
                    && let EngineStep::Block(block) = &mut step
                {
                    for call in block.calls.iter_mut() {
                        call.reason.get_or_insert(DropReason::BrokenTags);
                    }
                }
                step
            }
            Header::NoArguments(name, end) => {
                EngineStep::one(Found::call(self.tool_name(name), "{}"), end, true)
            }
            Header::Broken(name, end) => match source.tool(name) {
                Some(_) if !source.rest(end).starts_with(self.row.call.close) => {
                    self.call(name, end)
                }
                _ => self.skip(name, start, end),
            },
            Header::More if source.is_over && self.is_mention(start) => EngineStep::No,
            Header::More if source.is_over => self.cut("", start),
            Header::More => EngineStep::More,
            Header::No => EngineStep::No,
        }
    }

    /// Reads the first call in the tags around calls. A value may contain another call in other tags:
    /// then an end marker of another format follows the call, and the tags around it end behind that
    /// other call.
    fn read_wrapped_call(&self, start: usize) -> EngineStep {
        let mut step = self.read_call(start);
        let EngineStep::Block(block) = &mut step else {
            return step;
        };
        let (open, close) = self.row.wrap;
        let next = self.source.skip_space(block.end);
        let other = match self.source.mark(next, ENDS_OF_CALLS) {
            MarkerMatch::At(other) if &self.source.text[next..other] != close => other,
            MarkerMatch::Partly => return EngineStep::More,
            MarkerMatch::At(_) | MarkerMatch::No => return step,
        };
        match find_first(self.source.rest(other), &[open, close]) {
            Some((length, mark)) => {
                let end = other + length;
                if mark == close && self.source.text[other..end].contains(self.row.call.open) {
                    for call in block.calls.iter_mut() {
                        call.reason.get_or_insert(DropReason::Ambiguous);
                    }
                    block.end = end;
                }
            }
            None if !self.source.is_over => return EngineStep::More,
            None => {}
        }
        step
    }

    /// Drops a call of the same tool directly behind a call without its closing tag, if it has no
    /// arguments: its opening tag may be a doubled one. Returns `false` if this needs more text.
    fn drop_empty_call_behind(&self, name: &str, block: &mut Block) -> bool {
        let (source, at) = (self.source, block.end);
        if source.text[..at].ends_with(self.row.call.close) {
            return true;
        }
        let behind = match self.header(at) {
            Header::Call(again, behind) if self.tool_name(again) == name => behind,
            Header::More => return source.is_over,
            _ => return true,
        };
        let close = self.skip_breaks(behind);
        match source.mark(close, &[self.row.call.close]) {
            MarkerMatch::At(end) => {
                let raw = &source.text[at..end];
                let dropped = Found::dropped(name, raw, DropReason::BrokenTags);
                block.calls.push(dropped);
                block.end = end;
                true
            }
            MarkerMatch::No if !source.is_end(close) => true,
            _ => source.is_over,
        }
    }

    /// Returns whether an attribute of the opening tag is an argument of the tool.
    fn has_argument_in_tag(&self, name: &str, start: usize, end: usize) -> bool {
        let NamePosition::Attribute(own) = self.row.call.name else {
            return false;
        };
        let attributes = &self.source.text[start + self.row.call.open.len()..end];
        if attributes.matches('=').nth(1).is_none() {
            return false;
        }
        // Formats number their calls.
        let is_argument = |key: &str| {
            ![own.name, "index", "id"].contains(&key) && attribute_of(attributes, key).is_some()
        };
        let types = self.source.argument_types(name);
        types.all_declared(|key| !is_argument(key)) == Some(false)
    }

    /// Returns whether a complete text only mentions the opening tag that it ends with: no tool
    /// follows it.
    fn is_mention(&self, start: usize) -> bool {
        let name = trim(self.source.rest(start + self.row.call.open.len()));
        self.source.finish == Finish::Complete && self.source.tools.get(name).is_none()
    }
}
