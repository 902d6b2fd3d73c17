use super::TextLimits;
use super::cut::{join_lines, keep_end};
use super::instruction::render_instruction;
use super::remark::{EMPTY, collect_required, is_empty, is_not_an_object};
use super::required::notes;
use crate::issue::{Issue, IssueKind};
use crate::tool::ToolArgError;

pub(super) fn render_preflight(error: &ToolArgError, limits: TextLimits) -> String {
    match list_missing(error, limits) {
        Some(fields) => {
            let fields = fields.join(", ");
            let empty = is_empty(error).then(|| format!(" ({EMPTY})"));
            let empty = empty.unwrap_or_default();
            format!(
                "Invalid arguments: missing required field(s): {fields}{empty}. Please rewrite \
                 the input so it satisfies the expected schema."
            )
        }
        None => render_instruction(error, limits),
    }
}

/// Returns the required fields that the call lacks, if it has no other fault.
fn list_missing(error: &ToolArgError, limits: TextLimits) -> Option<Vec<String>> {
    let issues = error.issues();
    let shown = |path: String| keep_end(join_lines(path), limits.max_characters());
    if let [issue] = issues
        && is_not_an_object(issue)
    {
        let fields = collect_required(error.schema()?);
        return (!fields.is_empty()).then(|| fields.into_iter().map(shown).collect());
    }
    let is_required = |issue: &Issue| matches!(issue.kind, IssueKind::Required { .. });
    let is_all = error.omitted() == 0 && issues.iter().all(is_required);
    let fields = issues.iter().map(|issue| {
        let path = shown(issue.path.to_string());
        join_lines(format!("{path}{}", notes(issue)))
    });
    is_all.then(|| fields.collect())
}
