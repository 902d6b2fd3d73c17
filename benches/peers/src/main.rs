//! The program behind `benches/peers/run`; the library has the calls and the readers.

mod charts;
mod check;
mod compiled;
mod costs;
mod first;
mod inputs;
mod matrix;
#[path = "../../src/measure.rs"]
#[allow(dead_code, reason = "only `benches` uses the other measurements")]
mod measure;
mod mended;
mod others;
mod page;
mod tables;
mod texts;

use std::path::Path;
use std::process::ExitCode;

use others::Programs;
use tables::Measured;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["check", work] => check(Path::new(work)),
        ["inputs", folder] => inputs::write(Path::new(folder)).is_ok(),
        ["page", work, date, commit] => page(Path::new(work), &Measured { date, commit }),
        ["texts", work, date, commit] => page_texts(Path::new(work), &Measured { date, commit }),
        ["charts"] => page::charts().is_ok(),
        ["time", call, reader, milliseconds] => others::time(call, reader, number(milliseconds)),
        ["run", call, reader, times] => costs::run(call, reader, number(times)),
        ["compile", tool, by, times] => compiled::run(tool, by, number(times)),
        ["first", set, times] => first::run(set, number(times)),
        _ => {
            eprintln!("peers is called by benches/peers/run");
            false
        }
    };
    if done {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_default()
}

fn check(work: &Path) -> bool {
    let broken = check::broken(&Programs::of(work)).unwrap_or_else(|error| vec![error.to_string()]);
    for line in &broken {
        eprintln!("broken: {line}");
    }
    broken.is_empty()
}

fn page_texts(work: &Path, measured: &Measured<'_>) -> bool {
    let written = page::write_texts(work, measured);
    written.inspect_err(|error| eprintln!("{error}")).is_ok()
}

fn page(work: &Path, measured: &Measured<'_>) -> bool {
    let written = page::write(work, measured);
    written.inspect_err(|error| eprintln!("{error}")).is_ok()
}
