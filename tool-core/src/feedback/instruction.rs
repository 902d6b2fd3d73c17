use std::fmt::Write;

use serde_json::Value;

use super::TextLimits;
use super::cut::{ROOM, fits, is_one_line};
use super::got::Detail;
use super::line::add_line;
use super::remark::write_remark;
use super::required::name_inside;
use crate::issue::{ANSWER_INSTRUCTION, Hint, INSTRUCTION, Issue};
use crate::tool::ToolArgError;

pub(super) fn render_instruction(error: &ToolArgError, limits: TextLimits) -> String {
    let told = error.issues().len().min(limits.max_issues());
    let mut text = String::with_capacity(INSTRUCTION.len() + told * ROOM);
    text.push_str(if error.is_of_answer() {
        ANSWER_INSTRUCTION
    } else {
        INSTRUCTION
    });
    add_errors(&mut text, error, limits);
    text
}

/// `file_path: Required; limit: expected number, got string`
pub(super) fn add_errors(text: &mut String, error: &ToolArgError, limits: TextLimits) {
    let mut rest = error.issues();
    for line in 0..limits.max_issues() {
        let Some(issue) = rest.first() else { break };
        if line > 0 {
            text.push_str("; ");
        }
        let room = limits.room(issue);
        let group = find_group(rest);
        // All keys of a group need the same change, so they are one line, in the room of all.
        let line = write_group(group, room.saturating_mul(group.len()));
        if let Some(line) = line.filter(|_| group.len() > 1) {
            text.push_str(&line);
            rest = &rest[group.len()..];
        } else {
            add_line(text, issue, Detail::Short, room);
            rest = &rest[1..];
        }
    }
    let told = error.issues().len() - rest.len();
    let more = count_omitted(error, told);
    if more > 0 {
        // Writing to a string never fails.
        let lead = if told > 0 { "; " } else { "" };
        let _ = write!(text, "{lead}and {more} more");
    }
    text.push_str(&write_remark(error, limits));
}

/// Returns the first issues that say of keys of one object that they belong inside the same
/// property.
fn find_group(issues: &[Issue]) -> &[Issue] {
    let around = |issue: &Issue| {
        let segments = issue.path.segments();
        segments
            .len()
            .checked_sub(1)
            .map(|last| segments[..last].to_vec())
    };
    let Some(first) = issues.first() else {
        return issues;
    };
    let is_alike = |issue: &&Issue| {
        matches!(issue.hint, Some(Hint::Inside(_)))
            && issue.hint == first.hint
            && around(issue) == around(first)
    };
    &issues[..issues.iter().take_while(is_alike).count()]
}

/// `lat, lon: belong inside "loc"`. Returns `None` if the line is too long.
fn write_group(issues: &[Issue], room: usize) -> Option<String> {
    let Some(Hint::Inside(outer)) = issues.first()?.hint.as_ref() else {
        return None;
    };
    let paths = issues.iter().map(|issue| {
        let mut path = String::new();
        // Writing to a string never fails.
        let _ = issue.path.write(&mut path);
        path
    });
    let paths: Vec<String> = paths.collect();
    let line = format!(
        "{}: belong inside {}{}",
        paths.join(", "),
        Value::from(outer.as_str()),
        name_inside(issues, outer),
    );
    (fits(&line, room) && is_one_line(&line)).then_some(line)
}

/// Returns the number of issues beyond the shown ones.
pub(super) fn count_omitted(error: &ToolArgError, told: usize) -> usize {
    (error.issues().len() - told).saturating_add(error.omitted())
}
