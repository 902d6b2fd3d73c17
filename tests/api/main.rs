//! Compares the public API of each package, item by item, with the snapshot in this folder. Every
//! change of the API shows in a diff.
//!
//! ```text
//! cargo run -p public-api-check
//! cargo run -p public-api-check -- --renew
//! ```

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use public_api::Builder;

/// The published packages.
const PACKAGES: [&str; 4] = ["tool-core", "tool-derive", "tool-builtins", "tool-service"];

/// Marks a run of this program in place of rustdoc.
const IN_PLACE: &str = "PUBLIC_API_CHECK_RUSTDOC";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    if std::env::var_os(IN_PLACE).is_some() {
        return rustdoc();
    }
    let renew = std::env::args().any(|argument| argument == "--renew");
    let mut differs = false;
    for package in PACKAGES {
        let api = public_api(package)?;
        let snapshot = here().join(package).with_extension("txt");
        if renew {
            fs::write(snapshot, api)?;
            continue;
        }
        let was = fs::read_to_string(snapshot).unwrap_or_default();
        differs |= tell(package, &was, &api);
    }
    if differs {
        eprintln!("If that is meant: cargo run -p public-api-check -- --renew");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// A line for each public item, with all features, without the impls that every type has.
fn public_api(package: &str) -> Result<String, Box<dyn Error>> {
    let status = Command::new("cargo")
        .args(["rustdoc", "--quiet", "--all-features", "-p", package])
        .args(["--", "-Zunstable-options", "--output-format=json"])
        .current_dir(here())
        .env("RUSTDOC", std::env::current_exe()?)
        .env(IN_PLACE, "1")
        .status()?;
    if !status.success() {
        return Err(format!("rustdoc failed on {package}").into());
    }
    let json = here()
        .join("../../target/doc")
        .join(package.replace('-', "_"));
    let api = Builder::from_rustdoc_json(json.with_extension("json"))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    // An impl is listed both at its trait and at its type.
    let mut seen = HashSet::new();
    // The trait declares the functions of its impls.
    let mut implied = String::new();
    let lines = api.items().map(ToString::to_string).filter(|line| {
        if line.starts_with("impl") {
            let of = line.split_once(" for ").map(|(_, of)| of);
            let of = of.and_then(|of| of.split(" where ").next());
            implied = of.map(|of| format!("fn {of}::")).unwrap_or_default();
        }
        let is_implied = !implied.is_empty() && line.contains(&implied);
        !is_implied && seen.insert(line.clone())
    });
    let lines: Vec<_> = lines.collect();
    Ok(lines.join("\n") + "\n")
}

/// Runs rustdoc with an unstable option. Cargo must not see the option: it would rebuild all
/// dependencies.
fn rustdoc() -> Result<ExitCode, Box<dyn Error>> {
    let status = Command::new("rustdoc")
        .args(std::env::args_os().skip(1))
        .env("RUSTC_BOOTSTRAP", "1")
        .status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Prints the added and the removed items. Returns true if there are any.
fn tell(package: &str, was: &str, api: &str) -> bool {
    let missing_in = |text: &'_ str, line: &&str| !text.lines().any(|other| other == *line);
    let gone = was.lines().filter(|line| missing_in(api, line));
    let new = api.lines().filter(|line| missing_in(was, line));
    let mut changed = false;
    for line in gone
        .map(|line| format!("- {line}"))
        .chain(new.map(|line| format!("+ {line}")))
    {
        println!("{package}: {line}");
        changed = true;
    }
    changed
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}
