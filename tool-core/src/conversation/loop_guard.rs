use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::seen::{Seen, to_object};
use super::{CallLoop, LoopKind, LoopState};
use crate::tool::Input;

/// Sees when a model goes round in circles.
///
/// It is told of each call before it is run, and of each that failed. Within the last
/// calls, a window of 10 unless set otherwise, a loop is
///
/// - one tool called with equal arguments, 3 times;
/// - two calls made in turn, each 2 times;
/// - one call that failed with equal arguments, 2 times.
///
/// Arguments are equal as JSON values: the order of keys and white space do not count,
/// and `1` is `1.0`. Text that is no JSON object is equal to the same text. Calls go by
/// the name that the guard is told: give it that of the tool, not that which the model
/// sent.
///
/// Of each loop the model is warned once. Where it goes on, the user is asked, and at
/// each such call again until the guard is [cleared](LoopGuard::clear).
///
/// ```
/// use tool_core::conversation::{LoopGuard, LoopState};
///
/// let mut guard = LoopGuard::new();
/// assert_eq!(guard.call("read", r#"{"path": "a", "limit": 5}"#), LoopState::Continue);
/// assert_eq!(guard.call("read", r#"{"limit": 5, "path": "a"}"#), LoopState::Continue);
/// let LoopState::Warn(found) = guard.call("read", r#"{"path":"a","limit":5.0}"#) else {
///     panic!("it is the third");
/// };
/// assert_eq!(
///     found.correction(),
///     "You called read 3 times with the same arguments. Do not repeat this call: use \
///      the result you have, change the arguments, or try another way.",
/// );
///
/// assert_eq!(guard.call("read", r#"{"path": "b"}"#), LoopState::Continue);
/// let LoopState::AskUser(found) = guard.call("read", r#"{"path": "a", "limit": 5}"#) else {
///     panic!("it was warned");
/// };
/// assert_eq!(
///     found.question(),
///     "The model called read 4 times with the same arguments, and was told so. \
///      Let it go on?",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoopGuard {
    window: usize,
    repeats: usize,
    alternations: usize,
    failures: usize,
    /// The last calls, at most as many as the window has.
    calls: VecDeque<Seen>,
}

impl Default for LoopGuard {
    fn default() -> Self {
        Self {
            window: 10,
            repeats: 3,
            alternations: 2,
            failures: 2,
            calls: VecDeque::new(),
        }
    }
}

impl LoopGuard {
    /// A guard with the default thresholds, that has seen no call.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many calls are looked back upon, that which is made included: 10. The
    /// arguments of so many are kept.
    #[must_use]
    pub fn window(mut self, calls: usize) -> Self {
        self.window = calls;
        self
    }

    /// How many equal calls are a loop: 3, and at least 2. More than the window has are
    /// never met, which switches this off, as for the other thresholds.
    #[must_use]
    pub fn repeats(mut self, calls: usize) -> Self {
        self.repeats = calls.max(2);
        self
    }

    /// How often each of two calls is made in turn in a loop: 2, and at least that.
    #[must_use]
    pub fn alternations(mut self, times: usize) -> Self {
        self.alternations = times.max(2);
        self
    }

    /// How many failures of equal calls are a loop: 2, and at least 1.
    #[must_use]
    pub fn failures(mut self, calls: usize) -> Self {
        self.failures = calls.max(1);
        self
    }

    /// Records a call, before it is run.
    pub fn call<'a>(&mut self, tool: &str, input: impl Into<Input<'a>>) -> LoopState {
        let arguments = to_object(input.into());
        self.calls.push_back(Seen::new(tool, arguments));
        let over = self.calls.len().saturating_sub(self.window);
        self.calls.drain(..over);
        let Some(last) = self.calls.len().checked_sub(1) else {
            return LoopState::Continue;
        };
        let found = self.failing(last).or_else(|| self.repeated(last));
        self.judge(last, found.or_else(|| self.alternating()))
    }

    /// Records that a call failed: its arguments did not fit, or the tool returned an error.
    ///
    /// It is the last call of that tool with these arguments. A call that the guard does
    /// not know, or has forgotten, changes nothing.
    pub fn failed<'a>(&mut self, tool: &str, input: impl Into<Input<'a>>) -> LoopState {
        let arguments = to_object(input.into());
        let sent = |seen: &Seen| !seen.failed && seen.is(tool, &arguments);
        let Some(at) = self.calls.iter().rposition(sent) else {
            return LoopState::Continue;
        };
        self.calls[at].failed = true;
        self.judge(at, self.failing(at))
    }

    /// Forgets the calls.
    ///
    /// It is time for that when the user has spoken, or when something has changed that
    /// the results depend on: tests that are run again after a file was written are
    /// no loop.
    pub fn clear(&mut self) {
        self.calls.clear();
    }

    fn judge(&mut self, at: usize, found: Option<CallLoop>) -> LoopState {
        let Some(found) = found else {
            return LoopState::Continue;
        };
        let call = &self.calls[at];
        let warned = self.calls.iter().any(|seen| seen.warned && seen.same(call));
        // The call that the model was warned of leaves the window while the loop goes on.
        self.calls[at].warned = true;
        if found.kind == LoopKind::Alternating {
            // The call before it, of which there is one where calls alternate, is told of
            // as well.
            self.calls[at - 1].warned = true;
        }
        if warned {
            LoopState::AskUser(found)
        } else {
            LoopState::Warn(found)
        }
    }

    fn failing(&self, at: usize) -> Option<CallLoop> {
        let call = &self.calls[at];
        let failed = |seen: &&Seen| seen.failed && seen.same(call);
        let times = self.calls.iter().filter(failed).count();
        (times >= self.failures).then(|| CallLoop {
            kind: LoopKind::Failing,
            tools: vec![call.tool.clone()],
            times,
        })
    }

    fn repeated(&self, at: usize) -> Option<CallLoop> {
        let call = &self.calls[at];
        let times = self.calls.iter().filter(|seen| seen.same(call)).count();
        (times >= self.repeats).then(|| CallLoop {
            kind: LoopKind::Repeated,
            tools: vec![call.tool.clone()],
            times,
        })
    }

    /// The last calls, if they are two in turn.
    fn alternating(&self) -> Option<CallLoop> {
        let mut back = self.calls.iter().rev();
        let (last, other) = (back.next()?, back.next()?);
        if last.same(other) {
            return None;
        }
        let in_turn = [last, other].into_iter().cycle();
        let calls = self.calls.iter().rev().zip(in_turn);
        let times = calls.take_while(|(seen, turn)| seen.same(turn)).count() / 2;
        (times >= self.alternations).then(|| CallLoop {
            kind: LoopKind::Alternating,
            tools: vec![other.tool.clone(), last.tool.clone()],
            times,
        })
    }
}
