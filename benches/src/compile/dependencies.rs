//! What building `tool-core`, and what it depends on, takes beside serde, `serde_json`
//! and schemars.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use super::{median, package, ratio, rustc};

/// Each build is made so often, all in turn.
const ROUNDS: usize = 3;

/// So much more than the first may the second take.
const BOUND: f64 = 1.1;

/// What is built, and what it depends on.
const TREES: [(&str, &[&str]); 3] = [
    (
        "serde, serde_json, schemars",
        &["serde", "serde_json", "schemars"],
    ),
    (
        "what tool-core depends on",
        &[
            "serde",
            "serde_json",
            "schemars",
            "regex-lite",
            "tool-derive",
        ],
    ),
    ("tool-core, with it", &["tool-core"]),
];

/// Prints the seconds. They depend on how busy the machine is, so that no bound is held
/// to here.
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
        for ((_, dependencies), seconds) in TREES.iter().zip(&mut seconds) {
            seconds.push(built(&folder, dependencies)?);
        }
    }
    println!("debug build of         CPU seconds (median of {ROUNDS})  ratio  wanted");
    let seconds = seconds.map(median);
    for (number, ((name, _), taken)) in TREES.iter().zip(seconds).enumerate() {
        let wanted = if number == 1 {
            BOUND.to_string()
        } else {
            String::new()
        };
        let ratio = ratio(taken, seconds[0]);
        println!("{name:<28} {taken:>8.1} {ratio:>6.2}  {wanted}");
    }
    Ok(())
}

/// Builds from nothing; what is fetched was fetched before.
fn built(folder: &Path, dependencies: &[&str]) -> io::Result<f64> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let package = package::write(folder, dependencies)?;
    let mut fetch = Command::new("cargo");
    rustc::text(fetch.arg("fetch").current_dir(&package))?;
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--quiet", "--offline", "--manifest-path"])
        .arg(package.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.join("target"));
    rustc::seconds(&cargo)
}
