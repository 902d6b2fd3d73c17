use std::fmt::Write;

use super::TextLimits;
use super::cut::ROOM;
use super::got::Detail;
use super::group::find_group;
use super::line::add_line;
use super::remark::write_remark;
use crate::issue::{ANSWER_INSTRUCTION, INSTRUCTION, Issue};
use crate::tool::ToolArgError;

pub(super) fn render_instruction(error: &ToolArgError, limits: TextLimits) -> String {
    let told = error.issues().len().min(limits.max_issues());
    let mut text = String::with_capacity(INSTRUCTION.len() + told * ROOM);
    text.push_str(if error.is_of_answer() {
        ANSWER_INSTRUCTION
    } else {
        INSTRUCTION
    });
    add_errors(&mut text, error, Detail::Short, limits);
    text
}

/// `file_path: Required; limit: expected number, got string`
pub(super) fn add_errors(
    text: &mut String,
    error: &ToolArgError,
    detail: Detail,
    limits: TextLimits,
) {
    let mut rest: Vec<&Issue> = error.issues().iter().collect();
    let mut told = 0;
    for line in 0..limits.max_issues() {
        let Some(first) = rest.first() else { break };
        if line > 0 {
            text.push_str("; ");
        }
        if let Some(group) = find_group(&rest, limits) {
            text.push_str(&group.line);
            told += group.told;
            rest.retain(|issue| !group.issues.iter().any(|one| std::ptr::eq(*one, *issue)));
        } else {
            add_line(text, first, detail, limits.room(first));
            told += 1;
            rest.remove(0);
        }
    }
    let more = count_omitted(error, told);
    if more > 0 {
        // Writing to a string never fails.
        let lead = if told > 0 { "; " } else { "" };
        let _ = write!(text, "{lead}and {more} more");
    }
    text.push_str(&write_remark(error, limits));
}

/// Returns the number of issues beyond the shown ones.
pub(super) fn count_omitted(error: &ToolArgError, told: usize) -> usize {
    (error.issues().len() - told).saturating_add(error.omitted())
}
