//! A text, or a place in it, read in the ways that a bracket allows.

use super::state::{Attempt, StrayBracket, TolerantParser};
use super::{ParsedValue, Source};
use crate::json::Failure;
use crate::json::Stopped;
use crate::tree::Tree;

type Read<'a, 'l> = fn(&mut TolerantParser<'a, 'l>) -> Result<Tree<'a>, Stopped>;

pub(super) fn read<'a>(source: Source<'a, '_>) -> Result<ParsedValue<'a>, Failure> {
    read_both_ways(source, 0, TolerantParser::parse_whole_text).result
}

pub(super) fn read_at<'a>(source: Source<'a, '_>, start: usize) -> Attempt<'a> {
    read_both_ways(source, start, TolerantParser::parse_lone_value)
}

/// A closing bracket that does not fit is one too many, or one of the wrong
/// kind: the text is read in both ways, and is good if one of them holds or
/// both give the same. One bracket is met, not two, so there are no more ways.
/// Where a comma is missing after a container as well, it may be that container
/// which was closed too early, and there would be a third way.
fn read_both_ways<'a, 'l>(source: Source<'a, 'l>, start: usize, read: Read<'a, 'l>) -> Attempt<'a> {
    let surplus = TolerantParser::new(source, start, StrayBracket::Surplus).run(read);
    let Some(departure) = surplus.departure else {
        return surplus;
    };
    let wrong = TolerantParser::new(source, start, StrayBracket::WrongKind).run(read);
    let (has_pairs, end) = (
        surplus.has_pairs || wrong.has_pairs,
        surplus.end.max(wrong.end),
    );
    let first_key = surplus.first_key.or(wrong.first_key);
    let sound = |found: &ParsedValue<'_>| !found.joins_groups;
    let keep = |result: Result<ParsedValue<'a>, Failure>| result.ok().filter(sound);
    let result = match (keep(surplus.result), keep(wrong.result)) {
        (Some(surplus), Some(wrong)) if surplus.tree.same(&wrong.tree) => {
            Ok(if wrong.end > surplus.end {
                wrong
            } else {
                surplus
            })
        }
        (Some(found), None) | (None, Some(found)) => Ok(found),
        // What is told is the place where the text left JSON first.
        _ => Err(Failure::of(departure, source.text)),
    };
    Attempt {
        result,
        end,
        has_pairs,
        first_key,
        departure: Some(departure),
    }
}
