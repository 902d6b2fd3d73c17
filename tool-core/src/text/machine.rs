//! Finds calls, reasoning and markers in a text, from its start to its end.
//!
//! Each step settles a part of the text. A step waits if more text may change its decision, so the
//! pieces in which a text arrives have no influence.

use super::collected::Collected;
use super::engine::bare::{self, Place};
use super::engine::header::{self, Message};
use super::engine::{Block, Mark, Source, Step, beginning, named, python};
use super::format::Format;
use super::table::{
    Family, Markers, Meaning, Row, before_partial_end, end_of_reasoning, ends_reasoning,
};
use crate::call::DropReason;

/// The state of the reader between two pieces.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    /// The text before this position is settled.
    pub(super) at: usize,
    mode: Mode,
    /// The markers that may follow the last call.
    after: Option<After>,
    /// Whether a call or text has appeared.
    has_begun: bool,
    /// The position after the last marker or call: it counts as the start of a line.
    fresh: usize,
    family: Option<Family>,
    /// The number of Python calls without a marker that could not be read.
    failures: usize,
    /// The marker that closes the answer around the text.
    closing: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Text,
    /// A code fence with this number of backticks.
    Fence(usize),
    Reasoning {
        /// The end marker. `None` if the prompt has the start marker.
        close: Option<&'static str>,
        /// Position of the first marker of a call, which may end the reasoning.
        hold: Option<usize>,
    },
    /// A message whose text up to the next marker is content, reasoning or something else.
    Message(Said),
    Ended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Answer,
    Reasoning,
    Other,
}

#[derive(Clone, Copy, Debug)]
struct After {
    marks: &'static [&'static str],
    is_bare: bool,
}

/// The reason why the machine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// All text is settled.
    No,
    /// A marker may be incomplete.
    Marker,
    /// A call is incomplete.
    Call,
}

/// A decision about one position of the text.
enum Decision {
    /// The next bytes are text.
    Text(usize),
    Wait(Wait),
    /// The text up to this position is a marker.
    Hidden(usize),
    /// The marker opens the answer. Holds its closing marker.
    Opening(&'static str, usize),
    Block(Block, Format, Family, After),
    Reasoning(&'static str, usize),
    LoneEnd(usize),
    Message(Said, usize),
    Fence(usize),
    Ended,
}

impl Machine {
    pub(super) fn new(starts_in_reasoning: bool) -> Self {
        Self {
            at: 0,
            mode: match starts_in_reasoning {
                true => Mode::Reasoning {
                    close: None,
                    hold: None,
                },
                false => Mode::Text,
            },
            after: None,
            has_begun: false,
            fresh: 0,
            family: None,
            failures: 0,
            closing: None,
        }
    }

    /// Settles as much of the text as possible.
    pub(super) fn run(&mut self, source: &Source<'_>, out: &mut Collected) -> Wait {
        while self.at < source.text.len() {
            let wait = match self.mode {
                Mode::Text => self.read_text(source, out),
                Mode::Fence(ticks) => self.read_fence(ticks, source, out),
                Mode::Reasoning { close, hold } => self.read_reasoning(close, hold, source, out),
                Mode::Message(said) => self.read_message(said, source, out),
                Mode::Ended => {
                    self.at = source.text.len();
                    Wait::No
                }
            };
            if wait != Wait::No {
                return wait;
            }
        }
        Wait::No
    }

    fn say(&mut self, text: &str, out: &mut Collected) {
        self.has_begun |= !is_blank(text.as_bytes());
        out.text(text);
    }

    fn read_text(&mut self, source: &Source<'_>, out: &mut Collected) -> Wait {
        if let Some(after) = self.after
            && let Some(wait) = self.read_after(after, source, out)
        {
            return wait;
        }
        let markers = Markers::all();
        let bytes = source.text.as_bytes();
        let start = self.at;
        let mut here = start;
        loop {
            // A line may begin with a call, and so may the text after a marker.
            let is_line = here == 0 || here == self.fresh || bytes.get(here - 1) == Some(&b'\n');
            let decision = match is_line {
                true => self.decide_line(source, here),
                false => None,
            };
            let decision = match decision {
                Some(decision) => decision,
                None => {
                    let next = next_stop(bytes, here, &markers.begins);
                    if next > here {
                        self.has_begun |= !is_blank(&bytes[here..next]);
                        here = next;
                        if next < bytes.len() && bytes[next - 1] != b'\n' || next == bytes.len() {
                            if next == bytes.len() {
                                self.say(&source.text[start..], out);
                                self.at = next;
                                return Wait::No;
                            }
                        } else {
                            continue;
                        }
                    }
                    self.decide(source, here, out)
                }
            };
            if let Decision::Text(width) = decision {
                let end = bytes.len().min(here + width);
                self.has_begun |= !is_blank(&bytes[here..end]);
                here += width;
                if here >= bytes.len() {
                    self.say(&source.text[start..], out);
                    self.at = bytes.len();
                    return Wait::No;
                }
                continue;
            }
            self.say(&source.text[start..here], out);
            self.at = here;
            return self.apply(decision, source, out);
        }
    }

    fn apply(&mut self, decision: Decision, source: &Source<'_>, out: &mut Collected) -> Wait {
        match decision {
            Decision::Text(_) => {}
            Decision::Wait(wait) => return wait,
            Decision::Hidden(end) => self.hide(end),
            Decision::Opening(close, end) => {
                self.closing = Some(close);
                self.hide(end);
            }
            Decision::Reasoning(close, end) => {
                self.hide(end);
                self.mode = Mode::Reasoning {
                    close: Some(close),
                    hold: None,
                };
            }
            Decision::LoneEnd(end) => {
                let at = self.at;
                if out.lone_end(at) {
                    self.family = None;
                    self.has_begun = false;
                }
                self.hide(end);
            }
            Decision::Message(said, end) => {
                self.hide(end);
                self.mode = Mode::Message(said);
                if said != Said::Other {
                    out.output();
                }
            }
            Decision::Fence(ticks) => {
                out.text(&source.text[self.at..self.at + ticks]);
                self.at += ticks;
                self.has_begun = true;
                self.mode = Mode::Fence(ticks);
            }
            Decision::Ended => self.mode = Mode::Ended,
            Decision::Block(block, format, family, after) => {
                self.take(block, format, family, after, out);
            }
        }
        Wait::No
    }

    /// Adds the calls of a block. Calls in another format than the first ones may be an example.
    fn take(
        &mut self,
        block: Block,
        format: Format,
        family: Family,
        after: After,
        out: &mut Collected,
    ) {
        let is_other = self.family.is_some_and(|known| known != family);
        for mut call in block.calls {
            if is_other {
                call.reason.get_or_insert(DropReason::Ambiguous);
            } else if call.reason.is_none() {
                self.family = Some(family);
            }
            out.found(call, format);
        }
        if block.is_closed {
            out.output();
        }
        self.hide(block.end);
        self.has_begun = true;
        self.after = Some(after);
    }

    fn hide(&mut self, end: usize) {
        self.at = end;
        self.fresh = end;
    }

    /// Removes the markers after a call. Returns `Some` to wait.
    fn read_after(
        &mut self,
        after: After,
        source: &Source<'_>,
        out: &mut Collected,
    ) -> Option<Wait> {
        let next = source.skip_space(self.at);
        if source.is_end(next) {
            if source.is_over {
                self.after = None;
                return None;
            }
            return Some(Wait::Marker);
        }
        match source.mark(next, after.marks) {
            Mark::At(end) => {
                out.output();
                self.hide(end);
                return Some(Wait::No);
            }
            Mark::Partly => return Some(Wait::Marker),
            Mark::No => {}
        }
        if after.is_bare && source.rest(next).starts_with(';') {
            self.hide(next + 1);
            return Some(Wait::No);
        }
        self.after = None;
        None
    }

    fn at_position<'t>(&self, source: &Source<'t>, at: usize) -> Source<'t> {
        // Calls without a marker follow each other.
        let between = source.text.get(self.fresh..at).unwrap_or("");
        let is_next = self.family == Some(Family::Bare)
            && between.len() < MAX_SPACE
            && is_blank(between.as_bytes());
        Source {
            is_start: !self.has_begun || is_next,
            ..*source
        }
    }

    /// Decides about the start of a line.
    fn decide_line(&mut self, source: &Source<'_>, at: usize) -> Option<Decision> {
        let source = &self.at_position(source, at);
        let rest = source.rest(at);
        let first = *rest.as_bytes().first()?;
        if !self.has_begun && matches!(first, b' ' | b't') {
            // The header of a message whose start is in the prompt.
            let start = source.skip_space(at);
            match source.mark(start, &["to="]) {
                Mark::At(_) => match header::read(source, at) {
                    Message::No => {}
                    message => return Some(self.message(message)),
                },
                Mark::Partly => return Some(Decision::Wait(Wait::Marker)),
                Mark::No => {}
            }
        }
        if !self.reads_bare(source) {
            return None;
        }
        match first {
            b'*' | b'A' => self.heading(source, at),
            _ if first.is_ascii_alphabetic() || first == b'_' || first >= 0x80 => {
                let bare = |format| After {
                    marks: &[],
                    is_bare: format == Format::Llama3,
                };
                if self.failures < MAX_FAILURES && accepts(source, Format::GranitePythonic) {
                    let format = Format::GranitePythonic;
                    match python::read_line(source, at) {
                        Step::No if python::names_tool(source, at) => self.failures += 1,
                        Step::No => {}
                        step => return Some(block(step, format, Family::Bare, bare(format))),
                    }
                }
                let is_first = !self.has_begun && is_line_of_tool(source, rest);
                if is_first && accepts(source, Format::FunctionaryV32) {
                    let format = Format::FunctionaryV32;
                    let row = &named::FIRST_LINE;
                    match named::read(row, source, at) {
                        Step::No => {}
                        step => {
                            let family = Family::Own(format);
                            return Some(block(step, format, family, bare(format)));
                        }
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// Reads a heading and the code fence with calls after it.
    fn heading(&self, source: &Source<'_>, at: usize) -> Option<Decision> {
        for (heading, format) in HEADINGS {
            match source.mark(at, &[heading]) {
                Mark::At(end) => {
                    let fence = source.skip_space(end);
                    match source.mark(fence, &["```"]) {
                        Mark::At(_) => {}
                        Mark::Partly => return Some(Decision::Wait(Wait::Marker)),
                        Mark::No => continue,
                    }
                    let mut step = bare::read_fence(source, fence, Place::Marked);
                    if let Step::Block(block) = &mut step {
                        // The answer of a Command model, which is not a tool.
                        block.calls.retain(|call| call.name != "directly_answer");
                    }
                    if let Step::No = step {
                        continue;
                    }
                    return Some(block(step, *format, Family::Bare, NOTHING_AFTER));
                }
                Mark::Partly => return Some(Decision::Wait(Wait::Marker)),
                Mark::No => {}
            }
        }
        None
    }

    /// Returns whether calls without a marker may appear.
    fn reads_bare(&self, source: &Source<'_>) -> bool {
        let is_locked = self.family.is_some_and(|family| {
            family != Family::Bare && family != Family::Own(Format::FunctionaryV32)
        });
        !is_locked && source.selected.is_none_or(|format| BARE.contains(&format))
    }

    /// Decides about a position at which a marker may begin.
    fn decide(&mut self, source: &Source<'_>, at: usize, out: &mut Collected) -> Decision {
        let source = &self.at_position(source, at);
        let rest = source.rest(at);
        let markers = Markers::all();
        if !source.is_over && markers.is_partial(rest) {
            return Decision::Wait(Wait::Marker);
        }
        let before = source.text[..at].as_bytes().last().copied();
        let is_quoted = before == Some(b'`') && at != self.fresh;
        if is_quoted && !source.text[..at].ends_with("```") {
            // A marker in inline code is an example.
            return Decision::Text(1);
        }
        let found = markers
            .at(rest)
            .iter()
            .filter(|(mark, _)| rest.starts_with(mark));
        for (mark, meaning) in found.clone() {
            // Rows of the known family come first.
            if let Meaning::Call(row) = meaning
                && self.family == Some(row.family)
                && let Some(decision) = self.read_row(row, source, at, mark)
            {
                return decision;
            }
        }
        for (mark, meaning) in found {
            let end = at + mark.len();
            match *meaning {
                Meaning::Call(row) if self.family == Some(row.family) => {}
                Meaning::Call(row) => {
                    if let Some(decision) = self.read_row(row, source, at, mark) {
                        return decision;
                    }
                }
                Meaning::Reasoning(close) if self.is_leading(source, at) => {
                    out.has_citations |= mark.contains("START_THINKING");
                    return Decision::Reasoning(close, end);
                }
                Meaning::EndOfReasoning => return Decision::LoneEnd(end),
                Meaning::Hidden if !is_mentioned(before, source.rest(end)) => {
                    out.has_citations |= mark.contains("START_");
                    return Decision::Hidden(end);
                }
                Meaning::Opening(close) if !self.has_begun => {
                    return Decision::Opening(close, end);
                }
                Meaning::Closing if self.closing == Some(mark) => return Decision::Hidden(end),
                Meaning::EndOfTurn => return Decision::Ended,
                Meaning::Trailing => {
                    return match trailing(source, end) {
                        Trailing::Only(end) => Decision::Hidden(end),
                        Trailing::Text(end) => Decision::Text(end - at),
                        Trailing::More => Decision::Wait(Wait::Call),
                    };
                }
                Meaning::Header => match header::read(source, at) {
                    Message::No => return Decision::Hidden(end),
                    message => return self.message(message),
                },
                Meaning::Reasoning(_)
                | Meaning::Hidden
                | Meaning::Opening(_)
                | Meaning::Closing => {}
            }
        }
        match rest.as_bytes().first() {
            Some(b'a' | b'c') => match header::read_stripped(source, at) {
                Step::No => Decision::Text(1),
                step => {
                    let format = Format::Harmony;
                    block(step, format, Family::Own(format), NOTHING_AFTER)
                }
            },
            Some(b'{' | b'[') if self.reads_bare(source) => self.decide_bare(source, at),
            Some(b'`') => self.decide_fence(source, at),
            _ => Decision::Text(rest.chars().next().map_or(1, char::len_utf8)),
        }
    }

    fn message(&self, message: Message) -> Decision {
        let family = Family::Own(Format::Harmony);
        match message {
            Message::Calls(step) => block(step, Format::Harmony, family, HARMONY_AFTER),
            Message::Answer(end) => Decision::Message(Said::Answer, end),
            Message::Reasoning(end) => Decision::Message(Said::Reasoning, end),
            Message::Other(end) => Decision::Message(Said::Other, end),
            Message::Body(end) => Decision::Hidden(end),
            Message::More => Decision::Wait(Wait::Marker),
            Message::No => Decision::Text(1),
        }
    }

    fn read_row(
        &self,
        row: &'static Row,
        source: &Source<'_>,
        at: usize,
        mark: &str,
    ) -> Option<Decision> {
        let is_read = match source.selected {
            Some(format) => row.format == format,
            None => !row.is_twin,
        };
        if !is_read || row.family == Family::Bare && !self.reads_bare(source) {
            return None;
        }
        let after = After {
            marks: row.after,
            is_bare: row.family == Family::Bare,
        };
        match row.read(source, at, mark) {
            Step::No => None,
            step => Some(block(step, row.format, row.family, after)),
        }
    }

    /// Reads JSON or a Python list without a marker.
    fn decide_bare(&mut self, source: &Source<'_>, at: usize) -> Decision {
        let place = match source.is_start {
            true => Place::Start,
            false => Place::Prose,
        };
        let after = After {
            marks: &[],
            is_bare: true,
        };
        match bare::read(source, at, place) {
            Step::No => {}
            Step::More => return Decision::Wait(Wait::Call),
            Step::Block(found) => {
                let format = bare_format(source, at);
                return Decision::Block(found, format, Family::Bare, after);
            }
        }
        let is_list = source.text.as_bytes().get(at) == Some(&b'[');
        if is_list && self.failures < MAX_FAILURES && accepts(source, Format::Pythonic) {
            match python::read_list(source, at, false, &[]) {
                Step::No if python::names_tool(source, at + 1) => self.failures += 1,
                Step::No => {}
                Step::More => return Decision::Wait(Wait::Call),
                Step::Block(found) => {
                    return match goes_on(source, found.end) {
                        None => Decision::Wait(Wait::Call),
                        Some(true) => Decision::Text(1),
                        Some(false) => {
                            let format = Format::Pythonic;
                            Decision::Block(found, format, Family::Bare, after)
                        }
                    };
                }
            }
        }
        Decision::Text(1)
    }

    /// Reads a code fence: a call, or text in which no marker counts.
    fn decide_fence(&self, source: &Source<'_>, at: usize) -> Decision {
        let rest = source.rest(at);
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        if ticks == rest.len() && !source.is_over {
            return Decision::Wait(Wait::Call);
        }
        if ticks < 3 || !self.is_leading(source, at) {
            return inline_code(source, at, ticks);
        }
        if self.reads_bare(source) {
            match bare::read_fence(source, at, Place::Prose) {
                Step::No => {}
                Step::Block(found) if found.is_closed => match is_example(source, found.end) {
                    None => return Decision::Wait(Wait::Call),
                    Some(true) => {}
                    Some(false) => {
                        let format = Format::PlainJson;
                        return Decision::Block(found, format, Family::Bare, NOTHING_AFTER);
                    }
                },
                step => {
                    return block(step, Format::PlainJson, Family::Bare, NOTHING_AFTER);
                }
            }
        }
        Decision::Fence(ticks)
    }

    /// Returns whether a position is the first of its line, apart from white space.
    fn is_leading(&self, source: &Source<'_>, at: usize) -> bool {
        let from = self.fresh.min(at);
        let line = &source.text[from..at];
        let line = line.rsplit('\n').next().unwrap_or(line);
        line.len() < 16 && line.trim().is_empty()
    }

    fn read_fence(&mut self, ticks: usize, source: &Source<'_>, out: &mut Collected) -> Wait {
        let rest = source.rest(self.at);
        let mut from = 0;
        while let Some(line) = rest[from..].find('\n') {
            let start = from + line + 1;
            let text = rest[start..].trim_start_matches([' ', '\t']);
            let close = text.len() - text.trim_start_matches('`').len();
            if close == text.len() && !source.is_over {
                // The end of the fence may follow.
                let settled = from + line;
                out.text(&rest[..settled]);
                self.at += settled;
                return Wait::Call;
            }
            // The line of a closing fence has no other text.
            let behind = text[close..].trim_start_matches([' ', '\t', '\r']);
            if close >= ticks && behind.is_empty() && !source.is_over {
                let settled = from + line;
                out.text(&rest[..settled]);
                self.at += settled;
                return Wait::Call;
            }
            if close >= ticks && (behind.is_empty() || behind.starts_with('\n')) {
                let end = rest.len() - text.len() + close;
                out.text(&rest[..end]);
                self.hide(self.at + end);
                self.mode = Mode::Text;
                return Wait::No;
            }
            from = start;
        }
        out.text(rest);
        self.at = source.text.len();
        Wait::No
    }

    fn read_reasoning(
        &mut self,
        close: Option<&'static str>,
        hold: Option<usize>,
        source: &Source<'_>,
        out: &mut Collected,
    ) -> Wait {
        let rest = source.rest(self.at);
        if close.is_none() && self.at == 0 {
            // The model may repeat the start marker.
            let start = source.skip_space(0);
            let text = source.rest(start);
            if !source.is_over && (text.is_empty() || Markers::all().is_partial(text)) {
                return Wait::Marker;
            }
            for (mark, meaning) in Markers::all().at(text) {
                if let (true, Meaning::Reasoning(close)) = (text.starts_with(mark), meaning) {
                    self.hide(start + mark.len());
                    self.mode = Mode::Reasoning {
                        close: Some(close),
                        hold: None,
                    };
                    return Wait::No;
                }
            }
        }
        if let Some((end, behind)) = end_of_reasoning(rest, close) {
            out.reasoning(&rest[..end]);
            self.hide(self.at + behind);
            self.mode = Mode::Text;
            return Wait::No;
        }
        let call = hold.map(|hold| hold - self.at).or_else(|| first_call(rest));
        let Some(call) = call else {
            let settled = match source.is_over {
                true => rest.len(),
                false => before_partial_end(rest, close).min(before_partial_call(rest)),
            };
            out.reasoning(&rest[..settled]);
            self.at += settled;
            return match settled == rest.len() {
                true => Wait::No,
                false => Wait::Marker,
            };
        };
        out.reasoning(&rest[..call]);
        self.at += call;
        self.mode = Mode::Reasoning {
            close,
            hold: Some(self.at),
        };
        if !source.is_over {
            return Wait::Call;
        }
        self.end_reasoning(close, source, out);
        Wait::No
    }

    /// Ends reasoning without an end marker. The calls at the end of the text may be real: models
    /// skip the marker. A truncated text may still contain it.
    fn end_reasoning(
        &mut self,
        close: Option<&'static str>,
        source: &Source<'_>,
        out: &mut Collected,
    ) {
        let start = self.at;
        self.at = source.text.len();
        if source.finish == crate::finish::Finish::Truncated {
            out.reasoning(source.rest(start));
            return;
        }
        let mut machine = Self {
            at: start,
            mode: Mode::Text,
            fresh: start,
            ..Self::new(false)
        };
        let mut trial = Collected::default();
        let mut calls_from = start;
        let mut size = 0;
        // Each turn settles a marker, a call or the text before one.
        while machine.at < source.text.len() && machine.mode == Mode::Text {
            let before = machine.at;
            machine.read_text(source, &mut trial);
            let (text, has_text) = trial.size_of_text();
            if has_text && text > size {
                calls_from = machine.at;
                trial.forget_calls();
            }
            size = text;
            if machine.at == before && machine.mode == Mode::Text && machine.after.is_none() {
                break;
            }
        }
        let is_end = machine.at >= source.text.len() && machine.mode == Mode::Text;
        let format = trial.format();
        let is_real = format.is_some_and(|format| close.is_none() || ends_reasoning(format));
        if is_end && is_real {
            out.reasoning(&source.text[start..calls_from]);
            out.add_calls(trial);
        } else {
            out.reasoning(source.rest(start));
        }
    }

    fn read_message(&mut self, said: Said, source: &Source<'_>, out: &mut Collected) -> Wait {
        let rest = source.rest(self.at);
        let found = header::ENDS
            .iter()
            .filter_map(|end| rest.find(end).map(|at| (at, *end)));
        let (settled, end) = match found.min() {
            Some((at, end)) => (at, Some(end)),
            None if source.is_over => (rest.len(), None),
            None => (before_partial(rest, &header::ENDS), None),
        };
        let text = &rest[..settled];
        match said {
            Said::Answer => self.say(text, out),
            Said::Reasoning => out.reasoning(text),
            Said::Other => {}
        }
        self.at += settled;
        if let Some(end) = end {
            let is_next = header::NEXT.contains(&end);
            let width = if is_next { 0 } else { end.len() };
            self.hide(self.at + width);
            self.mode = Mode::Text;
            return Wait::No;
        }
        match settled == rest.len() {
            true => Wait::No,
            false => Wait::Marker,
        }
    }
}

/// Maximum amount of white space between calls without a marker.
const MAX_SPACE: usize = 16;

/// Maximum number of Python calls without a marker that are tried in vain. Each may be as long as
/// the text.
const MAX_FAILURES: usize = 32;

const NOTHING_AFTER: After = After {
    marks: &[],
    is_bare: false,
};

const HARMONY_AFTER: After = After {
    marks: &["<|call|>", "<|end|>", "<|return|>"],
    is_bare: false,
};

/// Headings that mark the code fence after them as calls.
const HEADINGS: &[(&str, Format)] = &[
    ("**Tool Call:**", Format::Rwkv),
    ("Action:", Format::CohereCommandRPlus),
];

/// Formats whose calls may have no marker.
const BARE: &[Format] = &[
    Format::Xlam,
    Format::Llama3,
    Format::PlainJson,
    Format::Sarashina,
    Format::HyperClovaX,
    Format::Rwkv,
    Format::Poolside,
    Format::CohereCommandRPlus,
    Format::Pythonic,
    Format::Llama4,
    Format::GranitePythonic,
    Format::BracketCalling,
    Format::FunctionaryV32,
    Format::FunctionaryV31,
];

fn accepts(source: &Source<'_>, format: Format) -> bool {
    source.selected.is_none_or(|selected| selected == format)
}

fn block(step: Step, format: Format, family: Family, after: After) -> Decision {
    match step {
        Step::No => Decision::Text(1),
        Step::More => Decision::Wait(Wait::Call),
        Step::Block(block) => Decision::Block(block, format, family, after),
    }
}

/// Returns whether a line contains nothing but the name of a tool, or the beginning of it.
fn is_line_of_tool(source: &Source<'_>, rest: &str) -> bool {
    let end = rest.find(|c: char| !python::is_name_part(c));
    let name = &rest[..end.unwrap_or(rest.len())];
    match end {
        None => source.begins_tool(name),
        Some(end) => {
            let behind = rest[end..].trim_start_matches([' ', '\r']);
            let is_line = behind.is_empty() || behind.starts_with('\n');
            is_line && source.tools.get(name).is_some()
        }
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_whitespace)
}

/// Returns the next position at which a marker, a line or JSON may begin.
fn next_stop(bytes: &[u8], at: usize, begins: &[bool; 256]) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let stop = rest.iter().position(|byte| begins[usize::from(*byte)]);
    stop.map_or(bytes.len(), |stop| {
        // The start of a line is after the line break.
        at + stop + usize::from(rest[stop] == b'\n')
    })
}

/// Returns the most likely format of JSON without a marker.
fn bare_format(source: &Source<'_>, at: usize) -> Format {
    let rest = source.rest(at);
    // The key of the object, or of the first object of an array.
    let inside = rest.split('{').nth(1).unwrap_or("");
    match rest.starts_with('[') {
        _ if inside.trim_start().starts_with('\'') => Format::Sarashina,
        true => Format::Xlam,
        false => Format::Llama3,
    }
}

/// Returns whether a sentence continues after a list: then the list is an example. `None` needs
/// more text.
fn goes_on(source: &Source<'_>, at: usize) -> Option<bool> {
    let rest = source.rest(at).trim_start_matches([' ', '\t']);
    match rest.chars().next() {
        None => source.is_over.then_some(false),
        Some(next) => Some(next.is_lowercase()),
    }
}

/// Decides about inline code: no marker counts before its end in the same line.
fn inline_code(source: &Source<'_>, at: usize, ticks: usize) -> Decision {
    let rest = beginning(source.rest(at), MAX_CODE);
    let inside = &rest[ticks..];
    let line = inside.split('\n').next().unwrap_or("");
    match line.find(&rest[..ticks]) {
        Some(end) => Decision::Text(end + 2 * ticks),
        None if line.len() == inside.len()
            && !source.is_over
            && source.rest(at).len() < MAX_CODE =>
        {
            Decision::Wait(Wait::Call)
        }
        None => Decision::Text(ticks),
    }
}

/// Maximum length of inline code that is held back.
const MAX_CODE: usize = 256;

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

/// Returns whether prose mentions a marker: spaces are around it.
fn is_mentioned(before: Option<u8>, rest: &str) -> bool {
    before == Some(b' ') && rest.starts_with(' ')
}

/// The text after a special token.
enum Trailing {
    /// Only markers and white space follow, up to this position.
    Only(usize),
    /// Text follows. The tokens before this position are part of it.
    Text(usize),
    More,
}

/// Looks for text after a special token that ends at `at`.
fn trailing(source: &Source<'_>, at: usize) -> Trailing {
    let markers = Markers::all();
    let mut end = at;
    loop {
        let next = source.skip_space(end);
        let rest = source.rest(next);
        if rest.is_empty() {
            return if source.is_over {
                Trailing::Only(next)
            } else {
                Trailing::More
            };
        }
        let found = markers.at(rest).iter().find(|(mark, meaning)| {
            let is_marker = matches!(meaning, Meaning::Trailing | Meaning::Hidden);
            is_marker && rest.starts_with(mark)
        });
        match found {
            Some((mark, _)) => end = next + mark.len(),
            None if !source.is_over && markers.is_partial(rest) => return Trailing::More,
            None => return Trailing::Text(end),
        }
    }
}

/// Returns the position of the first marker of a call in reasoning.
fn first_call(text: &str) -> Option<usize> {
    let markers = Markers::all();
    let is_call = |at: &usize| {
        let rest = &text[*at..];
        let mut found = markers.at(rest).iter();
        found.any(|(mark, meaning)| {
            mark.len() > 3 && matches!(meaning, Meaning::Call(_)) && rest.starts_with(mark)
        })
    };
    let starts = text.match_indices(['<', '[', ']']).map(|(at, _)| at);
    starts.into_iter().find(is_call)
}

/// Returns the length of the text that cannot be the beginning of a marker of a call.
fn before_partial_call(text: &str) -> usize {
    let markers = Markers::all();
    let tail = text.len().saturating_sub(64);
    let starts = text.match_indices(['<', '[', ']']).map(|(at, _)| at);
    let mut starts = starts.filter(|at| *at >= tail);
    starts
        .find(|at| markers.is_partial(&text[*at..]))
        .unwrap_or(text.len())
}

/// Returns the length of the text that cannot be the beginning of one of the markers.
fn before_partial(text: &str, marks: &[&str]) -> usize {
    let partial = |mark: &&str| {
        let most = text.len().min(mark.len() - 1);
        let bytes = mark.as_bytes();
        (1..=most)
            .rev()
            .find(|length| text.as_bytes().ends_with(&bytes[..*length]))
    };
    text.len() - marks.iter().filter_map(partial).max().unwrap_or(0)
}
