use std::io;
use std::process::Command;

const FEW: u64 = 10;
const MANY: u64 = 60;

/// Returns the instructions of one repetition of this program with those arguments, and the number
/// of repetitions in the difference.
///
/// # Errors
///
/// If valgrind cannot be run, or its report is not understood.
pub(crate) fn instructions(arguments: &[&str]) -> io::Result<u64> {
    let total = |times: u64| collected(&[], &[arguments, &[&times.to_string()]].concat());
    Ok(total(MANY)?.saturating_sub(total(FEW)?) / (MANY - FEW))
}

/// Returns the instructions of [`crate::growth::counted`] in a run of this program with those
/// arguments.
///
/// # Errors
///
/// As for [`instructions`].
pub(crate) fn counted(arguments: &[&str]) -> io::Result<u64> {
    collected(&["--toggle-collect=*growth*counted*"], arguments)
}

/// The instructions of a run of this program with those arguments.
///
/// # Errors
///
/// As for [`instructions`].
pub(crate) fn collected(options: &[&str], arguments: &[&str]) -> io::Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(options)
        .arg(std::env::current_exe()?)
        .args(arguments)
        .output()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report
        .lines()
        .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    match collected {
        Some(collected) if output.status.success() => Ok(collected),
        _ => Err(io::Error::other(report.into_owned())),
    }
}

/// Returns the peak memory of this program in a run with those arguments, in KiB, as the program
/// prints it.
///
/// # Errors
///
/// If it cannot be run, or fails.
pub(crate) fn peak(arguments: &[&str]) -> io::Result<u64> {
    let output = Command::new(std::env::current_exe()?)
        .args(arguments)
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let peak = printed.trim().parse();
    peak.map_err(|_| io::Error::other(printed.into_owned()))
}

/// The most memory that this process held so far, in KiB. Linux provides the figure.
///
/// # Errors
///
/// If the file does not exist or has another form.
pub(crate) fn own_peak() -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| {
        let value = line.strip_prefix("VmHWM:")?.trim().strip_suffix("kB")?;
        value.trim().parse().ok()
    });
    peak.ok_or_else(|| io::Error::other(status))
}
