use serde::de::DeserializeOwned;

use super::{Reader, Reads, hold};
use crate::call_change::ChangeFile;
use crate::workloads::{EditFile, EditPart, MakePlan, Search};

pub(super) const READER: Reader = Reader {
    name: "serde_path_to_error",
    package: "serde_path_to_error",
    reads: Reads {
        search: read::<Search>,
        edit: read::<EditFile>,
        part: read::<EditPart>,
        plan: read::<MakePlan>,
        change: read::<ChangeFile>,
    },
};

fn read<T: DeserializeOwned>(text: &str, held: &dyn Fn()) -> Result<(), String> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize::<_, T>(&mut deserializer)
        .map_err(|error| error.to_string())?;
    deserializer.end().map_err(|error| error.to_string())?;
    hold(value, held);
    Ok(())
}
