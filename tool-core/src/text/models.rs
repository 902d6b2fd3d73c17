use std::cmp::Reverse;

use super::Format;
use crate::syntax::MODEL_IDS;

impl Format {
    /// Returns the format of a model, from its ID on a hub. Returns `None` for an unknown model.
    /// [`ModelFormats`] also finds models that you add.
    ///
    /// Words and version numbers are compared: `Qwen3.8-27B` is not a `Qwen3-8B`.
    ///
    /// ```
    /// use tool_core::text::Format;
    ///
    /// let format = Format::for_model("Qwen/Qwen3-Coder-30B-A3B-Instruct");
    /// assert_eq!(format, Some(Format::Qwen3Coder));
    /// assert_eq!(Format::for_model("moonshotai/Kimi-K2-Thinking"), Some(Format::KimiK2));
    /// assert_eq!(Format::for_model("Qwen/Qwen3.8-27B"), Some(Format::Qwen3Coder));
    /// assert_eq!(Format::for_model("Qwen/Qwen3-8B"), Some(Format::Hermes));
    /// assert_eq!(Format::for_model("acme/unknown"), None);
    /// ```
    #[must_use]
    pub fn for_model(id: &str) -> Option<Self> {
        let name = id.rsplit('/').next().unwrap_or(id);
        let words = split_words(name);
        let ids = MODEL_IDS
            .iter()
            .flat_map(|(format, ids)| ids.iter().map(move |id| (*format, *id)));
        let found = ids.filter_map(|(format, id)| Some((rank(&words, id)?, format)));
        let (_, format) = found.min_by_key(|(rank, _)| *rank)?;
        Some(format)
    }
}

/// Returns the rank of an ID of the table in the words of another ID, which the least rank describes
/// best: the earliest and longest name of a model, or else the longest name of its base. `None` if it
/// does not occur.
fn rank(words: &[String], id: &str) -> Option<(bool, usize, Reverse<usize>, bool)> {
    let base = id.strip_prefix('~');
    let part = base.unwrap_or(id);
    let at = find(words, part)?;
    let length = part.trim_end_matches('+').len();
    let place = if base.is_some() { 0 } else { at };
    Some((base.is_some(), place, Reverse(length), part.ends_with('+')))
}

/// A table of models and their formats: the models of [`Format::for_model`] and your own.
///
/// ```
/// use tool_core::text::{Format, ModelFormats};
///
/// let models = ModelFormats::new()
///     .with("my-org/", Format::Hermes)
///     .with("my-org/coder", Format::Qwen3Coder);
/// assert_eq!(models.find("my-org/merge-7b"), Some(Format::Hermes));
/// assert_eq!(models.find("my-org/Coder-32B"), Some(Format::Qwen3Coder));
/// assert_eq!(models.find("openai/gpt-oss-20b"), Some(Format::Harmony));
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ModelFormats {
    /// Parts of IDs. The last match counts.
    added: Vec<(String, Format)>,
}

impl ModelFormats {
    /// Creates a table with the models of [`Format::for_model`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the models whose ID contains the words and numbers of `part`, without regard to case and
    /// punctuation. The entry overrides earlier ones.
    pub fn with(mut self, part: &str, format: Format) -> Self {
        self.added.push((part.to_owned(), format));
        self
    }

    /// Returns the format of a model, from its ID. Returns `None` for an unknown model.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Format> {
        let words = split_words(id);
        let mut added = self.added.iter().rev();
        let found = added.find(|(part, _)| find(&words, part).is_some());
        found.map_or_else(|| Format::for_model(id), |(_, format)| Some(*format))
    }
}

/// Splits a text into words in lower case and numbers: `Qwen3.8-27B` has the parts `qwen`, `3.8`,
/// `27` and `b`. A plus sign belongs to the number before it.
fn split_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_digit = |c: &char| c.is_ascii_digit();
        let is_inside = match c {
            '.' => is_digit(&last) && rest.peek().is_some_and(is_digit),
            '+' => is_digit(&last),
            _ if is_digit(&c) => is_digit(&last) || last == '.',
            _ => c.is_alphabetic() && last.is_alphabetic(),
        };
        match words.last_mut() {
            Some(word) if is_inside => word.extend(c.to_lowercase()),
            _ if c.is_alphanumeric() => words.push(c.to_lowercase().collect()),
            _ => {}
        }
        last = if is_inside || c.is_alphanumeric() {
            c
        } else {
            ' '
        };
    }
    words
}

/// Returns the place where these words contain the words of a part, one after the other.
fn find(words: &[String], part: &str) -> Option<usize> {
    let part = split_words(part);
    let mut windows = words.windows(part.len().max(1));
    windows.position(|window| {
        window
            .iter()
            .zip(&part)
            .all(|(word, part)| is_same(word, part))
    })
}

/// Returns whether a word of an ID is a word of the table. A longer word may begin or end with it:
/// `HyperCLOVAX`, `openPangu`. A number has to be equal.
fn is_same(word: &str, part: &str) -> bool {
    let Some(least) = part.strip_suffix('+') else {
        let is_word = part.starts_with(char::is_alphabetic);
        return word == part
            || is_word
                && (part.len() > 3 && word.starts_with(part)
                    || part.len() > 4 && word.ends_with(part));
    };
    let version = |text: &str| {
        let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
        Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
    };
    match (version(word), version(least)) {
        (Some((major, minor)), Some((same, least))) => major == same && minor >= least,
        _ => false,
    }
}
