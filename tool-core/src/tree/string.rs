//! The text of JSON strings.

#![allow(
    clippy::inline_always,
    reason = "the search for the end of a key must melt into the loop over an object: a call costs as much as a step"
)]

/// Appends a text as a JSON string, as `serde_json` writes it. Copies runs of plain characters.
pub(crate) fn write_string(text: &str, json: &mut String) {
    json.push('"');
    write_content(text, json);
    json.push('"');
}

/// Appends the content of a JSON string, without the quotes around it.
#[inline]
pub(crate) fn write_content(text: &str, json: &mut String) {
    let plain = end_of_short_run(text.as_bytes(), 0);
    if plain == text.len() {
        json.push_str(text);
    } else {
        write_escaped(text, plain, json);
    }
}

/// Appends a text with escapes, the first of which is at `plain`.
fn write_escaped(text: &str, plain: usize, json: &mut String) {
    // Source code has about one escape in ten characters.
    json.reserve(text.len() + text.len() / 8 + 1);
    let bytes = text.as_bytes();
    let (mut at, mut plain) = (0, plain);
    loop {
        json.push_str(&text[at..plain]);
        let Some(byte) = bytes.get(plain) else {
            break;
        };
        match byte {
            b'"' => json.push_str("\\\""),
            b'\\' => json.push_str("\\\\"),
            0x08 => json.push_str("\\b"),
            0x0c => json.push_str("\\f"),
            b'\n' => json.push_str("\\n"),
            b'\r' => json.push_str("\\r"),
            b'\t' => json.push_str("\\t"),
            // Another control character.
            _ => {
                let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('0');
                json.push_str("\\u00");
                json.extend([digit(byte >> 4), digit(byte & 15)]);
            }
        }
        at = plain + 1;
        plain = end_of_short_run(bytes, at);
    }
}

/// Returns the end of the run of plain bytes from `start`: the next quote, backslash or control
/// character.
#[inline(always)]
pub(crate) fn find_end_of_plain(bytes: &[u8], start: usize) -> usize {
    // Most keys and many values end in the first step.
    let first = bytes.get(start..).and_then(|rest| rest.first_chunk());
    match first.map(|chunk| mark_special(*chunk)) {
        Some(0) => find_plain_end(bytes, start + 8),
        Some(special) => start + count_before(special),
        None => find_plain_end(bytes, start),
    }
}

/// Like [`find_end_of_plain`], for longer runs. Kept out of line, because a call costs less than
/// copies of the code.
#[inline(never)]
pub(crate) fn find_plain_end(bytes: &[u8], start: usize) -> usize {
    start + count_plain(bytes.get(start..).unwrap_or_default())
}

/// Returns the number of bytes before the next quote, backslash or control character.
#[inline(always)]
fn count_plain(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    // Many runs are short. Later steps are twice as long as the first.
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        let special = mark_special(*chunk);
        if special != 0 {
            return bytes.len() - rest.len() + count_before(special);
        }
        rest = tail;
        while let Some((chunks, tail)) = split_two_chunks(rest) {
            let [first, second] = chunks.map(mark_special);
            if first | second != 0 {
                let run = bytes.len() - rest.len();
                let is_in_first = first != 0;
                return run
                    + if is_in_first {
                        count_before(first)
                    } else {
                        8 + count_before(second)
                    };
            }
            rest = tail;
        }
    }
    bytes.len() - rest.len() + before_special(rest)
}

#[inline(always)]
fn split_two_chunks(bytes: &[u8]) -> Option<([[u8; 8]; 2], &[u8])> {
    let (chunks, tail) = bytes.split_first_chunk::<16>()?;
    let (first, second) = chunks.split_at_checked(8)?;
    Some(([first.try_into().ok()?, second.try_into().ok()?], tail))
}

/// Like [`find_end_of_plain`], for texts whose runs are short.
#[inline]
pub(crate) fn end_of_short_run(bytes: &[u8], start: usize) -> usize {
    let run = bytes.get(start..).unwrap_or_default();
    let mut rest = run;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        let special = mark_special(*chunk);
        if special != 0 {
            return bytes.len() - rest.len() + count_before(special);
        }
        rest = tail;
    }
    // One look at the last bytes again costs less than a look at each of them.
    let word = |chunk: &[u8; 4]| u64::from(u32::from_le_bytes(*chunk));
    let last = match (run.last_chunk(), run.first_chunk(), run.last_chunk()) {
        (Some(last), ..) => Some(*last),
        (None, Some(first), Some(last)) => Some((word(first) | word(last) << 32).to_le_bytes()),
        _ => None,
    };
    if last.is_some_and(|last| mark_special(last) == 0) {
        return bytes.len();
    }
    bytes.len() - rest.len() + before_special(rest)
}

/// Returns the number of bytes before the first special one, byte by byte.
#[inline(always)]
fn before_special(rest: &[u8]) -> usize {
    let is_special = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < 0x20;
    rest.iter().position(is_special).unwrap_or(rest.len())
}

/// Returns the high bits of the bytes that are a quote, a backslash or a control character.
///
/// Processes eight bytes at once. A byte of `x` is zero if `(x - 0x01…) & !x & 0x80…` has its high
/// bit set. A carry can set wrong bits only above a correct one, and the lowest bit counts.
#[inline(always)]
fn mark_special(chunk: [u8; 8]) -> u64 {
    let word = u64::from_le_bytes(chunk);
    let quote = word ^ (ONES * 0x22);
    let backslash = word ^ (ONES * 0x5C);
    let special = (quote.wrapping_sub(ONES) & !quote)
        | (backslash.wrapping_sub(ONES) & !backslash)
        | (word.wrapping_sub(ONES * 0x20) & !word);
    special & HIGHS
}

/// Each byte is 1.
const ONES: u64 = u64::MAX / 255;

/// The high bit of each byte.
const HIGHS: u64 = ONES << 7;

/// Returns the number of spaces at the start of a text, which may be an indentation.
#[cfg(feature = "answers")]
#[inline]
pub(crate) fn count_spaces(text: &[u8]) -> usize {
    const SPACES: u64 = ONES * b' ' as u64;
    let mut rest = text;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        let others = u64::from_le_bytes(*chunk) ^ SPACES;
        if others != 0 {
            return text.len() - rest.len() + count_before(others);
        }
        rest = tail;
    }
    let spaces = rest.iter().take_while(|byte| **byte == b' ').count();
    text.len() - rest.len() + spaces
}

/// Returns the position of the first of these bytes at or after `start`, eight bytes at once.
#[cfg(feature = "answers")]
#[inline]
pub(crate) fn find_any<const N: usize>(
    bytes: &[u8],
    start: usize,
    needles: [u8; N],
) -> Option<usize> {
    let mut rest = bytes.get(start..)?;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*chunk);
        let mut found = 0;
        for needle in needles {
            let difference = word ^ (ONES * u64::from(needle));
            found |= difference.wrapping_sub(ONES) & !difference;
        }
        if found & HIGHS != 0 {
            return Some(bytes.len() - rest.len() + count_before(found & HIGHS));
        }
        rest = tail;
    }
    let found = rest.iter().position(|byte| needles.contains(byte))?;
    Some(bytes.len() - rest.len() + found)
}

/// Returns the number of bytes before the first of these.
#[inline(always)]
fn count_before(special: u64) -> usize {
    (special.trailing_zeros() / 8) as usize
}

#[cfg(test)]
mod tests {
    use super::{end_of_short_run, find_any, write_string};

    #[test]
    fn finds_the_first_byte_at_each_position() {
        for length in 0..30 {
            for at in 0..length {
                let mut bytes = vec![b'a'; length];
                bytes[at] = b'>';
                assert_eq!(find_any(&bytes, 0, [b'<', b'>', b'\n']), Some(at));
                assert_eq!(find_any(&bytes, at + 1, [b'>']), None);
                bytes[at] = b'"';
                assert_eq!(end_of_short_run(&bytes, 0), at);
            }
            assert_eq!(end_of_short_run(&vec![b'a'; length], 0), length);
        }
    }

    #[test]
    fn writes_each_character_as_serde_json_does() {
        let all: String = ('\0'..='\u{ff}').chain("é🙂\u{2028}".chars()).collect();
        for text in ["", "plain", "a\"b\\c\n", &all] {
            let mut json = String::new();
            write_string(text, &mut json);
            assert_eq!(json, serde_json::to_string(text).unwrap());
        }
    }
}
