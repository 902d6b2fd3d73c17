//! The tables of the page, in Markdown, one file for each kind of figure.

mod costs;
mod faults;
mod once;
mod read;
mod times;
mod workloads;

pub(crate) use costs::{costs, memory};
pub(crate) use faults::{faults, versions};
pub(crate) use once::{compiled, first};
pub(crate) use read::{matrix, mended};
pub(crate) use times::times;
pub(crate) use workloads::workloads;

use peers::Call;

/// Readers that differ from another only in what they say of faults.
const TOLD_OTHERWISE: [&str; 2] = ["tool-core, all issues", "deserr, JsonError"];

/// The first lines of a table that has a column for each call.
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

/// A ratio with two digits, rounded up; a whole number where it is large.
fn ratio(of: u64, bare: u64) -> String {
    let hundredths = (of * 100).div_ceil(bare.max(1));
    if hundredths >= 1000 {
        return (hundredths / 100).to_string();
    }
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Instructions in thousands; what is less depends on where the allocator stands.
fn thousands(instructions: u64) -> String {
    ((instructions + 500) / 1000).to_string()
}
