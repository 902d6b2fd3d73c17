mod guesses;
mod inside;
mod laws;
mod quotations;
mod records;
mod strings;
mod surroundings;
mod unclosed;
mod unquoted;

use serde_json::Value;

use crate::issue::Guesses;
use crate::issue::Rule;
use crate::issue::RuleClass;
use crate::json::Tolerance;
use crate::json::tests;
use crate::limits::Limits;

/// Reads the arguments.
fn read(text: &str) -> Option<Value> {
    tests::value(text, Tolerance::STANDARD)
}

/// Returns the error of invalid arguments.
fn fault(text: &str) -> String {
    tests::fault(text, Tolerance::STANDARD)
}

/// Reads the text of a value.
fn embedded(text: &str) -> Option<Value> {
    tests::value(text, Tolerance::EMBEDDED)
}

/// Reads with guesses. Also returns the names of their rules.
fn guess(text: &str) -> Option<(Value, Vec<&'static str>)> {
    let tolerance = Tolerance::STANDARD.with_guesses(Guesses::ALL);
    let parsed = tests::parse(text, tolerance, &Limits::default());
    let guesses = parsed.repairs.iter().map(|repair| repair.rule);
    let guesses = guesses.filter(|rule| rule.class() == RuleClass::Generous);
    let value = parsed.tree.filter(|_| parsed.issues.is_empty())?.to_value();
    Some((value, guesses.map(Rule::as_str).collect()))
}

/// Checks that the rule guesses these texts, and that they are rejected without guesses.
fn guesses(rule: Rule, cases: &[(&str, Value)]) {
    for (text, wanted) in cases {
        assert_eq!(read(text), None, "{text}");
        let (value, rules) = guess(text).unwrap_or_else(|| panic!("{text} is refused"));
        assert_eq!(&value, wanted, "{text}");
        assert!(!rules.is_empty(), "{text} is no guess");
        assert!(
            rules.iter().all(|name| *name == rule.as_str()),
            "{text}: {rules:?}"
        );
    }
}

fn never_guesses(texts: &[&str]) {
    for text in texts {
        assert_eq!(guess(text), None, "{text}");
    }
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
