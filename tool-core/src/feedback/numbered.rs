use std::fmt::Write as _;

use super::TextLimits;
use super::cut::{ROOM, join_lines};
use super::instruction::count_omitted;
use super::message::add_message;
use super::remark::write_remark;
use super::required;
use crate::issue::{Hint, Issue, IssueKind, Limit};
use crate::tool::ToolArgError;

pub(super) fn render_numbered(error: &ToolArgError) -> String {
    let mut text = String::with_capacity((error.issues().len() + 1) * ROOM);
    text.push_str("Parameter validation failed:\n");
    for (index, issue) in error.issues().iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{}. ", index + 1);
        add_sentence(&mut text, issue);
    }
    let more = count_omitted(error, error.issues().len());
    if more > 0 {
        let _ = write!(text, "\nAnd {more} more");
    }
    text.push_str(&write_remark(error, TextLimits::default()));
    text.push_str("\n\nPlease fix the parameters and try again.");
    text
}

/// Adds the subject and the message.
fn add_sentence(text: &mut String, issue: &Issue) {
    if issue.path.is_root() {
        text.push_str("Root object");
    } else {
        text.push_str("Field '");
        // Writing to a string cannot fail.
        let _ = issue.path.write(text);
        text.push('\'');
    }
    if let IssueKind::Required { .. } = issue.kind {
        let details = required::describe_missing(issue, usize::MAX);
        text.push(' ');
        text.push_str(&join_lines(format!("is required but missing{details}")));
    } else {
        text.push_str(choose_verb(issue));
        add_message(text, issue);
    }
}

/// Returns the words between the subject and the message.
fn choose_verb(issue: &Issue) -> &'static str {
    match issue.kind {
        IssueKind::UnknownKey { .. } => match issue.hint {
            Some(
                Hint::Inside(_)
                | Hint::InsideOneOf(_)
                | Hint::InsideItem(_)
                | Hint::Beside(_)
                | Hint::BesideOrInside { .. },
            ) => " ",
            Some(
                Hint::OnlyWith(_) | Hint::OnlyWithOrBeside { .. } | Hint::OnlyWithOrInside { .. },
            ) => " is allowed ",
            Some(Hint::Content | Hint::Absent(_) | Hint::Markup(_)) | None => " is an ",
        },
        IssueKind::AmbiguousKey { .. } => " is a ",
        IssueKind::DuplicateKey => " was ",
        IssueKind::InvalidJson { .. } | IssueKind::InvalidXml { .. } if !issue.path.is_root() => {
            " is "
        }
        // These messages are complete sentences.
        IssueKind::InvalidJson { .. }
        | IssueKind::InvalidXml { .. }
        | IssueKind::Key { .. }
        | IssueKind::NotAllowed
        | IssueKind::Schema { .. }
        | IssueKind::Truncated
        | IssueKind::NoArguments
        | IssueKind::SeveralObjects { .. }
        | IssueKind::WholeCall { .. }
        | IssueKind::Limit {
            limit: Limit::Work | Limit::PatternWork,
            ..
        }
        | IssueKind::Refused { .. }
        | IssueKind::Check { .. } => ": ",
        _ => " ",
    }
}
