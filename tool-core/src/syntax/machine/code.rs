//! The end of code of Markdown. No marker counts before it.

use super::Machine;
use crate::json::find_any;
use crate::syntax::engine::{Source, take_start};

/// The end of inline code.
pub(super) enum CodeEnd {
    /// The position after it, in the same line.
    Line(usize),
    /// The position after it, in a later line of the paragraph.
    Lines(usize),
    /// The received text does not have the end. Holds its length if it is one line.
    Open(Option<usize>),
    None,
}

/// Finds the end of the inline code that begins with these backticks, in the same paragraph.
pub(super) fn find_code_end(source: &Source<'_>, at: usize, ticks: usize) -> CodeEnd {
    if ticks >= MAX_CODE {
        return CodeEnd::None;
    }
    let rest = take_start(source.rest(at), MAX_CODE);
    let bytes = rest.as_bytes();
    // Longer code is not held back, so its end does not count.
    let is_short = source.rest(at).len() < MAX_CODE;
    let mut is_first_line = true;
    let mut from = ticks;
    while let Some(found) = find_any(bytes, from, [b'`', b'\n']) {
        if bytes[found] == b'\n' {
            let line = rest[found + 1..].trim_start_matches([' ', '\t', '\r']);
            let behind = line.trim_start_matches('`');
            // The end of code in three backticks may begin a line. A fence ends the paragraph.
            let is_end =
                line.len() - behind.len() == ticks && !behind.starts_with(char::is_alphanumeric);
            let is_fence = line.starts_with("```") && !is_end || line.starts_with("~~~");
            if line.starts_with('\n') || is_fence {
                return CodeEnd::None;
            }
            is_first_line = false;
            from = found + 1;
            continue;
        }
        let run = bytes[found..].iter().take_while(|byte| **byte == b'`');
        let run = run.count();
        match run {
            _ if is_first_line && run >= ticks => return CodeEnd::Line(at + found + ticks),
            _ if found + run == rest.len() && is_short && !source.is_over => break,
            _ if !is_first_line && run == ticks => return CodeEnd::Lines(at + found + run),
            _ => from = found + run,
        }
    }
    if is_short {
        CodeEnd::Open(is_first_line.then_some(rest.len()))
    } else {
        CodeEnd::None
    }
}

/// Maximum length of inline code that is held back.
const MAX_CODE: usize = 1024;

impl Machine {
    /// Returns the end of the code of Markdown around a position in a message.
    pub(super) fn skip_code(&mut self, source: &Source<'_>, at: usize) -> CodeEnd {
        let from = self.code_from.max(self.fresh).min(at);
        let before = &source.text[from..at];
        let is_fence = |line: &&str| line.trim_start_matches(' ').starts_with("```");
        if before.split('\n').filter(is_fence).count() % 2 == 1 {
            const CLOSE: &str = "\n```";
            return match source.rest(at).find(CLOSE) {
                Some(end) => self.end_code(at + end + CLOSE.len()),
                None if source.is_over => CodeEnd::None,
                None => CodeEnd::Open(None),
            };
        }
        let paragraph = before.rsplit("\n\n").next().unwrap_or(before);
        let mut next = at - paragraph.len();
        while let Some(found) = source.text[next..at].find('`') {
            let start = next + found;
            let rest = source.rest(start);
            let ticks = rest.len() - rest.trim_start_matches('`').len();
            let found = find_code_end(source, start, ticks);
            next = match found {
                CodeEnd::Line(end) | CodeEnd::Lines(end) if end <= at => end,
                CodeEnd::Line(end) | CodeEnd::Lines(end) => {
                    match self.ends_in_call(source, at, end) {
                        Some(false) => return self.end_code(end),
                        // The backtick is an argument of the call.
                        Some(true) => start + ticks,
                        None => return CodeEnd::Open(None),
                    }
                }
                CodeEnd::Open(_) if !source.is_over => return found,
                CodeEnd::Open(_) | CodeEnd::None => start + ticks,
            };
        }
        CodeEnd::None
    }

    fn end_code(&mut self, end: usize) -> CodeEnd {
        self.code_from = end;
        CodeEnd::Lines(end)
    }
}
