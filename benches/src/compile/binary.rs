//! The size of a stripped program with one tool, compared with the same struct and the derives of
//! serde and schemars.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use super::sample::Sample;
use super::{package, rustc};

/// Variables for cargo and their values.
type Settings = &'static [(&'static str, &'static str)];

/// Release builds. Each is a name, its settings, and the maximum size of ours in bytes.
const BUILDS: [(&str, Settings, u64); 3] = [
    ("default", &[], 2_250_000),
    ("lto", &LTO, 1_800_000),
    (
        "lto, opt-level z, panic abort",
        &[
            LTO[0],
            LTO[1],
            ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "z"),
            ("CARGO_PROFILE_RELEASE_PANIC", "abort"),
        ],
        1_200_000,
    ),
];

const LTO: [(&str, &str); 2] = [
    ("CARGO_PROFILE_RELEASE_LTO", "fat"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1"),
];

const MAIN: &str = r#"
fn main() {
    println!("{:?}", define0());
    let text = std::env::args().nth(1).unwrap_or_default();
    if let Err(error) = read0(&text) {
        println!("{error}");
    }
}
"#;

/// Prints the sizes in bytes. Fails if one of ours is too large.
pub(crate) fn binary() -> ExitCode {
    match measured() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns true if all bounds hold.
fn measured() -> io::Result<bool> {
    println!(
        "{:<30} {:>9} {:>9}  at most",
        "stripped release build", "ours", "theirs"
    );
    let mut kept = true;
    for (name, settings, most) in BUILDS {
        let ours = built(Sample::Ours, &["tool-core"], settings)?;
        let theirs = built(
            Sample::Theirs,
            &["serde", "serde_json", "schemars"],
            settings,
        )?;
        println!("{name:<30} {ours:>9} {theirs:>9}  {most}");
        kept &= ours <= most;
    }
    Ok(kept)
}

/// Builds the program and returns its size in bytes.
fn built(sample: Sample, dependencies: &[&str], settings: Settings) -> io::Result<u64> {
    let folder = package::root()
        .join("target/compile/binary")
        .join(sample.name());
    let package = package::write(&folder, dependencies)?;
    let source = format!("{}{MAIN}", sample.one(0));
    fs::write(package.join("src/main.rs"), source)?;
    let mut fetch = Command::new("cargo");
    rustc::text(fetch.arg("fetch").current_dir(&package))?;
    let target = folder.join("target");
    let mut build = Command::new("cargo");
    build
        .env("CARGO_PROFILE_RELEASE_STRIP", "true")
        .envs(settings.iter().copied())
        .args([
            "build",
            "--release",
            "--quiet",
            "--offline",
            "--manifest-path",
        ])
        .arg(package.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target);
    rustc::text(&mut build)?;
    size(&target.join("release/sample"))
}

fn size(program: &Path) -> io::Result<u64> {
    fs::metadata(program).map(|metadata| metadata.len())
}
