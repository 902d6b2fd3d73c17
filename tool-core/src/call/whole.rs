//! Whether the text of arguments is whole.

use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::issue::IssueKind;
use crate::json::{Tolerance, parse};
use crate::limits::Limits;
use crate::tree::Intake;

/// Whether text that arrived in pieces is whole: one JSON value that is closed; or, if no
/// more pieces come, text that leaves JSON and does not break off.
pub(super) fn is_whole(raw: &str, is_over: bool) -> bool {
    match serde_json::from_str::<&RawValue>(raw) {
        // `1` may have been `12`.
        Ok(_) if !is_over && !raw.trim_end().ends_with(['}', ']', '"']) => false,
        // A string that is closed may hold JSON that was cut off.
        Ok(_) => !(raw.trim_start().starts_with('"') && breaks_off(raw)),
        Err(error) => is_over && error.classify() != Category::Eof && !breaks_off(raw),
    }
}

/// Whether text that arrived in one piece is empty, or breaks off.
pub(super) fn is_unfinished(raw: &str) -> bool {
    raw.trim().is_empty() || !is_whole(raw, true)
}

/// Whether text, or that in a string, ends before the JSON does that it began.
fn breaks_off(text: &str) -> bool {
    if let Ok(inside) = serde_json::from_str::<String>(text) {
        return inside.trim_start().starts_with(['{', '[', '"']) && breaks_off(&inside);
    }
    let mut intake = Intake::new(&Limits::default(), true);
    let read = parse(text, Tolerance::STANDARD, &mut intake);
    let last = intake.issues.last();
    read.is_none() && last.is_some_and(|issue| issue.kind == IssueKind::Truncated)
}
