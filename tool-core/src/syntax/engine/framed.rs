//! Calls of Inkling: a frame with the name in its header and once more in its JSON.

use super::json::{self, Json};
use super::{EngineStep, MAX_TAG, MarkerMatch, Source, find_text, take_window};
use crate::drop_reason::DropReason;

/// The marker between the header and the JSON.
const INVOKE: &str = "<|content_invoke_tool_json|>";

/// Reads the frame whose header begins at `at`. The name in the JSON overrides the header.
pub(in crate::syntax) fn read(row: &Json, source: &Source<'_>, at: usize) -> EngineStep {
    let rest = source.rest(at);
    // A header is one line.
    let is_broken = |header: &str| header.trim().contains('\n');
    let Some(end) = find_text(take_window(rest), "<|") else {
        let header = rest.strip_suffix('<').unwrap_or(rest);
        return if source.is_over || rest.len() >= MAX_TAG || is_broken(header) {
            EngineStep::No
        } else {
            EngineStep::More
        };
    };
    let name = rest[..end].trim();
    if is_broken(name) {
        return EngineStep::No;
    }
    let mut body = match source.mark(at + end, &[INVOKE]) {
        MarkerMatch::At(body) => body,
        MarkerMatch::Partly => return EngineStep::More,
        MarkerMatch::No => return EngineStep::No,
    };
    // The model may begin the JSON again.
    let visible = take_window(source.rest(body));
    let Some(brace) = visible.find('{') else {
        return if source.is_over || visible.len() >= MAX_TAG - 4 {
            json::read(row, source, body)
        } else {
            EngineStep::More
        };
    };
    if let Some(again) = visible[..brace].rfind(INVOKE) {
        body += again + INVOKE.len();
    }
    let mut step = json::read(row, source, body);
    if let EngineStep::Block(block) = &mut step {
        for call in block.calls.iter_mut() {
            if call.name.is_empty() {
                name.clone_into(&mut call.name);
                // The arguments are only a part of the JSON.
                let is_whole = source.rest(source.skip_space(body)).starts_with(&call.raw);
                if is_whole && call.reason == Some(DropReason::Incomplete) {
                    call.raw.clear();
                }
                call.reason = call
                    .reason
                    .filter(|reason| *reason != DropReason::NoName || name.is_empty() || is_whole);
            }
        }
    }
    step
}
