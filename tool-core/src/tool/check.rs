use serde::de::Error;

use crate::issue::{Issue, IssueKind, Path, Segment};
use crate::read::{Refusal, settle_check};

/// Collects the issues of a check.
///
/// ```
/// use tool_core::{Issues, Tool};
///
/// /// List the days of a range.
/// #[derive(Debug, Tool)]
/// #[tool(check = in_order)]
/// struct Days {
///     first: u32,
///     last: u32,
/// }
///
/// fn in_order(days: &Days, issues: &mut Issues) {
///     if days.last < days.first {
///         issues.add("last", "must not be before `first`");
///     }
/// }
///
/// let error = Days::parse(r#"{"first": 5, "last": 2}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "Please rewrite the input with valid arguments. \
///      Errors: last: must not be before `first`",
/// );
/// ```
#[derive(Debug, Default)]
pub struct Issues(Vec<Issue>);

impl Issues {
    /// Adds an issue at a path, with a message for the model.
    ///
    /// The path begins at the checked value and has its displayed form: `edits[0].old`. It is
    /// empty for the value as a whole.
    pub fn add(&mut self, path: impl Into<Path>, message: impl Into<String>) {
        let kind = IssueKind::Check {
            message: message.into(),
        };
        self.0.push(Issue::new(path.into(), kind, None));
    }

    /// Returns whether the check has added no issue.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Stores the error of the type that the check is for.
    pub(super) fn add_refusal(&mut self, refusal: Refusal) {
        let (path, kind) = refusal.into_parts();
        self.0.push(Issue::new(path, kind, None));
    }

    /// Adds the issues of a value at a path, up to `most` in total. Returns the number of
    /// omitted issues.
    pub(super) fn extend_at(&mut self, path: &Path, issues: Vec<Issue>, most: usize) -> usize {
        let room = most.saturating_sub(self.0.len());
        let left_out = issues.len().saturating_sub(room);
        for mut issue in issues.into_iter().take(room) {
            let segments = path.segments().iter().chain(issue.path.segments());
            issue.path = segments.cloned().collect();
            self.0.push(issue);
        }
        left_out
    }

    pub(super) fn into_issues(self) -> Vec<Issue> {
        self.0
    }
}

/// Runs the checks of a type on a value. In a call, the issues are collected and the reader
/// continues. Elsewhere, they are an error.
///
/// # Errors
///
/// Returns the messages of the issues.
pub fn checked<T, E: Error>(value: T, check: fn(&T, &mut Issues)) -> Result<T, E> {
    let mut issues = Issues::default();
    check(&value, &mut issues);
    match settle_check(issues.0) {
        Ok(()) => Ok(value),
        Err(issues) => Err(E::custom(text_of(&issues))),
    }
}

/// Runs the check of a field. Its issues have paths inside the field.
pub fn check_field<const N: usize>(
    issues: &mut Issues,
    path: [Segment; N],
    check: impl FnOnce(&mut Issues),
) {
    let mut inside = Issues::default();
    check(&mut inside);
    issues.extend_at(&path.into_iter().collect(), inside.0, usize::MAX);
}

/// Runs the check of a field of a converted type. The issues belong to the whole value, since
/// the input has no such field.
pub fn check_converted(issues: &mut Issues, check: impl FnOnce(&mut Issues)) {
    let mut inside = Issues::default();
    check(&mut inside);
    for mut issue in inside.0 {
        issue.path = Path::root();
        issues.0.push(issue);
    }
}

fn text_of(issues: &[Issue]) -> String {
    let mut text = String::new();
    for issue in issues {
        let IssueKind::Check { message } = &issue.kind else {
            continue;
        };
        if !text.is_empty() {
            text.push_str("; ");
        }
        if !issue.path.is_root() {
            text.push_str(&issue.path.to_string());
            text.push_str(": ");
        }
        text.push_str(message);
    }
    text
}
