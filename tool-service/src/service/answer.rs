use super::progress::Progress;
use crate::{Content, ToolCall, ToolError, ToolOutput, ToolResult};

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
    let (id, tool) = (call.id.clone(), progress.tool.clone());
    let is_answered = matches!(&answer, Ok(Answer { error: None, .. }));
    let note = progress.note.take().filter(|_| is_answered);
    let result = match answer {
        Ok(Answer { output, error }) => ToolResult {
            error,
            ..ToolResult::new(id, tool, output)
        },
        Err(error) => ToolResult::failed(id, tool, error),
    };
    let mut result = ToolResult {
        repairs: std::mem::take(&mut progress.repairs),
        attempts: progress.attempts,
        ..result
    }
    .bounded(progress.max_output);
    result.content.extend(note.map(Content::Text));
    result
}
