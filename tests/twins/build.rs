//! Writes the types and the values of the twins.

#[path = "src/generate/mod.rs"]
mod generate;

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/generate");
    println!("cargo::rerun-if-env-changed=TWINS_TOOLS");
    println!("cargo::rerun-if-env-changed=TWINS_SEED");
    let number = |name: &str, default: u32| match env::var(name) {
        Ok(text) => text.parse().map_err(io::Error::other),
        Err(_) => Ok(default),
    };
    let tools = number("TWINS_TOOLS", 200)?;
    let seed = number("TWINS_SEED", 1)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let half = tools / 2;
    for (name, numbers) in [("first.rs", 0..half), ("second.rs", half..tools)] {
        fs::write(Path::new(&out).join(name), generate::twins(seed, numbers))?;
    }
    Ok(())
}
