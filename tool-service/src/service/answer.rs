use super::progress::Progress;
use crate::{ToolCall, ToolError, ToolOutput, ToolResult};

/// What the model is told, and why if the tool was not run.
pub(super) struct Answer {
    pub(super) output: ToolOutput,
    pub(super) error: Option<ToolError>,
}

impl Answer {
    pub(super) fn of(output: ToolOutput) -> Self {
        Self {
            output,
            error: None,
        }
    }
}

/// What a call came to that came as far as that.
pub(super) fn result(
    call: &ToolCall,
    progress: &mut Progress<'_>,
    answer: Result<Answer, ToolError>,
) -> ToolResult {
    let (id, tool) = (call.id.clone(), progress.tool);
    let mut result = match answer {
        Ok(Answer { output, error }) => {
            let mut result = ToolResult::new(id, tool, output);
            result.error = error;
            result
        }
        Err(error) => ToolResult::failed(id, tool, error),
    };
    result.repairs = std::mem::take(&mut progress.repairs);
    result.attempts = progress.attempts;
    result
}
