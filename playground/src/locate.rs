//! Finds the place of a value in JSON text.

use std::ops::Range;

use serde::Serialize;
use serde::de::IgnoredAny;
use tool_core::issue::{Path, Segment};

/// A range of a text, as the page needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    /// Start, in UTF-16 code units.
    pub(crate) start: usize,
    /// End, in UTF-16 code units.
    pub(crate) end: usize,
    /// Line of the start, counted from 1.
    pub(crate) line: usize,
    /// Column of the start in characters, counted from 1.
    pub(crate) column: usize,
}

impl Place {
    /// Converts a range of bytes. Both ends have to be on boundaries of characters.
    pub(crate) fn of(text: &str, range: Range<usize>) -> Option<Self> {
        let before = text.get(..range.start)?;
        let start = utf16_length(before);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Some(Self {
            start,
            end: start + utf16_length(text.get(range)?),
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..)?.chars().count() + 1,
        })
    }

    /// Returns the character at a byte. At the end of a line or of the text, returns the last
    /// character before it that is not white space.
    pub(crate) fn of_character(text: &str, at: usize) -> Option<Self> {
        let mut start = at.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let next = text.get(start..)?.chars().next();
        let next = next
            .filter(|c| *c != '\n')
            .map(|character| (start, character));
        let last = || text.get(..start)?.trim_end().char_indices().next_back();
        let (start, character) = next.or_else(last)?;
        Self::of(text, start..start + character.len_utf8())
    }
}

fn utf16_length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Finds a text that occurs once.
pub(crate) fn place_of_unique(text: &str, part: &str) -> Option<Place> {
    let (at, _) = text.match_indices(part).next()?;
    let is_unique = !part.is_empty() && text.matches(part).count() == 1;
    is_unique.then(|| Place::of(text, at..at + part.len()))?
}

/// An entry of an object or an array: its key and its value, as ranges of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: Option<Range<usize>>,
    pub(crate) value: Range<usize>,
}

/// Finds the value at a path. Returns `None` if the text is not JSON or has no such value.
pub(crate) fn entry_at(text: &str, path: &Path) -> Option<Entry> {
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    let start = skip_whitespace(text, 0);
    let mut entry = Entry {
        key: None,
        value: start..value_end(text, start),
    };
    for segment in path.segments() {
        entry = child(text, entry.value.start, segment)?;
    }
    Some(entry)
}

/// Finds the value at a JSON Pointer. A number is an index if the value before it is an array.
pub(crate) fn entry_at_pointer(text: &str, pointer: &str) -> Option<Entry> {
    let mut path = Path::root();
    for token in pointer.split('/').skip(1) {
        let key = token.replace("~1", "/").replace("~0", "~");
        let is_array = entry_at(text, &path)
            .is_some_and(|parent| text.as_bytes().get(parent.value.start) == Some(&b'['));
        path = match key.parse::<usize>() {
            Ok(index) if is_array => path.join(index),
            _ => path.join(key),
        };
    }
    entry_at(text, &path)
}

/// Finds the entry of the object or array that starts at a byte.
fn child(text: &str, start: usize, segment: &Segment) -> Option<Entry> {
    let open = *text.as_bytes().get(start)?;
    let is_object = open == b'{';
    if !is_object && open != b'[' {
        return None;
    }
    let mut at = skip_whitespace(text, start + 1);
    let mut index = 0;
    let mut found = None;
    while !matches!(text.as_bytes().get(at), None | Some(b'}' | b']')) {
        let mut key = None;
        if is_object {
            let range = at..value_end(text, at);
            // The colon.
            at = skip_whitespace(text, skip_whitespace(text, range.end) + 1);
            key = Some(range);
        }
        let value = at..value_end(text, at);
        let is_wanted = match (segment, &key) {
            (Segment::Key(name), Some(key)) => is_key(text.get(key.clone())?, name),
            (Segment::Index(wanted), None) => *wanted == index,
            _ => false,
        };
        at = skip_whitespace(text, value.end);
        if text.as_bytes().get(at) == Some(&b',') {
            at = skip_whitespace(text, at + 1);
        }
        index += 1;
        if is_wanted {
            // Parsers take the last of duplicate keys.
            found = Some(Entry { key, value });
        }
    }
    found
}

fn is_key(quoted: &str, name: &str) -> bool {
    serde_json::from_str::<String>(quoted).is_ok_and(|key| key == name)
}

fn skip_whitespace(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    text.len().min(at) + (rest.len() - rest.trim_ascii_start().len())
}

/// Returns the end of the value that starts at a byte of valid JSON.
fn value_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                if depth == 0 {
                    return at;
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth <= 1 => return if depth == 1 { at + 1 } else { at },
            b'}' | b']' => depth -= 1,
            b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Returns the end of the string that starts at a byte of valid JSON.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"a": [1, {"b": "x\"]"}], "ü": {"c/d": null}, "a": true}"#;

    fn at(path: &str) -> Option<&'static str> {
        let entry = entry_at(TEXT, &Path::from(path))?;
        TEXT.get(entry.value)
    }

    #[test]
    fn finds_values_by_path() {
        assert_eq!(at(""), Some(TEXT));
        assert_eq!(at("ü"), Some(r#"{"c/d": null}"#));
        assert_eq!(at("b"), None);
    }

    #[test]
    fn finds_the_last_of_duplicate_keys() {
        assert_eq!(at("a"), Some("true"));
        assert_eq!(at("a[1].b"), None);
    }

    #[test]
    fn finds_values_by_pointer() {
        let text = r#"{"allOf": [{"0": 1}, {"x~y": "x\"]"}]}"#;
        let at = |pointer| text.get(entry_at_pointer(text, pointer)?.value);
        assert_eq!(at("/allOf/0/0"), Some("1"));
        assert_eq!(at("/allOf/1/x~0y"), Some(r#""x\"]""#));
        assert_eq!(at("/allOf/2"), None);
        let entry = entry_at_pointer(TEXT, "/ü/c~1d");
        let key = entry
            .and_then(|entry| entry.key)
            .and_then(|key| TEXT.get(key));
        assert_eq!(key, Some(r#""c/d""#));
    }

    #[test]
    fn finds_nothing_in_text_that_is_not_json() {
        assert_eq!(entry_at("{\"a\": 1,}", &Path::from("a")), None);
    }

    #[test]
    fn finds_a_part_only_if_it_occurs_once() {
        let start = |part| place_of_unique("a, 'b', c", part).map(|place| place.start);
        assert_eq!(start("'b'"), Some(3));
        assert_eq!((start(","), start("d"), start("")), (None, None, None));
    }

    #[test]
    fn places_count_utf16_units_and_lines() {
        let text = "𝄞\nab";
        let place = Place::of(text, 6..7).unwrap();
        assert_eq!(
            place,
            Place {
                start: 4,
                end: 5,
                line: 2,
                column: 2
            }
        );
        let last = Place::of_character(text, text.len()).unwrap();
        assert_eq!((last.start, last.end), (4, 5));
    }
}
