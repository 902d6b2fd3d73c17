use serde_json::Value;

use super::cut::{keep_end, keep_start, one_line};
use super::got::{self, Detail};
use super::{expected, members, schema};
use crate::issue::{Issue, IssueKind, Limit, TypeSet};

/// The words of one issue, without its path: `expected integer, got string`.
///
/// They say what was expected, what came, and what is near; they are one line.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::retry::message;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// assert_eq!(message(&error.issues()[0]), "expected integer, got string");
/// ```
#[must_use]
pub fn message(issue: &Issue) -> String {
    within(issue, Detail::Type, usize::MAX)
}

/// The words of an issue in at most that many characters.
pub(super) fn within(issue: &Issue, detail: Detail, characters: usize) -> String {
    let mut words = words(issue, detail, characters);
    words.push_str(&branch(issue));
    keep_start(one_line(&words), characters)
}

/// Which form of the value is meant: ` (kind "create")`.
pub(super) fn branch(issue: &Issue) -> String {
    let branch = issue.branch.as_deref();
    branch.map_or_else(String::new, |branch| format!(" ({branch})"))
}

fn words(issue: &Issue, detail: Detail, characters: usize) -> String {
    let received = issue.received.as_ref();
    let beside = detail == Detail::Beside;
    let value = || got::value(received.filter(|_| !beside));
    match &issue.kind {
        IssueKind::Required { .. } => "Required".to_owned(),
        IssueKind::Type { expected } => type_words(issue, *expected, detail),
        IssueKind::Enum { members, nearest } => {
            members::words(members, nearest.as_ref(), received, detail, characters)
        }
        IssueKind::Minimum { minimum, exclusive } => {
            let bound = if *exclusive { "more than" } else { "at least" };
            format!("expected {bound} {minimum}{}", value())
        }
        IssueKind::Maximum { maximum, exclusive } => {
            let bound = if *exclusive { "less than" } else { "at most" };
            format!("expected {bound} {maximum}{}", value())
        }
        IssueKind::MultipleOf { divisor } => {
            format!("expected a multiple of {divisor}{}", value())
        }
        IssueKind::Excluded { excluded } => {
            format!("expected a number other than {excluded}{}", value())
        }
        IssueKind::OutOfRange { format } => {
            format!("expected {}{}", expected::number_format(format), value())
        }
        IssueKind::MinLength { minimum } => at_least(issue, *minimum, "character", "characters"),
        IssueKind::MaxLength { maximum } => at_most(issue, *maximum, "character", "characters"),
        IssueKind::MinItems { minimum } => at_least(issue, *minimum, "item", "items"),
        IssueKind::MaxItems { maximum } => at_most(issue, *maximum, "item", "items"),
        IssueKind::MinProperties { minimum } => at_least(issue, *minimum, "property", "properties"),
        IssueKind::MaxProperties { maximum } => at_most(issue, *maximum, "property", "properties"),
        IssueKind::Pattern { pattern } => {
            format!("expected text that matches {pattern}{}", value())
        }
        IssueKind::Format { format } => {
            format!("expected {}{}", expected::text_format(format), value())
        }
        IssueKind::UniqueItems { first } => {
            format!("is the same as item {first}; items must differ")
        }
        IssueKind::UnknownKey { nearest } => match nearest {
            Some(name) => format!("unknown key; did you mean {}?", quoted(name)),
            None => "unknown key".to_owned(),
        },
        IssueKind::DuplicateKey => "sent twice with different values; send it once".to_owned(),
        IssueKind::AmbiguousKey { property } => {
            let name = quoted(property);
            format!("second spelling of {name}; send it once, under that name")
        }
        IssueKind::Ambiguous => {
            "can be read in more than one way; send it in the declared type".to_owned()
        }
        IssueKind::NotAllowed => "no value is allowed here".to_owned(),
        IssueKind::Schema { keyword } => schema::words(keyword).to_owned(),
        IssueKind::InvalidJson { expected, after } => {
            not_json(issue, expected, if beside { "" } else { after })
        }
        IssueKind::Truncated => "the arguments were cut off before their end; \
             send the complete arguments, shorter if need be"
            .to_owned(),
        IssueKind::SeveralObjects { .. } => "several objects that differ were sent; \
             send one, and the others as calls of their own"
            .to_owned(),
        IssueKind::Limit { limit, maximum } => limit_words(*limit, *maximum),
        IssueKind::Refused { message } | IssueKind::Check { message } => as_is(message),
    }
}

fn type_words(issue: &Issue, expected: TypeSet, detail: Detail) -> String {
    let got = got::wrong_type(expected, issue.received.as_ref(), detail);
    format!("expected {expected}{got}")
}

fn at_least(issue: &Issue, minimum: u64, one: &str, many: &str) -> String {
    let noun = if minimum == 1 { one } else { many };
    let got = got::size(issue.received.as_ref(), "fewer");
    format!("expected at least {minimum} {noun}{got}")
}

fn at_most(issue: &Issue, maximum: u64, one: &str, many: &str) -> String {
    let noun = if maximum == 1 { one } else { many };
    let got = got::size(issue.received.as_ref(), "more");
    format!("expected at most {maximum} {noun}{got}")
}

fn not_json(issue: &Issue, expected: &str, after: &str) -> String {
    let subject = if issue.path.is_root() {
        "the arguments are not valid JSON"
    } else {
        "not valid JSON"
    };
    if after.is_empty() {
        return format!("{subject}: expected {expected}");
    }
    // The last characters are those that lead to the place.
    let after = quoted(&keep_end(after.to_owned(), 40));
    format!("{subject}: expected {expected} after {after}")
}

fn limit_words(limit: Limit, maximum: usize) -> String {
    match limit {
        Limit::Depth => format!("expected at most {maximum} levels of nesting"),
        Limit::Bytes => format!("expected at most {maximum} bytes"),
        Limit::Nodes => format!("expected at most {maximum} values"),
        Limit::Work => {
            format!("too many ways to read it (more than {maximum} steps); send a simpler value")
        }
    }
}

/// The text as a JSON string.
fn quoted(text: &str) -> Value {
    Value::from(text)
}

fn as_is(message: &str) -> String {
    if message.trim().is_empty() {
        "not accepted".to_owned()
    } else {
        message.to_owned()
    }
}
