//! JSON with lone halves of surrogate pairs, such as `\ud83d`. JSON readers reject them.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex_lite::{Captures, Regex};

/// Replaces the numbers that JSON does not have, such as `NaN`, with `null`. Servers in Python write
/// them, for example as a probability. Returns the text as it is if it has none of them.
pub(crate) fn without_nan(text: &str) -> Cow<'_, str> {
    static STRING_OR_WORD: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"(?s)"(?:[^"\\]|\\.)*"?|-?Infinity|NaN"#).ok());
    let may_have = ["Infinity", "NaN"].iter().any(|word| text.contains(word));
    let Some(pattern) = STRING_OR_WORD.as_ref().filter(|_| may_have) else {
        return Cow::Borrowed(text);
    };
    pattern.replace_all(text, |found: &Captures<'_>| {
        let found = &found[0];
        if found.starts_with('"') {
            found
        } else {
            "null"
        }
        .to_owned()
    })
}

/// Marks all lone halves: the other half may be in another piece of the string. Servers that cut
/// their output between two tokens send such escapes. Returns `None` for a text without one.
pub(super) fn mark_halves(text: &str) -> Option<String> {
    let first = find_half(text, 0)?;
    let mut marked = String::with_capacity(text.len());
    let (mut start, mut half) = (0, Some(first));
    while let Some(at) = half {
        marked.push_str(&text[start..at]);
        marked.extend(mark(read_unit(text.as_bytes(), at).unwrap_or_default()));
        start = at + ESCAPE;
        half = find_half(text, start);
    }
    marked.push_str(&text[start..]);
    Some(marked)
}

/// The first unit of the second halves of surrogate pairs.
const SECOND: u16 = 0xdc00;

/// A mark of a half has three characters that no text contains: Unicode reserves them for programs.
const MARK: char = '\u{1fffe}';
const DIGIT: u32 = 0xfdd0;
const MARK_LENGTH: usize = MARK.len_utf8() + 2 * '\u{fdd0}'.len_utf8();

fn mark(unit: u16) -> impl Iterator<Item = char> {
    // 32 characters are digits, so two of them have the 10 bits of a half.
    let value = u32::from(unit.saturating_sub(0xd800));
    let digit = |value: u32| char::from_u32(DIGIT + value % 32).unwrap_or('\u{fffd}');
    let marker = if value < 1024 { MARK } else { '\u{1ffff}' };
    let value = value % 1024;
    [marker, digit(value / 32), digit(value)].into_iter()
}

/// Reads the mark at the start of a text.
fn read_mark(text: &str) -> Option<u16> {
    let mut characters = text.chars();
    let base: u32 = match characters.next()? {
        MARK => 0xd800,
        '\u{1ffff}' => 0xdc00,
        _ => return None,
    };
    let mut digit = || {
        let value = u32::from(characters.next()?).checked_sub(DIGIT)?;
        (value < 32).then_some(value)
    };
    let (high, low) = (digit()?, digit()?);
    u16::try_from(base + (high * 32 + low)).ok()
}

/// Returns the text before a marked first half at the end, and the mark.
pub(crate) fn split_half(text: &str) -> (&str, &str) {
    let at = text.len().checked_sub(MARK_LENGTH);
    let split = at.and_then(|at| text.split_at_checked(at));
    let is_first = |mark: &str| read_mark(mark).is_some_and(|unit| unit < SECOND);
    split
        .filter(|(_, mark)| is_first(mark))
        .unwrap_or((text, ""))
}

/// Joins the marked halves of a text. A half that stays alone becomes U+FFFD.
pub(crate) fn join_text(text: &str) -> Cow<'_, str> {
    join(text, |_| "\u{fffd}".to_owned())
}

/// Joins the marked halves of a text. Returns `None` if a half stays alone.
pub(super) fn join_pairs(text: &str) -> Option<Cow<'_, str>> {
    let joined = join(text, |unit| mark(unit).collect());
    (!joined.contains([MARK, '\u{1ffff}'])).then_some(joined)
}

/// Joins the marked halves of a text with JSON. A half that stays alone becomes an escape, which the
/// reader of the arguments reports.
pub(super) fn join_json(text: &str) -> Cow<'_, str> {
    join(text, |unit| format!("\\u{unit:04x}"))
}

fn join(text: &str, write: impl Fn(u16) -> String) -> Cow<'_, str> {
    if !text.contains([MARK, '\u{1ffff}']) {
        return Cow::Borrowed(text);
    }
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let Some(unit) = read_mark(rest) else {
            joined.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        rest = &rest[MARK_LENGTH..];
        let second = read_mark(rest).filter(|second| unit < SECOND && *second >= SECOND);
        let pair = second.and_then(|second| char::decode_utf16([unit, second]).next()?.ok());
        match pair {
            Some(pair) => {
                joined.push(pair);
                rest = &rest[MARK_LENGTH..];
            }
            None => joined.push_str(&write(unit)),
        }
    }
    Cow::Owned(joined)
}

/// Length of an escape such as `\ud83d`.
const ESCAPE: usize = 6;

/// Returns the start of the next escape of a lone surrogate.
fn find_half(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == b'\\')?;
        at += match (read_unit(bytes, at), read_unit(bytes, at + ESCAPE)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE,
            (Some(0xd800..=0xdfff), _) => return Some(at),
            (Some(_), _) => ESCAPE,
            // A backslash escapes the next byte, which may be a backslash, too.
            (None, _) => 2,
        };
    }
}

/// Reads an escape such as `\ud83d`.
fn read_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let escape = bytes.get(at..at + ESCAPE)?;
    let digits = std::str::from_utf8(escape.strip_prefix(b"\\u")?).ok()?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}
