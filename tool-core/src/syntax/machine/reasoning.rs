//! Reasoning, and the calls that may end it.

use std::mem;

use super::{Machine, MachineMode, Trial, Wait};
use crate::drop_reason::DropReason;
use crate::finish::Finish;
use crate::syntax::collected::Collected;
use crate::syntax::engine::{MarkerMatch, Source};
use crate::syntax::table::{
    Markers, Meaning, SUFFIXED, ends_reasoning, find_end_of_reasoning, find_partial_end,
};

impl Machine {
    pub(super) fn read_reasoning(
        &mut self,
        close: Option<&'static str>,
        has_call: bool,
        source: &Source<'_>,
        out: &mut Collected,
    ) -> Wait {
        let rest = source.rest(self.at);
        if close.is_none() && self.at == 0 {
            // The model may repeat the start marker.
            let start = source.skip_space(0);
            let text = source.rest(start);
            if !source.is_over && (text.is_empty() || Markers::of(source.selected).is_partial(text))
            {
                return Wait::Marker;
            }
            for marker in Markers::of(source.selected).at_start(text) {
                for meaning in &marker.meanings {
                    if let Meaning::Reasoning(close) = meaning {
                        let mut end = start + marker.text.len();
                        if marker.text == SUFFIXED.0 {
                            match source.skip_suffix(end) {
                                MarkerMatch::At(behind) => end = behind,
                                MarkerMatch::Partly => return Wait::Marker,
                                MarkerMatch::No => continue,
                            }
                        }
                        self.begin_reasoning(close, end);
                        return Wait::No;
                    }
                }
            }
        }
        if let Some((end, mut behind)) = find_end_of_reasoning(rest, close) {
            if rest[..behind].ends_with(SUFFIXED.1) {
                match source.skip_suffix(self.at + behind) {
                    MarkerMatch::At(end) => behind = end - self.at,
                    MarkerMatch::Partly => {
                        out.add_reasoning(&rest[..end]);
                        self.at += end;
                        return Wait::Marker;
                    }
                    MarkerMatch::No => {}
                }
            }
            out.add_reasoning(&rest[..end]);
            self.hide(self.at + behind);
            self.mode = MachineMode::Text;
            self.trial = None;
            return Wait::No;
        }
        if has_call {
            return self.try_calls(close, source, out);
        }
        let Some(call) = find_first_call(rest, Markers::of(source.selected)) else {
            let settled = if source.is_over {
                rest.len()
            } else {
                find_partial_end(rest, close)
                    .min(find_partial_call(rest, Markers::of(source.selected)))
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
            has_call: true,
        };
        self.try_calls(close, source, out)
    }

    pub(super) fn begin_reasoning(&mut self, close: &'static str, at: usize) {
        self.hide(at);
        self.reasoning_from = at;
        self.mode = MachineMode::Reasoning {
            close: Some(close),
            has_call: false,
        };
    }

    /// Drops the calls without a marker at the end of reasoning that has no end marker.
    pub(super) fn drop_calls_without_marker(&self, source: &Source<'_>, out: &mut Collected) {
        if source.finish == Finish::Truncated {
            return;
        }
        let mut trial = Trial::new(self.reasoning_from);
        trial.run(source);
        if trial.may_end(source) {
            out.drop_calls(trial.found, DropReason::InReasoning);
        }
    }

    /// Reads reasoning after a marker of a call. Its end marker has not arrived. The calls at the
    /// end of the text may be real, because models skip the marker. All text before them is
    /// reasoning. A truncated text may still contain the marker.
    fn try_calls(
        &mut self,
        close: Option<&'static str>,
        source: &Source<'_>,
        out: &mut Collected,
    ) -> Wait {
        let start = self.at;
        let trial = self.trial.take();
        let mut trial = trial.unwrap_or_else(|| Box::new(Trial::new(start)));
        trial.run(source);
        let end = if source.is_over {
            let format = trial.found.format();
            let is_real = format.is_some_and(|format| close.is_none() || ends_reasoning(format));
            let is_cut = source.finish == Finish::Truncated;
            if trial.may_end(source) && is_real && !is_cut {
                let calls_from = source.skip_space(trial.calls_from);
                out.add_reasoning(&source.text[start..calls_from]);
                out.add_calls(mem::take(&mut trial.found));
                self.at = source.text.len();
                return Wait::No;
            }
            if trial.may_end(source) && !is_cut {
                out.drop_calls(mem::take(&mut trial.found), DropReason::InReasoning);
            }
            source.text.len()
        } else {
            let settled = start + find_partial_end(source.rest(start), close);
            if trial.is_text() {
                settled.min(trial.calls_from)
            } else {
                settled
            }
        };
        if end > start {
            out.add_reasoning(&source.text[start..end]);
            self.at = end;
        }
        self.trial = Some(trial);
        if source.is_end(self.at) {
            Wait::No
        } else {
            Wait::Call
        }
    }
}

impl Trial {
    fn new(start: usize) -> Self {
        let machine = Machine {
            at: start,
            fresh: start,
            stops_at_calls: true,
            ..Machine::new(false)
        };
        Self {
            machine,
            found: Collected::default(),
            calls_from: start,
            size: 0,
        }
    }

    /// Reads as much as possible. Each turn settles a marker, a call or the text before one.
    fn run(&mut self, source: &Source<'_>) {
        while self.machine.at < source.text.len() && self.is_text() {
            let before = self.machine.at;
            let wait = self.machine.read_text(source, &mut self.found);
            let (text, has_text) = self.found.size_of_text();
            if has_text && text > self.size {
                self.calls_from = self.machine.at;
                self.found.forget_calls();
            }
            self.size = text;
            let is_stuck =
                self.machine.at == before && self.is_text() && self.machine.after.is_none();
            if is_stuck || wait != Wait::No && !source.is_over {
                break;
            }
        }
    }

    /// Returns whether calls may still be found: a code fence or other reasoning contains none.
    fn is_text(&self) -> bool {
        self.machine.mode == MachineMode::Text
    }

    fn may_end(&self, source: &Source<'_>) -> bool {
        source.is_end(self.machine.at) && self.is_text()
    }
}

/// Returns the position of the first marker of a call or a section of calls in reasoning.
fn find_first_call(text: &str, markers: &Markers) -> Option<usize> {
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
fn find_partial_call(text: &str, markers: &Markers) -> usize {
    let tail = text.len().saturating_sub(64);
    let starts = text.match_indices(['<', '[', ']']).map(|(at, _)| at);
    let mut starts = starts.filter(|at| *at >= tail);
    starts
        .find(|at| markers.is_partial(&text[*at..]))
        .unwrap_or(text.len())
}
