//! The tables of the page, in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::{io, thread};

use peers::{CALLS, Call, FAULTS, PLAIN, READERS, Reader, SIX, named};
use serde_json::Value;
use tiktoken_rs::o200k_base_singleton;

use crate::costs::{self, Cost};
use crate::matrix::{self, Row};
use crate::others::{self, Peer};
use crate::{compiled, first};

const LOCK: &str = include_str!("../../../Cargo.lock");

/// Readers that differ from another only in what they say of faults.
const TOLD_OTHERWISE: [&str; 2] = ["tool-core, all issues", "deserr, JsonError"];

/// The versions of all, and the day.
pub(crate) fn versions(said: &[Value], date: &str) -> String {
    let mut packages: Vec<_> = READERS.iter().map(|reader| reader.package).collect();
    packages.dedup();
    let crates = packages
        .iter()
        .map(|package| format!("{package} {}", version(package)));
    let mut others: Vec<_> = said
        .iter()
        .filter(|line| line.get("text").is_some())
        .map(others::peer)
        .collect();
    others.dedup();
    let others = others
        .iter()
        .map(|peer| format!("{} {}", peer.name, peer.version));
    format!(
        "Measured on {date}. Rust: {}. Node.js and Python: {}.\n",
        crates.collect::<Vec<_>>().join(", "),
        others.collect::<Vec<_>>().join(", "),
    )
}

fn version(package: &str) -> &'static str {
    let name = format!("name = \"{package}\"\nversion = \"");
    let found = LOCK
        .split_once(&name)
        .and_then(|(_, rest)| rest.split_once('"'));
    found.map_or("?", |(version, _)| version)
}

/// Instructions of each call by each reader, against the bare read.
///
/// # Errors
///
/// If valgrind cannot be run.
pub(crate) fn costs() -> io::Result<String> {
    let calls: Vec<&Call> = CALLS
        .iter()
        .filter(|call| call.name != FAULTS.name)
        .collect();
    let readers = READERS
        .iter()
        .filter(|reader| !TOLD_OTHERWISE.contains(&reader.name));
    let readers: Vec<&Reader> = readers.collect();
    let cells: Vec<_> = readers
        .iter()
        .flat_map(|reader| calls.iter().map(|call| (*call, *reader)))
        .collect();
    let measured = measured(&cells)?;
    // What has to be coerced is held against the bare read of the same without quotes.
    let plain = costs::cost(&PLAIN, &READERS[0])?.instructions;
    let mut table = header(&calls);
    for (reader, costs) in readers.iter().zip(measured.chunks(calls.len())) {
        write!(table, "| {} |", reader.name).ok();
        for ((call, cost), bare) in calls.iter().zip(costs).zip(&measured) {
            let bare = if call.name == "coerced" {
                plain
            } else {
                bare.instructions
            };
            let cell = match cost.refusal {
                Some(_) => "refused".to_owned(),
                None => ratio(cost.instructions, bare),
            };
            write!(table, " {cell} |").ok();
        }
        table.push('\n');
    }
    Ok(table)
}

fn header(calls: &[&Call]) -> String {
    let names = calls
        .iter()
        .map(|call| format!(" {} ({}) |", call.name, size((call.text)().len())));
    let mut table = format!("| |{}\n|---|", names.collect::<String>());
    table.extend(calls.iter().map(|_| "---|"));
    table.push('\n');
    table
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{} KB", (bytes + 500) / 1000),
        _ => format!("{} MB", (bytes + 500_000) / 1_000_000),
    }
}

/// The costs of all cells, in two threads: what valgrind counts does not depend on it.
fn measured(cells: &[(&Call, &Reader)]) -> io::Result<Vec<Cost>> {
    let half = |first: usize| {
        let cells = cells.iter().skip(first).step_by(2);
        cells
            .map(|(call, reader)| costs::cost(call, reader))
            .collect::<io::Result<Vec<_>>>()
    };
    let (even, odd) = thread::scope(|scope| {
        let odd = scope.spawn(|| half(1));
        (half(0), odd.join())
    });
    let odd = odd.map_err(|_| io::Error::other("a thread panicked"))??;
    let (mut even, mut odd) = (even?.into_iter(), odd.into_iter());
    Ok((0..cells.len())
        .filter_map(|number| {
            if number % 2 == 0 {
                even.next()
            } else {
                odd.next()
            }
        })
        .collect())
}

/// A ratio with two digits, rounded up; a whole number where it is large.
fn ratio(of: u64, bare: u64) -> String {
    let hundredths = (of * 100).div_ceil(bare.max(1));
    if hundredths >= 1000 {
        return (hundredths / 100).to_string();
    }
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Bytes above the value, as multiples of the input.
///
/// # Errors
///
/// If the program `peak` cannot be run.
pub(crate) fn memory() -> io::Result<String> {
    let calls: Vec<&Call> = CALLS.iter().filter(|call| call.is_big()).collect();
    let mut table = header(&calls);
    for reader in READERS
        .iter()
        .filter(|reader| !TOLD_OTHERWISE.contains(&reader.name))
    {
        write!(table, "| {} |", reader.name).ok();
        for call in &calls {
            let above = costs::peak(call, reader)?;
            write!(table, " {} |", ratio(above, (call.text)().len() as u64)).ok();
        }
        table.push('\n');
    }
    Ok(table)
}

/// What each tells of the six faults: how many at their places, tokens, instructions.
///
/// # Errors
///
/// If valgrind cannot be run.
pub(crate) fn faults(said: &[Value]) -> io::Result<String> {
    let mut table = format!(
        "| | faults named, of {SIX} | tokens of the text | instructions |\n|---|---|---|---|\n"
    );
    for reader in READERS {
        let cost = costs::cost(&FAULTS, reader)?;
        let text = cost.refusal.unwrap_or_default();
        told(
            &mut table,
            reader.name,
            &text,
            &cost.instructions.to_string(),
        );
    }
    for line in said.iter().filter(|line| line.get("text").is_some()) {
        let text = line["text"].as_str().unwrap_or_default();
        told(&mut table, &others::peer(line).name, text, "–");
    }
    Ok(table)
}

fn told(table: &mut String, name: &str, text: &str, instructions: &str) {
    let tokens = o200k_base_singleton().encode_ordinary(text).len();
    writeln!(
        table,
        "| {name} | {} | {tokens} | {instructions} |",
        named(text)
    )
    .ok();
}

/// Instructions of making a definition, and a validator, of the same schema.
///
/// # Errors
///
/// If valgrind cannot be run.
pub(crate) fn compiled() -> io::Result<String> {
    let mut table =
        "| schema | `Definition::new` | `jsonschema::validator_for` | ratio |\n|---|---|---|---|\n"
            .to_owned();
    for compiled::Cost { tool, own, peer } in compiled::costs()? {
        writeln!(table, "| {tool} | {own} | {peer} | {} |", ratio(own, peer)).ok();
    }
    Ok(table)
}

/// Instructions of a first call, and of those after it.
///
/// # Errors
///
/// If valgrind cannot be run.
pub(crate) fn first() -> io::Result<String> {
    let mut table =
        "| tools in the set | once, with the first call | each call |\n|---|---|---|\n".to_owned();
    for (number, set) in [(1, "one"), (100, "hundred")] {
        let cost = first::cost(set)?;
        writeln!(table, "| {number} | {} | {} |", cost.once, cost.call).ok();
    }
    Ok(table)
}

/// Processor time of each call by each peer, against the bare read in Rust.
pub(crate) fn times(times: &BTreeMap<(Peer, String), Option<f64>>) -> String {
    let calls: Vec<&Call> = CALLS
        .iter()
        .filter(|call| call.name != FAULTS.name)
        .collect();
    let of = |name: &str, call: &str| {
        let mut found = times
            .iter()
            .filter(|((peer, one), _)| peer.name == name && one == call);
        found.next().and_then(|(_, time)| *time)
    };
    let mut names: Vec<_> = times.keys().map(|(peer, _)| peer.name.as_str()).collect();
    names.dedup();
    let mut table = header(&calls);
    for name in names.into_iter().filter(|name| *name != "serde_json") {
        write!(table, "| {name} |").ok();
        for call in &calls {
            // A bare read refuses what has to be coerced: ours is the measure there.
            let base = if call.name == "coerced" {
                "tool-core"
            } else {
                "serde_json"
            };
            let cell = match (of(name, call.name), of(base, call.name)) {
                (Some(time), Some(base)) => coarse(time / base),
                (None, _) => "refused".to_owned(),
                (_, None) => "–".to_owned(),
            };
            write!(table, " {cell} |").ok();
        }
        table.push('\n');
    }
    table
}

/// One digit below 10, two below 100, and so on never more than two.
fn coarse(ratio: f64) -> String {
    if ratio < 9.5 {
        return format!("{ratio:.1}");
    }
    let mut unit = 1.0;
    while ratio / unit >= 99.5 {
        unit *= 10.0;
    }
    format!("{:.0}", (ratio / unit).round() * unit)
}

/// What became of the rows of the matrix.
pub(crate) fn matrix(rows: &[Row], said: &[Value]) -> String {
    let native = matrix::native(rows)
        .into_iter()
        .map(|(name, score)| (name.to_owned(), score));
    let mut table = "| | one reading: right | other value | refused | a guess: refused | as meant | other value | never: right | other value | refused | other values in all |\n|---|---|---|---|---|---|---|---|---|---|---|\n".to_owned();
    for (name, score) in native.chain(matrix::others(rows, said)) {
        write!(table, "| {name} |").ok();
        for count in score.sure.iter().chain(&score.guess).chain(&score.never) {
            write!(table, " {count} |").ok();
        }
        writeln!(table, " {} |", score.wrong()).ok();
    }
    table
}
