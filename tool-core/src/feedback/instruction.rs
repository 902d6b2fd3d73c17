use std::fmt::Write;

use super::TextLimits;
use super::calls::show_name;
use super::cut::ROOM;
use super::got::Detail;
use super::line::add_line;
use super::remark::write_remark;
use crate::issue::INSTRUCTION;
use crate::tool::ToolArgError;

pub(super) fn render_instruction(error: &ToolArgError, limits: TextLimits) -> String {
    let told = error.issues().len().min(limits.max_issues());
    let mut text = String::with_capacity(INSTRUCTION.len() + told * ROOM);
    text.push_str(INSTRUCTION);
    add_errors(&mut text, error, limits);
    text
}

/// `file_path: Required; limit: expected number, got string`
pub(super) fn add_errors(text: &mut String, error: &ToolArgError, limits: TextLimits) {
    let told = error.issues().iter().take(limits.max_issues());
    let count = told.len();
    for (position, issue) in told.enumerate() {
        if position > 0 {
            text.push_str("; ");
        }
        add_line(text, issue, Detail::Short, limits.room(issue));
    }
    let more = count_omitted(error, count);
    if more > 0 {
        // Writing to a string never fails.
        let lead = if count > 0 { "; " } else { "" };
        let _ = write!(text, "{lead}and {more} more");
    }
    text.push_str(&write_remark(error, limits));
}

/// Returns the number of issues beyond the shown ones.
pub(super) fn count_omitted(error: &ToolArgError, told: usize) -> usize {
    (error.issues().len() - told).saturating_add(error.omitted())
}

/// `The model could not call edit: 3 attempts failed. The last one: path: Required`
///
/// Without a `last` fault, the call had an unknown name.
pub(crate) fn give_up(attempts: usize, tool: &str, last: Option<LastFault<'_>>) -> String {
    let tool = show_name(tool);
    let failed = match attempts {
        1 => "1 attempt failed".to_owned(),
        attempts => format!("{attempts} attempts failed"),
    };
    let Some(last) = last else {
        return format!("The model called no known tool: {failed}. The last one: {tool}");
    };
    let mut text = format!("The model could not call {tool}: {failed}. The last one: ");
    match last {
        LastFault::Arguments(error) => add_errors(&mut text, error, TextLimits::default()),
        LastFault::Dropped(reason) => text.push_str(reason),
    }
    text
}

/// The last failure in the summary for the user.
pub(crate) enum LastFault<'a> {
    /// The arguments were invalid.
    Arguments(&'a ToolArgError),
    /// The call could not be read, for this reason.
    Dropped(&'a str),
}
