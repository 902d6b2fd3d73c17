mod inside;
mod laws;
mod records;
mod strings;
mod surroundings;
mod unclosed;

use serde_json::Value;

use crate::json::Tolerance;
use crate::json::tests;

/// What the arguments are read as.
fn read(text: &str) -> Option<Value> {
    tests::value(text, Tolerance::STANDARD)
}

/// Why they are not read.
fn fault(text: &str) -> String {
    tests::fault(text, Tolerance::STANDARD)
}

/// What the text of a value is read as.
fn embedded(text: &str) -> Option<Value> {
    tests::value(text, Tolerance::EMBEDDED)
}

fn reads(cases: &[(&str, Value)]) {
    for (text, wanted) in cases {
        assert_eq!(read(text).as_ref(), Some(wanted), "{text}: {}", fault(text));
    }
}

fn refuses(texts: &[&str]) {
    for text in texts {
        assert_eq!(read(text), None, "{text}");
    }
}
