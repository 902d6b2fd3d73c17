use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;
use tool_core::Tool;

use super::{Reader, Reads, hold};
use crate::call_change::ChangeFile;
use crate::workloads::{EditFile, EditPart, MakePlan, Search};

pub(super) const READER: Reader = Reader {
    name: "jsonschema + from_value",
    package: "jsonschema",
    reads: Reads {
        search: |text, held| read::<Search>(&SEARCH, text, held),
        edit: |text, held| read::<EditFile>(&EDIT, text, held),
        part: |text, held| read::<EditPart>(&PART, text, held),
        plan: |text, held| read::<MakePlan>(&PLAN, text, held),
        change: |text, held| read::<ChangeFile>(&CHANGE, text, held),
    },
};

static SEARCH: LazyLock<Validator> = LazyLock::new(compiled::<Search>);
static EDIT: LazyLock<Validator> = LazyLock::new(compiled::<EditFile>);
static PART: LazyLock<Validator> = LazyLock::new(compiled::<EditPart>);
static PLAN: LazyLock<Validator> = LazyLock::new(compiled::<MakePlan>);
static CHANGE: LazyLock<Validator> = LazyLock::new(compiled::<ChangeFile>);

fn compiled<T: Tool>() -> Validator {
    let schema = T::definition().schema();
    jsonschema::validator_for(schema).expect("what a struct derives is a schema")
}

fn read<T: Tool>(validator: &Validator, text: &str, held: &dyn Fn()) -> Result<(), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if !validator.is_valid(&value) {
        let errors = validator.iter_errors(&value);
        let lines = errors.map(|error| format!("{}: {error}", error.instance_path()));
        return Err(lines.collect::<Vec<_>>().join("\n"));
    }
    let value = serde_json::from_value::<T>(value).map_err(|error| error.to_string())?;
    hold(value, held);
    Ok(())
}
