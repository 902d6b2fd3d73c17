use std::fmt::Write as _;

use super::instruction::untold;
use super::message::{branch, message};
use crate::ToolArgError;
use crate::issue::{Issue, IssueKind, Limit};

/// All issues, numbered from 1, a blank line before and after.
///
/// ```text
/// Parameter validation failed:
///
/// 1. Field 'file_path' is required but missing
/// 2. Field 'limit' expected number, got null
///
/// Please fix the parameters and try again.
/// ```
///
/// ```
/// use tool_core::Tool;
/// use tool_core::retry::numbered;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// assert_eq!(
///     numbered(&error),
///     "Parameter validation failed:\n\n\
///      1. Field 'seconds' expected integer, got string\n\n\
///      Please fix the parameters and try again.",
/// );
/// ```
#[must_use]
pub fn numbered(error: &ToolArgError) -> String {
    let mut text = "Parameter validation failed:\n\n".to_owned();
    for (index, issue) in error.issues().iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}. {}", index + 1, sentence(issue));
    }
    let more = untold(error, error.issues().len());
    if more > 0 {
        let _ = writeln!(text, "And {more} more");
    }
    text.push_str("\nPlease fix the parameters and try again.");
    text
}

impl ToolArgError {
    /// [`retry::numbered`](numbered) as a method.
    #[must_use]
    pub fn numbered(&self) -> String {
        numbered(self)
    }
}

/// The subject and what is said of it.
fn sentence(issue: &Issue) -> String {
    let subject = if issue.path.is_root() {
        "Root object".to_owned()
    } else {
        format!("Field '{}'", issue.path)
    };
    format!("{subject}{}", predicate(issue))
}

/// The message, made to follow the subject as a sentence does.
fn predicate(issue: &Issue) -> String {
    let message = message(issue);
    match issue.kind {
        IssueKind::Required { .. } => format!(" is required but missing{}", branch(issue)),
        IssueKind::UnknownKey { .. } => format!(" is an {message}"),
        IssueKind::AmbiguousKey { .. } => format!(" is a {message}"),
        IssueKind::DuplicateKey => format!(" was {message}"),
        IssueKind::InvalidJson { .. } if !issue.path.is_root() => format!(" is {message}"),
        // Sentences of their own.
        IssueKind::InvalidJson { .. }
        | IssueKind::NotAllowed
        | IssueKind::Schema { .. }
        | IssueKind::Truncated
        | IssueKind::SeveralObjects { .. }
        | IssueKind::Limit {
            limit: Limit::Work, ..
        }
        | IssueKind::Refused { .. }
        | IssueKind::Check { .. } => format!(": {message}"),
        _ => format!(" {message}"),
    }
}
