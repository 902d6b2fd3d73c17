//! Looking into the JSON of a provider: what has another shape than expected is
//! absent, and what is not asked for keeps its text.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::call::Call;
use crate::call::answer::{Ending, Written};

/// Text that is no JSON object, where a provider's response or event has to be one.
///
/// ```
/// use tool_core::call::{Api, calls_in_response};
///
/// let error = calls_in_response(Api::Anthropic, "<html>").unwrap_err();
/// assert!(error.to_string().starts_with("expected a JSON object from the provider: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError(String);

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a JSON object from the provider: {}", self.0)
    }
}

impl std::error::Error for WireError {}

/// One JSON value, by its text.
#[derive(Clone, Copy)]
pub(super) struct Part<'a>(&'a RawValue);

impl<'a> Part<'a> {
    pub(super) fn source(self) -> &'a str {
        self.0.get()
    }

    /// The content of a string.
    pub(super) fn text(self) -> Option<String> {
        self.read()
    }

    /// The entries; none if it is no object.
    pub(super) fn fields(self) -> Fields<'a> {
        Fields(self.read().unwrap_or_default())
    }

    /// The items; none if it is no array.
    pub(super) fn items(self) -> Vec<Part<'a>> {
        let items: Vec<&'a RawValue> = self.read().unwrap_or_default();
        items.into_iter().map(Part).collect()
    }

    /// Arguments as text: the content of a string, the text of anything else.
    pub(super) fn arguments(self) -> String {
        self.text().unwrap_or_else(|| self.source().to_owned())
    }

    fn read<T: Deserialize<'a>>(self) -> Option<T> {
        serde_json::from_str(self.source()).ok()
    }
}

/// The entries of an object. One that is `null` counts as absent, as providers mean it.
#[derive(Default)]
pub(super) struct Fields<'a>(HashMap<String, &'a RawValue>);

impl<'a> Fields<'a> {
    /// Reads a text that has to be an object.
    pub(super) fn parse(text: &'a str) -> Result<Self, WireError> {
        match serde_json::from_str(text) {
            Ok(fields) => Ok(Self(fields)),
            Err(error) => Err(WireError(error.to_string())),
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<Part<'a>> {
        let part = self.0.get(key).copied().map(Part);
        part.filter(|part| part.source() != "null")
    }

    pub(super) fn fields(&self, key: &str) -> Fields<'a> {
        self.get(key).map(Part::fields).unwrap_or_default()
    }

    pub(super) fn items(&self, key: &str) -> Vec<Part<'a>> {
        self.get(key).map(Part::items).unwrap_or_default()
    }

    pub(super) fn text(&self, key: &str) -> Option<String> {
        self.get(key)?.text()
    }

    /// A text that says something.
    pub(super) fn some_text(&self, key: &str) -> Option<String> {
        self.text(key).filter(|text| !text.is_empty())
    }

    /// An index; as a string, too, which some servers make of it.
    pub(super) fn index(&self, key: &str) -> Option<u64> {
        let part = self.get(key)?;
        part.read().or_else(|| part.text()?.parse().ok())
    }

    pub(super) fn is(&self, key: &str, text: &str) -> bool {
        self.text(key).as_deref() == Some(text)
    }

    pub(super) fn is_true(&self, key: &str) -> bool {
        self.get(key).is_some_and(|part| part.source() == "true")
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Whether the key is there, if only with `null`.
    pub(super) fn names(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Whether there are no other keys than these.
    pub(super) fn only(&self, keys: &[&str]) -> bool {
        self.0.keys().all(|key| keys.contains(&key.as_str()))
    }

    /// A text that says more than white space, or anything else that is no text.
    pub(super) fn says_more(&self, key: &str) -> bool {
        let part = self.get(key);
        part.is_some_and(|part| part.text().is_none_or(|text| !text.trim().is_empty()))
    }

    /// The call whose parts stand here under these keys.
    pub(super) fn call(&self, id: Option<String>, arguments: &str, ending: Ending) -> Written {
        let name = self.text("name").unwrap_or_default();
        let part = self.get(arguments);
        let raw = part.map(Part::arguments).unwrap_or_default();
        Written {
            call: Call::new(id, name, raw, ending.reported()),
            is_text: part.is_some_and(|part| part.source().starts_with('"')),
        }
    }
}
