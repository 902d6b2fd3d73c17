//! JSON and Python lists without a marker.

use super::place::Place;
use super::{After, Machine, PositionDecision, Wait};
use crate::syntax::engine::bare::{self, ObjectPosition};
use crate::syntax::engine::{EngineStep, Source, python};
use crate::syntax::format::Format;
use crate::syntax::table::Family;

impl Machine {
    /// Returns whether calls without a marker may appear.
    pub(super) fn reads_bare(&self, source: &Source<'_>) -> bool {
        let is_locked = self.family.is_some_and(|family| {
            family != Family::Bare && family != Family::Own(Format::FunctionaryV32)
        });
        !is_locked && source.selected.is_none_or(|format| BARE.contains(&format))
    }

    /// Reads JSON or a Python list without a marker.
    #[inline(never)]
    pub(super) fn decide_bare(&mut self, source: &Source<'_>, at: usize) -> PositionDecision {
        let after = After {
            marks: &[],
            is_bare: true,
            in_section: false,
        };
        let read = if at < self.data_until {
            Err(at)
        } else {
            bare::read(source, at, ObjectPosition::Prose)
        };
        match read {
            Err(end) => {
                if at >= self.data_until {
                    self.note_fields(source, at);
                }
                self.data_until = end.max(self.data_until);
            }
            Ok(EngineStep::No | EngineStep::NoEnd) => {}
            Ok(EngineStep::More) => return PositionDecision::Wait(Wait::Call),
            Ok(EngineStep::Block(found)) if self.follows_token(source, at) => {
                self.data_until = found.end.max(self.data_until);
                return PositionDecision::Text(1);
            }
            Ok(EngineStep::Block(found)) => {
                match self.find_bare_place(source, at, found.end) {
                    Place::Own => {}
                    Place::More => return PositionDecision::Wait(Wait::Call),
                    Place::NotMeant => return PositionDecision::NotMeant(found, after),
                    Place::Quoted(end) => {
                        self.data_until = end.max(self.data_until);
                        return PositionDecision::Text(1);
                    }
                }
                let format = find_bare_format(source, at);
                return PositionDecision::Block(found, format, Family::Bare, after);
            }
        }
        let is_list = source.text.as_bytes().get(at) == Some(&b'[');
        let format = source.selected.unwrap_or(Format::Pythonic);
        // Llama 4 often omits its markers.
        let reads_list = matches!(format, Format::Pythonic | Format::Llama4);
        let may_read = is_list && self.failures < MAX_FAILURES && reads_list;
        // The check comes first, because each list may be as long as the text.
        if may_read && !self.follows_token(source, at) {
            match python::read_list(source, at, false, &[]) {
                EngineStep::No if python::names_tool(source, at + 1) => self.failures += 1,
                EngineStep::No | EngineStep::NoEnd => {}
                EngineStep::More => return PositionDecision::Wait(Wait::Call),
                EngineStep::Block(found) => {
                    return match self.find_bare_place(source, at, found.end) {
                        Place::More => PositionDecision::Wait(Wait::Call),
                        Place::Quoted(end) => PositionDecision::Text(end - at),
                        Place::NotMeant => PositionDecision::NotMeant(found, after),
                        Place::Own => PositionDecision::Block(found, format, Family::Bare, after),
                    };
                }
            }
        }
        PositionDecision::Text(self.plain_until.saturating_sub(at).max(1))
    }

    /// Notes the first fields of an object that is data, as in
    /// [`next_stop`](Self::next_stop). It may be the first one of a list.
    fn note_fields(&mut self, source: &Source<'_>, at: usize) {
        let bytes = source.text.as_bytes();
        let object = match bytes[at] {
            b'[' => source.skip_space(at + 1),
            _ => at,
        };
        if bytes.get(object) == Some(&b'{')
            && let Some(data) = bare::find_data(source.text, object)
        {
            self.plain_until = data.plain_until;
        }
    }

    /// Returns whether a special token precedes that marks no call: the JSON is its body.
    fn follows_token(&self, source: &Source<'_>, at: usize) -> bool {
        let before = source.text[..at].trim_end();
        let ends_with = |token: &&str| before.ends_with(token);
        before.len() > self.fresh && TOKEN_ENDS.iter().any(ends_with)
    }
}

/// The ends of tokens that begin the body of a message, and the tag of a result.
const TOKEN_ENDS: [&str; 3] = ["|>", "｜>", "<tool_response>"];

/// Maximum number of failed attempts to read a Python call without a marker. Each may be as long
/// as the text.
pub(super) const MAX_FAILURES: usize = 32;

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
    Format::ReAct,
];

pub(super) fn accepts(source: &Source<'_>, format: Format) -> bool {
    source.selected.is_none_or(|selected| selected == format)
}

/// Returns whether the first object at or after a position is a call of `LangChain`.
pub(super) fn begins_action(source: &Source<'_>, at: usize) -> bool {
    let rest = source.rest(at);
    let inside = rest.split_once('{').map_or("", |(_, inside)| inside);
    inside.trim_start().starts_with("\"action")
}

/// Returns the most likely format of JSON without a marker.
fn find_bare_format(source: &Source<'_>, at: usize) -> Format {
    let rest = source.rest(at);
    // The key of the object, or of the first object of an array.
    let brace = rest.bytes().position(|byte| byte == b'{');
    let key = brace.map(|brace| source.skip_space(at + brace + 1));
    let is_quoted = key.is_some_and(|key| source.text.as_bytes().get(key) == Some(&b'\''));
    match rest.starts_with('[') {
        _ if is_quoted => Format::Sarashina,
        _ if begins_action(source, at) => Format::ReAct,
        true => Format::Xlam,
        false => Format::Llama3,
    }
}
