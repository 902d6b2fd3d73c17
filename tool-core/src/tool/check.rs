use crate::issue::{Issue, IssueKind, Path};
use crate::tape::Refusal;

/// Where a tool's own check puts what it finds.
///
/// ```
/// use tool_core::{Issues, Tool};
///
/// /// List the days of a range.
/// #[derive(Debug, Tool)]
/// #[tool(check = "in_order")]
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
    /// Adds a fault at a path, in words for the model.
    ///
    /// The path is written as it is shown: `edits[0].old`, empty for the
    /// arguments as a whole.
    pub fn add(&mut self, path: impl Into<Path>, message: impl Into<String>) {
        let kind = IssueKind::Check {
            message: message.into(),
        };
        self.0.push(Issue::new(path.into(), kind, None));
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the type refuses that the check is for.
    pub(super) fn refused(&mut self, refusal: Refusal) {
        let (path, kind) = refusal.into_parts();
        self.0.push(Issue::new(path, kind, None));
    }

    pub(super) fn into_issues(self) -> Vec<Issue> {
        self.0
    }
}
