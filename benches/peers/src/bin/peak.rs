//! The most memory that one reading holds above the value that it gives, in bytes.
//!
//! ```text
//! peak CALL READER
//! ```
//!
//! Apart from the program that counts instructions, since the allocator that counts
//! bytes takes some of them.

use std::alloc::System;
use std::cell::Cell;
use std::process::ExitCode;

use cap::Cap;
use peers::{CALLS, READERS};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [call, reader] = arguments.as_slice() else {
        return ExitCode::FAILURE;
    };
    let call = CALLS.iter().find(|one| one.name == call);
    let reader = READERS.iter().find(|one| one.name == reader);
    let (Some(call), Some(reader)) = (call, reader) else {
        return ExitCode::FAILURE;
    };
    let read = reader.reads.of(call.shape);
    // What is compiled once is none of the reading's. The text of the call, which comes
    // into memory afterwards, is far more.
    let warm = CALLS.iter().find(|one| one.shape == call.shape);
    if let Some(warm) = warm {
        read(&(warm.text)(), &|| {}).ok();
    }
    let text = (call.text)();
    let above = Cell::new(None);
    let held = || {
        let most = ALLOCATOR.max_allocated();
        above.set(Some(most.saturating_sub(ALLOCATOR.allocated())));
    };
    let outcome = read(&text, &held);
    match (outcome, above.get()) {
        (Ok(()), Some(above)) => {
            println!("{above}");
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}
