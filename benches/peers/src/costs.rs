//! The cost of one reading for a crate: instructions, and memory in addition to the value.

use std::hint::black_box;
use std::io;
use std::process::Command;

use peers::{CALLS, Call, PLAIN, READERS, Reader};

use crate::measure::collected;

/// A cell of the table.
#[derive(Clone, Debug)]
pub(crate) struct Cost {
    pub(crate) instructions: u64,
    /// The library's own error, if it rejects the call.
    pub(crate) refusal: Option<String>,
}

/// The cost of one reading.
///
/// # Errors
///
/// If valgrind cannot be run, or its report is not understood.
pub(crate) fn cost(call: &Call, reader: &Reader) -> io::Result<Cost> {
    let text = (call.text)();
    let (few, many) = match text.len() {
        0..10_000 => (10, 60),
        10_000..500_000 => (1, 4),
        _ => (1, 3),
    };
    let total = |times: u64| collected(&[], &["run", call.name, reader.name, &times.to_string()]);
    let instructions = total(many)?.saturating_sub(total(few)?) / (many - few);
    Ok(Cost {
        instructions,
        refusal: reader.reads.of(call.shape)(&text, &|| {}).err(),
    })
}

/// Reads a call that many times. This is the part that valgrind counts.
pub(crate) fn run(call: &str, reader: &str, times: usize) -> bool {
    let Some((call, reader)) = found(call, reader) else {
        return false;
    };
    let text = (call.text)();
    let read = reader.reads.of(call.shape);
    for _ in 0..times {
        let outcome = read(black_box(&text), &|| {});
        black_box(outcome).ok();
    }
    true
}

/// Returns the call and the reader with these names.
pub(crate) fn found(call: &str, reader: &str) -> Option<(&'static Call, &'static Reader)> {
    let mut calls = CALLS.iter().chain([const { &PLAIN }]);
    let call = calls.find(|one| one.name == call)?;
    let reader = READERS.iter().find(|one| one.name == reader)?;
    Some((call, reader))
}

/// Returns the peak memory of one reading in addition to the value, in bytes.
///
/// # Errors
///
/// If the program `peak` in the same folder fails or cannot be started.
pub(crate) fn peak(call: &Call, reader: &Reader) -> io::Result<u64> {
    let program = std::env::current_exe()?.with_file_name("peak");
    let output = Command::new(program)
        .args([call.name, reader.name])
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let peak = printed.trim().parse();
    peak.map_err(|_| io::Error::other(format!("{} by {}: {printed}", call.name, reader.name)))
}
