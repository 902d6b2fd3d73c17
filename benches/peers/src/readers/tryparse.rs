use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use tryparse::parse_with_parser;
use tryparse::parser::FlexibleParser;

use super::{Reader, Reads, hold};
use crate::call_change::ChangeFile;
use crate::workloads::{EditFile, EditPart, MakePlan, Search};

pub(super) const READER: Reader = Reader {
    name: "tryparse",
    package: "tryparse",
    reads: Reads {
        search: read::<Search>,
        edit: read::<EditFile>,
        part: read::<EditPart>,
        plan: read::<MakePlan>,
        change: read::<ChangeFile>,
    },
};

static PARSER: LazyLock<FlexibleParser> = LazyLock::new(FlexibleParser::new);

fn read<T: DeserializeOwned>(text: &str, held: &dyn Fn()) -> Result<(), String> {
    match parse_with_parser::<T>(text, &PARSER) {
        Ok(value) => {
            hold(value, held);
            Ok(())
        }
        Err(error) => Err(error.to_string()),
    }
}
