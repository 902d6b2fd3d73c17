//! Without the reader of texts, nothing decides whether a sentence announces the arguments, quotes
//! them or takes them back. Only a code fence may then surround them, behind closed reasoning.

use super::prose::trim;
use crate::tree::{Around, Tree};

/// Returns whether the surrounding text makes the object a part of something else: any text does.
pub(super) fn is_argument(before: &str, after: &str) -> bool {
    let (before, after) = (trim(before), trim(after));
    let is_language = |word: &str| word.trim_end().chars().all(char::is_alphanumeric);
    let is_fence = before.strip_prefix("```").is_some_and(is_language);
    !(before.is_empty() && after.is_empty() || is_fence && matches!(after, "" | "```"))
}

/// Returns whether the text behind an object is harmless. Any other text was rejected before.
pub(super) fn is_harmless(_: &str, _: &str) -> bool {
    true
}

/// Describes the text around an object: no text there has a meaning.
pub(super) fn describe_around(_: &Tree<'_>, _: &str, _: &str, _: &str) -> Around {
    Around::default()
}

/// Returns whether a comment next to the arguments says something about them: any comment may.
pub(in crate::json::tolerant) fn is_statement(_: &str) -> bool {
    true
}
