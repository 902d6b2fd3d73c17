//! The rules of a GBNF grammar.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// The rules of a grammar, in the order of their first use.
#[derive(Default)]
pub(super) struct Rules {
    in_order: Vec<(String, String)>,
    known: HashMap<String, usize>,
    /// The rules that admit no text.
    impossible: HashSet<String>,
}

/// Maximum number of repetitions. llama.cpp rejects a grammar with 2000.
pub(super) const MAX_REPETITIONS: u64 = 1000;

impl Rules {
    /// Adds a rule, unless a rule with this name exists. Returns the name. The body may refer to
    /// the rule that it defines.
    pub(super) fn define(
        &mut self,
        name: String,
        body: impl FnOnce(&mut Self) -> String,
    ) -> String {
        if !self.known.contains_key(&name) {
            let number = self.in_order.len();
            self.known.insert(name.clone(), number);
            self.in_order.push((name.clone(), String::new()));
            let body = body(self);
            self.in_order[number].1 = body;
        }
        name
    }

    /// Adds a rule, like [`define`](Self::define). Returns `None` if the rule admits no text. A
    /// rule that refers to itself counts as possible until its body is known.
    pub(super) fn try_define(
        &mut self,
        name: String,
        body: impl FnOnce(&mut Self) -> Option<String>,
    ) -> Option<String> {
        let mut is_impossible = self.impossible.contains(&name);
        let name = self.define(name, |rules| {
            let body = body(rules);
            is_impossible = body.is_none();
            // The rule stays, because it may refer to itself.
            body.unwrap_or_else(|| write_literal(""))
        });
        if is_impossible {
            self.impossible.insert(name);
            return None;
        }
        Some(name)
    }

    /// Writes the grammar, with one rule on each line.
    pub(super) fn into_text(self) -> String {
        let mut text = String::new();
        for (name, body) in self.in_order {
            let _ = writeln!(text, "{name} ::= {body}");
        }
        text
    }
}

/// Writes a text that must occur exactly.
pub(super) fn write_literal(text: &str) -> String {
    let mut written = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            c => add_character(c, &mut written),
        }
    }
    written.push('"');
    written
}

/// Writes a class of the characters, or of all other ones.
pub(super) fn write_class(characters: impl IntoIterator<Item = char>, is_negated: bool) -> String {
    let mut written = String::from(if is_negated { "[^" } else { "[" });
    for c in characters {
        match c {
            '[' | ']' | '\\' | '-' | '^' => written.extend(['\\', 'x']),
            _ => {}
        }
        match c {
            // An escape by code is valid in each version of llama.cpp.
            '[' | ']' | '\\' | '-' | '^' => {
                let _ = write!(written, "{:02X}", u32::from(c));
            }
            c => add_character(c, &mut written),
        }
    }
    written.push(']');
    written
}

fn add_character(c: char, written: &mut String) {
    match c {
        '\n' => written.push_str("\\n"),
        '\r' => written.push_str("\\r"),
        '\t' => written.push_str("\\t"),
        c if c.is_ascii_control() => {
            let _ = write!(written, "\\x{:02X}", u32::from(c));
        }
        c => written.push(c),
    }
}

/// Writes expressions in a row. An empty list is an empty text.
pub(super) fn join_sequence(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        return "\"\"".to_owned();
    }
    parts.join(" ")
}

/// Writes alternatives, in parentheses if there are several. `None` without alternatives.
pub(super) fn join_alternatives(alternatives: impl IntoIterator<Item = String>) -> Option<String> {
    let mut known = HashSet::new();
    let all: Vec<String> = alternatives
        .into_iter()
        .filter(|alternative| known.insert(alternative.clone()))
        .collect();
    match all.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        several => Some(format!("({})", several.join(" | "))),
    }
}

/// Writes a repetition of a rule, a class or a group.
pub(super) fn repeat(what: &str, least: u64, greatest: Option<u64>) -> String {
    let least = least.min(MAX_REPETITIONS);
    match (least, greatest.filter(|most| *most <= MAX_REPETITIONS)) {
        (0, None) => format!("{what}*"),
        (1, None) => format!("{what}+"),
        (least, None) => format!("{what}{{{least},}}"),
        (least, Some(greatest)) if least == greatest => format!("{what}{{{least}}}"),
        (least, Some(greatest)) => format!("{what}{{{least},{greatest}}}"),
    }
}

/// Writes a part that may be absent.
pub(super) fn make_optional(what: &str) -> String {
    format!("({what})?")
}
