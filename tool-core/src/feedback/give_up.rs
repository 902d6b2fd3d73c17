//! The text for the user after the last attempt of a call.

use super::TextLimits;
use super::calls::show_name;
use super::got::Detail;
use super::instruction::add_errors;
use crate::tool::ToolArgError;

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
        LastFault::Arguments(error) => {
            add_errors(&mut text, error, Detail::Type, TextLimits::default());
        }
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
