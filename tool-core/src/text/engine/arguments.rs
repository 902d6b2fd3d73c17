//! Arguments while they are read, as JSON text.

use std::borrow::Cow;

use super::schemas::Schemas;
use super::typing::read_container_json;
use crate::json::{end_of_short_run, write_string};

/// Names of an argument that some models write around all arguments.
const WRAPPERS: [&str; 5] = ["arguments", "input", "parameters", "params", "args"];

/// Returns an empty text with room for the arguments of most calls.
pub(super) fn make_json() -> String {
    String::with_capacity(256)
}

/// Arguments while they are read, as JSON text. Each key counts once.
#[derive(Debug, Default)]
pub(super) struct CollectedArguments {
    /// An object without its closing bracket, or nothing.
    json: String,
    entries: Vec<WrittenArgument>,
    /// `true` if the text has entries whose value another one replaced.
    has_replaced: bool,
}

/// The places of an argument in the text.
#[derive(Clone, Copy, Debug)]
struct WrittenArgument {
    /// The key, with its quotes.
    key: (usize, usize),
    value: (usize, usize),
}

impl CollectedArguments {
    /// Adds an entry, whose value `write` appends as JSON. The last value of a key counts.
    pub(super) fn insert(&mut self, key: &str, write: impl FnOnce(&mut String)) {
        let json = &mut self.json;
        if json.is_empty() {
            *json = make_json();
            self.entries.reserve(32);
            json.push('{');
        } else {
            json.push_str(", ");
        }
        let start = json.len();
        write_string(key, json);
        let key = (start, json.len());
        json.push_str(": ");
        let start = json.len();
        write(json);
        let value = (start, json.len());
        let written = &json.as_bytes()[key.0..key.1];
        let is_same = |known: &&mut WrittenArgument| {
            let known = &json.as_bytes()[known.key.0..known.key.1];
            // Most keys differ in their last letter.
            known.iter().nth_back(1) == written.iter().nth_back(1) && known == written
        };
        match self.entries.iter_mut().find(is_same) {
            Some(same) => {
                same.value = value;
                self.has_replaced = true;
            }
            None => self.entries.push(WrittenArgument { key, value }),
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        let mut entries = self.entries.iter();
        if end_of_short_run(key.as_bytes(), 0) == key.len() {
            return entries.any(|known| self.text((known.key.0 + 1, known.key.1 - 1)) == key);
        }
        let mut written = String::new();
        write_string(key, &mut written);
        entries.any(|known| self.text(known.key) == written)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn text(&self, (start, end): (usize, usize)) -> &str {
        &self.json[start..end]
    }

    /// Returns the entries as a JSON object. If the only argument is an undeclared wrapper around
    /// all arguments, returns its content.
    pub(super) fn unwrap_arguments(self, schemas: &Schemas<'_>) -> String {
        if let [only] = self.entries[..]
            && let key = self.text((only.key.0 + 1, only.key.1 - 1))
            && WRAPPERS.contains(&key)
            && schemas.declares(key) == Some(false)
        {
            let json = self.text(only.value);
            let inside = serde_json::from_str::<String>(json);
            let inside = inside.map_or(Cow::Borrowed(json), Cow::Owned);
            let object = read_container_json(inside.trim()).filter(|json| json.starts_with('{'));
            if let Some(object) = object {
                return object.into_owned();
            }
        }
        self.into_json()
    }

    /// Returns the entries as a JSON object.
    pub(super) fn into_json(mut self) -> String {
        if self.has_replaced {
            let mut json = String::with_capacity(self.json.len());
            for entry in &self.entries {
                json.push_str(if json.is_empty() { "{" } else { ", " });
                json.push_str(self.text(entry.key));
                json.push_str(": ");
                json.push_str(self.text(entry.value));
            }
            self.json = json;
        } else if self.json.is_empty() {
            self.json.push('{');
        }
        self.json.push('}');
        self.json
    }
}
