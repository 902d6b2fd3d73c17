//! Tests that time and memory grow in proportion to the input: ten times the input may cost at most
//! [`INSTRUCTIONS`] times as much. For the cases in [`MOST`], one piece may cost a fixed number of
//! instructions: growth alone does not show a step that is slow but linear.

mod calls;
mod names;
mod texts;
mod typed;
mod values;

use std::hint::black_box;
use std::io;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;

use serde_json::Value;
use tool_core::feedback::Style;
use tool_core::{Definition, Finish, Input, Leniency};

use crate::measure;

/// Size of the large case, as a multiple of the small one.
const FACTOR: usize = 10;

/// Maximum factor of the instructions.
const INSTRUCTIONS: f64 = 12.0;

/// Maximum factor of the memory. A list doubles its capacity when it is full: memory grows in steps
/// of two.
const MEMORY: f64 = 2.0 * INSTRUCTIONS;

/// The least memory that counts, in KiB. A small case with less memory counts as this much.
const LITTLE: u64 = 256;

/// Reading first reuses memory that the construction of the definition has freed, and the peak does
/// not show it. A small case therefore counts as at least this fraction of the memory before the
/// reading: one eighth.
const UNSEEN: u64 = 8;

/// Number of pieces of a case. Memory is measured with more pieces, since every process has a base
/// use.
const PIECES: (usize, usize) = (500, 2_000);

/// Maximum number of instructions for one piece, by case. At 3 instructions per nanosecond, 60,000
/// take 20 microseconds.
const MOST: &[(&str, u64)] = &[
    // Each text is read twice, and the guesses of the second reading cost more.
    ("recursive unions that are repaired", 150_000),
    ("filters that are repaired", 150_000),
    ("filters of one form each that conform", 20_000),
    ("deep filters without their lists", 1_000_000),
    // The construction of the tools is included.
    ("names: misspelt, among many tools", 3_000_000),
    ("names: one long name, among many tools", 20_000),
    ("streamed answer: many calls", 60_000),
    ("in text: begun sections", 60_000),
    ("in text: begun sections of lists", 60_000),
    ("in text: tags of the tool", 60_000),
    ("in text: open tags of the tool", 60_000),
    ("in text: tags of the tool without their ends", 150_000),
];

/// An input of any size. The schema may grow with it.
struct Case {
    name: &'static str,
    schema: fn(usize) -> Value,
    text: fn(usize) -> String,
    work: fn(&Definition, &str),
}

fn cases() -> impl Iterator<Item = &'static Case> {
    let read = texts::CASES.iter().chain(values::CASES);
    let read = read.chain(typed::CASES);
    let calls = calls::STREAMED.iter().chain(calls::IN_TEXT);
    let calls = calls.chain(calls::OF_TOOL).chain(calls::TEXT_IN_PIECES);
    let calls = calls.chain(calls::ANSWERS);
    read.chain(calls).chain(names::CASES)
}

/// Measures all cases and prints the cost of each. Fails if one grows too fast.
pub(crate) fn check() -> ExitCode {
    let rows = Mutex::new(cases());
    let next = || rows.lock().ok()?.next();
    let work = || {
        let mut failed = false;
        while let Some(case) = next() {
            failed |= !case.is_linear().unwrap_or_else(|error| {
                eprintln!("{}: {error}", case.name);
                false
            });
        }
        failed
    };
    println!(
        "{:<32} {:>14} {:>6} {:>9} {:>6}",
        "input", "instructions", "x", "KiB", "x"
    );
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let failed = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut workers = workers.into_iter();
        workers.any(|worker| worker.join().unwrap_or(true))
    });
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// Runs one case as a separate process: `grow NAME PIECES` for valgrind, or
/// `hold NAME PIECES TIMES`, which prints its memory.
pub(crate) fn run(name: &str, pieces: &str, times: Option<&str>) -> ExitCode {
    let case = cases().find(|case| case.name == name);
    let (Some(case), Ok(pieces)) = (case, pieces.parse()) else {
        return ExitCode::FAILURE;
    };
    let definition = Definition::new("tool", "A tool.", (case.schema)(pieces));
    let definition = definition.expect("a usable schema");
    let text = (case.text)(pieces);
    if times != Some("0") {
        counted(case.work, &definition, &text);
    }
    if times.is_some() {
        println!("{}", measure::own_peak().unwrap_or(0));
    }
    ExitCode::SUCCESS
}

/// Runs a case under a name that valgrind can find.
#[inline(never)]
pub(crate) fn counted(work: fn(&Definition, &str), definition: &Definition, text: &str) {
    work(definition, text);
}

/// Reads a text. If it is rejected, renders every text of the error.
fn read(definition: &Definition, text: &str) {
    for leniency in [Leniency::Standard, Leniency::Generous] {
        let reader = definition.reader().leniency(leniency);
        let input = Input::from(text).finish(Finish::Complete);
        if let Err(error) = black_box(reader.read::<Value>(input)) {
            black_box((
                error.to_string(),
                error.render(Style::List),
                error.render(Style::ListAgain),
            ));
            black_box((
                error.render(Style::Annotated),
                error.render(Style::Numbered),
                error.payload(),
            ));
            black_box(error.salvage());
        }
    }
}

impl Case {
    fn is_linear(&self) -> io::Result<bool> {
        let [small, large] = [PIECES.0, PIECES.0 * FACTOR]
            .map(|pieces| measure::counted(&["grow", self.name, &pieces.to_string()]));
        let (small, large) = (small?, large?);
        let time = ratio(small, large);
        let [few, many] = [PIECES.1, PIECES.1 * FACTOR].map(|pieces| self.memory(pieces));
        let ((few, before), (many, _)) = (few?, many?);
        let memory = ratio(few.max(LITTLE).max(before / UNSEEN), many);
        println!(
            "{:<32} {large:>14} {time:>6.2} {many:>9} {memory:>6.2}",
            self.name
        );
        let of_piece = large / (PIECES.0 * FACTOR) as u64;
        let most = MOST.iter().find(|(name, _)| *name == self.name);
        let is_cheap = most.is_none_or(|(_, most)| of_piece <= *most);
        if !is_cheap {
            println!("{}: {of_piece} instructions for each piece", self.name);
        }
        Ok(is_cheap && time <= INSTRUCTIONS && memory <= MEMORY)
    }

    /// Returns the memory that reading takes in addition to the text, and the memory before the
    /// reading, in KiB.
    fn memory(&self, pieces: usize) -> io::Result<(u64, u64)> {
        let pieces = pieces.to_string();
        let [with, without] =
            ["1", "0"].map(|times| measure::peak(&["hold", self.name, &pieces, times]));
        let (with, without) = (with?, without?);
        Ok((with.saturating_sub(without), without))
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a ratio of counts far below 2^52"
)]
fn ratio(small: u64, large: u64) -> f64 {
    large as f64 / small.max(1) as f64
}
