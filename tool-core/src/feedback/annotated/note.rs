//! An issue on its way to its line.

use serde_json::Value;

use super::brief::quote_key;
use crate::feedback::got::Detail;
use crate::feedback::line::write_line;
use crate::feedback::message::write_within;
use crate::issue::{Issue, Segment};

/// An issue, and the rest of its path from the current value.
#[derive(Clone, Copy)]
pub(super) struct Note<'e> {
    pub(super) issue: &'e Issue,
    pub(super) rest: &'e [Segment],
}

impl<'e> Note<'e> {
    pub(super) fn new(issue: &'e Issue) -> Self {
        Self {
            issue,
            rest: issue.path.segments(),
        }
    }

    /// Returns the first segment, and the note for the rest.
    pub(super) fn split(&self) -> Option<(&'e Segment, Self)> {
        let (first, rest) = self.rest.split_first()?;
        let issue = self.issue;
        Some((first, Self { issue, rest }))
    }

    /// Returns the message for the line of the place.
    pub(super) fn words(&self, characters: usize) -> String {
        write_within(self.issue, Detail::Beside, characters)
    }

    /// Returns the message with the name of an absent property, or with the whole path if the
    /// rest of the path is longer.
    pub(super) fn with_name(&self, characters: usize) -> String {
        match self.rest {
            [Segment::Key(name)] => {
                let words = write_within(self.issue, Detail::Short, characters);
                format!("{}: {words}", quote_key(name))
            }
            _ => self.with_path(characters),
        }
    }

    /// Returns the message with the whole path, for a place that is not shown.
    pub(super) fn with_path(&self, characters: usize) -> String {
        write_line(self.issue, Detail::Short, characters)
    }

    /// Returns the index of the property among the entries of an object, in the order of the
    /// schema. Unknown properties come last.
    pub(super) fn place(&self, names: &[&str], value: &Value) -> usize {
        let rank = |name: &str| names.iter().position(|known| *known == name);
        let Value::Object(entries) = value else {
            return usize::MAX;
        };
        let own = match self.rest.first() {
            Some(Segment::Key(name)) => rank(name),
            _ => None,
        };
        let after = own.and_then(|own| {
            let mut keys = entries.keys();
            keys.position(|key| rank(key).is_some_and(|other| other > own))
        });
        after.unwrap_or(entries.len())
    }
}
