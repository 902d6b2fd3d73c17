//! Calls in tags like XML: a tag with the name, and a tag for each argument.

mod argument;
mod call;
mod header;
mod value;

use super::{Found, Mark, Source, Step};
use crate::call::DropReason;
use header::Header;

/// A format with tags.
#[derive(Debug)]
pub(in crate::text) struct Tags {
    /// Tags around calls. The opening one is optional.
    pub(in crate::text) wraps: &'static [(&'static str, &'static str)],
    pub(in crate::text) call: Tag,
    pub(in crate::text) argument: Tag,
    /// `true` if one line break after the opening and before the closing tag of an argument
    /// belongs to the tags.
    pub(in crate::text) strips_lines: bool,
    pub(in crate::text) typing: Typing,
}

/// A pair of tags.
#[derive(Debug)]
pub(in crate::text) struct Tag {
    /// The opening tag up to the name.
    pub(in crate::text) open: &'static str,
    pub(in crate::text) name: Name,
    /// The text after the name.
    pub(in crate::text) end: &'static str,
    pub(in crate::text) close: &'static str,
}

/// The place of the name of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Name {
    /// All text between the opening and `end`: `<function=NAME>`.
    Plain,
    /// An attribute: `<invoke name="NAME">`.
    Attribute(&'static str),
    /// The first line: `<tool_call>NAME`.
    Line,
}

/// The types of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Typing {
    /// The schema decides.
    Schema,
    /// The schema decides, and the text of a CDATA section is its content.
    SchemaAndCdata,
    /// The attribute `string` is `true` for strings and `false` for JSON.
    StringAttribute,
    /// The attribute `type` has the name of the type.
    TypeAttribute,
    /// Strings may be in JSON quotes.
    Quoted,
    /// Strings in quotes are ambiguous: two formats with the same tags differ there.
    MaybeQuoted,
}

/// Reads a call, with or without the tags around it. `at` is the start of a tag.
pub(in crate::text) fn read(row: &Tags, source: &Source<'_>, at: usize) -> Step {
    let mut start = at;
    for (wrap, close) in row.wraps {
        if let Mark::At(end) = source.mark(start, &[wrap]) {
            let inside = source.skip_space(end);
            match source.mark(inside, &[row.call.open, close]) {
                Mark::At(_) if source.rest(inside).starts_with(row.call.open) => {
                    start = inside;
                    break;
                }
                Mark::At(end) if !close.is_empty() => {
                    return Step::Block(super::Block {
                        end,
                        is_closed: true,
                        ..super::Block::default()
                    });
                }
                Mark::Partly => return Step::More,
                _ if source.is_end(inside) && source.is_over => {
                    let dropped = Found::cut("", "");
                    return Step::one(dropped, inside, false);
                }
                _ => {}
            }
        }
    }
    match source.mark(start, &[row.call.open]) {
        Mark::At(_) => {}
        Mark::Partly => return Step::More,
        Mark::No => return Step::No,
    }
    let reader = Reader { row, source };
    match reader.header(start) {
        Header::Call(name, end) => reader.call(name, start, end),
        Header::NoArguments(name, end) => Step::one(Found::call(name, "{}"), end, true),
        Header::Broken(name, end) => match source.tool(name) {
            Some(_) => reader.call(name, start, end),
            None => reader.skip(name, start, end),
        },
        Header::More if source.is_over => reader.cut("", start),
        Header::More => Step::More,
        Header::No => Step::No,
    }
}

struct Reader<'r, 's> {
    row: &'r Tags,
    source: &'r Source<'s>,
}

impl Reader<'_, '_> {
    /// Skips a call whose opening tag is broken.
    fn skip(&self, name: &str, start: usize, at: usize) -> Step {
        let close = self.row.call.close;
        let rest = self.source.rest(at);
        let end = rest.find(close).map(|end| at + end + close.len());
        let raw = |end: usize| self.source.text.get(start..end).unwrap_or("");
        match end {
            Some(end) => Step::one(
                Found::dropped(name, raw(end), DropReason::NotJson),
                end,
                true,
            ),
            None if self.source.is_over => self.cut(name, start),
            None => Step::More,
        }
    }

    fn cut(&self, name: &str, start: usize) -> Step {
        let raw = self.source.rest(start);
        Step::one(Found::cut(name, raw), self.source.text.len(), false)
    }
}
