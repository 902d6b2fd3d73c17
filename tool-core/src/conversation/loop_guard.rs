use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::seen::{SeenCall, to_object};
use super::{CallLoop, LoopKind, LoopState};
use crate::tool::AsInput;

/// Detects loops in the calls of a model.
///
/// Report each call before it runs, and each call that failed. Within a window of the last
/// calls (default: 10), a loop is one of the following:
///
/// - One tool is called with equal arguments, 3 times.
/// - Two calls alternate, 2 times each.
/// - A call with equal arguments fails, 2 times.
///
/// Arguments are compared as JSON values: the order of keys and white space do not matter, and
/// `1` equals `1.0`. Text that is not a JSON object is compared as text. The case and the style of
/// a name do not matter.
///
/// The guard warns the model once for each loop. If the loop continues, the guard asks the
/// user, again for each such call until it is [cleared](LoopGuard::clear).
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
///     "The model called read 4 times with the same arguments. It ignored a warning. \
///      Let it continue?",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[must_use]
pub struct LoopGuard {
    window: usize,
    repeats: usize,
    alternations: usize,
    failures: usize,
    /// The last calls. Their number is at most the size of the window.
    calls: VecDeque<SeenCall>,
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
    /// Creates a guard with the default thresholds and without calls.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the size of the window, in calls including the current one. Default: 10. The guard
    /// keeps the arguments of these calls.
    pub fn window(mut self, calls: usize) -> Self {
        self.window = calls;
        self
    }

    /// Sets the number of equal calls that count as a loop. Default: 3. Minimum: 2. A value
    /// above the size of the window turns the check off. The same applies to the other
    /// thresholds.
    pub fn repeats(mut self, calls: usize) -> Self {
        self.repeats = calls.max(2);
        self
    }

    /// Sets how often each of two alternating calls occurs in a loop. Default: 2, which is also
    /// the minimum.
    pub fn alternations(mut self, times: usize) -> Self {
        self.alternations = times.max(2);
        self
    }

    /// Sets the number of failures of equal calls that count as a loop. Default: 2. Minimum: 1.
    pub fn failures(mut self, calls: usize) -> Self {
        self.failures = calls.max(1);
        self
    }

    /// Records a call before it runs.
    pub fn call(&mut self, tool: &str, input: impl AsInput) -> LoopState {
        let arguments = to_object(input.as_input());
        self.calls.push_back(SeenCall::new(tool, arguments));
        let over = self.calls.len().saturating_sub(self.window);
        self.calls.drain(..over);
        let Some(last) = self.calls.len().checked_sub(1) else {
            return LoopState::Continue;
        };
        let found = self.find_failing(last).or_else(|| self.find_repeated(last));
        self.judge(last, found.or_else(|| self.find_alternating()))
    }

    /// Records a failed call: its arguments were invalid, or the tool returned an error.
    ///
    /// Applies to the last call of this tool with these arguments. Has no effect for a call
    /// that the guard does not know or no longer keeps.
    pub fn failed(&mut self, tool: &str, input: impl AsInput) -> LoopState {
        let arguments = to_object(input.as_input());
        let sent = |seen: &SeenCall| !seen.failed && seen.is(tool, &arguments);
        let Some(at) = self.calls.iter().rposition(sent) else {
            return LoopState::Continue;
        };
        self.calls[at].failed = true;
        self.judge(at, self.find_failing(at))
    }

    /// Forgets all calls.
    ///
    /// Call this after the user has answered, or after a change that affects the results. For
    /// example, it is not a loop if tests run again after a file was written.
    pub fn clear(&mut self) {
        self.calls.clear();
    }

    fn judge(&mut self, at: usize, found: Option<CallLoop>) -> LoopState {
        let Some(found) = found else {
            return LoopState::Continue;
        };
        let call = &self.calls[at];
        let warned = self
            .calls
            .iter()
            .any(|seen| seen.warned && seen.is_same(call));
        // The call of the warning leaves the window while the loop continues.
        self.calls[at].warned = true;
        if found.kind == LoopKind::Alternating {
            // In a loop of alternating calls, the warning also covers the call before.
            self.calls[at - 1].warned = true;
        }
        if warned {
            LoopState::AskUser(found)
        } else {
            LoopState::Warn(found)
        }
    }

    fn find_failing(&self, at: usize) -> Option<CallLoop> {
        let call = &self.calls[at];
        let failed = |seen: &&SeenCall| seen.failed && seen.is_same(call);
        let times = self.calls.iter().filter(failed).count();
        (times >= self.failures).then(|| CallLoop {
            kind: LoopKind::Failing,
            tools: vec![call.tool.clone()],
            times,
        })
    }

    fn find_repeated(&self, at: usize) -> Option<CallLoop> {
        let call = &self.calls[at];
        let times = self.calls.iter().filter(|seen| seen.is_same(call)).count();
        (times >= self.repeats).then(|| CallLoop {
            kind: LoopKind::Repeated,
            tools: vec![call.tool.clone()],
            times,
        })
    }

    /// Returns the loop if the last calls alternate between two.
    fn find_alternating(&self) -> Option<CallLoop> {
        let mut back = self.calls.iter().rev();
        let (last, other) = (back.next()?, back.next()?);
        if last.is_same(other) {
            return None;
        }
        let in_turn = [last, other].into_iter().cycle();
        let calls = self.calls.iter().rev().zip(in_turn);
        let times = calls.take_while(|(seen, turn)| seen.is_same(turn)).count() / 2;
        (times >= self.alternations).then(|| CallLoop {
            kind: LoopKind::Alternating,
            tools: vec![other.tool.clone(), last.tool.clone()],
            times,
        })
    }
}
