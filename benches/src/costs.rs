//! Prints the cost of each workload as lines of JSON for the table of `docs/compared.md`.

use std::io;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::measure::instructions;
use crate::workloads::{Group, METHODS, WORKLOADS, Workload};

/// Number of rounds, with both ways in turn. The least time counts.
const ROUNDS: usize = 25;

/// Duration of one way in one round.
const TIMED: Duration = Duration::from_millis(4);

/// Prints the instructions and the nanoseconds of one reading, in both ways.
///
/// # Errors
///
/// If valgrind cannot be run, or its report is not understood.
pub(crate) fn print() -> io::Result<()> {
    for workload in WORKLOADS {
        let [bare, parse] = METHODS.map(|method| instructions(&["run", workload.name, method]));
        let [bare_ns, parse_ns] = timed(workload.name)?;
        let cost = json!({
            "call": workload.name,
            "plain": workload.group == Group::Plain,
            "bytes": (workload.text)().len(),
            "bare": bare?,
            "parse": parse?,
            "bare_ns": bare_ns,
            "parse_ns": parse_ns,
        });
        println!("{cost}");
    }
    Ok(())
}

/// Runs a workload in a separate process under valgrind.
fn timed(workload: &str) -> io::Result<[u64; 2]> {
    let output = Command::new(std::env::current_exe()?)
        .args(["time", workload])
        .output()?;
    serde_json::from_slice(&output.stdout).map_err(io::Error::other)
}

/// Returns the nanoseconds of one reading, in both ways.
pub(crate) fn nanoseconds(workload: &Workload) -> [u64; 2] {
    let ways = [
        (workload.bare, (workload.well_formed)()),
        (workload.parse, (workload.text)()),
    ];
    let times = ways.each_ref().map(|(read, text)| {
        let start = Instant::now();
        read(text);
        let once = start.elapsed().as_nanos().max(1);
        (TIMED.as_nanos() / once).max(1)
    });
    let mut least = [u64::MAX; 2];
    for _ in 0..ROUNDS {
        for (((read, text), times), least) in ways.iter().zip(times).zip(&mut least) {
            let start = Instant::now();
            for _ in 0..times {
                read(text);
            }
            let each = start.elapsed().as_nanos() / times;
            *least = (*least).min(u64::try_from(each).unwrap_or(u64::MAX));
        }
    }
    least
}
