use std::fmt::Write as _;
use std::io;

use peers::{FAULTS, READERS, SIX, named};
use serde_json::Value;
use tiktoken_rs::o200k_base_singleton;

use super::{Measured, thousands};
use crate::{costs, others};

const LOCK: &str = include_str!("../../../../Cargo.lock");

/// Returns the versions of all libraries, the date and the commit.
pub(crate) fn versions(answers: &[Value], measured: &Measured<'_>) -> String {
    let Measured { date, commit } = measured;
    let mut packages: Vec<_> = READERS.iter().map(|reader| reader.package).collect();
    packages.dedup();
    let crates = packages
        .iter()
        .map(|package| format!("{package} {}", version(package)));
    // Variants of one library, such as `ajv, coerceTypes`, have the same version.
    let others = answers.iter().filter(|line| line.get("text").is_some());
    let others = others.map(others::peer);
    let others = others.filter(|peer| !peer.name.contains(','));
    let others = others.map(|peer| format!("{} {}", peer.name, peer.version));
    format!(
        "Measured on {date} at commit `{commit}`.\n\n- Rust: {}.\n- Node.js and Python: {}.\n",
        crates.collect::<Vec<_>>().join(", "),
        others.collect::<Vec<_>>().join(", "),
    )
}

fn version(package: &str) -> &'static str {
    let name = format!("name = \"{package}\"\nversion = \"");
    let found = LOCK.split_once(&name);
    let found = found.and_then(|(_, rest)| rest.split_once('"'));
    found.map_or("?", |(version, _)| version)
}

/// Returns the table of the call with six faults: faults named, tokens and instructions.
///
/// # Errors
///
/// Returns an error if valgrind cannot be run.
pub(crate) fn faults(answers: &[Value]) -> io::Result<String> {
    let mut table = format!(
        "| | faults named, of {SIX} | tokens of the text | thousand instructions |\n\
         |---|---|---|---|\n"
    );
    for reader in READERS {
        let cost = costs::cost(&FAULTS, reader)?;
        let text = cost.refusal.unwrap_or_default();
        let instructions = thousands(cost.instructions);
        describe(&mut table, reader.name, &text, &instructions);
    }
    for line in answers.iter().filter(|line| line.get("text").is_some()) {
        let text = line["text"].as_str().unwrap_or_default();
        describe(&mut table, &others::peer(line).name, text, "–");
    }
    Ok(table)
}

fn describe(table: &mut String, name: &str, text: &str, instructions: &str) {
    let tokens = o200k_base_singleton().encode_ordinary(text).len();
    let named = named(text);
    writeln!(table, "| {name} | {named} | {tokens} | {instructions} |").ok();
}
