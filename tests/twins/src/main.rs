//! Compares many tools: `cargo run -p twins -- --tools 2000 --seed 7`. They are built and read in
//! batches: each crate stays small. Faults are written to a file.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::{env, fs};

use twins::Counts;

/// Number of tools that are built together, in two crates.
const BATCH: u32 = 250;

fn main() -> ExitCode {
    match run() {
        Ok(is_right) if is_right => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool, String> {
    let (mut tools, mut seed) = (2000, 1);
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().and_then(|text| text.parse::<u32>().ok());
        match (word.as_str(), value) {
            ("--tools", Some(value)) => tools = value,
            ("--seed", Some(value)) => seed = value,
            _ => return Err("twins [--tools 2000] [--seed 1]".to_owned()),
        }
    }
    let out = env::temp_dir().join(format!("twins-{}", std::process::id()));
    let mut counts = Counts::default();
    let mut faults = String::new();
    let (mut left, mut batch) = (tools, 0);
    while left > 0 {
        let size = left.min(BATCH);
        faults.push_str("#### seed ");
        faults.push_str(&(seed * 1000 + batch).to_string());
        faults.push_str(" of the batch\n");
        faults += &compare(size, seed * 1000 + batch, &out, &mut counts)?;
        left -= size;
        batch += 1;
    }
    let path = PathBuf::from("target/twins-faults.txt");
    fs::write(&path, &faults).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{}", counts.line());
    let is_right = counts.are_right();
    if !is_right {
        eprintln!("see {}", path.display());
    }
    Ok(is_right)
}

/// Builds and reads one batch. Returns the faults.
fn compare(
    tools: u32,
    seed: u32,
    out: &std::path::Path,
    to: &mut Counts,
) -> Result<String, String> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status = Command::new(cargo)
        .args(["test", "--quiet", "--package", "twins", "--tests"])
        .env("TWINS_TOOLS", tools.to_string())
        .env("TWINS_SEED", seed.to_string())
        .env("TWINS_OUT", out)
        .stdout(std::process::Stdio::null())
        .status()
        .map_err(|error| error.to_string())?;
    let read = |part: &str, end: &str| {
        let path = format!("{}.{part}.{end}", out.display());
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"));
        let _ = fs::remove_file(&path);
        text
    };
    if !status.success() {
        return Err(format!("the tools of seed {seed} do not compile"));
    }
    let mut faults = String::new();
    for part in ["first", "second"] {
        if !to.add(&read(part, "counts")?) {
            return Err("the counts cannot be read".to_owned());
        }
        faults += &read(part, "faults")?;
    }
    Ok(faults)
}
