//! Code fences and inline code.

use super::{Machine, MachineMode, NOTHING_AFTER, PositionDecision, Wait, decide_block, is_blank};
use crate::finish::Finish;
use crate::json::find_any;
use crate::text::collected::Collected;
use crate::text::engine::bare::{self, ObjectPosition};
use crate::text::engine::{EngineStep, Source, take_start};
use crate::text::format::Format;
use crate::text::table::Family;

impl Machine {
    /// Reads a code fence: a call, or text in which no marker counts.
    #[inline(never)]
    pub(super) fn decide_fence(&self, source: &Source<'_>, at: usize) -> PositionDecision {
        let rest = source.rest(at);
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        if ticks == rest.len() && !source.is_over {
            return PositionDecision::Wait(Wait::Call);
        }
        if ticks < 3 || !self.is_leading(source, at) {
            return inline_code(source, at, ticks);
        }
        if self.reads_bare(source) {
            match bare::read_fence(source, at, ObjectPosition::Prose) {
                EngineStep::No => {}
                EngineStep::Block(mut found) if found.is_closed => {
                    match is_example(source, found.end) {
                        None => return PositionDecision::Wait(Wait::Call),
                        Some(true) => {}
                        Some(false) => {
                            found.drop_if_cut(source);
                            let format = Format::PlainJson;
                            return PositionDecision::Block(
                                found,
                                format,
                                Family::Bare,
                                NOTHING_AFTER,
                            );
                        }
                    }
                }
                step => {
                    return decide_block(step, Format::PlainJson, Family::Bare, NOTHING_AFTER);
                }
            }
        }
        PositionDecision::Fence(ticks)
    }

    /// Returns whether a position is the first of its line, apart from white space.
    pub(super) fn is_leading(&self, source: &Source<'_>, at: usize) -> bool {
        let from = self.fresh.min(at);
        let line = &source.text.as_bytes()[from..at];
        // A long line is not blank, so its start does not matter.
        let line = &line[line.len().saturating_sub(16)..];
        let indent = line.rsplit(|&byte| byte == b'\n').next().unwrap_or(line);
        indent.len() < 16 && is_blank(indent)
    }

    pub(super) fn read_fence(
        &mut self,
        ticks: usize,
        source: &Source<'_>,
        out: &mut Collected,
    ) -> Wait {
        let rest = source.rest(self.at);
        let bytes = rest.as_bytes();
        let mut from = 0;
        while let Some(line) = find_any(bytes, from, [b'\n']) {
            let start = line + 1;
            let indent = bytes[start..]
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\t'));
            let text = &rest[start + indent.count()..];
            if text.bytes().next().is_some_and(|first| first != b'`') {
                from = start;
                continue;
            }
            let close = text.len() - text.trim_start_matches('`').len();
            if close == text.len() && !source.is_over {
                // The end of the fence may follow.
                out.text(&rest[..line]);
                self.at += line;
                return Wait::Call;
            }
            // The line of a closing fence has no other text.
            let behind = text[close..].trim_start_matches([' ', '\t', '\r']);
            if close >= ticks && behind.is_empty() && !source.is_over {
                out.text(&rest[..line]);
                self.at += line;
                return Wait::Call;
            }
            if close >= ticks && (behind.is_empty() || behind.starts_with('\n')) {
                let end = rest.len() - text.len() + close;
                out.text(&rest[..end]);
                self.hide(self.at + end);
                self.mode = MachineMode::Text;
                return Wait::No;
            }
            from = start;
        }
        out.text(rest);
        self.at = source.text.len();
        Wait::No
    }
}

/// Decides about inline code: no marker counts before its end in the same line.
pub(super) fn inline_code(source: &Source<'_>, at: usize, ticks: usize) -> PositionDecision {
    if ticks >= MAX_CODE {
        return PositionDecision::Text(ticks);
    }
    let rest = take_start(source.rest(at), MAX_CODE);
    let inside = &rest[ticks..];
    let (line, has_end) = split_at_ticks(inside, ticks);
    // Longer code is not held back, so its end does not count.
    let is_short = source.rest(at).len() < MAX_CODE;
    let is_open = !has_end && is_short && line.len() == inside.len();
    if has_end {
        PositionDecision::Text(line.len() + 2 * ticks)
    } else if is_open && !source.is_over {
        PositionDecision::Wait(Wait::Call)
    } else if is_open && source.finish == Finish::Truncated {
        // The rest of a truncated line may close the code.
        PositionDecision::Text(ticks + line.len())
    } else {
        PositionDecision::Text(ticks)
    }
}

/// Returns the text up to this number of backticks in the first line, or the whole line. Returns
/// whether the backticks are there.
fn split_at_ticks(text: &str, ticks: usize) -> (&str, bool) {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(found) = find_any(bytes, from, [b'`', b'\n']) {
        let count = bytes[found..].iter().take(ticks);
        let count = count.take_while(|byte| **byte == b'`').count();
        if count == ticks || count == 0 {
            return (&text[..found], count == ticks);
        }
        from = found + count;
    }
    (text, false)
}

/// Maximum length of inline code that is held back.
const MAX_CODE: usize = 1024;

/// Returns whether prose follows a code fence: then its content is an example. `None` needs more
/// text.
fn is_example(source: &Source<'_>, at: usize) -> Option<bool> {
    let rest = source.rest(source.skip_space(at));
    match rest.chars().next() {
        None => source.is_over.then_some(false),
        Some('<' | '[' | '{' | '*') => Some(false),
        Some('`') if rest.len() < 3 && !source.is_over => None,
        Some(_) => Some(!rest.starts_with("```")),
    }
}
