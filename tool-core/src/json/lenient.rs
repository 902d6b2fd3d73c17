//! What is tolerated beside JSON. All of it is tried only at a place where the
//! text has left JSON already, so that strict reading pays nothing.

use crate::issue::{IssueKind, Path};
use crate::json::parser::{Parser, Stop, Stopped};
use crate::tree::Tree;

/// Which departures from JSON are read all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tolerance {
    /// A key that stands twice with one value.
    pub(crate) duplicate_key: bool,
    /// Strings in single quotes, and `True`, `False`, `None`.
    pub(crate) python: bool,
    /// One closing bracket too many, or of the wrong kind.
    pub(crate) closing_bracket: bool,
}

impl Tolerance {
    /// JSON to the letter.
    pub(crate) const STRICT: Self = Self {
        duplicate_key: false,
        python: false,
        closing_bracket: false,
    };

    /// What is tolerated in the arguments themselves.
    pub(crate) const STANDARD: Self = Self {
        duplicate_key: true,
        ..Self::STRICT
    };

    /// What is tolerated in a string that holds JSON or Python text.
    pub(crate) const EMBEDDED: Self = Self {
        duplicate_key: true,
        python: true,
        closing_bracket: true,
    };
}

impl<'a> Parser<'a, '_> {
    /// `True`, `False`, `None`, and a string in single quotes.
    #[cold]
    pub(crate) fn python_value(&mut self) -> Result<Option<Tree<'a>>, Stopped> {
        if !self.tolerance.python {
            return Ok(None);
        }
        match self.peek() {
            b'T' => self.word("True", Tree::Bool(true)).map(Some),
            b'F' => self.word("False", Tree::Bool(false)).map(Some),
            b'N' => self.word("None", Tree::Null).map(Some),
            b'\'' => {
                self.at += 1;
                Ok(Some(Tree::String(self.single_quoted()?)))
            }
            _ => Ok(None),
        }
    }

    /// Passes over one closing bracket that closes nothing here: the reading is
    /// good only if the whole text is complete without it.
    #[inline]
    pub(crate) fn skip_stray_bracket(
        &mut self,
        found: u8,
        closing: u8,
        expected: &'static str,
    ) -> bool {
        matches!(found, b'}' | b']') && found != closing && self.skip_bracket(expected)
    }

    #[cold]
    fn skip_bracket(&mut self, expected: &'static str) -> bool {
        if !self.tolerance.closing_bracket || self.departure.is_some() {
            return false;
        }
        self.departure = Some(self.invalid(expected, self.at));
        self.at += 1;
        self.token();
        true
    }

    /// Records why reading stopped: the first departure, if one was passed over
    /// and that did not help.
    #[cold]
    pub(crate) fn report(&mut self, stop: Stop) {
        if let Some(kind) = self.departure.take() {
            return self.intake.stop(Path::root(), kind);
        }
        let kind = match stop {
            Stop::Truncated => IssueKind::Truncated,
            Stop::Invalid { expected, at } => self.invalid(expected, at),
            Stop::Recorded => return,
        };
        self.intake.stop(Path::root(), kind);
    }

    /// That the text leaves JSON at a place.
    fn invalid(&self, expected: &'static str, at: usize) -> IssueKind {
        let before = self.text.get(..at).unwrap_or(self.text);
        let shown = before.char_indices().rev().take(20).last();
        let after = shown.map_or("", |(start, _)| &before[start..]);
        IssueKind::InvalidJson {
            expected: expected.to_owned(),
            after: after.to_owned(),
        }
    }
}
