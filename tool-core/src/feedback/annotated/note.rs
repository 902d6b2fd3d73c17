//! An issue on the way to its place.

use serde_json::Value;

use super::brief::key;
use crate::feedback::got::Detail;
use crate::feedback::line::line;
use crate::feedback::message::within;
use crate::issue::{Issue, Segment};

/// An issue, and what is left of its path from where the echo stands.
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

    /// The first step, and the note one step further.
    pub(super) fn split(&self) -> Option<(&'e Segment, Self)> {
        let (first, rest) = self.rest.split_first()?;
        let issue = self.issue;
        Some((first, Self { issue, rest }))
    }

    /// The words beside the line of the place.
    pub(super) fn words(&self, characters: usize) -> String {
        within(self.issue, Detail::Beside, characters)
    }

    /// The words with the name of a property that is not there, or with the
    /// whole path, if what is left of it is longer.
    pub(super) fn with_name(&self, characters: usize) -> String {
        match self.rest {
            [Segment::Key(name)] => {
                let words = within(self.issue, Detail::Short, characters);
                format!("{}: {words}", key(name))
            }
            _ => self.with_path(characters),
        }
    }

    /// The words with the whole path, for a place that is not shown.
    pub(super) fn with_path(&self, characters: usize) -> String {
        line(self.issue, Detail::Short, characters)
    }

    /// Where among the entries of an object its property belongs, by the order
    /// of the schema's names; at the end, if the schema does not name it.
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
