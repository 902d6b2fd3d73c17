//! Tags of Hunyuan with the name of the checkpoint in each of them: `<tool_call:6124c78e>`.

use super::leftover::{Around, drop_with_leftover};
use super::tags::{self, TagStarts, Tags};
use super::{Block, EngineStep, MarkerMatch, Source, take_start};

/// The same tags without a suffix, with a tag after the name or without.
#[derive(Debug)]
pub(in crate::syntax) struct Suffixed(pub(in crate::syntax) [(Tags, TagStarts); 2]);

const CALL: &str = "<tool_call>";
const CLOSE: &str = "</tool_calls>";

/// The tags around the calls of a section.
const AROUND: Around<'static> = Around {
    marks: &[CALL],
    ends: &[CLOSE],
    parts: &[],
};

/// Reads the calls at `at`, where a tag with a suffix begins, as if no tag had this suffix.
pub(in crate::syntax) fn read(row: &Suffixed, source: &Source<'_>, at: usize) -> EngineStep {
    let rest = source.rest(at);
    let Some((_, behind)) = rest.split_once(':') else {
        return EngineStep::No;
    };
    let start = at + rest.len() - behind.len();
    let end = match source.skip_suffix(start) {
        MarkerMatch::At(end) => format!(":{}", &source.text[start..end]),
        MarkerMatch::Partly => return EngineStep::More,
        MarkerMatch::No => return EngineStep::No,
    };
    // The work for a short call in a long text is small.
    let mut size = 4096;
    loop {
        let is_whole = size >= rest.len();
        let part = Source {
            text: take_start(rest, size),
            is_over: source.is_over && is_whole,
            ..*source
        };
        match read_part(row, &part, &end) {
            EngineStep::More if !is_whole => size *= 4,
            EngineStep::Block(mut block) => {
                block.end += at;
                return EngineStep::Block(block);
            }
            // Few texts without a call have such a tag.
            EngineStep::No => return EngineStep::NoEnd,
            step => return step,
        }
    }
}

/// Reads the calls at the start of a text whose tags end with `end`.
fn read_part(row: &Suffixed, source: &Source<'_>, end: &str) -> EngineStep {
    // The end of the text may be a part of a tag.
    let whole = match source.text.rfind('<') {
        Some(tag) if !source.is_over && !source.text[tag..].contains('>') => &source.text[..tag],
        _ => source.text,
    };
    let plain = whole.replace(end, ">");
    let inside = Source {
        text: &plain,
        ..*source
    };
    for tags in &row.0 {
        match read_all(&inside, tags) {
            EngineStep::No | EngineStep::NoEnd => {}
            EngineStep::Block(mut block) => {
                block.end = find_end(whole, end, block.end);
                return EngineStep::Block(block);
            }
            EngineStep::More => return EngineStep::More,
        }
    }
    EngineStep::No
}

/// Reads all calls of the section at the start of a text.
fn read_all(source: &Source<'_>, (tags, starts): &(Tags, TagStarts)) -> EngineStep {
    let mut all = Block::default();
    let mut in_section = false;
    loop {
        // The section may have its own tag.
        let start = match source.mark(all.end, &["<tool_calls>"]) {
            MarkerMatch::At(end) if all.end == 0 => {
                in_section = true;
                source.skip_space(end)
            }
            _ => all.end,
        };
        match tags::read(tags, starts, source, start) {
            EngineStep::Block(block) => {
                block.calls.for_each(|call| all.calls.push(call));
                (all.end, all.is_closed) = (block.end, block.is_closed);
            }
            step if all.calls.is_empty() => return step,
            EngineStep::More => return EngineStep::More,
            _ => return EngineStep::Block(all),
        }
        let next = source.skip_space(all.end);
        match source.mark(next, &[CLOSE]) {
            MarkerMatch::At(end) => {
                all.end = end;
                return EngineStep::Block(all);
            }
            MarkerMatch::Partly => return EngineStep::More,
            MarkerMatch::No if source.is_end(next) && !source.is_over => return EngineStep::More,
            MarkerMatch::No if source.rest(next).starts_with(CALL) => all.end = next,
            MarkerMatch::No if !in_section => return EngineStep::Block(all),
            MarkerMatch::No => return drop_with_leftover(&AROUND, source, EngineStep::Block(all)),
        }
    }
}

/// Returns the position in a text that has the suffix `end`, for the position in the same text
/// without it.
fn find_end(text: &str, end: &str, plain: usize) -> usize {
    let mut removed = 0;
    for (at, _) in text.match_indices(end) {
        if at - removed >= plain {
            break;
        }
        removed += end.len() - 1;
    }
    plain + removed
}
