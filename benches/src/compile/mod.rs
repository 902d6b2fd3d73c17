//! The compile time of `derive(Tool)`, compared with `derive(Deserialize, JsonSchema)` on the same
//! structs.

mod binary;
mod dependencies;
mod package;
mod rustc;
mod sample;

use std::fs;
use std::io;
use std::process::ExitCode;

pub(crate) use binary::binary;
pub(crate) use dependencies::dependencies;
use rustc::{Build, Rustc};
use sample::{STRUCTS, Sample};

/// Each measure, with its maximum as a share of the comparison.
const LLVM_LINES: Measure = Measure::new("lines of LLVM IR", Some(0.75));
const EXPANDED_LINES: Measure = Measure::new("lines of Rust, expanded", None);
const INSTRUCTIONS: [(Build, Measure); 2] = [
    (
        Build::Check,
        Measure::new("cargo check, instructions", Some(1.1)),
    ),
    (
        Build::Debug,
        Measure::new("debug build, instructions", Some(1.0)),
    ),
];
const SECONDS: [(Build, Measure); 2] = [
    (Build::Check, Measure::new("cargo check, CPU seconds", None)),
    (Build::Debug, Measure::new("debug build, CPU seconds", None)),
];

/// Lines of LLVM IR for each struct, ours and theirs, as they were last recorded, with rustc
/// 1.95.0. A new compiler may change both. Record them again in that case.
const RECORDED: (f64, f64) = (2119.0, 2853.0);

/// Maximum growth of ours, alone and relative to theirs, before the figures must be recorded again.
const GROWTH: f64 = 1.05;

/// Number of measurements of the seconds, ours and theirs in turn.
const ROUNDS: usize = 5;

/// Prints the cost of the sample. Fails if a bound is violated. With `only_lines`, measures only
/// the figures that are equal on every machine and need no valgrind.
pub(crate) fn check(only_lines: bool) -> ExitCode {
    match measured(only_lines) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns true if all bounds hold.
fn measured(only_lines: bool) -> io::Result<bool> {
    let folder = package::root().join("target/compile");
    fs::create_dir_all(&folder)?;
    let rustc = Rustc::new(&folder)?;
    println!("{}; {STRUCTS} structs, for each:", rustc.version);
    println!(
        "{:<26} {:>12} {:>12} {:>6}  at most",
        "", "ours", "theirs", "ratio"
    );
    EXPANDED_LINES.print(both(|sample| rustc.expanded_lines(sample))?);
    let lines = both(|sample| rustc.llvm_lines(sample))?;
    let mut kept = LLVM_LINES.print(lines) & as_recorded(lines);
    if only_lines {
        return Ok(kept);
    }
    for (build, measure) in INSTRUCTIONS {
        kept &= measure.print(both(|sample| rustc.instructions(sample, build))?);
    }
    for (build, measure) in SECONDS {
        let mut rounds = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            let (ours, theirs) = both(|sample| rustc.seconds(sample, build))?;
            rounds[0].push(ours);
            rounds[1].push(theirs);
        }
        let [ours, theirs] = rounds.map(median);
        measure.print((ours, theirs));
    }
    Ok(kept)
}

/// Measures one struct, ours and theirs.
fn both(measure: impl Fn(Sample) -> io::Result<f64>) -> io::Result<(f64, f64)> {
    let each = |all: f64| all / f64::from(STRUCTS);
    Ok((
        measure(Sample::Ours).map(each)?,
        measure(Sample::Theirs).map(each)?,
    ))
}

/// Returns true if the number of lines is close to the recorded number.
fn as_recorded((ours, theirs): (f64, f64)) -> bool {
    let lines = ratio(ours, RECORDED.0);
    let share = ratio(ratio(ours, theirs), ratio(RECORDED.0, RECORDED.1));
    println!("beside those recorded: lines {lines:.3}, ratio {share:.3}, at most {GROWTH}");
    lines <= GROWTH && share <= GROWTH
}

fn ratio(ours: f64, theirs: f64) -> f64 {
    ours / theirs.max(f64::MIN_POSITIVE)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

struct Measure {
    name: &'static str,
    bound: Option<f64>,
}

impl Measure {
    const fn new(name: &'static str, bound: Option<f64>) -> Self {
        Self { name, bound }
    }

    /// Prints a line. Returns true if the bound holds.
    fn print(&self, (ours, theirs): (f64, f64)) -> bool {
        let ratio = ratio(ours, theirs);
        let digits = if theirs < 1.0 { 4 } else { 0 };
        let bound = self.bound.map(|bound| format!("{bound:.2}"));
        println!(
            "{:<26} {ours:>12.digits$} {theirs:>12.digits$} {ratio:>6.3}  {}",
            self.name,
            bound.unwrap_or_default()
        );
        self.bound.is_none_or(|bound| ratio <= bound)
    }
}
