//! Reasoning, and the calls that may end it.

use super::{Machine, MachineMode, Wait};
use crate::finish::Finish;
use crate::text::collected::Collected;
use crate::text::engine::Source;
use crate::text::table::{
    Markers, Meaning, ends_reasoning, find_end_of_reasoning, find_partial_end,
};

impl Machine {
    pub(super) fn read_reasoning(
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
            for marker in Markers::all().at_start(text) {
                for meaning in &marker.meanings {
                    if let Meaning::Reasoning(close) = meaning {
                        self.hide(start + marker.text.len());
                        self.mode = MachineMode::Reasoning {
                            close: Some(close),
                            hold: None,
                        };
                        return Wait::No;
                    }
                }
            }
        }
        if let Some((end, behind)) = find_end_of_reasoning(rest, close) {
            out.add_reasoning(&rest[..end]);
            self.hide(self.at + behind);
            self.mode = MachineMode::Text;
            return Wait::No;
        }
        let call = hold
            .map(|hold| hold - self.at)
            .or_else(|| find_first_call(rest));
        let Some(call) = call else {
            let settled = if source.is_over {
                rest.len()
            } else {
                find_partial_end(rest, close).min(find_partial_call(rest))
            };
            out.add_reasoning(&rest[..settled]);
            self.at += settled;
            return if settled == rest.len() {
                Wait::No
            } else {
                Wait::Marker
            };
        };
        out.add_reasoning(&rest[..call]);
        self.at += call;
        self.mode = MachineMode::Reasoning {
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
    pub(super) fn end_reasoning(
        &mut self,
        close: Option<&'static str>,
        source: &Source<'_>,
        out: &mut Collected,
    ) {
        let start = self.at;
        self.at = source.text.len();
        if source.finish == Finish::Truncated {
            out.add_reasoning(source.rest(start));
            return;
        }
        let mut machine = Self {
            at: start,
            mode: MachineMode::Text,
            fresh: start,
            stops_at_calls: true,
            ..Self::new(false)
        };
        let mut trial = Collected::default();
        let mut calls_from = start;
        let mut size = 0;
        // Each turn settles a marker, a call or the text before one.
        while machine.at < source.text.len() && machine.mode == MachineMode::Text {
            let before = machine.at;
            machine.read_text(source, &mut trial);
            let (text, has_text) = trial.size_of_text();
            if has_text && text > size {
                calls_from = machine.at;
                trial.forget_calls();
            }
            size = text;
            if machine.at == before && machine.mode == MachineMode::Text && machine.after.is_none()
            {
                break;
            }
        }
        let is_end = machine.at >= source.text.len() && machine.mode == MachineMode::Text;
        let format = trial.format();
        let is_real = format.is_some_and(|format| close.is_none() || ends_reasoning(format));
        if is_end && is_real {
            out.add_reasoning(&source.text[start..calls_from]);
            out.add_calls(trial);
        } else {
            out.add_reasoning(source.rest(start));
        }
    }
}

/// Returns the position of the first marker of a call or a section of calls in reasoning.
fn find_first_call(text: &str) -> Option<usize> {
    let markers = Markers::all();
    let is_call = |at: &usize| {
        let mut found = markers.at_start(&text[*at..]);
        found.any(|marker| {
            let mut meanings = marker.meanings.iter();
            let is_section = meanings.any(|meaning| matches!(meaning, Meaning::Section));
            is_section || marker.text.len() > 3 && marker.begins_calls()
        })
    };
    let starts = text.match_indices(['<', '[', ']']).map(|(at, _)| at);
    starts.into_iter().find(is_call)
}

/// Returns the length of the text that cannot be the beginning of a marker of a call.
fn find_partial_call(text: &str) -> usize {
    let markers = Markers::all();
    let tail = text.len().saturating_sub(64);
    let starts = text.match_indices(['<', '[', ']']).map(|(at, _)| at);
    let mut starts = starts.filter(|at| *at >= tail);
    starts
        .find(|at| markers.is_partial(&text[*at..]))
        .unwrap_or(text.len())
}
