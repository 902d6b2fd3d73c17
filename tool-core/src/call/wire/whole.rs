//! Decides whether the text of arguments is complete.

use serde_json::error::Category;
use serde_json::value::RawValue;

use super::places::Places;
use crate::issue::IssueKind;
use crate::json::{Tolerance, parse};
use crate::limits::Limits;
use crate::tree::ParseContext;

/// Returns whether a text that arrived in pieces is complete: it is one closed JSON value, or,
/// if no more pieces come, it is invalid JSON and does not break off.
pub(super) fn is_whole(raw: &str, is_over: bool) -> bool {
    if Places::of(raw).is_some() {
        // A received `1` may be the start of `12`.
        let is_closed = is_over || raw.trim_end().ends_with(['}', ']', '"']);
        // A closed string may contain truncated JSON.
        return is_closed && !(raw.trim_start().starts_with('"') && is_truncated(raw));
    }
    is_over && !is_cut_off(raw) && !is_truncated(raw)
}

/// Returns whether the JSON is only incomplete.
pub(super) fn is_cut_off(text: &str) -> bool {
    let read = serde_json::from_str::<&RawValue>(text);
    read.is_err_and(|error| error.classify() == Category::Eof)
}

/// Returns whether the JSON in a text, or in a string in it, is incomplete.
fn is_truncated(text: &str) -> bool {
    if let Ok(inside) = serde_json::from_str::<String>(text) {
        return inside.trim_start().starts_with(['{', '[', '"']) && is_truncated(&inside);
    }
    let mut intake = ParseContext::new(&Limits::default(), true);
    let read = parse(text, Tolerance::STANDARD, &mut intake);
    let last = intake.issues.last();
    read.is_none() && last.is_some_and(|issue| issue.kind == IssueKind::Truncated)
}
