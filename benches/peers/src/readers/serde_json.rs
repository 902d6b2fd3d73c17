use serde::de::DeserializeOwned;

use super::{Reader, Reads, hold};
use crate::call_change::ChangeFile;
use crate::workloads::{EditFile, EditPart, MakePlan, Search};

pub(super) const READER: Reader = Reader {
    name: "serde_json",
    package: "serde_json",
    reads: Reads {
        search: read::<Search>,
        edit: read::<EditFile>,
        part: read::<EditPart>,
        plan: read::<MakePlan>,
        change: read::<ChangeFile>,
    },
};

fn read<T: DeserializeOwned>(text: &str, held: &dyn Fn()) -> Result<(), String> {
    match serde_json::from_str::<T>(text) {
        Ok(value) => {
            hold(value, held);
            Ok(())
        }
        Err(error) => Err(error.to_string()),
    }
}
