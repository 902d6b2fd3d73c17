//! The output of a text while it is read.

use std::mem;

use super::engine::{Block, Found};
use super::format::Format;
use crate::drop_reason::DropReason;
use crate::finish::Finish;

/// The calls in a text, and the text around them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    /// The format of the calls. `None` if the text contains no call.
    pub(crate) format: Option<Format>,
    pub(crate) calls: Vec<Found>,
    /// The calls that cannot run: each has a reason.
    pub(crate) dropped: Vec<(Found, DropReason)>,
    pub(crate) content: String,
    pub(crate) reasoning: String,
}

/// New output.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    Reasoning(String),
    /// A complete call.
    Call(Found),
}

/// The text, the reasoning and the calls so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Collected {
    answer: Output,
    /// `true` until other output or its end marker follows the last call.
    is_open: bool,
    deltas: Vec<Piece>,
    /// `true` if a caller takes the deltas.
    keeps_deltas: bool,
    /// The end of reasoning without its start, which makes all earlier output reasoning.
    lone_end: Option<Before>,
    /// `true` if the text uses the markers of the Command models, which mark citations.
    pub(super) has_citations: bool,
    held: Held,
}

/// The end of the output that may be an incomplete mark of a citation.
#[derive(Clone, Debug, Default)]
struct Held {
    text: String,
    is_reasoning: bool,
}

/// The amount of output before a lone end of reasoning.
#[derive(Clone, Copy, Debug)]
struct Before {
    /// The position of the marker in the text.
    at: usize,
    content: usize,
    calls: usize,
    dropped: usize,
}

impl Collected {
    /// Creates a collection that keeps new output for a caller.
    pub(crate) fn with_deltas() -> Self {
        Self {
            keeps_deltas: true,
            ..Self::default()
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.add(text, false);
    }

    pub(super) fn add_reasoning(&mut self, text: &str) {
        self.add(text, true);
    }

    fn add(&mut self, text: &str, is_reasoning: bool) {
        if !self.has_citations {
            return self.push(text, is_reasoning);
        }
        if self.held.is_reasoning != is_reasoning {
            self.release_held();
        }
        let text = mem::take(&mut self.held.text) + text;
        let (plain, held) = without_citations(&text);
        self.push(&plain, is_reasoning);
        self.held = Held {
            text: held.to_owned(),
            is_reasoning,
        };
    }

    fn release_held(&mut self) {
        let held = mem::take(&mut self.held);
        self.push(&held.text, held.is_reasoning);
    }

    fn push(&mut self, text: &str, is_reasoning: bool) {
        if self.begin_output(text) {
            match (self.deltas.last_mut(), is_reasoning) {
                (Some(Piece::Text(last)), false) | (Some(Piece::Reasoning(last)), true) => {
                    last.push_str(text);
                }
                (_, false) => self.deltas.push(Piece::Text(text.to_owned())),
                (_, true) => self.deltas.push(Piece::Reasoning(text.to_owned())),
            }
        }
        let answer = &mut self.answer;
        let all = if is_reasoning {
            &mut answer.reasoning
        } else {
            &mut answer.content
        };
        all.push_str(text);
    }

    /// Records that this text follows the last call. Returns whether the text is a delta.
    fn begin_output(&mut self, text: &str) -> bool {
        if self.is_open && !text.trim().is_empty() {
            self.output();
        }
        self.keeps_deltas && !text.is_empty()
    }

    /// Records output after the last call: the call is not cut off.
    #[inline]
    pub(super) fn output(&mut self) {
        if self.is_open {
            self.close_last();
        }
    }

    fn close_last(&mut self) {
        self.is_open = false;
        if self.keeps_deltas {
            let last = self.answer.calls.last().cloned();
            self.deltas.extend(last.map(Piece::Call));
        }
    }

    #[inline]
    pub(super) fn add_call(&mut self, found: Found, format: Format) {
        self.output();
        let is_named = found.name.chars().any(char::is_alphanumeric);
        let reason = found.reason.or((!is_named).then_some(DropReason::NoName));
        if let Some(reason) = reason {
            self.answer.dropped.push((found, reason));
            return;
        }
        self.answer.format.get_or_insert(format);
        let calls = &mut self.answer.calls;
        if calls.capacity() == 0 {
            *calls = Vec::with_capacity(1);
        }
        calls.push(found);
        self.is_open = true;
    }

    /// Drops the complete calls that the text next to them rules out. Their text stays.
    pub(super) fn drop_unmeant(&mut self, block: Block) {
        block.calls.for_each(|call| {
            if call.reason.is_none() {
                self.answer.dropped.push((call, DropReason::NotMeant));
            }
        });
    }

    /// Records the end of reasoning whose start is in the prompt. Returns whether it is the first.
    pub(super) fn add_lone_end(&mut self, at: usize) -> bool {
        self.output();
        if self.lone_end.is_some() || !self.answer.reasoning.trim().is_empty() {
            return false;
        }
        self.lone_end = Some(Before {
            at,
            content: self.answer.content.len(),
            calls: self.answer.calls.len(),
            dropped: self.answer.dropped.len(),
        });
        true
    }

    /// Returns the size of the content, and whether it has visible text.
    pub(super) fn size_of_text(&self) -> (usize, bool) {
        let content = &self.answer.content;
        (content.trim_end().len(), !content.trim().is_empty())
    }

    /// Forgets the calls so far.
    pub(super) fn forget_calls(&mut self) {
        self.is_open = false;
        self.answer.calls.clear();
        self.answer.dropped.clear();
        self.answer.format = None;
    }

    /// Returns the format of the calls.
    pub(super) fn format(&self) -> Option<Format> {
        self.answer.format
    }

    /// Adds the calls of another part of the text.
    pub(super) fn add_calls(&mut self, other: Self) {
        self.output();
        self.answer.format = self.answer.format.or(other.answer.format);
        for call in other.answer.calls {
            self.output();
            self.answer.calls.push(call);
            self.is_open = true;
        }
        self.answer.dropped.extend(other.answer.dropped);
    }

    /// Drops the calls of another part of the text.
    pub(super) fn drop_calls(&mut self, other: Self, reason: DropReason) {
        for call in other.answer.calls {
            self.answer.dropped.push((call, reason));
        }
    }

    /// Returns the complete calls so far.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &Found> {
        self.answer.calls.iter()
    }

    pub(crate) fn take_deltas(&mut self) -> Vec<Piece> {
        mem::take(&mut self.deltas)
    }

    /// Ends the text. The last call of a truncated text is not complete, unless its end marker
    /// arrived.
    pub(crate) fn finish(&mut self, finish: Finish, text: &str) -> Output {
        let is_cut = finish == Finish::Truncated && mem::take(&mut self.is_open);
        if is_cut && let Some(call) = self.answer.calls.pop() {
            self.answer.dropped.push((call, DropReason::Incomplete));
        }
        self.output();
        self.release_held();
        let answer = &mut self.answer;
        if let Some(before) = self.lone_end {
            let has_more = answer.content.len() > before.content
                && !answer.content[before.content..].trim().is_empty()
                || answer.calls.len() > before.calls;
            if before.calls == 0 || has_more {
                answer.calls.drain(..before.calls);
                answer.dropped.drain(..before.dropped);
                answer.content.drain(..before.content);
                let before = text.get(..before.at).unwrap_or("");
                answer.reasoning.insert_str(0, before);
            }
        }
        if answer.calls.is_empty() {
            answer.format = None;
        }
        mem::take(answer)
    }
}

/// Removes the marks of citations, `<co>text</co: 0:[1]>`, and keeps their text. Returns the end of
/// the text that may be an incomplete mark, too.
fn without_citations(text: &str) -> (String, &str) {
    const OPEN: &str = "<co>";
    const CLOSE: &str = "</co:";
    /// Maximum length of a closing mark.
    const MAX_MARK: usize = 256;
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, mark) = rest.split_at(at);
        plain.push_str(before);
        rest = if let Some(behind) = mark.strip_prefix(OPEN) {
            behind
        } else if let Some(end) = mark.find('>').filter(|_| mark.starts_with(CLOSE)) {
            &mark[end + 1..]
        } else if OPEN.starts_with(mark)
            || CLOSE.starts_with(mark)
            || mark.starts_with(CLOSE) && mark.len() < MAX_MARK
        {
            return (plain, mark);
        } else {
            plain.push('<');
            &mark[1..]
        };
    }
    plain.push_str(rest);
    (plain, "")
}
