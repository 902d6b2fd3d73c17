use tool_core::feedback::Style;
use tool_core::{Tool, ToolArgError};

use super::{Reader, Reads, hold};
use crate::call_change::ChangeFile;
use crate::workloads::{EditFile, EditPart, MakePlan, Search};

pub(super) const READER: Reader = Reader {
    name: "tool-core",
    package: "tool-core",
    reads: Reads {
        search: read::<Search>,
        edit: read::<EditFile>,
        part: read::<EditPart>,
        plan: read::<MakePlan>,
        change: read::<ChangeFile>,
    },
};

/// Reads in the same way. The error text has no limit of issues.
pub(super) const ALL: Reader = Reader {
    name: "tool-core, all issues",
    package: "tool-core",
    reads: Reads {
        search: numbered::<Search>,
        edit: numbered::<EditFile>,
        part: numbered::<EditPart>,
        plan: numbered::<MakePlan>,
        change: numbered::<ChangeFile>,
    },
};

fn read<T: Tool>(text: &str, held: &dyn Fn()) -> Result<(), String> {
    parse::<T>(text, held).map_err(|error| error.to_string())
}

fn numbered<T: Tool>(text: &str, held: &dyn Fn()) -> Result<(), String> {
    parse::<T>(text, held).map_err(|error| error.render(Style::Numbered))
}

fn parse<T: Tool>(text: &str, held: &dyn Fn()) -> Result<(), ToolArgError> {
    hold(T::parse(text)?, held);
    Ok(())
}
