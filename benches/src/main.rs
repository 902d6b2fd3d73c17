//! The cost of reading: instructions of `T::parse` (text to value, constraints checked), compared
//! with a bare `serde_json::from_str` into the same struct.
//!
//! ```text
//! cargo run --release -p benches
//! ```
//!
//! An argument selects another measurement:
//!
//! - `costs`: the same costs as lines of JSON, with the time.
//! - `text`: the cost of calls in text.
//! - `growth`: a check that the cost grows in proportion to the input.
//! - `tokens`: the tokens of exports and retry texts. `--peers FILE` adds the tokens of the same
//!   tools in other libraries.
//! - `compile`: the compile time of a hundred tools. `--lines` limits it to the figures without
//!   valgrind.
//! - `binary`: the size of a program with one tool.
//! - `dependencies`: the build time of `tool-core`.
//! - `service`, with the feature of that name: the cost of `ToolService::execute` in addition to
//!   reading.
//!
//! Instructions are counted by valgrind's callgrind: the figures do not depend on the load of the
//! machine. The program runs itself under valgrind with few and with many repetitions. The
//! difference is the cost of the additional repetitions.

mod compile;
mod costs;
mod growth;
mod measure;
#[cfg(feature = "service")]
mod service;
mod text;
mod tokens;
mod workloads;

use std::process::ExitCode;

use measure::instructions;
use workloads::{Group, METHODS, MOST_ON_AVERAGE, WORKLOADS, Workload};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        [] => compare(),
        ["costs"] => costs(),
        ["time", workload] => time(workload),
        ["run", workload, method, times] => run(workload, method, times),
        ["text"] => text_costs(),
        ["text", name, times] => exit(text::run(name, times)),
        ["growth"] => growth::check(),
        ["tokens"] => tokens::check(None),
        ["tokens", "--peers", file] => tokens::check(Some(file)),
        #[cfg(feature = "service")]
        ["service"] => service::check(),
        #[cfg(feature = "service")]
        ["call", call, method, times] => service::run(call, method, times),
        ["compile"] => compile::check(false),
        ["compile", "--lines"] => compile::check(true),
        ["binary"] => compile::binary(),
        ["dependencies"] => compile::dependencies(),
        ["grow", case, pieces] => growth::run(case, pieces, None),
        ["hold", case, pieces, times] => growth::run(case, pieces, Some(times)),
        _ => {
            eprintln!(
                "benches takes no arguments, `costs`, `growth`, `text`, `tokens [--peers FILE]`, \
                 `compile [--lines]`, `binary`, `dependencies`, or `service` with its feature"
            );
            ExitCode::FAILURE
        }
    }
}

fn exit(is_ok: bool) -> ExitCode {
    if is_ok {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints the costs of calls in text. Fails if one is too large.
fn text_costs() -> ExitCode {
    exit(text::check().unwrap_or_else(|error| {
        eprintln!("{error}");
        false
    }))
}

fn costs() -> ExitCode {
    match costs::print() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn workload(name: &str) -> Option<&'static Workload> {
    WORKLOADS.iter().find(|one| one.name == name)
}

/// Prints the nanoseconds of both ways to read a workload.
fn time(name: &str) -> ExitCode {
    let Some(workload) = workload(name) else {
        return ExitCode::FAILURE;
    };
    println!("{:?}", costs::nanoseconds(workload));
    ExitCode::SUCCESS
}

/// Reads one workload that many times under valgrind.
fn run(name: &str, method: &str, times: &str) -> ExitCode {
    let workload = workload(name);
    let (Some(workload), Ok(times)) = (workload, times.parse::<usize>()) else {
        return ExitCode::FAILURE;
    };
    let (text, read) = if method == METHODS[0] {
        ((workload.well_formed)(), workload.bare)
    } else {
        ((workload.text)(), workload.parse)
    };
    for _ in 0..times {
        read(&text);
    }
    ExitCode::SUCCESS
}

/// Prints the cost of each workload and the ratios. Fails if a ratio is too large.
fn compare() -> ExitCode {
    let mut broken = false;
    let mut plain = Vec::new();
    println!(
        "{:<19} {:>8} {:>14} {:>14} {:>6} {:>6}",
        "call", "bytes", METHODS[0], METHODS[1], "ratio", "most"
    );
    for workload in WORKLOADS {
        let [bare, parse] = METHODS.map(|method| instructions(&["run", workload.name, method]));
        let (Ok(bare), Ok(parse)) = (bare, parse) else {
            eprintln!("valgrind could not be run; it is a package of that name in most systems");
            return ExitCode::FAILURE;
        };
        let bytes = (workload.text)().len();
        println!(
            "{:<19} {bytes:>8} {bare:>14} {parse:>14} {:>6} {:>6}",
            workload.name,
            ratio(parse, bare),
            ratio(workload.most, 100),
        );
        if workload.group == Group::Plain {
            plain.push(in_hundredths(parse, bare));
        }
        if parse * 100 > bare * workload.most {
            broken = true;
            eprintln!("broken: {} costs more than it may", workload.name);
        }
    }
    let mean = geometric_mean(&plain);
    println!(
        "structs, tags, external enums, numbers and strings: {:.2} on average",
        mean / 100.0
    );
    if mean > MOST_ON_AVERAGE {
        broken = true;
        eprintln!("broken: the average is greater than it may be");
    }
    if broken {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// A ratio with two digits, rounded up.
fn ratio(parse: u64, bare: u64) -> String {
    let hundredths = in_hundredths(parse, bare);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn in_hundredths(parse: u64, bare: u64) -> u64 {
    (parse * 100).div_ceil(bare.max(1))
}

#[expect(clippy::cast_precision_loss, reason = "ratios are small")]
fn geometric_mean(ratios: &[u64]) -> f64 {
    let logarithms = ratios.iter().map(|ratio| (*ratio as f64).ln());
    (logarithms.sum::<f64>() / ratios.len().max(1) as f64).exp()
}
