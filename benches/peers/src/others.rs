//! Runs the programs of other languages and collects their output.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use peers::CALLS;
use serde_json::Value;

use crate::costs;

/// Duration of one reading in one round, in milliseconds of processor time.
const MILLISECONDS: &str = "150";
const ROUNDS: usize = 5;

/// The native readers of the same rounds. The first one is the base of the ratios.
const NATIVE: [&str; 2] = ["serde_json", "tool-core"];

/// A library of another language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Peer {
    pub(crate) name: String,
    pub(crate) version: String,
}

/// The installed programs and their dependencies, from `benches/peers/run`.
pub(crate) struct Programs {
    inputs: PathBuf,
    commands: Vec<Vec<PathBuf>>,
    /// Programs that read calls in texts.
    texts: Vec<Vec<PathBuf>>,
}

impl Programs {
    /// Returns the programs in a folder.
    pub(crate) fn of(work: &Path) -> Self {
        let node = vec!["node".into(), work.join("node/peers.mjs")];
        let python = vec![work.join("venv/bin/python"), work.join("python/peers.py")];
        let texts = vec![
            vec![work.join("rust/debug/texts")],
            vec!["node".into(), work.join("node/texts.mjs")],
            vec![work.join("venv/bin/python"), work.join("python/texts.py")],
        ];
        Self {
            inputs: work.join("inputs"),
            commands: vec![node, python],
            texts,
        }
    }

    /// Asks each program for the faults and for each row of the matrix, one per line.
    ///
    /// # Errors
    ///
    /// If one cannot be run, or fails.
    pub(crate) fn say(&self, matrix: Option<&Path>) -> io::Result<Vec<Value>> {
        let argument = matrix.and_then(Path::to_str).into_iter();
        let arguments: Vec<_> = argument.collect();
        let output = self
            .commands
            .iter()
            .map(|command| self.lines(command, "say", &arguments));
        Ok(output.collect::<io::Result<Vec<_>>>()?.concat())
    }

    /// Returns the nanoseconds of each call by each peer: the median of several rounds. The native
    /// readers have no version. A rejected call has no time.
    ///
    /// # Errors
    ///
    /// If one cannot be run, or fails.
    pub(crate) fn times(&self) -> io::Result<BTreeMap<(Peer, String), Option<f64>>> {
        let mut rounds: BTreeMap<(Peer, String), Vec<Option<f64>>> = BTreeMap::new();
        for _ in 0..ROUNDS {
            let mut lines = native()?;
            for command in &self.commands {
                lines.extend(self.lines(command, "time", &[MILLISECONDS])?);
            }
            for line in &lines {
                let key = (peer(line), text(line, "call"));
                rounds.entry(key).or_default().push(line["ns"].as_f64());
            }
        }
        let medians = rounds.into_iter().map(|(key, times)| (key, median(times)));
        Ok(medians.collect())
    }

    /// Returns the calls that each parser of each library reads in the texts of a file, as lines
    /// `{peer, version, parser, id, calls}`. A text without calls may have no line.
    ///
    /// # Errors
    ///
    /// Returns an error if a program cannot be run or fails.
    pub(crate) fn texts(&self, file: &Path) -> io::Result<Vec<Value>> {
        let output = self.texts.iter().map(|command| {
            let mut run = Command::new(&command[0]);
            printed(run.args(&command[1..]).arg(file))
        });
        Ok(output.collect::<io::Result<Vec<_>>>()?.concat())
    }

    fn lines(&self, command: &[PathBuf], mode: &str, arguments: &[&str]) -> io::Result<Vec<Value>> {
        let mut run = Command::new(&command[0]);
        let run = run.args(&command[1..]).arg(mode).arg(&self.inputs);
        printed(run.args(arguments))
    }
}

/// Runs a program, and reads each line that it prints as JSON.
fn printed(command: &mut Command) -> io::Result<Vec<Value>> {
    let output = command.output()?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(io::Error::other(error));
    }
    let output = String::from_utf8_lossy(&output.stdout);
    let lines = output.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().map_err(io::Error::other)
}

/// Returns the peer that a line belongs to.
pub(crate) fn peer(line: &Value) -> Peer {
    Peer {
        name: text(line, "peer"),
        version: text(line, "version"),
    }
}

/// Returns a string of a line.
pub(crate) fn text(line: &Value, key: &str) -> String {
    line[key].as_str().unwrap_or_default().to_owned()
}

fn median(times: Vec<Option<f64>>) -> Option<f64> {
    let mut times: Vec<_> = times.into_iter().collect::<Option<_>>()?;
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

/// Times each native reader in a separate process.
fn native() -> io::Result<Vec<Value>> {
    let mut lines = Vec::new();
    for call in CALLS {
        for reader in NATIVE {
            let output = Command::new(std::env::current_exe()?)
                .args(["time", call.name, reader, MILLISECONDS])
                .output()?;
            let line = serde_json::from_slice(&output.stdout).map_err(io::Error::other)?;
            lines.push(line);
        }
    }
    Ok(lines)
}

/// Reads a call for this number of milliseconds. Prints the same line as the programs of other
/// languages.
pub(crate) fn time(call: &str, reader: &str, milliseconds: usize) -> bool {
    let Some((found, by)) = costs::found(call, reader) else {
        return false;
    };
    let text = (found.text)();
    let read = by.reads.of(found.shape);
    let is_read = read(&text, &|| {}).is_ok();
    let run = |limit: f64| {
        let (mut times, start) = (0_u32, spent());
        while times == 0 || spent() - start < limit {
            for _ in 0..if times < 64 { 1 } else { 16 } {
                read(&text, &|| {}).ok();
                times += 1;
            }
        }
        (spent() - start) / f64::from(times)
    };
    let limit = 1e6 * f64::from(u32::try_from(milliseconds).unwrap_or(u32::MAX));
    let ns = is_read.then(|| {
        run(limit / 3.0);
        run(limit)
    });
    println!(
        "{}",
        serde_json::json!({"peer": reader, "version": "", "call": call, "ns": ns})
    );
    true
}

/// Returns the nanoseconds of processor time of this thread on Linux. Returns the elapsed time on
/// other systems.
fn spent() -> f64 {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = status.and_then(|status| status.split(' ').next()?.parse().ok());
    ran.unwrap_or_else(|| {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e9
    })
}
