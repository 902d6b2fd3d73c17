//! Calls of Inkling: a frame with the name in its header and once more in its JSON.

use super::json::{self, Json};
use super::{MAX_TAG, Mark, Source, Step, window};
use crate::call::DropReason;

/// The marker between the header and the JSON.
const INVOKE: &str = "<|content_invoke_tool_json|>";

/// Reads the frame whose header begins at `at`. The name in the JSON overrides the header.
pub(in crate::text) fn read(row: &Json, source: &Source<'_>, at: usize) -> Step {
    let rest = source.rest(at);
    let Some(end) = window(rest).find("<|") else {
        return if source.is_over || rest.len() >= MAX_TAG {
            Step::No
        } else {
            Step::More
        };
    };
    let name = rest[..end].trim();
    let mut body = match source.mark(at + end, &[INVOKE]) {
        Mark::At(body) => body,
        Mark::Partly => return Step::More,
        Mark::No => return Step::No,
    };
    // The model may begin the JSON again.
    let visible = window(source.rest(body));
    let Some(brace) = visible.find('{') else {
        return if source.is_over || visible.len() >= MAX_TAG - 4 {
            json::read(row, source, body)
        } else {
            Step::More
        };
    };
    if let Some(again) = visible[..brace].rfind(INVOKE) {
        body += again + INVOKE.len();
    }
    let mut step = json::read(row, source, body);
    if let Step::Block(block) = &mut step {
        for call in &mut block.calls {
            if call.name.is_empty() {
                name.clone_into(&mut call.name);
                // The arguments are only a part of the JSON.
                let is_whole = source.rest(source.skip_space(body)).starts_with(&call.raw);
                call.reason = call
                    .reason
                    .filter(|reason| *reason != DropReason::NoName || name.is_empty() || is_whole);
            }
        }
    }
    step
}
