//! Text between a call and its end marker. The call does not run: the text may belong to it.

use super::{Block, EngineStep, MAX_TAG, MarkerMatch, Source, find_first, take_window};
use crate::drop_reason::DropReason;
use crate::marks::{ENDS_OF_CALLS, TOKENS};

/// The markers around a call.
pub(in crate::syntax) struct Around<'r> {
    /// The markers that begin a call.
    pub(in crate::syntax) marks: &'r [&'r str],
    /// The markers that end it. The end of a code fence is inside the others.
    pub(in crate::syntax) ends: &'r [&'r str],
    /// The texts that begin another part of the call.
    pub(in crate::syntax) parts: &'r [&'r str],
}

/// The end of a code fence.
const FENCE: &str = "```";

/// Drops the calls of a block if text that belongs to them follows. That text becomes a part of the
/// block if its end is known.
pub(in crate::syntax) fn drop_with_leftover(
    around: &Around<'_>,
    source: &Source<'_>,
    step: EngineStep,
) -> EngineStep {
    let EngineStep::Block(mut block) = step else {
        return step;
    };
    let is_sound = block.calls.iter().any(|call| call.reason.is_none());
    if !is_sound || is_ended(around, source, block.end) {
        return EngineStep::Block(block);
    }
    match find_end(around, source, block.end) {
        MarkerMatch::Partly => EngineStep::More,
        MarkerMatch::No => EngineStep::Block(block),
        MarkerMatch::At(end) => {
            let rest = source.text[block.end..end].trim_end();
            if let Some(call) = block.calls.last_mut() {
                call.raw.push_str(rest);
            }
            drop_all(&mut block, end);
            EngineStep::Block(block)
        }
    }
}

fn drop_all(block: &mut Block, end: usize) {
    block.is_closed |= end > block.end;
    block.end = end;
    for call in block.calls.iter_mut() {
        call.reason.get_or_insert(DropReason::Ambiguous);
    }
}

/// Returns whether a block ends with the end marker of its calls.
fn is_ended(around: &Around<'_>, source: &Source<'_>, end: usize) -> bool {
    let mut ends = around.ends.iter().filter(|end| !end.ends_with(FENCE));
    ends.any(|marker| source.text[..end].ends_with(marker))
}

/// Returns the end of the text that follows the calls inside their markers.
fn find_end(around: &Around<'_>, source: &Source<'_>, at: usize) -> MarkerMatch {
    let next = source.skip_space(at);
    if source.is_end(next) {
        return if source.is_over {
            MarkerMatch::No
        } else {
            MarkerMatch::Partly
        };
    }
    match source.mark(next, around.parts) {
        MarkerMatch::At(_) => return MarkerMatch::At(at),
        MarkerMatch::Partly => return MarkerMatch::Partly,
        MarkerMatch::No => {}
    }
    let rest = source.rest(next);
    let markers: Vec<&str> = around.ends.iter().chain(around.marks).copied().collect();
    match find_first(take_window(rest), &markers) {
        Some((found, marker)) if around.ends.contains(&marker) => {
            if is_known(&rest[..found]) {
                MarkerMatch::No
            } else {
                MarkerMatch::At(next + found + marker.len())
            }
        }
        // The end marker is near, or missing.
        None if rest.len() < MAX_TAG && !source.is_over && !around.ends.is_empty() => {
            MarkerMatch::Partly
        }
        _ => MarkerMatch::No,
    }
}

/// Returns whether a text has only brackets that are left over, and end markers of other formats.
pub(super) fn is_known(text: &str) -> bool {
    let mut left = text.trim_start();
    while !left.is_empty() {
        let mut markers = ENDS_OF_CALLS.iter().chain(TOKENS);
        let behind = markers
            .find_map(|marker| left.strip_prefix(marker))
            .or_else(|| left.strip_prefix(['}', ']', ')']));
        match behind {
            Some(behind) => left = behind.trim_start(),
            None => return false,
        }
    }
    true
}
