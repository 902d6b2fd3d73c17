//! Tokens of a tool and of a retry text, in `o200k_base`.

mod exports;
mod faults;
mod page;
mod peers;

use std::process::ExitCode;

use tiktoken_rs::o200k_base_singleton;
use tool_core::conversation::Guidance;

#[path = "../../../examples/quickstart.rs"]
#[expect(dead_code, reason = "of the example only the tool is looked at")]
mod quickstart;

/// The number of tokens of the system prompt text, according to the documentation.
const GUIDANCE: usize = 90;

/// Prints the tokens of the exports and of the retry texts. Fails if a bound is violated. With a
/// file of peers, also fails if a peer sends fewer tokens.
pub(crate) fn check(peers: Option<&str>) -> ExitCode {
    let (peers, mut broken) = match peers.map(peers::read) {
        None => (Vec::new(), Vec::new()),
        Some(Ok(peers)) => (peers, Vec::new()),
        Some(Err(error)) => (Vec::new(), vec![error]),
    };
    broken.extend(exports::check(&peers));
    println!();
    broken.extend(faults::check());
    broken.extend(page::check());
    let guidance = tokens(&Guidance::new().to_string());
    println!("\nthe guidance for the system prompt: {guidance} tokens");
    if guidance > GUIDANCE {
        broken.push(format!(
            "the guidance takes {guidance} tokens, more than {GUIDANCE}"
        ));
    }
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
