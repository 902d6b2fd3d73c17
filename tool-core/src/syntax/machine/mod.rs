//! Finds calls, reasoning and markers in a text, from its start to its end.
//!
//! Each step settles a part of the text. A step waits if more text may change its decision, so the
//! pieces in which a text arrives have no influence.

mod bare;
mod bare_place;
mod code;
mod fence;
mod line;
mod mention;
mod message;
mod place;
mod position;
mod reasoning;
mod ruled_out;
mod section;
mod stop;
mod strings;
mod trailing;

use super::collected::Collected;
use super::engine::json_strings::JsonStrings;
use super::engine::{Block, EngineStep, MarkerMatch, Source};
use super::format::Format;
use super::table::Family;
use crate::drop_reason::DropReason;
use crate::marks::{ENDS_OF_CALLS, STARTS_OF_RESULTS, count_token};
use trailing::{Trailing, read_trailing};

/// The state of the reader between two pieces.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    /// The text before this position is settled.
    pub(crate) at: usize,
    mode: MachineMode,
    /// The markers that may follow the last call.
    after: Option<After>,
    /// The family of the last call, if its section is open.
    section: Option<Family>,
    /// `true` if a call or text has appeared.
    has_begun: bool,
    /// The position after the last marker or call: it counts as the start of a line.
    fresh: usize,
    /// The position after the mark of a list, which counts so, too.
    item: usize,
    family: Option<Family>,
    /// The number of Python calls without a marker that could not be read.
    failures: usize,
    /// The format of each text that began a call and had no end marker.
    unended: Vec<Format>,
    /// The end of JSON that is data: objects before it are not calls.
    data_until: usize,
    /// The end of the first fields of such JSON, in which nothing begins.
    plain_until: usize,
    strings: JsonStrings,
    /// The start of the last reasoning.
    reasoning_from: usize,
    /// The calls before this position are no quotation.
    own_until: usize,
    /// The end of the last calls that prose rules out.
    quoted_until: usize,
    /// The end of the last code with a marker in the answer of a message.
    code_from: usize,
    /// The end and the closing text of the last mark of a quotation that seems to be a mention.
    /// `None` if its closing text follows a call.
    mentioned: Option<(usize, &'static str)>,
    /// `true` after a mark of the Command models around an answer or a call.
    is_command: bool,
    /// The marker that closes the answer around the text.
    closing: Option<&'static str>,
    /// `true` if text and the call after it are settled in two steps.
    stops_at_calls: bool,
    /// The reader of calls in reasoning whose end has not arrived.
    trial: Option<Box<Trial>>,
}

/// Reads the calls in reasoning, in case that its end marker is missing.
#[derive(Clone, Debug)]
struct Trial {
    machine: Machine,
    /// The calls after the last text.
    found: Collected,
    /// The end of the last text.
    calls_from: usize,
    /// The size of all text.
    size: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MachineMode {
    Text,
    Fence(FenceMark),
    /// Code, a comment or a quotation up to this text.
    Code(&'static str),
    Reasoning {
        /// The end marker. `None` if the prompt has the start marker.
        close: Option<&'static str>,
        /// `true` after the first marker of a call, which may end the reasoning.
        has_call: bool,
    },
    /// A message whose text up to the next marker is content, reasoning or something else.
    Message(MessageChannel),
    Ended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MessageChannel {
    Answer,
    Reasoning,
    Other,
}

/// The start of a code fence: a number of backticks or tildes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FenceMark {
    sign: u8,
    count: usize,
}

impl FenceMark {
    const TICKS: Self = Self {
        sign: b'`',
        count: 3,
    };
}

#[derive(Clone, Copy, Debug)]
struct After {
    marks: &'static [&'static str],
    is_bare: bool,
    /// `true` inside the marker of a section whose calls have their own tags.
    in_section: bool,
}

/// The reason why the machine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// All text is settled.
    No,
    /// A marker may be incomplete.
    Marker,
    /// A call is incomplete.
    Call,
}

/// A decision about one position of the text.
enum PositionDecision {
    /// The next bytes are text.
    Text(usize),
    Wait(Wait),
    /// The text up to this position is a marker.
    Hidden(usize),
    /// The marker opens the answer. Holds its closing marker.
    Opening(&'static str, usize),
    Block(Block, Format, Family, After),
    /// The text next to these calls rules them out: they are text.
    NotMeant(Block, After),
    Reasoning(&'static str, usize),
    LoneEnd(usize),
    Message(MessageChannel, usize),
    Fence(FenceMark),
    /// No marker counts up to the closing text. The position is the end of the opening one.
    Code(&'static str, usize),
    Ended,
}

impl Machine {
    pub(crate) fn new(starts_in_reasoning: bool) -> Self {
        Self {
            at: 0,
            mode: if starts_in_reasoning {
                MachineMode::Reasoning {
                    close: None,
                    has_call: false,
                }
            } else {
                MachineMode::Text
            },
            after: None,
            section: None,
            has_begun: false,
            fresh: 0,
            item: 0,
            family: None,
            failures: 0,
            unended: Vec::new(),
            data_until: 0,
            plain_until: 0,
            strings: JsonStrings::default(),
            reasoning_from: 0,
            own_until: 0,
            quoted_until: 0,
            code_from: 0,
            mentioned: None,
            is_command: false,
            closing: None,
            stops_at_calls: false,
            trial: None,
        }
    }

    /// Settles as much of the text as possible.
    pub(crate) fn run(&mut self, source: &Source<'_>, out: &mut Collected) -> Wait {
        while self.at < source.text.len() {
            let wait = match self.mode {
                MachineMode::Text => self.read_text(source, out),
                MachineMode::Fence(mark) => self.read_fence(mark, source, out),
                MachineMode::Code(close) => self.read_code(close, source, out),
                MachineMode::Reasoning { close, has_call } => {
                    self.read_reasoning(close, has_call, source, out)
                }
                MachineMode::Message(said) => self.read_message(said, source, out),
                MachineMode::Ended => {
                    self.at = source.text.len();
                    Wait::No
                }
            };
            if wait != Wait::No {
                return wait;
            }
        }
        if source.is_over
            && let MachineMode::Reasoning {
                has_call: false, ..
            } = self.mode
        {
            self.drop_calls_without_marker(source, out);
            self.mode = MachineMode::Ended;
        }
        Wait::No
    }

    fn say(&mut self, text: &str, out: &mut Collected) {
        self.has_begun = self.has_begun || !is_blank(text.as_bytes());
        out.text(text);
    }

    fn apply(
        &mut self,
        decision: PositionDecision,
        source: &Source<'_>,
        out: &mut Collected,
    ) -> Wait {
        match decision {
            PositionDecision::Text(_) | PositionDecision::NotMeant(..) => {}
            PositionDecision::Wait(wait) => return wait,
            PositionDecision::Hidden(end) => self.hide(end),
            PositionDecision::Opening(close, end) => {
                self.closing = Some(close);
                self.hide(end);
            }
            PositionDecision::Reasoning(close, end) => {
                self.begin_reasoning(close, end);
            }
            PositionDecision::LoneEnd(end) => {
                let at = self.at;
                if out.add_lone_end(at) {
                    self.family = None;
                    self.has_begun = false;
                }
                self.hide(end);
            }
            PositionDecision::Message(said, end) => {
                self.hide(end);
                self.mode = MachineMode::Message(said);
                if said != MessageChannel::Other {
                    out.output();
                }
            }
            PositionDecision::Fence(mark) => {
                out.text(&source.text[self.at..self.at + mark.count]);
                self.at += mark.count;
                self.has_begun = true;
                self.mode = MachineMode::Fence(mark);
            }
            PositionDecision::Code(close, end) => {
                out.text(&source.text[self.at..end]);
                self.at = end;
                self.has_begun = true;
                self.mode = MachineMode::Code(close);
            }
            PositionDecision::Ended => self.mode = MachineMode::Ended,
            PositionDecision::Block(block, format, family, after) => {
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
        block.calls.for_each(|mut call| {
            if is_other {
                call.reason.get_or_insert(DropReason::Ambiguous);
            } else if call.reason.is_none() {
                self.family = Some(family);
            }
            out.add_call(call, format);
        });
        if block.is_closed {
            out.output();
        }
        self.hide(block.end);
        self.has_begun = true;
        self.after = Some(after);
        self.section = after.in_section.then_some(family);
    }

    fn hide(&mut self, end: usize) {
        self.at = end;
        self.fresh = end;
        self.strings = JsonStrings::from(end);
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
        // A model may close the call in the way of another format, or once more.
        for marks in [after.marks, ENDS_OF_CALLS] {
            match source.mark(next, marks) {
                MarkerMatch::At(end) => {
                    out.output();
                    self.section = None;
                    self.hide(end);
                    return Some(Wait::No);
                }
                MarkerMatch::Partly => return Some(Wait::Marker),
                MarkerMatch::No => {}
            }
        }
        match source.mark(next, STARTS_OF_RESULTS) {
            MarkerMatch::At(end) => {
                let colon = usize::from(source.rest(end).starts_with(':'));
                match read_trailing(source, end + colon) {
                    Trailing::Only(end) => {
                        out.output();
                        self.hide(end);
                        return Some(Wait::No);
                    }
                    Trailing::More => return Some(Wait::Marker),
                    Trailing::Text(_) => {}
                }
            }
            MarkerMatch::Partly => return Some(Wait::Marker),
            MarkerMatch::No => {}
        }
        if after.is_bare && source.rest(next).starts_with(';') {
            self.hide(next + 1);
            return Some(Wait::No);
        }
        self.after = None;
        None
    }
}

/// Returns whether a text may go on as a special token: `<|eo`.
fn may_be_token(text: &str) -> bool {
    const MAX: usize = 48;
    let is_end = |text: &str| text.len() < MAX && count_token(&format!("{text}|>")).is_some();
    matches!(text, "<" | "<|") || is_end(text) || text.strip_suffix('|').is_some_and(is_end)
}

/// Returns whether a text is the mark of a list: `-`, `*`, `+`, `1.` or `1)`.
fn is_list_mark(text: &str) -> bool {
    let digits = text.trim_end_matches(['.', ')']);
    let is_number = digits.len() + 1 == text.len()
        && !digits.is_empty()
        && digits.len() < 4
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number || matches!(text, "-" | "*" | "+")
}

pub(crate) fn is_blank(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_whitespace)
}

/// Maximum number of spaces before a call: four are a code block of Markdown.
const MAX_INDENT: usize = 3;

const NOTHING_AFTER: After = After {
    marks: &[],
    is_bare: false,
    in_section: false,
};

fn decide_block(
    step: EngineStep,
    format: Format,
    family: Family,
    after: After,
) -> PositionDecision {
    match step {
        EngineStep::No | EngineStep::NoEnd => PositionDecision::Text(1),
        EngineStep::More => PositionDecision::Wait(Wait::Call),
        EngineStep::Block(block) => PositionDecision::Block(block, format, family, after),
    }
}
