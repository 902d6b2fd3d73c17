//! What is found while reading: [`Issue`]s, which stop a call, and [`Repair`]s,
//! which do not. Both are data; [`feedback`](crate::feedback) makes texts of them.

mod details;
mod fold;
mod json_type;
mod kind;
mod nearest;
mod opposites;
mod path;
mod repair;
pub(crate) mod rule;
mod sort;

pub use details::{Alternatives, Missing, Received};
pub(crate) use fold::{fold, folds_alike, is_separator, letters_without, lower, spelling};
pub use json_type::{JsonType, TypeSet};
pub use kind::{IssueKind, Limit};
pub(crate) use nearest::{distance, is_part, nearest, nearness};
pub(crate) use opposites::{are_opposites, may_differ_in_meaning};
pub(crate) use path::PathStack;
pub use path::{Path, Segment};
pub use repair::{Ignored, Repair};
pub(crate) use rule::{GUESSES, Guesses, Rule, RuleClass};
pub(crate) use sort::sort;

use serde::Serialize;

/// The start of the text of all issues. The reader removes it from the message of an `Args`
/// inside of the arguments, so that it does not stand in a text twice.
pub(crate) const INSTRUCTION: &str = "Please rewrite the input with valid arguments. Errors: ";

/// One problem at one path of the arguments.
///
/// ```
/// use tool_core::Tool;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// let issue = &error.issues()[0];
/// assert_eq!(issue.path.to_string(), "seconds");
/// assert_eq!(issue.received.as_ref().unwrap().text, r#""ten""#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Issue {
    /// Where.
    pub path: Path,
    /// What is wrong.
    #[serde(flatten)]
    pub kind: IssueKind,
    /// What was sent there; nothing for a property that is absent and for a
    /// text that cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<Received>,
    /// Which form of the value is meant, where a tag decides between several:
    /// `kind "create"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
}

impl Issue {
    pub(crate) fn new(path: Path, kind: IssueKind, received: Option<Received>) -> Self {
        Self {
            path,
            kind,
            received,
            branch: None,
        }
    }
}
