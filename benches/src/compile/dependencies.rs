//! The build time of `tool-core` and its dependencies, compared with serde, `serde_json` and
//! schemars with the same features.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use super::{median, package, ratio, rustc};

/// Number of rounds. Each round makes all builds.
const ROUNDS: usize = 3;

/// Each build, its dependencies, and its intended maximum as a multiple of the first build.
const TREES: [(&str, &[&str], Option<f64>); 4] = [
    (
        "serde, serde_json, schemars",
        &["serde", "serde_json", "schemars"],
        None,
    ),
    (
        "and regex-lite",
        &["serde", "serde_json", "schemars", "regex-lite"],
        None,
    ),
    (
        "and tool-derive",
        &[
            "serde",
            "serde_json",
            "schemars",
            "regex-lite",
            "tool-derive",
        ],
        Some(1.1),
    ),
    ("and tool-core itself", &["tool-core"], None),
];

/// Prints the seconds. They depend on the load of the machine. There is therefore no bound.
pub(crate) fn dependencies() -> ExitCode {
    match measured() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measured() -> io::Result<()> {
    let folder = package::root().join("target/compile/trees");
    let mut seconds = TREES.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for ((_, dependencies, _), seconds) in TREES.iter().zip(&mut seconds) {
            seconds.push(built(&folder, dependencies)?);
        }
    }
    println!(
        "{:<28} {:>11} {:>6}  wanted",
        "debug build of", "CPU seconds", "ratio"
    );
    let seconds = seconds.map(median);
    for ((name, _, wanted), taken) in TREES.iter().zip(seconds) {
        let ratio = ratio(taken, seconds[0]);
        let wanted = wanted.map(|wanted| wanted.to_string());
        let wanted = wanted.unwrap_or_default();
        println!("{name:<28} {taken:>11.1} {ratio:>6.2}  {wanted}");
    }
    Ok(())
}

/// Builds from an empty folder. The sources were downloaded before.
fn built(folder: &Path, dependencies: &[&str]) -> io::Result<f64> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let package = package::write(folder, dependencies)?;
    let mut fetch = Command::new("cargo");
    rustc::text(fetch.arg("fetch").current_dir(&package))?;
    let mut cargo = Command::new("cargo");
    cargo
        // The crates here are built as those that are downloaded.
        .env("CARGO_INCREMENTAL", "0")
        .args(["build", "--quiet", "--offline", "--manifest-path"])
        .arg(package.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.join("target"));
    rustc::seconds(&cargo)
}
