//! One file per subject: numbers, sources, values.

mod number;
mod sent;
mod source;
mod value;

use crate::json::Tolerance;
use crate::json::tests::parse;
use crate::limits::Limits;
use crate::tree::Tree;

/// Parses the text as a tree.
fn tree(text: &str) -> Tree<'_> {
    let parsed = parse(text, Tolerance::STRICT, &Limits::default());
    assert!(parsed.issues.is_empty(), "{text}: {:?}", parsed.issues);
    parsed.tree.expect("a tree, where there is no issue")
}
