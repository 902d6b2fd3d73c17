//! What a tool and a retry text cost, in tokens of `o200k_base`.

mod exports;
mod faults;

use std::process::ExitCode;

use tiktoken_rs::o200k_base_singleton;

#[path = "../../../examples/quickstart.rs"]
#[expect(dead_code, reason = "of the example only the tool is looked at")]
mod quickstart;

/// Prints what the exports and the retry texts cost, and fails where a bound is broken.
pub(crate) fn check() -> ExitCode {
    let mut broken = exports::check();
    println!();
    broken.extend(faults::check());
    for line in &broken {
        eprintln!("broken: {line}");
    }
    if broken.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn tokens(text: &str) -> usize {
    o200k_base_singleton().encode_ordinary(text).len()
}
