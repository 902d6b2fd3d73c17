//! The peak memory of one reading in addition to the returned value, in bytes.
//!
//! ```text
//! peak CALL READER
//! ```
//!
//! The instructions are counted by another program, because the allocator of this one executes
//! some itself.

use std::alloc::System;
use std::cell::Cell;
use std::process::ExitCode;

use cap::Cap;
use peers::{CALLS, READERS, Read};

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
    // The first reading compiles the plan, which is not part of this measurement.
    let warm = CALLS.iter().find(|one| one.shape == call.shape);
    if let Some(warm) = warm {
        read(&(warm.text)(), &|| {}).ok();
    }
    let text = (call.text)();
    // A new thread holds no memory of an earlier reading.
    let measured = std::thread::scope(|scope| scope.spawn(|| most(read, &text)).join());
    match measured {
        Ok(Some(above)) => {
            println!("{above}");
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}

/// Returns the peak memory while a value is read, in addition to the value, in bytes.
fn most(read: Read, text: &str) -> Option<usize> {
    // The allocator reports only its highest level since the start. This allocation fills up to
    // that level: all later memory is above it.
    let room = ALLOCATOR.max_allocated() - ALLOCATOR.allocated();
    let ballast = vec![0_u8; room];
    let before = ALLOCATOR.allocated();
    let above = Cell::new(0);
    let held = || above.set(ALLOCATOR.max_allocated() - ALLOCATOR.allocated());
    let outcome = read(text, &held);
    // Memory that is kept for the next reading does not belong to the value.
    let kept = ALLOCATOR.allocated().saturating_sub(before);
    drop(ballast);
    outcome.ok().map(|()| above.get() + kept)
}
