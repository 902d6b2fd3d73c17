use jsonrepair_rs::jsonrepair_value_with_schema;
use serde_json::Value;
use tool_core::Tool;

use super::{Reader, Reads, hold};
use crate::call_change::ChangeFile;
use crate::workloads::{EditFile, EditPart, MakePlan, Search};

pub(super) const READER: Reader = Reader {
    name: "jsonrepair-rs + from_value",
    package: "jsonrepair-rs",
    reads: Reads {
        search: read::<Search>,
        edit: read::<EditFile>,
        part: read::<EditPart>,
        plan: read::<MakePlan>,
        change: read::<ChangeFile>,
    },
};

fn read<T: Tool>(text: &str, held: &dyn Fn()) -> Result<(), String> {
    let value: Value = jsonrepair_value_with_schema(text, T::definition().schema())
        .map_err(|error| error.to_string())?;
    let value = serde_json::from_value::<T>(value).map_err(|error| error.to_string())?;
    hold(value, held);
    Ok(())
}
