//! Reads a text in each interpretation of a mismatched bracket.

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

/// Reads a text whose mismatched closing bracket is either surplus or of the wrong kind. The text
/// is accepted if one interpretation is valid, or if both give the same value. Only one such
/// bracket is allowed, which excludes other interpretations. If a comma is also missing after a
/// container, that container may have been closed too early, which would be a third interpretation.
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
        // The issue reports the first invalid position.
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
