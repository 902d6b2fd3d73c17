//! Calls in tags like XML: a tag with the name, and a tag for each argument.

mod argument;
mod call;
mod header;
mod row;
mod value;

use super::{Found, Mark, Source, Step};
use header::Header;
use row::Reader;
pub(in crate::text) use row::{Name, Tag, Tags, Typing};

/// Reads a call, with or without the tags around it. `at` is the start of a tag.
pub(in crate::text) fn read(row: &Tags, source: &Source<'_>, at: usize) -> Step {
    let mut start = at;
    let (wrap, close) = row.wrap;
    if let Mark::At(end) = source.mark(start, &[wrap]) {
        let inside = source.skip_space(end);
        match source.mark(inside, &[row.call.open, close]) {
            Mark::At(_) if source.rest(inside).starts_with(row.call.open) => start = inside,
            Mark::At(end) => {
                return Step::Block(super::Block {
                    end,
                    is_closed: true,
                    ..super::Block::default()
                });
            }
            Mark::Partly => return Step::More,
            Mark::No if source.is_end(inside) && source.is_over => {
                let dropped = Found::cut("", "");
                return Step::one(dropped, inside, false);
            }
            Mark::No => {}
        }
    }
    match source.mark(start, &[row.call.open]) {
        Mark::At(_) => {}
        Mark::Partly => return Step::More,
        Mark::No => return Step::No,
    }
    let reader = Reader { row, source };
    match reader.header(start) {
        Header::Call(name, end) => reader.call(&reader.tool_name(name), end),
        Header::NoArguments(name, end) => {
            Step::one(Found::call(reader.tool_name(name), "{}"), end, true)
        }
        Header::Broken(name, end) => match source.tool(name) {
            Some(_) if !source.rest(end).starts_with(row.call.close) => reader.call(name, end),
            _ => reader.skip(name, start, end),
        },
        Header::More if source.is_over => reader.cut("", start),
        Header::More => Step::More,
        Header::No => Step::No,
    }
}
