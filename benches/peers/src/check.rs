//! Checks the bounds of the Rust crates, and that the programs of other languages run.

use std::io;

use peers::{CALLS, FAULTS, READERS, Reader, SIX, named};

use crate::others::{self, Programs};
use crate::{compiled, costs, first, page, texts};

/// Memory above the value, in hundredths of the input.
const MOST_MEMORY: u64 = 300;

/// Maximum cost of the first call with a hundred tools, in hundredths of the cost with one tool.
/// Only the lookup of the name may add to it.
const MOST_FIRST: u64 = 150;

/// Maximum cost of a call with six faults, in hundredths of the cheapest reader that reports all
/// six.
const MOST_FAULTS: u64 = 100;

/// Minimum of right texts, in hundredths. No text may be wrong.
const LEAST_RIGHT: usize = 98;

/// The readers that report all six faults, as ours does.
const ALL_FAULTS: [&str; 3] = ["eserde", "deserr, all errors", "jsonschema + from_value"];

/// Prints the measurements. Returns the violated bounds.
///
/// # Errors
///
/// If valgrind, `peak` or a program of another language cannot be run.
pub(crate) fn broken(programs: &Programs) -> io::Result<Vec<String>> {
    for line in programs.say(None)? {
        let text = line["text"].as_str().unwrap_or_default();
        println!(
            "six faults, {}: names {}",
            others::peer(&line).name,
            named(text)
        );
    }
    let mut broken = faults()?;
    broken.extend(definitions()?);
    broken.extend(first_calls()?);
    broken.extend(memory()?);
    broken.extend(calls_in_texts()?);
    Ok(broken)
}

fn reader(name: &str) -> io::Result<&'static Reader> {
    let reader = READERS.iter().find(|reader| reader.name == name);
    reader.ok_or_else(|| io::Error::other(format!("no reader `{name}`")))
}

fn faults() -> io::Result<Vec<String>> {
    let mut broken = Vec::new();
    let mut own = 0;
    for name in ["tool-core", "tool-core, all issues"] {
        let cost = costs::cost(&FAULTS, reader(name)?)?;
        let found = named(&cost.refusal.unwrap_or_default());
        println!("six faults, {name}: {} instructions", cost.instructions);
        own = own.max(cost.instructions);
        if name != "tool-core" && found < SIX {
            broken.push(format!("six faults, {name}: names {found}"));
        }
    }
    for name in ALL_FAULTS {
        let cost = costs::cost(&FAULTS, reader(name)?)?;
        println!("six faults, {name}: {} instructions", cost.instructions);
        let share = own * 100 / cost.instructions.max(1);
        if share > MOST_FAULTS {
            broken.push(format!(
                "six faults: {share} hundredths of {name}, at most {MOST_FAULTS}"
            ));
        }
    }
    Ok(broken)
}

fn definitions() -> io::Result<Vec<String>> {
    let mut broken = Vec::new();
    for compiled::Cost { tool, own, peer } in compiled::costs()? {
        println!("a definition, {tool}: {own} instructions, jsonschema {peer}");
        if own >= peer {
            broken.push(format!("a definition, {tool}: no less than jsonschema"));
        }
    }
    Ok(broken)
}

fn first_calls() -> io::Result<Vec<String>> {
    let (one, hundred) = (first::cost("one")?, first::cost("hundred")?);
    let share = hundred.once * 100 / one.once.max(1);
    println!(
        "the first call: {} instructions once with one tool, {} with a hundred; then {} and {}",
        one.once, hundred.once, one.call, hundred.call
    );
    let is_more = share > MOST_FIRST;
    let line =
        || format!("the first call with a hundred tools: {share} hundredths, at most {MOST_FIRST}");
    Ok(is_more.then(line).into_iter().collect())
}

fn memory() -> io::Result<Vec<String>> {
    let mut broken = Vec::new();
    let own = reader("tool-core")?;
    for call in CALLS.iter().filter(|call| call.name != FAULTS.name) {
        let bytes = (call.text)().len() as u64;
        let share = costs::peak(call, own)? * 100 / bytes;
        println!(
            "memory above the value, {}: {share} hundredths of the input",
            call.name
        );
        if share > MOST_MEMORY {
            broken.push(format!(
                "memory, {}: {share} hundredths, at most {MOST_MEMORY}",
                call.name
            ));
        }
    }
    Ok(broken)
}

fn calls_in_texts() -> io::Result<Vec<String>> {
    let Some(file) = page::given("model_texts.jsonl") else {
        let is_required = std::env::var("REQUIRE_SHARED_DATA").is_ok_and(|value| value == "1");
        let line = || "calls in texts: the texts are missing".to_owned();
        return Ok(is_required.then(line).into_iter().collect());
    };
    let results = texts::own(&file)?;
    let mut broken = Vec::new();
    for texts::Library {
        selection, score, ..
    } in &results.libraries
    {
        println!(
            "calls in texts, format {selection:?}: {} of {} right, {} wrong",
            score.right, results.texts, score.wrong
        );
        let is_enough = score.right * 100 >= results.texts * LEAST_RIGHT;
        if !is_enough || score.wrong > 0 {
            broken.push(format!(
                "calls in texts: {} of {} right, at least {LEAST_RIGHT} hundredths; {} wrong",
                score.right, results.texts, score.wrong
            ));
        }
    }
    Ok(broken)
}
