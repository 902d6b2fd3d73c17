//! The tables of the page, in Markdown. Each kind of figure has a file.

mod costs;
mod faults;
mod once;
mod read;
mod texts;
mod times;
mod workloads;

pub(crate) use costs::{costs, memory};
pub(crate) use faults::{faults, versions};
pub(crate) use once::{compiled, first};
pub(crate) use read::{matrix, mended};
pub(crate) use texts::texts;
pub(crate) use times::times;
pub(crate) use workloads::workloads;

use peers::Call;

/// Date and commit of the measurement.
pub(crate) struct Measured<'m> {
    pub(crate) date: &'m str,
    pub(crate) commit: &'m str,
}

/// Readers that differ from another reader only in their error texts.
const OTHER_ERROR_TEXTS: [&str; 2] = ["tool-core, all issues", "deserr, JsonError"];

/// Returns the first two lines of a table with a column for each call.
fn header(calls: &[&Call]) -> String {
    let name = |call: &&Call| format!(" {} ({}) |", call.name, size((call.text)().len()));
    let names: String = calls.iter().map(name).collect();
    format!("| |{names}\n|---|{}\n", "---|".repeat(calls.len()))
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{} KB", (bytes + 500) / 1000),
        _ => format!("{} MB", (bytes + 500_000) / 1_000_000),
    }
}

/// Formats a ratio with two digits, rounded up. Ratios from 10 have no digits.
fn ratio(of: u64, bare: u64) -> String {
    let hundredths = (of * 100).div_ceil(bare.max(1));
    if hundredths >= 1000 {
        return (hundredths / 100).to_string();
    }
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Formats instructions in thousands. The last three digits depend on the state of the allocator.
fn thousands(instructions: u64) -> String {
    ((instructions + 500) / 1000).to_string()
}
