use std::io;
use std::process::Command;

const FEW: u64 = 10;
const MANY: u64 = 60;

/// The instructions of one reading.
///
/// # Errors
///
/// If valgrind cannot be run, or its report is not understood.
pub(crate) fn instructions(workload: &str, method: &str) -> io::Result<u64> {
    let few = total(workload, method, FEW)?;
    let many = total(workload, method, MANY)?;
    Ok(many.saturating_sub(few) / (MANY - FEW))
}

fn total(workload: &str, method: &str, times: u64) -> io::Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["run", workload, method, &times.to_string()])
        .output()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report
        .lines()
        .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    collected.ok_or_else(|| io::Error::other(report.into_owned()))
}
