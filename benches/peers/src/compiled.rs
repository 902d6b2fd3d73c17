//! The cost of compiling a definition from a schema, compared with a validator for the same schema.

use std::hint::black_box;
use std::io;

use peers::schemas;
use tool_core::Definition;

use crate::measure::collected;

const FEW: u64 = 2;
const MANY: u64 = 12;

/// The cost of one schema.
pub(crate) struct Cost {
    /// The tool whose schema it is.
    pub(crate) tool: &'static str,
    /// The instructions of `Definition::new`.
    pub(crate) own: u64,
    /// The instructions of `jsonschema::validator_for`.
    pub(crate) peer: u64,
}

/// Measures the cost of each schema.
///
/// # Errors
///
/// If valgrind cannot be run, or its report is not understood.
pub(crate) fn costs() -> io::Result<Vec<Cost>> {
    let names = schemas().into_iter().map(|(tool, _)| tool);
    let costs = names.map(|tool| {
        Ok(Cost {
            tool,
            own: instructions(tool, "own")?,
            peer: instructions(tool, "jsonschema")?,
        })
    });
    costs.collect()
}

fn instructions(tool: &str, by: &str) -> io::Result<u64> {
    let total = |times: u64| collected(&[], &["compile", tool, by, &times.to_string()]);
    Ok(total(MANY)?.saturating_sub(total(FEW)?) / (MANY - FEW))
}

/// Compiles a schema that many times. This is the part that valgrind counts. A definition owns its
/// schema, so both ways get a copy.
pub(crate) fn run(tool: &str, by: &str, times: usize) -> bool {
    let Some((_, schema)) = schemas().into_iter().find(|(name, _)| *name == tool) else {
        return false;
    };
    (0..times).all(|_| {
        let schema = black_box(schema.clone());
        if by == "own" {
            black_box(Definition::new(tool, "A tool.", schema)).is_ok()
        } else {
            black_box(jsonschema::validator_for(&schema)).is_ok()
        }
    })
}
