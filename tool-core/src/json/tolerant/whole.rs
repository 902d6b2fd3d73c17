//! Reads a text in each interpretation of a mismatched bracket.

use super::state::{ParseAttempt, StrayBracket, TolerantParser};
use super::{ParseSource, ParsedValue};
use crate::json::ParseFailure;
use crate::json::Stopped;
use crate::tree::Tree;

type ParseTree<'a, 'l> = fn(&mut TolerantParser<'a, 'l>) -> Result<Tree<'a>, Stopped>;

pub(super) fn read<'a>(source: ParseSource<'a, '_>) -> Result<ParsedValue<'a>, ParseFailure> {
    read_both_ways(source, 0, TolerantParser::parse_whole_text).result
}

pub(super) fn read_at<'a>(source: ParseSource<'a, '_>, start: usize) -> ParseAttempt<'a> {
    read_both_ways(source, start, TolerantParser::parse_lone_value)
}

/// Reads a text whose mismatched closing bracket is surplus, of the wrong kind or swapped with the
/// next one. The text is accepted if one of the first two interpretations is valid, if both give the
/// same value, or if only the third one is valid. Only one such
/// bracket is allowed, which excludes other interpretations. If a comma is also missing after a
/// container, that container may have been closed too early, which would be a third interpretation.
fn read_both_ways<'a, 'l>(
    source: ParseSource<'a, 'l>,
    start: usize,
    read: ParseTree<'a, 'l>,
) -> ParseAttempt<'a> {
    let surplus = TolerantParser::new(source, start, StrayBracket::Surplus).run(read);
    let Some(departure) = surplus.departure else {
        return surplus;
    };
    let wrong = TolerantParser::new(source, start, StrayBracket::WrongKind).run(read);
    let swapped = TolerantParser::new(source, start, StrayBracket::Swapped).run(read);
    let (has_pairs, end) = (
        surplus.has_pairs || wrong.has_pairs,
        surplus.end.max(wrong.end).max(swapped.end),
    );
    let first_key = surplus.first_key.or(wrong.first_key);
    let sound = |found: &ParsedValue<'_>| !found.joins_groups;
    let keep = |result: Result<ParsedValue<'a>, ParseFailure>| result.ok().filter(sound);
    let result = match (keep(surplus.result), keep(wrong.result)) {
        (Some(surplus), Some(wrong)) if surplus.tree.is_same(&wrong.tree) => {
            Ok(if wrong.end > surplus.end {
                wrong
            } else {
                surplus
            })
        }
        (Some(found), None) | (None, Some(found)) => Ok(found),
        (None, None) if swapped.departure.is_some() => {
            let failure = ParseFailure::of(departure, source.text);
            keep(swapped.result).ok_or(failure)
        }
        // The issue reports the first invalid position.
        _ => Err(ParseFailure::of(departure, source.text)),
    };
    ParseAttempt {
        result,
        end,
        has_pairs,
        first_key,
        departure: Some(departure),
    }
}
