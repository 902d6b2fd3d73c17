//! Whether the text of arguments is whole.

use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::call::places::Places;
use crate::issue::IssueKind;
use crate::json::{Tolerance, parse};
use crate::limits::Limits;
use crate::tree::ParseContext;

/// Whether text that arrived in pieces is whole: one JSON value that is closed; or, if no
/// more pieces come, text that leaves JSON and does not break off.
pub(super) fn is_whole(raw: &str, is_over: bool) -> bool {
    if Places::of(raw).is_some() {
        // `1` may have been `12`.
        let is_closed = is_over || raw.trim_end().ends_with(['}', ']', '"']);
        // A string that is closed may hold JSON that was cut off.
        return is_closed && !(raw.trim_start().starts_with('"') && breaks_off(raw));
    }
    is_over && !is_cut_off(raw) && !breaks_off(raw)
}

/// Whether JSON merely breaks off.
pub(super) fn is_cut_off(text: &str) -> bool {
    let read = serde_json::from_str::<&RawValue>(text);
    read.is_err_and(|error| error.classify() == Category::Eof)
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
    let mut intake = ParseContext::new(&Limits::default(), true);
    let read = parse(text, Tolerance::STANDARD, &mut intake);
    let last = intake.issues.last();
    read.is_none() && last.is_some_and(|issue| issue.kind == IssueKind::Truncated)
}
