use std::fmt::Write as _;
use std::io;

use super::{ratio, thousands};
use crate::{compiled, first};

/// Returns the instructions to compile a definition and a validator of the same schema.
///
/// # Errors
///
/// Returns an error if valgrind cannot be run.
pub(crate) fn compiled() -> io::Result<String> {
    let mut table = "| schema of | `Definition::new` | `jsonschema::validator_for` | ratio |\n\
                     |---|---|---|---|\n"
        .to_owned();
    for compiled::Cost { tool, own, peer } in compiled::costs()? {
        let ratio = ratio(own, peer);
        let (own, peer) = (thousands(own), thousands(peer));
        writeln!(table, "| `{tool}` | {own} | {peer} | {ratio} |").ok();
    }
    Ok(table)
}

/// Returns the instructions of a first call and of a later call.
///
/// # Errors
///
/// Returns an error if valgrind cannot be run.
pub(crate) fn first() -> io::Result<String> {
    let mut table = "| tools in the set | once, with the first call | each call |\n\
                     |---|---|---|\n"
        .to_owned();
    for (number, set) in [(1, "one"), (100, "hundred")] {
        let cost = first::cost(set)?;
        let (once, call) = (thousands(cost.once), thousands(cost.call));
        writeln!(table, "| {number} | {once} | {call} |").ok();
    }
    Ok(table)
}
