//! What the user is told where a model does not come to a call that can be run.

use super::TextLimits;
use super::calls::shown_name;
use super::instruction::add_errors;
use crate::ToolArgError;

/// `The model could not call edit: 3 attempts failed. The last one: path: Required`
///
/// Without an error of the arguments it was the name that no tool had.
pub(crate) fn give_up(attempts: usize, tool: &str, error: Option<&ToolArgError>) -> String {
    let tool = shown_name(tool);
    let failed = match attempts {
        1 => "1 attempt failed".to_owned(),
        attempts => format!("{attempts} attempts failed"),
    };
    match error {
        Some(error) => {
            let mut text = format!("The model could not call {tool}: {failed}. The last one: ");
            add_errors(&mut text, error, TextLimits::default());
            text
        }
        None => format!("The model called no known tool: {failed}. The last one: {tool}"),
    }
}
