use std::fmt;

use serde::{Deserialize, Serialize};

use crate::feedback;

/// The decision of a [`LoopGuard`](super::LoopGuard) on a call.
///
/// ```
/// use tool_core::conversation::{LoopGuard, LoopState};
///
/// let mut guard = LoopGuard::new();
/// let mut failed = || {
///     let _ = guard.call("read", r#"{"path": "/a"}"#);
///     guard.failed("read", r#"{"path": "/a"}"#)
/// };
/// assert_eq!(failed(), LoopState::Continue);
/// assert!(matches!(failed(), LoopState::Warn(_)));
/// assert!(matches!(failed(), LoopState::AskUser(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[must_use]
#[non_exhaustive]
pub enum LoopState {
    /// The call is not part of a loop.
    Continue,
    /// The model is in a loop and has not been warned of it. Send the correction as the result
    /// of the call.
    Warn(CallLoop),
    /// The model continues a loop after the warning. Ask the user whether to run the call.
    AskUser(CallLoop),
}

/// Repeated calls of a model. `Display` writes the [correction](CallLoop::correction).
///
/// ```
/// use tool_core::conversation::{LoopGuard, LoopState};
///
/// let mut guard = LoopGuard::new();
/// let mut failed = || {
///     let _ = guard.call("read", r#"{"path": "/a"}"#);
///     guard.failed("read", r#"{"path": "/a"}"#)
/// };
/// let _ = failed();
/// let LoopState::Warn(found) = failed() else { unreachable!() };
/// assert_eq!((found.tools[0].as_str(), found.times), ("read", 2));
/// assert_eq!(
///     found.to_string(),
///     "read failed 2 times with the same arguments. Do not send them again: change what the \
///      error names, or try another way.",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CallLoop {
    /// The kind of the loop.
    pub kind: LoopKind,
    /// The name of the tool. For alternating calls, the names of both tools, and the last
    /// called one is last.
    pub tools: Vec<String>,
    /// The number of calls within the window, or of failures. For alternating calls, the number
    /// of each call.
    pub times: usize,
}

/// The kinds of loops.
///
/// ```
/// use tool_core::conversation::{LoopGuard, LoopKind, LoopState};
///
/// let mut guard = LoopGuard::new();
/// let mut failed = || {
///     let _ = guard.call("read", r#"{"path": "/a"}"#);
///     guard.failed("read", r#"{"path": "/a"}"#)
/// };
/// let _ = failed();
/// let LoopState::Warn(found) = failed() else { unreachable!() };
/// assert_eq!(found.kind, LoopKind::Failing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LoopKind {
    /// One tool is called again with equal arguments.
    Repeated,
    /// Two calls alternate.
    Alternating,
    /// A failed call is repeated with equal arguments.
    Failing,
}

impl CallLoop {
    /// Returns one line for the model, as the result of the call.
    #[must_use]
    pub fn correction(&self) -> String {
        let (tools, times) = (self.show_tools(), self.times);
        match self.kind {
            LoopKind::Repeated => format!(
                "You called {tools} {times} times with the same arguments. Do not repeat \
                 this call: use the result you have, change the arguments, or try another way."
            ),
            LoopKind::Alternating => format!(
                "You made {tools} in turn, {times} times each. Do not repeat these calls: use \
                 the results you have, or try another way."
            ),
            LoopKind::Failing => format!(
                "{tools} failed {times} times with the same arguments. Do not send them \
                 again: change what the error names, or try another way."
            ),
        }
    }

    /// Returns one line for the user, with the question whether to run the call.
    #[must_use]
    pub fn question(&self) -> String {
        format!("{} It ignored a warning. Let it continue?", self.describe())
    }

    /// Returns one line for the user, after the host has stopped the model.
    pub(super) fn summary(&self) -> String {
        format!("{} It ignored all warnings.", self.describe())
    }

    /// Returns a sentence about what the model did.
    fn describe(&self) -> String {
        let (tools, times) = (self.show_tools(), self.times);
        let what = match self.kind {
            LoopKind::Repeated => format!("called {tools} {times} times with the same arguments"),
            LoopKind::Alternating => {
                format!("made {tools} in turn, {times} times each")
            }
            LoopKind::Failing => {
                format!("sent the same arguments to {tools}, which failed {times} times")
            }
        };
        format!("The model {what}.")
    }

    /// Returns the name of the tool, or the calls of two tools.
    fn show_tools(&self) -> String {
        let name = |at: usize| feedback::show_name(self.tools.get(at).map_or("", String::as_str));
        match (self.kind, name(0), name(1)) {
            (LoopKind::Alternating, one, other) if one == other => {
                format!("the same two calls of {one}")
            }
            (LoopKind::Alternating, one, other) => {
                format!("the same calls of {one} and {other}")
            }
            (LoopKind::Repeated | LoopKind::Failing, tool, _) => tool,
        }
    }
}

impl fmt::Display for CallLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.correction())
    }
}
