use std::fmt::Write;

use super::TextLimits;
use super::got::Detail;
use super::instruction::count_omitted;
use super::line::add_line;
use super::remark::write_remark;
use super::skeleton::write_skeleton;
use crate::tool::ToolArgError;

pub(super) fn render_list(error: &ToolArgError, limits: TextLimits) -> String {
    let mut text = if error.is_of_answer() {
        "Send the whole answer again with these fixed:"
    } else {
        "Nothing was run. Send the whole call again with these fixed:"
    }
    .to_owned();
    let told = error.issues().iter().take(limits.max_issues());
    let count = told.len();
    for issue in told {
        text.push_str("\n- ");
        add_line(&mut text, issue, Detail::Value, limits.room(issue));
    }
    let more = count_omitted(error, count);
    if more > 0 {
        // Writing to a string never fails.
        let _ = write!(text, "\n- and {more} more");
    }
    text.push_str(&write_remark(error, limits));
    text
}

/// Adds the shape of the arguments to the list.
pub(super) fn render_list_again(error: &ToolArgError, limits: TextLimits) -> String {
    let list = render_list(error, limits);
    match write_skeleton(error, limits.max_shape()) {
        Some(shape) if error.is_of_answer() => format!(
            "{list}\nThe answer must have this shape, where ? marks what is optional:\n{shape}"
        ),
        Some(shape) => format!(
            "{list}\nThe arguments must have this shape, where ? marks what is optional:\n{shape}"
        ),
        None => list,
    }
}
