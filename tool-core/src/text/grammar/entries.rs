//! The entries of objects and the items of arrays, with the text between them.

use super::rules::{Rules, join_alternatives, join_sequence, make_optional, repeat};

/// An item or an entry of a container.
pub(super) struct GrammarEntry {
    pub(super) text: String,
    pub(super) is_required: bool,
}

/// The items of an array after its first items.
pub(super) struct Further {
    pub(super) text: String,
    pub(super) least: u64,
    pub(super) greatest: Option<u64>,
}

impl Further {
    /// Defines an item with the comma before it. llama.cpp counts the rules inside a repeated
    /// group, and accepts few.
    fn define(&self, name: &str, comma: &str, rules: &mut Rules) -> String {
        rules.define(format!("{name}-next"), |_| {
            join_sequence([comma.to_owned(), self.text.clone()])
        })
    }
}

/// Writes entries in order, with commas between them.
pub(super) fn write_entries(
    name: &str,
    entries: &[GrammarEntry],
    comma: &str,
    rules: &mut Rules,
) -> String {
    let some = write_some_entries(name, entries, comma, rules);
    if entries.iter().any(|entry| entry.is_required) {
        return some;
    }
    let some = rules.define(format!("{name}-some"), |_| some);
    format!("{some}?")
}

/// Writes at least one entry. The rule for the entries from a number on has this number in its
/// name, because each rule must be short.
pub(super) fn write_some_entries(
    name: &str,
    entries: &[GrammarEntry],
    comma: &str,
    rules: &mut Rules,
) -> String {
    let after = |number: usize| {
        if number < entries.len() {
            format!("{name}-{number}")
        } else {
            String::new()
        }
    };
    for (number, entry) in entries.iter().enumerate().skip(1) {
        let this = join_sequence([comma.to_owned(), entry.text.clone()]);
        let this = if entry.is_required {
            this
        } else {
            make_optional(&this)
        };
        rules.define(format!("{name}-{number}"), |_| {
            join_sequence([this, after(number + 1)])
        });
    }
    let required = entries.iter().position(|entry| entry.is_required);
    let last = required.unwrap_or(entries.len().saturating_sub(1));
    let first = entries.iter().enumerate().take(last + 1);
    let ways = first.map(|(number, entry)| join_sequence([entry.text.clone(), after(number + 1)]));
    join_alternatives(ways).unwrap_or_default()
}

/// Writes the items of an array. An item is present only if the items before it are.
pub(super) fn write_items(
    name: &str,
    items: &[GrammarEntry],
    further: Option<&Further>,
    comma: &str,
    rules: &mut Rules,
) -> String {
    let mut rest = match (items.is_empty(), further) {
        (_, None) => String::new(),
        (false, Some(further)) => {
            let next = further.define(name, comma, rules);
            repeat(&next, further.least, further.greatest)
        }
        (true, Some(further)) => {
            if further.greatest == Some(0) {
                return String::new();
            }
            let next = further.define(name, comma, rules);
            let more = further.greatest.map(|most| most - 1);
            let next = repeat(&next, further.least.saturating_sub(1), more);
            let all = join_sequence([further.text.clone(), next]);
            return if further.least == 0 {
                make_optional(&all)
            } else {
                all
            };
        }
    };
    for (number, item) in items.iter().enumerate().rev() {
        let comma = if number == 0 { "" } else { comma };
        let this = join_sequence([comma.to_owned(), item.text.clone(), rest]);
        let this = rules.define(format!("{name}-{number}"), |_| this);
        rest = if item.is_required {
            this
        } else {
            format!("{this}?")
        };
    }
    rest
}
