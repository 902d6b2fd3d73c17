use super::TextLimits;
use super::cut::{keep_end, one_line};
use super::instruction::instruction;
use super::required::notes;
use crate::ToolArgError;
use crate::issue::IssueKind;

/// The short form that hosts know, for a call that only lacks required fields: all of
/// them. Any other call is answered with the [`instruction`].
///
/// ```text
/// Invalid arguments: missing required field(s): file_path, limit. Please rewrite the
/// input so it satisfies the expected schema.
/// ```
///
/// ```
/// use tool_core::Tool;
/// use tool_core::retry::{TextLimits, preflight};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let missing = Wait::parse("{}").unwrap_err();
/// assert_eq!(
///     preflight(&missing, TextLimits::default()),
///     "Invalid arguments: missing required field(s): seconds. \
///      Please rewrite the input so it satisfies the expected schema.",
/// );
/// ```
#[must_use]
pub fn preflight(error: &ToolArgError, limits: TextLimits) -> String {
    let issues = error.issues();
    let is_required = |kind: &IssueKind| matches!(kind, IssueKind::Required { .. });
    if error.omitted() > 0 || !issues.iter().all(|issue| is_required(&issue.kind)) {
        return instruction(error, limits);
    }
    let fields = issues.iter().map(|issue| {
        let path = keep_end(one_line(issue.path.to_string()), limits.max_characters());
        one_line(format!("{path}{}", notes(issue)))
    });
    let fields: Vec<String> = fields.collect();
    format!(
        "Invalid arguments: missing required field(s): {}. Please rewrite the input so it \
         satisfies the expected schema.",
        fields.join(", ")
    )
}

impl ToolArgError {
    /// [`retry::preflight`](preflight) with the default limits.
    #[must_use]
    pub fn preflight(&self) -> String {
        preflight(self, TextLimits::default())
    }
}
