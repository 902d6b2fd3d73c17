//! How far a text may go from JSON, and what is said where it goes too far.

use std::str::Utf8Error;

use crate::finish::Finish;
use crate::issue::{Guesses, IssueKind, Path};
use crate::json::Stop;
use crate::json::hint::hint;

/// Which departures from JSON are read all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tolerance {
    /// A key that stands twice with one value.
    pub(crate) duplicate_key: bool,
    /// Which text the tolerant rules read.
    pub(crate) text: TextKind,
    /// How the output ended, which says whether open containers may be closed.
    pub(crate) finish: Finish,
    /// What may be guessed where nothing else reads.
    pub(crate) guesses: Guesses,
}

/// What a text is, which says how it is read where it is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// JSON to the letter; else it is refused.
    Strict,
    /// The arguments themselves, which other text may surround.
    Arguments,
    /// Text inside of a value, which is one value and nothing else.
    Embedded,
}

impl Tolerance {
    /// JSON to the letter.
    pub(crate) const STRICT: Self = Self {
        duplicate_key: false,
        text: TextKind::Strict,
        finish: Finish::Unknown,
        guesses: Guesses::NONE,
    };

    /// What is tolerated in the arguments themselves.
    pub(crate) const STANDARD: Self = Self {
        duplicate_key: true,
        text: TextKind::Arguments,
        finish: Finish::Unknown,
        guesses: Guesses::NONE,
    };

    /// What is tolerated in a string that holds JSON or Python text.
    pub(crate) const EMBEDDED: Self = Self {
        duplicate_key: true,
        text: TextKind::Embedded,
        finish: Finish::Unknown,
        guesses: Guesses::NONE,
    };

    pub(crate) fn with_guesses(mut self, guesses: Guesses) -> Self {
        self.guesses = guesses;
        self
    }

    pub(crate) fn with_finish(mut self, finish: Finish) -> Self {
        self.finish = finish;
        self
    }

    pub(crate) fn closes_containers(self) -> bool {
        self.text == TextKind::Arguments && self.finish == Finish::Complete
    }
}

/// Why nothing was read.
pub(crate) struct Failure {
    pub(crate) kind: IssueKind,
    pub(crate) path: Box<Path>,
    /// Where the string opens that the text ends in, if it was looked for.
    pub(crate) open_string: Option<usize>,
}

impl Failure {
    pub(super) fn at_root(kind: IssueKind) -> Self {
        Self {
            kind,
            path: Box::new(Path::root()),
            open_string: None,
        }
    }

    pub(super) fn of(stop: Stop, text: &str) -> Self {
        Self::at_root(stop.kind(text).unwrap_or(IssueKind::Truncated))
    }

    /// What is told of it: where the caller says that the output is complete, nothing
    /// was cut off.
    pub(super) fn reword_for_finish(mut self, text: &str, finish: Finish) -> Self {
        if finish == Finish::Complete && self.is_truncation() {
            self.kind = match self.open_string {
                Some(at) => invalid(text, "a closing quote for the string", at),
                None => invalid(text, "the rest of the arguments", text.len()),
            };
        }
        self
    }

    pub(super) fn is_truncation(&self) -> bool {
        self.kind == IssueKind::Truncated
    }
}

impl Stop {
    /// The issue of a text that stopped so; nothing if it is recorded already.
    pub(crate) fn kind(self, text: &str) -> Option<IssueKind> {
        match self {
            Self::Truncated => Some(IssueKind::Truncated),
            Self::Invalid { expected, at } => Some(invalid(text, expected, at)),
            Self::Recorded => None,
        }
    }
}

/// The issue of bytes that are not UTF-8; `text` has what could be read of them,
/// up to the fault as it was sent.
#[cold]
pub(crate) fn not_utf8(text: &str, fault: Utf8Error) -> IssueKind {
    match fault.error_len() {
        Some(_) => invalid(text, "text in UTF-8", fault.valid_up_to()),
        // The bytes end within a character.
        None => IssueKind::Truncated,
    }
}

fn invalid(text: &str, expected: &str, at: usize) -> IssueKind {
    let (expected, at, most) = match hint(text, expected, at) {
        None => (expected, at, 20),
        Some((expected, at)) => (expected, at, 14),
    };
    let before = text.get(..at).unwrap_or(text);
    let shown = before.char_indices().rev().take(most).last();
    let after = shown.map_or("", |(start, _)| &before[start..]);
    IssueKind::InvalidJson {
        expected: expected.to_owned(),
        after: after.to_owned(),
    }
}
