//! Arguments while they are read, as JSON text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;

use super::typing::read_container_json;
use crate::json::{end_of_short_run, write_string};
use crate::schema::{ArgumentTypes, COLON, COMMA, write_key};
use crate::tree::{KeySet, key_bit};

/// Names of an argument that some models write around all arguments.
const WRAPPERS: [&str; 5] = ["arguments", "input", "parameters", "params", "args"];

/// Returns whether an argument may be an undeclared wrapper around all arguments.
pub(super) fn is_wrapper(key: &str, types: &ArgumentTypes) -> bool {
    WRAPPERS.contains(&key) && types.declares(key) == Some(false)
}

/// Returns an empty text with room for the arguments of most calls.
pub(super) fn make_json() -> String {
    String::with_capacity(256)
}

/// Arguments while they are read, as JSON text. The last value of a key counts.
#[derive(Debug, Default)]
pub(super) struct CollectedArguments {
    /// An object without its closing bracket, or nothing.
    json: String,
    /// The first entries, which need no allocation.
    first: [WrittenArgument; FEW],
    others: Vec<WrittenArgument>,
    count: usize,
    /// The [`key_bit`] of each key.
    seen: u64,
    /// The keys with their quotes, if there are more than [`MANY_KEYS`].
    many: Option<KeySet<'static>>,
    /// `true` if two entries have the same key.
    has_replaced: bool,
}

/// The place of an argument in the text: it ends before the comma of the next one.
#[derive(Clone, Copy, Debug, Default)]
struct WrittenArgument {
    /// The start of the key, with its quotes.
    key: usize,
    value: usize,
}

/// Number of entries that need no allocation.
const FEW: usize = 8;

/// Number of keys from which each bit may be set, and the keys are in a set: to compare each pair
/// would take quadratic time.
const MANY_KEYS: usize = u64::BITS as usize;

impl CollectedArguments {
    /// Returns an empty collection with room for this amount of JSON.
    pub(super) fn with_room(room: usize) -> Self {
        Self {
            json: String::with_capacity(room),
            ..Self::default()
        }
    }

    /// Adds an entry, whose value `write` appends as JSON.
    pub(super) fn insert(&mut self, key: &str, write: impl FnOnce(&mut String)) {
        self.insert_written(key, &write_key(key), write);
    }

    /// Adds an entry. `written` is the key in the form of [`write_key`].
    #[inline]
    pub(super) fn insert_written(
        &mut self,
        key: &str,
        written: &str,
        write: impl FnOnce(&mut String),
    ) {
        let json = &mut self.json;
        if json.is_empty() {
            json.push('{');
            json.push_str(&written[COMMA.len()..]);
        } else {
            json.push_str(written);
        }
        let entry = WrittenArgument {
            key: json.len() + COMMA.len() - written.len(),
            value: json.len(),
        };
        write(json);
        let bit = key_bit(key.as_bytes());
        let may_repeat = self.seen & bit != 0 || self.count >= MANY_KEYS;
        self.has_replaced |= may_repeat && self.repeats(entry);
        self.seen |= bit;
        match self.first.get_mut(self.count) {
            Some(free) => *free = entry,
            None => self.others.push(entry),
        }
        self.count += 1;
    }

    fn entries(&self) -> impl Iterator<Item = WrittenArgument> + Clone {
        let first = self.first.iter().take(self.count);
        first.chain(&self.others).copied()
    }

    /// Returns whether an earlier entry has the key of a new one.
    fn repeats(&mut self, entry: WrittenArgument) -> bool {
        let key = self.read_key(entry);
        if self.count < MANY_KEYS {
            return self.entries().any(|known| self.read_key(known) == key);
        }
        let key = Cow::Owned(key.to_owned());
        if self.many.is_none() {
            let keys = self.entries().map(|known| self.read_key(known).to_owned());
            self.many = Some(keys.map(Cow::Owned).collect());
        }
        !self.many.get_or_insert_default().insert(key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        let mut keys = self.entries().map(|known| self.read_key(known));
        let is_plain = end_of_short_run(key.as_bytes(), 0) == key.len();
        if is_plain && self.many.is_none() {
            return keys.any(|known| &known[1..known.len() - 1] == key);
        }
        let mut written = String::new();
        write_string(key, &mut written);
        match &self.many {
            Some(many) => many.contains(&*written),
            None => keys.any(|known| known == written),
        }
    }

    /// Returns whether two entries have the same key and different values.
    pub(super) fn has_two_values(&self) -> bool {
        if !self.has_replaced {
            return false;
        }
        let keys = self.entries().map(|entry| self.read_key(entry));
        let mut seen: HashMap<&str, &str> = HashMap::new();
        let mut entries = keys.zip(self.list_values());
        entries.any(|(key, value)| seen.insert(key, value).is_some_and(|first| first != value))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the number of entries.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns a key with its quotes.
    fn read_key(&self, entry: WrittenArgument) -> &str {
        &self.json[entry.key..entry.value - COLON.len()]
    }

    /// Returns the values in order.
    fn list_values(&self) -> impl Iterator<Item = &str> {
        let next = self.entries().skip(1);
        let ends = next.map(|next| next.key - COMMA.len());
        let ends = ends.chain([self.json.len()]);
        let entries = self.entries().zip(ends);
        entries.map(|(entry, end)| &self.json[entry.value..end])
    }

    /// Returns the key and the value, if all entries have the same key.
    fn find_only(&self) -> Option<(&str, &str)> {
        let mut keys = self.entries().map(|entry| self.read_key(entry));
        let key = keys.next()?;
        if !keys.all(|other| other == key) {
            return None;
        }
        Some((key, self.list_values().last()?))
    }

    /// Returns the entries as a JSON object. If the only argument is an undeclared wrapper around
    /// all arguments, returns its content.
    pub(super) fn unwrap_arguments(&mut self, types: &ArgumentTypes) -> String {
        let may_be_only = self.count == 1 || self.has_replaced;
        let inside = may_be_only.then(|| self.find_wrapped(types)).flatten();
        inside.unwrap_or_else(|| self.take_json())
    }

    /// Returns whether all arguments may be inside the first one.
    pub(super) fn has_wrapper(&self, types: &ArgumentTypes) -> bool {
        let first = self.find_only();
        first.is_some_and(|(key, _)| is_wrapper(&key[1..key.len() - 1], types))
    }

    /// Returns the content of the only argument, if it is an undeclared wrapper.
    fn find_wrapped(&self, types: &ArgumentTypes) -> Option<String> {
        let (key, json) = self.find_only()?;
        let key = &key[1..key.len() - 1];
        if !is_wrapper(key, types) {
            return None;
        }
        let inside = serde_json::from_str::<String>(json);
        let inside = inside.map_or(Cow::Borrowed(json), Cow::Owned);
        let object = read_container_json(inside.trim())?;
        object.starts_with('{').then(|| object.into_owned())
    }

    /// Returns the entries as a JSON object. A replaced value keeps the place of the first one.
    pub(super) fn into_json(mut self) -> String {
        self.take_json()
    }

    fn take_json(&mut self) -> String {
        let mut json = if self.has_replaced {
            self.drop_replaced()
        } else {
            mem::take(&mut self.json)
        };
        if json.is_empty() {
            json.push('{');
        }
        json.push('}');
        json
    }

    /// Returns the object without its closing bracket, and each key once.
    fn drop_replaced(&self) -> String {
        let keys = self.entries().map(|entry| self.read_key(entry));
        let mut last: HashMap<&str, &str> = keys.clone().zip(self.list_values()).collect();
        let mut json = String::with_capacity(self.json.len());
        for key in keys {
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
        let types = ArgumentTypes::of(&schema);
        let twice = [("arguments", "{}"), ("arguments", r#"{"x": 1}"#)];
        assert_eq!(collect(&twice).unwrap_arguments(&types), r#"{"x": 1}"#);
        let beside = [("arguments", "{}"), ("x", "1")];
        let json = r#"{"arguments": {}, "x": 1}"#;
        assert_eq!(collect(&beside).unwrap_arguments(&types), json);
    }
}
