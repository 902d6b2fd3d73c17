//! Arguments while they are read, as JSON text.

use std::borrow::Cow;
use std::collections::HashMap;

use super::schemas::Schemas;
use super::typing::read_container_json;
use crate::json::{end_of_short_run, write_string};
use crate::tree::{KeySet, key_bit};

/// Names of an argument that some models write around all arguments.
const WRAPPERS: [&str; 5] = ["arguments", "input", "parameters", "params", "args"];

/// Returns an empty text with room for the arguments of most calls.
pub(super) fn make_json() -> String {
    String::with_capacity(256)
}

/// Arguments while they are read, as JSON text. The last value of a key counts.
#[derive(Debug, Default)]
pub(super) struct CollectedArguments {
    /// An object without its closing bracket, or nothing.
    json: String,
    entries: Vec<WrittenArgument>,
    /// The [`key_bit`] of each key.
    seen: u64,
    /// The keys with their quotes, if there are more than [`MANY_KEYS`].
    many: KeySet<'static>,
    /// `true` if two entries have the same key.
    has_replaced: bool,
}

/// The place of an argument in the text: it ends before the comma of the next one.
#[derive(Clone, Copy, Debug)]
struct WrittenArgument {
    /// The start of the key, with its quotes.
    key: usize,
    value: usize,
}

/// Number of keys from which each bit may be set, and the keys are in a set: to compare each pair
/// would take quadratic time.
const MANY_KEYS: usize = u64::BITS as usize;

/// The text after a key.
const COLON: &str = ": ";
/// The text after a value.
const COMMA: &str = ", ";

impl CollectedArguments {
    /// Adds an entry, whose value `write` appends as JSON.
    pub(super) fn insert(&mut self, key: &str, write: impl FnOnce(&mut String)) {
        let json = &mut self.json;
        if json.is_empty() {
            *json = make_json();
            self.entries = Vec::with_capacity(32);
            json.push('{');
        } else {
            json.push_str(COMMA);
        }
        let start = json.len();
        write_string(key, json);
        json.push_str(COLON);
        let entry = WrittenArgument {
            key: start,
            value: json.len(),
        };
        write(json);
        let bit = key_bit(key.as_bytes());
        let may_repeat = self.seen & bit != 0 || self.entries.len() >= MANY_KEYS;
        self.has_replaced |= may_repeat && self.repeats(entry);
        self.seen |= bit;
        self.entries.push(entry);
    }

    /// Returns whether an earlier entry has the key of a new one.
    fn repeats(&mut self, entry: WrittenArgument) -> bool {
        let known = self.entries.iter().map(|known| self.read_key(*known));
        let key = self.read_key(entry);
        if self.entries.len() < MANY_KEYS {
            return { known }.any(|known| known == key);
        }
        let key = Cow::Owned(key.to_owned());
        if self.many.is_empty() {
            self.many = known.map(|known| Cow::Owned(known.to_owned())).collect();
        }
        !self.many.insert(key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        let mut keys = self.entries.iter().map(|known| self.read_key(*known));
        let is_plain = end_of_short_run(key.as_bytes(), 0) == key.len();
        if is_plain && self.many.is_empty() {
            return keys.any(|known| &known[1..known.len() - 1] == key);
        }
        let mut written = String::new();
        write_string(key, &mut written);
        self.many.contains(&*written) || self.many.is_empty() && keys.any(|known| known == written)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns a key with its quotes.
    fn read_key(&self, entry: WrittenArgument) -> &str {
        &self.json[entry.key..entry.value - COLON.len()]
    }

    /// Returns the values in order.
    fn list_values(&self) -> impl Iterator<Item = &str> {
        let next = self.entries.iter().skip(1);
        let ends = next.map(|next| next.key - COMMA.len());
        let ends = ends.chain([self.json.len()]);
        let entries = self.entries.iter().zip(ends);
        entries.map(|(entry, end)| &self.json[entry.value..end])
    }

    /// Returns the key and the value, if all entries have the same key.
    fn find_only(&self) -> Option<(&str, &str)> {
        let key = self.read_key(*self.entries.first()?);
        let is_only = |other: &WrittenArgument| self.read_key(*other) == key;
        if !self.entries.iter().all(is_only) {
            return None;
        }
        Some((key, self.list_values().last()?))
    }

    /// Returns the entries as a JSON object. If the only argument is an undeclared wrapper around
    /// all arguments, returns its content.
    pub(super) fn unwrap_arguments(self, schemas: &Schemas<'_>) -> String {
        let may_be_only = self.entries.len() == 1 || self.has_replaced;
        if may_be_only
            && let Some((key, json)) = self.find_only()
            && let key = &key[1..key.len() - 1]
            && WRAPPERS.contains(&key)
            && schemas.declares(key) == Some(false)
        {
            let inside = serde_json::from_str::<String>(json);
            let inside = inside.map_or(Cow::Borrowed(json), Cow::Owned);
            let object = read_container_json(inside.trim()).filter(|json| json.starts_with('{'));
            if let Some(object) = object {
                return object.into_owned();
            }
        }
        self.into_json()
    }

    /// Returns the entries as a JSON object. A replaced value keeps the place of the first one.
    pub(super) fn into_json(mut self) -> String {
        if self.has_replaced {
            self.json = self.drop_replaced();
        } else if self.json.is_empty() {
            self.json.push('{');
        }
        self.json.push('}');
        self.json
    }

    /// Returns the object without its closing bracket, and each key once.
    fn drop_replaced(&self) -> String {
        let keys = || self.entries.iter().map(|entry| self.read_key(*entry));
        let mut last: HashMap<&str, &str> = keys().zip(self.list_values()).collect();
        let mut json = String::with_capacity(self.json.len());
        for key in keys() {
            if let Some(value) = last.remove(key) {
                json.push_str(if json.is_empty() { "{" } else { COMMA });
                json.push_str(key);
                json.push_str(COLON);
                json.push_str(value);
            }
        }
        json
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tool::Definition;

    fn collect(entries: &[(&str, &str)]) -> CollectedArguments {
        let mut arguments = CollectedArguments::default();
        for (key, value) in entries {
            arguments.insert(key, |json| json.push_str(value));
        }
        arguments
    }

    #[test]
    fn the_last_value_takes_the_place_of_the_first_one() {
        let arguments = collect(&[
            ("a", "1"),
            ("\"", "2"),
            ("a", "[3, 4]"),
            ("", "5"),
            ("", "6"),
        ]);
        assert!(arguments.has("a") && arguments.has("\"") && arguments.has(""));
        assert_eq!(arguments.into_json(), r#"{"a": [3, 4], "\"": 2, "": 6}"#);
    }

    #[test]
    fn keys_with_the_same_bit_are_different() {
        assert_eq!(key_bit(b"aba"), key_bit(b"aca"));
        let arguments = collect(&[("aba", "1"), ("aca", "2")]);
        assert!(!arguments.has_replaced);
        assert_eq!(arguments.into_json(), r#"{"aba": 1, "aca": 2}"#);
    }

    #[test]
    fn a_repeated_key_is_found_among_many() {
        let keys: Vec<_> = (0..MANY_KEYS + 3)
            .map(|number| format!("k{number}"))
            .collect();
        for repeated in [0, MANY_KEYS - 1, MANY_KEYS, MANY_KEYS + 2] {
            let mut entries: Vec<_> = keys.iter().map(|key| (&**key, "1")).collect();
            let once = collect(&entries);
            assert!(!once.has_replaced && once.has(&keys[repeated]) && !once.has("k"));
            entries.push((&keys[repeated], "2"));
            let json = once.into_json();
            let key = format!("\"{}\": ", keys[repeated]);
            let expected = json.replace(&format!("{key}1"), &format!("{key}2"));
            assert_eq!(collect(&entries).into_json(), expected);
        }
    }

    #[test]
    fn unwraps_the_last_of_two_wrappers_and_no_wrapper_beside_another_key() {
        let schema = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
        let tool = Definition::new("a", "A tool.", schema).unwrap();
        let schemas = Schemas::of(Some(&tool));
        let twice = [("arguments", "{}"), ("arguments", r#"{"x": 1}"#)];
        assert_eq!(collect(&twice).unwrap_arguments(&schemas), r#"{"x": 1}"#);
        let beside = [("arguments", "{}"), ("x", "1")];
        let json = r#"{"arguments": {}, "x": 1}"#;
        assert_eq!(collect(&beside).unwrap_arguments(&schemas), json);
    }
}
