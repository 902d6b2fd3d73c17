//! Text in which certain marks do not occur.

use super::rules::{Rules, write_class, write_literal};

/// Maximum length that a rule for text between marks can count. Each character and each beginning
/// of a mark need a rule.
pub(super) const MAX_COUNTED: u64 = 8;

/// The characters of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    Plain,
    /// The characters and escapes inside a JSON string. Holds the rule for escapes.
    Json(&'static str),
}

/// Defines a rule for text that contains none of the marks. Returns its name.
///
/// A length above [`MAX_COUNTED`] is not enforced. The rules are the states of an automaton. A
/// state is the longest end of the text that may be the beginning of a mark, and the number of
/// characters if the length is limited.
pub(super) fn write_text_without(
    rules: &mut Rules,
    name: &str,
    kind: TextKind,
    marks: &[&str],
    lengths: (u64, Option<u64>),
) -> String {
    FreeText::new(name, kind, marks, lengths).define("", 0, rules)
}

/// A rule for text that contains none of the marks.
pub(super) struct FreeText<'m> {
    pub(super) name: &'m str,
    kind: TextKind,
    /// The beginnings of the marks, from the empty one on.
    states: Vec<String>,
    /// The characters of the marks.
    characters: Vec<char>,
    marks: &'m [&'m str],
    pub(super) least: u64,
    pub(super) greatest: Option<u64>,
}

impl<'m> FreeText<'m> {
    pub(super) fn new(
        name: &'m str,
        kind: TextKind,
        marks: &'m [&'m str],
        (least, greatest): (u64, Option<u64>),
    ) -> Self {
        Self {
            name,
            kind,
            states: list_states(marks),
            characters: collect_characters(marks),
            marks,
            least: least.min(MAX_COUNTED),
            greatest: greatest.filter(|most| *most <= MAX_COUNTED),
        }
    }

    /// Defines the rest of a text after a number of characters.
    fn define(&self, state: &str, count: u64, rules: &mut Rules) -> String {
        let name = self.name_of(state, count);
        rules.define(name, |rules| {
            if self.greatest == Some(count) {
                return "\"\"".to_owned();
            }
            let ways = self.write_ways(state, count, &[], rules);
            if count < self.least {
                ways
            } else {
                format!("({ways})?")
            }
        })
    }

    /// Writes the rest of a text that goes on, but not with one of these characters.
    pub(super) fn write_ways(
        &self,
        state: &str,
        count: u64,
        but: &[char],
        rules: &mut Rules,
    ) -> String {
        let count_after = match self.greatest {
            None => (count + 1).min(self.least),
            Some(_) => count + 1,
        };
        let own = self.characters.iter().filter(|c| !but.contains(c));
        let followers = own.map(|c| (*c, self.follow(state, *c)));
        // A character that leads to the first state is in the class of all others.
        let followers: Vec<_> = followers
            .filter(|(_, follower)| follower.as_deref() != Some(""))
            .collect();
        let but = but.iter().copied();
        let others = self.write_others(but.chain(followers.iter().map(|(c, _)| *c)));
        let mut ways = vec![format!("{others} {}", self.define("", count_after, rules))];
        for (c, follower) in followers {
            if let Some(follower) = follower {
                let after = self.define(&follower, count_after, rules);
                ways.push(format!("{} {after}", write_literal(&c.to_string())));
            }
        }
        ways.join(" | ")
    }

    /// Writes all characters but the given ones, and the escapes.
    fn write_others(&self, but: impl Iterator<Item = char>) -> String {
        match self.kind {
            TextKind::Plain => write_class(but, true),
            TextKind::Json(escape) => {
                let class = write_class(but, true);
                let class = class.replacen("[^", "[^\"\\\\\\x00-\\x1F", 1);
                format!("({class} | {escape})")
            }
        }
    }

    fn name_of(&self, state: &str, count: u64) -> String {
        let state = self.states.iter().position(|one| one == state);
        let state = state.unwrap_or_default();
        let name = self.name;
        match self.greatest {
            None if count == self.least => format!("{name}-{state}"),
            None => format!("{name}-at-least-{}-{state}", self.least - count),
            Some(greatest) => format!(
                "{name}-{}-to-{}-{state}",
                self.least.saturating_sub(count),
                greatest - count,
            ),
        }
    }

    /// Returns the state after a character. `None` if the text then ends in a mark.
    fn follow(&self, state: &str, c: char) -> Option<String> {
        let text = format!("{state}{c}");
        if self.marks.iter().any(|mark| text.ends_with(mark)) {
            return None;
        }
        let mut ends = text.char_indices().map(|(start, _)| &text[start..]);
        let state = ends.find(|end| self.states.iter().any(|state| state == end));
        Some(state.unwrap_or_default().to_owned())
    }
}

/// Returns the beginnings of the marks, from the empty one on.
fn list_states(marks: &[&str]) -> Vec<String> {
    let mut states = vec![String::new()];
    for mark in marks {
        for (end, _) in mark.char_indices() {
            let state = mark[..end].to_owned();
            if !states.contains(&state) {
                states.push(state);
            }
        }
    }
    states
}

/// Returns the characters of the marks.
fn collect_characters(marks: &[&str]) -> Vec<char> {
    let mut characters: Vec<char> = marks.iter().flat_map(|mark| mark.chars()).collect();
    characters.sort_unstable();
    characters.dedup();
    characters
}
