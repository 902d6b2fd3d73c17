//! Messages with a header.

use super::code::CodeEnd;
use super::{After, Machine, MachineMode, MessageChannel, PositionDecision, Wait, decide_block};
use crate::marks::find_partial_in_any_case;
use crate::syntax::collected::Collected;
use crate::syntax::engine::header::{self, MessageKind};
use crate::syntax::engine::leftover::{Around, drop_with_leftover};
use crate::syntax::engine::{Source, find_first};
use crate::syntax::format::Format;
use crate::syntax::table::Family;

impl Machine {
    pub(super) fn read_message(
        &mut self,
        said: MessageChannel,
        source: &Source<'_>,
        out: &mut Collected,
    ) -> Wait {
        let rest = source.rest(self.at);
        let mut from = 0;
        let (settled, end, wait) = loop {
            let Some((found, end)) = find_first(&rest[from..], &header::ENDS) else {
                break if source.is_over {
                    (rest.len(), None, Wait::No)
                } else {
                    (
                        find_partial_in_any_case(rest, &header::ENDS),
                        None,
                        Wait::Marker,
                    )
                };
            };
            let at = from + found;
            if said == MessageChannel::Answer {
                match self.skip_code(source, self.at + at) {
                    CodeEnd::None => {}
                    CodeEnd::Line(end) | CodeEnd::Lines(end) => {
                        from = end - self.at;
                        continue;
                    }
                    CodeEnd::Open(_) => break (at, None, Wait::Call),
                }
            }
            // Reasoning is prose.
            let is_prose = said == MessageChannel::Reasoning;
            let in_string = (!is_prose).then(|| self.decide_string(source, self.at + at));
            match in_string.flatten() {
                Some(PositionDecision::Text(width)) => from = at + width,
                Some(_) => break (at, None, Wait::Call),
                None => break (at, Some(end), Wait::No),
            }
        };
        let text = &rest[..settled];
        match said {
            MessageChannel::Answer => self.say(text, out),
            MessageChannel::Reasoning => out.add_reasoning(text),
            MessageChannel::Other => {}
        }
        self.at += settled;
        if let Some(end) = end {
            let is_next = header::NEXT.contains(&end);
            let width = if is_next { 0 } else { end.len() };
            self.hide(self.at + width);
            self.mode = MachineMode::Text;
            return Wait::No;
        }
        if settled == rest.len() {
            Wait::No
        } else {
            wait
        }
    }
}

const HARMONY_AFTER: After = After {
    marks: &["<|call|>", "<|end|>", "<|return|>"],
    is_bare: false,
    in_section: false,
};

/// The markers around the body of a message that is a call.
const HARMONY: Around<'static> = Around {
    marks: &header::NEXT,
    ends: &header::OWN_ENDS,
    parts: &["{"],
};

pub(super) fn decide(source: &Source<'_>, message: MessageKind) -> PositionDecision {
    let family = Family::Own(Format::Harmony);
    match message {
        MessageKind::Calls(step) => {
            let step = drop_with_leftover(&HARMONY, source, step);
            decide_block(step, Format::Harmony, family, HARMONY_AFTER)
        }
        MessageKind::Answer(end) => PositionDecision::Message(MessageChannel::Answer, end),
        MessageKind::Reasoning(end) => PositionDecision::Message(MessageChannel::Reasoning, end),
        MessageKind::Other(end) => PositionDecision::Message(MessageChannel::Other, end),
        MessageKind::Body(end) => PositionDecision::Hidden(end),
        MessageKind::More => PositionDecision::Wait(Wait::Marker),
        MessageKind::No => PositionDecision::Text(1),
    }
}
