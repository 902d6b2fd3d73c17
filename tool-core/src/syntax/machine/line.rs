//! Calls at the start of a line.

use std::mem;

use super::bare::{MAX_FAILURES, accepts, begins_action};
use super::position::MAX_SPACE;
use super::{
    After, FenceMark, MAX_INDENT, Machine, NOTHING_AFTER, PositionDecision, Wait, decide_block,
    is_list_mark, message,
};
use crate::json::count_spaces;
use crate::marks::QUOTATION_LINES;
use crate::syntax::engine::bare::{self, ObjectPosition};
use crate::syntax::engine::header::{self, MessageKind};
use crate::syntax::engine::{
    EngineStep, MarkerMatch, Source, named, python, take_start, tool_tags,
};
use crate::syntax::format::Format;
use crate::syntax::table::{Family, Markers};

impl Machine {
    /// Decides about the start of a line.
    pub(super) fn decide_line(
        &mut self,
        source: &Source<'_>,
        at: usize,
    ) -> Option<PositionDecision> {
        let first = *source.text.as_bytes().get(at)?;
        if first == b'\n' {
            return None;
        }
        if may_quote(first)
            && let Some(decision) = decide_quotation(source, at)
        {
            return Some(decision);
        }
        if !source.tools.is_empty()
            && let Some(width) = count_list_mark(source.rest(at))
        {
            self.item = at + width;
            return Some(PositionDecision::Text(width));
        }
        let is_first = !self.has_begun || at == 0;
        // The header of a message may begin the answer.
        let may_begin_answer = is_first && matches!(first, b't' | b'a');
        let line = &source.text.as_bytes()[at..];
        let may_begin =
            first == b' ' || begins_line(source, first) || header::begins_recipient(line);
        if !may_begin && !may_begin_answer {
            return None;
        }
        self.decide_call_line(source, at)
    }

    /// Decides about a line that may begin a call.
    #[inline(never)]
    fn decide_call_line(&mut self, source: &Source<'_>, at: usize) -> Option<PositionDecision> {
        let rest = source.rest(at);
        let first = *rest.as_bytes().first()?;
        let source = &self.at_position(source, at);
        if matches!(first, b' ' | b't') {
            // The header of a message, whose start may be in the prompt. Each line of white space
            // looks for it.
            let space = take_start(rest, MAX_SPACE);
            let start = at + space.len() - space.trim_start().len();
            match source.mark(start, &["to="]) {
                MarkerMatch::At(_) => match header::read(source, at) {
                    MessageKind::No => {}
                    MessageKind::More => return Some(PositionDecision::Wait(Wait::Marker)),
                    message => {
                        if let MessageKind::Body(body) = message
                            && let Some(calls) = self.read_section(source, at, body)
                        {
                            return Some(calls);
                        }
                        if self.has_begun {
                            return None;
                        }
                        let decision = message::decide(source, message);
                        return Some(self.check_place(source, at, "", decision));
                    }
                },
                MarkerMatch::Partly => return Some(PositionDecision::Wait(Wait::Marker)),
                MarkerMatch::No => {}
            }
        }
        if at == 0 && first == b'a' && accepts(source, Format::FunctionaryV32) {
            // The recipient of an answer, whose marker is in the prompt.
            match source.mark(at, &["all\n"]) {
                MarkerMatch::At(end) => return Some(PositionDecision::Hidden(end)),
                MarkerMatch::Partly => return Some(PositionDecision::Wait(Wait::Marker)),
                MarkerMatch::No => {}
            }
        }
        let indent = rest.bytes().take_while(|byte| *byte == b' ').count();
        if indent > MAX_INDENT {
            return None;
        }
        let at = at + indent;
        let Some(&first) = rest.as_bytes().get(indent) else {
            return (!source.is_over).then_some(PositionDecision::Wait(Wait::Marker));
        };
        match first {
            b'~' => return self.decide_tildes(source, at),
            b'<' => {
                let decision = self.tool_tag(source, at)?;
                // A sentence may go on behind the tags.
                return Some(self.check_place(source, at, "", decision));
            }
            _ if !self.reads_bare(source) || !begins_line(source, first) => return None,
            _ => {}
        }
        let is_heading = HEADING_STARTS.contains(&first);
        let heading = is_heading.then(|| self.marked_fence(source, at)).flatten();
        heading.or_else(|| self.call_line(source, at))
    }

    /// Reads the tags of a tool, which stand on a line of their own.
    fn tool_tag(&self, source: &Source<'_>, at: usize) -> Option<PositionDecision> {
        let format = Format::ToolTags;
        let family = Family::Own(format);
        // A call in another format shows that the tags are data.
        if self.family.is_some_and(|known| known != family) {
            return None;
        }
        let is_selected = accepts(source, format);
        match tool_tags::read(source, at) {
            EngineStep::No | EngineStep::NoEnd => None,
            _ if source.selected != Some(format) && is_html(source.rest(at)) => None,
            EngineStep::Block(block) if !block.is_closed && !is_selected => None,
            step => Some(decide_block(step, format, family, NOTHING_AFTER)),
        }
    }

    /// Reads a line that is a Python call, or the name of a tool before its JSON arguments.
    fn call_line(&mut self, source: &Source<'_>, at: usize) -> Option<PositionDecision> {
        let bare = |format| After {
            marks: &[],
            is_bare: format == Format::Llama3,
            in_section: false,
        };
        if self.failures < MAX_FAILURES && accepts(source, Format::GranitePythonic) {
            let format = Format::GranitePythonic;
            let token = |rest: &str| Markers::of(source.selected).trailing(rest, source.is_over);
            match python::read_line(source, at, token) {
                None => {}
                Some(EngineStep::No) => self.failures += 1,
                Some(step) => {
                    let decision = decide_block(step, format, Family::Bare, bare(format));
                    return Some(self.check_place(source, at, "", decision));
                }
            }
        }
        let is_first = !self.has_begun && is_line_of_tool(source, source.rest(at));
        if is_first && accepts(source, Format::FunctionaryV32) {
            let format = Format::FunctionaryV32;
            return match named::read(&named::FIRST_LINE, source, at) {
                EngineStep::No => None,
                step => {
                    let decision = decide_block(step, format, Family::Own(format), bare(format));
                    // A sentence may go on behind the object.
                    Some(self.check_place(source, at, "", decision))
                }
            };
        }
        None
    }

    /// Decides about a line that may begin a code fence of tildes.
    fn decide_tildes(&mut self, source: &Source<'_>, at: usize) -> Option<PositionDecision> {
        let rest = source.rest(at);
        let count = rest.len() - rest.trim_start_matches('~').len();
        if count == rest.len() && !source.is_over {
            return Some(PositionDecision::Wait(Wait::Call));
        }
        let sign = b'~';
        (count >= 3).then(|| self.decide_marked_fence(source, at, FenceMark { sign, count }))
    }

    /// Reads a heading and the code fence or the object with calls after it.
    pub(super) fn marked_fence(
        &mut self,
        source: &Source<'_>,
        at: usize,
    ) -> Option<PositionDecision> {
        let decision = Self::heading(source, at)?;
        // A sentence may go on behind the fence.
        Some(self.check_place(source, at, "", decision))
    }

    fn heading(source: &Source<'_>, at: usize) -> Option<PositionDecision> {
        for (heading, format) in HEADINGS {
            match source.mark(at, &[heading]) {
                MarkerMatch::At(end) => {
                    let next = source.skip_space(end);
                    let mut step = match source.mark(next, &["```", "{"]) {
                        MarkerMatch::At(end) if end == next + 1 => {
                            let read = bare::read(source, next, ObjectPosition::Prose);
                            read.unwrap_or(EngineStep::No)
                        }
                        MarkerMatch::At(_) => {
                            bare::read_fence(source, next, ObjectPosition::Marked)
                        }
                        MarkerMatch::Partly => return Some(PositionDecision::Wait(Wait::Marker)),
                        MarkerMatch::No => continue,
                    };
                    if let EngineStep::Block(block) = &mut step {
                        // The answer of a Command model, which is not a tool.
                        let calls = mem::take(&mut block.calls).into_iter();
                        let tools = calls.filter(|call| call.name != "directly_answer");
                        block.calls = tools.collect();
                    }
                    if let EngineStep::No = step {
                        continue;
                    }
                    let format = if begins_action(source, next) {
                        Format::ReAct
                    } else {
                        *format
                    };
                    // Further objects may follow an object.
                    let after = After {
                        is_bare: source.text.as_bytes().get(next) == Some(&b'{'),
                        ..NOTHING_AFTER
                    };
                    return Some(decide_block(step, format, Family::Bare, after));
                }
                MarkerMatch::Partly => return Some(PositionDecision::Wait(Wait::Marker)),
                MarkerMatch::No => {}
            }
        }
        None
    }
}

/// Returns whether a text begins with a tag of HTML that a tool may have as its name. A page in an
/// answer has such tags, so they count only if the caller selects them.
fn is_html(text: &str) -> bool {
    const NAMES: [&str; 40] = [
        "a", "article", "aside", "b", "body", "button", "code", "div", "em", "footer", "h1", "h2",
        "h3", "head", "header", "html", "i", "input", "label", "li", "main", "nav", "ol", "option",
        "p", "pre", "script", "section", "span", "strong", "style", "svg", "table", "tbody", "td",
        "textarea", "th", "thead", "title", "ul",
    ];
    let name = text.trim_start_matches('<');
    let end = name.find(|c: char| !c.is_ascii_alphanumeric());
    // The name may go on.
    let Some(name) = end.map(|end| &name[..end]) else {
        return false;
    };
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Decides about a line that may begin a quotation, also in a list: no call counts in it.
fn decide_quotation(source: &Source<'_>, at: usize) -> Option<PositionDecision> {
    match find_quotation(source.rest(at)) {
        QuotationSign::At(end, close) => Some(PositionDecision::Code(close, at + end)),
        QuotationSign::Partly if !source.is_over => Some(PositionDecision::Wait(Wait::Marker)),
        QuotationSign::Partly | QuotationSign::No => None,
    }
}

/// Returns the length of the mark of a list before a tag.
pub(super) fn count_list_mark(line: &str) -> Option<usize> {
    /// Maximum length of a mark with the spaces around it.
    const MAX: usize = 8;
    let line = take_start(line, MAX);
    let space = count_spaces(line.as_bytes()).min(MAX_INDENT);
    // Most lines begin with another sign.
    let first = *line.as_bytes().get(space)?;
    if !first.is_ascii_digit() && !matches!(first, b'-' | b'*' | b'+') {
        return None;
    }
    let (mark, behind) = line[space..].split_once(' ')?;
    (is_list_mark(mark) && behind.starts_with('<')).then_some(space + mark.len() + 1)
}

/// The sign of a quotation at the start of a line.
pub(super) enum QuotationSign {
    /// The position after it, and the text that ends the quotation.
    At(usize, &'static str),
    /// The line may still get the sign.
    Partly,
    No,
}

/// Returns whether a line with this first byte may begin a quotation, also in a list.
pub(super) fn may_quote(first: u8) -> bool {
    // The last three begin the quotes of other languages.
    matches!(
        first,
        b' ' | b'<'
            | b'>'
            | b'-'
            | b'*'
            | b'+'
            | b'/'
            | b'~'
            | b'='
            | b':'
            | b'\\'
            | 0xC2
            | 0xE2
            | 0xE3
    ) || first.is_ascii_digit()
}

/// Finds the sign of a quotation at the start of a line. White space and the marks of lists may
/// precede it.
pub(super) fn find_quotation(line: &str) -> QuotationSign {
    let bytes = line.as_bytes();
    let mut at = 0;
    for _ in 0..MAX_LISTS {
        at += count_spaces(&bytes[at..]);
        let rest = &bytes[at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
        let digits = digits.take(MAX_DIGITS).count();
        let mark = match rest.get(digits) {
            None => return QuotationSign::Partly,
            Some(b'>') if digits == 0 => return read_signs(line, at),
            Some(b'-' | b'*' | b'+') if digits == 0 => 1,
            Some(b'.' | b')') if digits > 0 => digits + 1,
            Some(_) => return read_opening(&line[at..], at),
        };
        match rest.get(mark) {
            None => return QuotationSign::Partly,
            Some(b' ' | b'\t') => at += mark + 1,
            Some(_) => return read_opening(&line[at..], at),
        }
    }
    QuotationSign::No
}

/// Reads a text that begins a quotation of several lines.
fn read_opening(line: &str, at: usize) -> QuotationSign {
    let Some(first) = line.as_bytes().first() else {
        return QuotationSign::Partly;
    };
    let mut sign = QuotationSign::No;
    // Most lines begin with another byte than all of them.
    let begins_alike = |(open, _): &&(&str, &str)| open.as_bytes().first() == Some(first);
    for (open, close) in QUOTATION_LINES.iter().filter(begins_alike) {
        if line.starts_with(open) {
            return QuotationSign::At(at + open.len(), close);
        }
        if open.starts_with(line) {
            sign = QuotationSign::Partly;
        }
    }
    sign
}

/// Reads the signs of a quotation. `>>>NAME` is the marker of a call instead.
fn read_signs(line: &str, at: usize) -> QuotationSign {
    let signs = &line[at..];
    let behind = signs.trim_start_matches('>');
    let count = signs.len() - behind.len();
    match behind.chars().next() {
        None => QuotationSign::Partly,
        Some(first) if count == 3 && python::is_name_part(first) => QuotationSign::No,
        Some(_) => QuotationSign::At(at + count, "\n"),
    }
}

/// Maximum number of lists around a quotation, and of digits in the number of an item.
const MAX_LISTS: usize = 16;
const MAX_DIGITS: usize = 9;

/// The first bytes of headings that mark calls.
const HEADING_STARTS: [u8; 2] = [b'*', b'A'];

/// Returns whether a line that may be a call begins with this byte. Other lines cost one look.
pub(super) fn begins_line(source: &Source<'_>, first: u8) -> bool {
    let may_be_tag = first == b'<' && !source.tools.is_empty();
    may_be_tag
        || HEADING_STARTS.contains(&first)
        || first == b'~'
        || source.tools.has_name_with_byte(first)
}

/// Headings that mark the code fence or the object after them as calls.
const HEADINGS: &[(&str, Format)] = &[
    ("**Tool Call:**", Format::Rwkv),
    ("Action:", Format::CohereCommandRPlus),
];

/// Returns whether a line is the name of a tool, or the beginning of it.
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
