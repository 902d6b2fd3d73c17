//! Measures the compiler on a crate of the sample, and the size of its output.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::sample::Sample;

/// The mode in which the compiler runs.
#[derive(Clone, Copy)]
pub(super) enum Build {
    /// As `cargo check` runs it.
    Check,
    /// As `cargo build` does.
    Debug,
}

impl Build {
    fn emit(self) -> &'static str {
        match self {
            Self::Check => "--emit=dep-info,metadata",
            Self::Debug => "--emit=dep-info,metadata,link",
        }
    }
}

/// The compiler, and the built dependencies of the sample.
pub(super) struct Rustc {
    /// The compiler, not the wrapper that chooses a toolchain.
    path: PathBuf,
    pub(super) version: String,
    folder: PathBuf,
    externs: Vec<String>,
}

impl Rustc {
    /// Builds the dependencies of the sample in a separate folder.
    ///
    /// # Errors
    ///
    /// If cargo or the compiler cannot be run, or fail.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let sysroot = text(Command::new("rustc").args(["--print", "sysroot"]))?;
        let path = Path::new(sysroot.trim()).join("bin/rustc");
        let version = text(Command::new(&path).arg("--version"))?;
        let externs = externs(folder)?;
        for sample in [Sample::Ours, Sample::Theirs] {
            fs::write(folder.join(source(sample)), sample.source())?;
        }
        Ok(Self {
            path,
            version: version.trim().to_owned(),
            folder: folder.to_owned(),
            externs,
        })
    }

    /// User and system time, in seconds.
    ///
    /// # Errors
    ///
    /// If the compiler cannot be run, or fails.
    pub(super) fn seconds(&self, sample: Sample, build: Build) -> io::Result<f64> {
        let rustc = self.command(sample, &[build.emit(), "-Cdebuginfo=2"]);
        seconds(&rustc)
    }

    /// Instructions, as valgrind counts them. They differ by about a thousandth between machines.
    ///
    /// # Errors
    ///
    /// If valgrind cannot be run, or the compiler fails.
    pub(super) fn instructions(&self, sample: Sample, build: Build) -> io::Result<f64> {
        let log = self.folder.join("valgrind.log");
        let rustc = self.command(sample, &[build.emit(), "-Cdebuginfo=2"]);
        let mut valgrind = Command::new("valgrind");
        valgrind
            .args(["--tool=cachegrind", "--cache-sim=no"])
            .arg("--cachegrind-out-file=/dev/null")
            .arg(format!("--log-file={}", log.display()))
            .arg(rustc.get_program())
            .args(rustc.get_args());
        succeeded(&mut valgrind)?;
        let report = fs::read_to_string(log)?;
        let counted = report.lines().find_map(|line| {
            let count = line.split_once("refs:")?.1.replace(',', "");
            count.trim().parse::<f64>().ok()
        });
        counted.ok_or_else(|| io::Error::other(report))
    }

    /// Lines of LLVM IR in functions before LLVM optimises them, which is the measure of
    /// `cargo llvm-lines`.
    ///
    /// # Errors
    ///
    /// If the compiler cannot be run, or fails.
    pub(super) fn llvm_lines(&self, sample: Sample) -> io::Result<f64> {
        let options = [
            "--emit=llvm-ir",
            "-Ccodegen-units=1",
            "-Cno-prepopulate-passes",
            "-Cpasses=name-anon-globals",
        ];
        succeeded(&mut self.command(sample, &options))?;
        let ir = fs::read_to_string(self.folder.join(sample.name()).with_extension("ll"))?;
        // An instruction is indented by two columns. The cases of a `switch` and debug information
        // are indented further.
        let counts = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
        Ok(number(ir.lines().filter(counts).count()))
    }

    /// Lines of Rust after the macros.
    ///
    /// # Errors
    ///
    /// If the compiler cannot be run, or fails.
    pub(super) fn expanded_lines(&self, sample: Sample) -> io::Result<f64> {
        let mut rustc = self.command(sample, &["-Zunpretty=expanded"]);
        let expanded = text(rustc.env("RUSTC_BOOTSTRAP", "1"))?;
        Ok(number(expanded.lines().count()))
    }

    fn command(&self, sample: Sample, options: &[&str]) -> Command {
        let mut rustc = Command::new(&self.path);
        rustc
            .args(["--edition=2024", "--crate-type=lib", "--crate-name"])
            .arg(sample.name())
            .arg(self.folder.join(source(sample)))
            .arg("--out-dir")
            .arg(&self.folder)
            .args(&self.externs)
            .args(options);
        rustc
    }
}

#[expect(clippy::cast_precision_loss, reason = "a count far below 2^52")]
fn number(lines: usize) -> f64 {
    lines as f64
}

fn source(sample: Sample) -> PathBuf {
    Path::new(sample.name()).with_extension("rs")
}

/// Builds the dependencies of both crates and returns their paths.
fn externs(folder: &Path) -> io::Result<Vec<String>> {
    let names = ["tool_core", "serde", "serde_json", "schemars"];
    let package = super::package::write(folder, &["tool-core", "serde", "serde_json", "schemars"])?;
    let mut cargo = Command::new("cargo");
    cargo
        .args([
            "build",
            "--quiet",
            "--message-format=json",
            "--manifest-path",
        ])
        .arg(package.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.join("target"));
    let messages = text(&mut cargo)?;
    let mut externs = vec![format!(
        "-Ldependency={}",
        folder.join("target/debug/deps").display()
    )];
    for message in messages.lines() {
        let message: Value = serde_json::from_str(message)?;
        let name = message["target"]["name"].as_str().unwrap_or_default();
        let files = message["filenames"].as_array().into_iter().flatten();
        let mut files = files.filter_map(Value::as_str);
        if names.contains(&name)
            && let Some(file) = files.find(is_library)
        {
            externs.push(format!("--extern={name}={file}"));
        }
    }
    Ok(externs)
}

fn is_library(file: &&str) -> bool {
    let extension = Path::new(file).extension();
    extension.is_some_and(|extension| extension == "rlib")
}

/// User and system time of a command and all that it starts, in seconds.
pub(super) fn seconds(command: &Command) -> io::Result<f64> {
    let mut shell = Command::new("sh");
    // The second line is the time of the child processes.
    shell
        .args(["-c", "\"$@\" && times", "sh"])
        .arg(command.get_program())
        .args(command.get_args());
    let printed = text(&mut shell)?;
    let children = printed.lines().last().unwrap_or_default();
    let times = children.split_whitespace().map(|time| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    });
    let total: Option<f64> = times.sum();
    total.ok_or_else(|| io::Error::other(printed))
}

/// Returns the output of a command.
pub(super) fn text(command: &mut Command) -> io::Result<String> {
    let output = succeeded(command)?;
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

fn succeeded(command: &mut Command) -> io::Result<Output> {
    let output = command.stderr(Stdio::piped()).output()?;
    if output.status.success() {
        return Ok(output);
    }
    let output = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("{command:?} failed:\n{output}")))
}
