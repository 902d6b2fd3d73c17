use std::ptr;

use serde_json::Value;

use super::TextLimits;
use super::cut::{keep_end, one_line};
use super::empty::{EMPTY, is_empty};
use super::instruction::instruction;
use super::required::notes;
use crate::ToolArgError;
use crate::issue::{Issue, IssueKind};
use crate::schema::target;

/// The short form that hosts know, for a call that only lacks required fields: all of
/// them. Arguments that are no object lack every one. Any other call is answered with the
/// [`instruction`].
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
///     "Invalid arguments: missing required field(s): seconds \
///      (the arguments are empty). Please rewrite the input so it satisfies the expected schema.",
/// );
/// ```
#[must_use]
pub fn preflight(error: &ToolArgError, limits: TextLimits) -> String {
    match missing(error, limits) {
        Some(fields) => {
            let fields = fields.join(", ");
            let empty = if is_empty(error) {
                format!(" ({EMPTY})")
            } else {
                String::new()
            };
            format!(
                "Invalid arguments: missing required field(s): {fields}{empty}. Please rewrite \
                 the input so it satisfies the expected schema."
            )
        }
        None => instruction(error, limits),
    }
}

/// The required fields that the call lacks, if it has no other fault.
fn missing(error: &ToolArgError, limits: TextLimits) -> Option<Vec<String>> {
    let issues = error.issues();
    let shown = |path: String| keep_end(one_line(path), limits.max_characters());
    if let [issue] = issues
        && is_no_object(issue)
    {
        let fields = required(error.schema()?);
        return (!fields.is_empty()).then(|| fields.into_iter().map(shown).collect());
    }
    let is_required = |issue: &Issue| matches!(issue.kind, IssueKind::Required { .. });
    let is_all = error.omitted() == 0 && issues.iter().all(is_required);
    let fields = issues.iter().map(|issue| {
        let path = shown(issue.path.to_string());
        one_line(format!("{path}{}", notes(issue)))
    });
    is_all.then(|| fields.collect())
}

/// Whether the arguments as a whole have another type.
fn is_no_object(issue: &Issue) -> bool {
    issue.path.is_root() && matches!(issue.kind, IssueKind::Type { .. })
}

/// The properties that the schema of the arguments requires, whatever form is chosen.
fn required(root: &Value) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut schemas = vec![root];
    let mut next = 0;
    while let Some(schema) = schemas.get(next).copied() {
        next += 1;
        let listed = schema.get("required").and_then(Value::as_array);
        for name in listed.into_iter().flatten().filter_map(Value::as_str) {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        let reference = schema.get("$ref").and_then(Value::as_str);
        let reference = reference.and_then(|reference| target(root, reference));
        let all = schema.get("allOf").and_then(Value::as_array);
        for joined in reference.into_iter().chain(all.into_iter().flatten()) {
            // A schema that is met again is a recursive one.
            if !schemas.iter().any(|known| ptr::eq(*known, joined)) {
                schemas.push(joined);
            }
        }
    }
    names
}

impl ToolArgError {
    /// [`retry::preflight`](preflight) with the default limits.
    #[must_use]
    pub fn preflight(&self) -> String {
        preflight(self, TextLimits::default())
    }
}
