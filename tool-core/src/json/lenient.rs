//! Limits of the tolerant reader, and its errors.

use std::str::Utf8Error;

use crate::finish::Finish;
use crate::issue::{Guesses, IssueKind, Path};
use crate::json::Stop;
use crate::json::hint::find_hint;

/// Deviations from JSON that are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tolerance {
    /// Accepts a duplicate key with equal values.
    pub(crate) duplicate_key: bool,
    /// The kind of the text, which selects the tolerant rules.
    pub(crate) text: TextKind,
    /// End of the output. It decides whether open containers may be closed.
    pub(crate) finish: Finish,
    /// Guesses to try if all other rules fail.
    pub(crate) guesses: Guesses,
}

/// The kind of a text. It decides how invalid JSON is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// Strict JSON; other text is rejected.
    Strict,
    /// The arguments themselves. Other text may surround them.
    Arguments,
    /// Text inside a value. It must be exactly one value.
    Embedded,
    /// The arguments in a string. The text must be exactly one value.
    EmbeddedArguments,
}

impl Tolerance {
    /// Accepts strict JSON only.
    pub(crate) const STRICT: Self = Self {
        duplicate_key: false,
        text: TextKind::Strict,
        finish: Finish::Unknown,
        guesses: Guesses::NONE,
    };

    /// Accepts deviations in the arguments themselves.
    pub(crate) const STANDARD: Self = Self {
        duplicate_key: true,
        text: TextKind::Arguments,
        finish: Finish::Unknown,
        guesses: Guesses::NONE,
    };

    /// Accepts deviations in a string that contains JSON or Python text.
    pub(crate) const EMBEDDED: Self = Self {
        duplicate_key: true,
        text: TextKind::Embedded,
        finish: Finish::Unknown,
        guesses: Guesses::NONE,
    };

    /// Accepts deviations in a string that contains the arguments: they are data, not code.
    pub(crate) const EMBEDDED_ARGUMENTS: Self = Self {
        text: TextKind::EmbeddedArguments,
        ..Self::EMBEDDED
    };

    /// Returns whether the text is inside a string.
    pub(crate) fn is_embedded(self) -> bool {
        matches!(self.text, TextKind::Embedded | TextKind::EmbeddedArguments)
    }

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

/// The reason why reading failed.
pub(crate) struct ParseFailure {
    pub(crate) kind: IssueKind,
    pub(crate) path: Box<Path>,
    /// Start of the string that is still open at the end of the text, if it was searched for.
    pub(crate) open_string: Option<usize>,
}

impl ParseFailure {
    pub(super) fn at_root(kind: IssueKind) -> Self {
        Self {
            kind,
            path: Box::new(Path::root()),
            open_string: None,
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn of(stop: Stop, text: &str) -> Self {
        Self::at_root(stop.kind(text).unwrap_or(IssueKind::Truncated))
    }

    /// Adapts the error to the caller's information: complete output cannot be truncated.
    pub(super) fn reword_for_finish(mut self, text: &str, finish: Finish) -> Self {
        if finish == Finish::Complete && self.is_truncation() {
            self.kind = match self.open_string {
                Some(at) => describe_invalid(text, "a closing quote for the string", at),
                None => describe_invalid(text, "the rest of the arguments", text.len()),
            };
        }
        self
    }

    pub(super) fn is_truncation(&self) -> bool {
        self.kind == IssueKind::Truncated
    }
}

impl Stop {
    /// Returns the issue for this stop, or `None` if it is already recorded.
    pub(crate) fn kind(self, text: &str) -> Option<IssueKind> {
        match self {
            Self::Truncated => Some(IssueKind::Truncated),
            Self::Invalid { expected, at } => Some(describe_invalid(text, expected, at)),
            Self::Recorded => None,
        }
    }
}

/// Returns the issue of bytes that are not UTF-8. `text` contains the valid part before the error.
#[cold]
pub(crate) fn not_utf8(text: &str, fault: Utf8Error) -> IssueKind {
    match fault.error_len() {
        Some(_) => describe_invalid(text, "text in UTF-8", fault.valid_up_to()),
        // The bytes end inside a character.
        None => IssueKind::Truncated,
    }
}

fn describe_invalid(text: &str, expected: &str, at: usize) -> IssueKind {
    let (expected, at, most) = match find_hint(text, expected, at) {
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
