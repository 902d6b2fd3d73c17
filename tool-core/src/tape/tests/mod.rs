//! What types read from a tape and what they refuse; what becomes of keys that stand
//! twice, and of a place that is one too many.

mod agrees;
mod refusal;
mod tapes;

use crate::json::tests::parse;
use crate::json::{Parsed, Tolerance, read};
use crate::limits::Limits;
use crate::tape::Tape;
use crate::tree::{Intake, Tree};

/// The tree of a text that is JSON.
fn tree(text: &str) -> Tree<'_> {
    let parsed = parse(text, Tolerance::STRICT, &Limits::default());
    assert!(parsed.issues.is_empty(), "{text}: {:?}", parsed.issues);
    parsed.tree.expect("a tree, where there is no issue")
}

/// The tape of a text that is JSON.
fn tape(text: &str) -> Tape<'_> {
    let mut intake = Intake::new(&Limits::default(), false);
    match read(text, Tolerance::STRICT, &mut intake) {
        Some(Parsed::Tape(tape)) => tape,
        _ => panic!("{text}: {:?}", intake.issues),
    }
}
