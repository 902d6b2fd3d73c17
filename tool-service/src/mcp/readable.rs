//! Makes an answer readable that is not a valid message as a whole. A fault in one string or one
//! block costs this string or block, since the tool has run.

use rmcp::RoleClient;
use rmcp::model::{ContentBlock, MetaObject};
use rmcp::service::RxJsonRpcMessage;
use serde_json::{Value, json};

/// Marks a text block that has the JSON text of a block of an unknown type.
const UNKNOWN_BLOCK: &str = "tool-service/unknown-block";

/// Returns the message, if it is one without half characters, invalid bytes and unknown blocks.
pub(super) fn read_message(message: &[u8]) -> Option<RxJsonRpcMessage<RoleClient>> {
    serde_json::from_value(read_value(message)?).ok()
}

/// Does the same as [`read_message`] for the text of a message.
pub(super) fn repair_text(message: &str) -> Option<String> {
    if serde_json::from_str::<RxJsonRpcMessage<RoleClient>>(message).is_ok() {
        return None;
    }
    let value = read_value(message.as_bytes())?;
    serde_json::from_value::<RxJsonRpcMessage<RoleClient>>(value.clone()).ok()?;
    Some(value.to_string())
}

/// Returns whether a text block stands for a block of an unknown type.
pub(super) fn is_unknown_block(meta: Option<&MetaObject>) -> bool {
    meta.is_some_and(|MetaObject(meta)| meta.get(UNKNOWN_BLOCK) == Some(&Value::Bool(true)))
}

/// Replaces invalid bytes in the pieces of a text by the replacement character.
#[derive(Default)]
pub(super) struct Utf8Repair {
    /// The first bytes of a character whose other bytes are in the next piece.
    rest: Vec<u8>,
}

impl Utf8Repair {
    pub(super) fn take<B: AsRef<[u8]> + From<Vec<u8>>>(&mut self, piece: B) -> B {
        if self.rest.is_empty() && std::str::from_utf8(piece.as_ref()).is_ok() {
            return piece;
        }
        let mut bytes = std::mem::take(&mut self.rest);
        bytes.extend_from_slice(piece.as_ref());
        let mut valid = Vec::with_capacity(bytes.len());
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            valid.extend_from_slice(chunk.valid().as_bytes());
            let invalid = chunk.invalid();
            let is_last = chunks.peek().is_none();
            if is_last && is_start_of_character(invalid) {
                self.rest = invalid.to_vec();
            } else if !invalid.is_empty() {
                valid.extend_from_slice("\u{fffd}".as_bytes());
            }
        }
        B::from(valid)
    }
}

/// Returns whether more bytes could complete these to a character.
fn is_start_of_character(bytes: &[u8]) -> bool {
    let read = std::str::from_utf8(bytes);
    read.is_err_and(|error| error.error_len().is_none())
}

fn read_value(message: &[u8]) -> Option<Value> {
    let mut message = String::from_utf8_lossy(message).into_owned().into_bytes();
    replace_half_characters(&mut message);
    let mut value: Value = serde_json::from_slice(&message).ok()?;
    let blocks = value
        .pointer_mut("/result/content")
        .and_then(Value::as_array_mut);
    for block in blocks.into_iter().flatten() {
        if serde_json::from_value::<ContentBlock>(block.clone()).is_err() {
            let text = block.to_string();
            *block = json!({"type": "text", "text": text, "_meta": {UNKNOWN_BLOCK: true}});
        }
    }
    Some(value)
}

/// Replaces each escape of half a character (`\ud83d` without `\ude00`) by the replacement
/// character. Programs that cut text by UTF-16 units write such escapes.
fn replace_half_characters(message: &mut [u8]) {
    let mut at = 0;
    while at < message.len() {
        if message[at] != b'\\' {
            at += 1;
            continue;
        }
        let low = read_unit(message, at + 6).is_some_and(|unit| (0xDC00..=0xDFFF).contains(&unit));
        at += match read_unit(message, at) {
            Some(0xD800..=0xDBFF) if low => 12,
            Some(0xD800..=0xDFFF) => {
                message[at + 2..at + 6].copy_from_slice(b"fffd");
                6
            }
            Some(_) => 6,
            // Another escape, such as `\\` or `\"`.
            None => 2,
        };
    }
}

/// Returns the UTF-16 unit of the escape at this position.
fn read_unit(message: &[u8], at: usize) -> Option<u16> {
    let digits = message.get(at..at + 6)?.strip_prefix(br"\u")?;
    let digits = std::str::from_utf8(digits).ok()?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> String {
        let mut text = text.as_bytes().to_vec();
        replace_half_characters(&mut text);
        String::from_utf8(text).expect("only ASCII changes")
    }

    #[test]
    fn replaces_only_half_characters() {
        assert_eq!(repaired(r"a\ud83d"), r"a\ufffd");
        assert_eq!(repaired(r"\ude00b"), r"\ufffdb");
        assert_eq!(repaired(r"\ud83d\ude00"), r"\ud83d\ude00");
        assert_eq!(repaired(r"\ud83d\ud83d\ude00"), r"\ufffd\ud83d\ude00");
        assert_eq!(repaired(r"\\ud83d \u00e9 \n \"), r"\\ud83d \u00e9 \n \");
        assert_eq!(repaired(r"\ud83"), r"\ud83");
    }

    #[test]
    fn invalid_bytes_cost_themselves_in_any_pieces() {
        let text = b"a\xff \xc3\xa9 \xed\xa0\xbd \xf0\x9f\x98\x80 \xf0\x9f\n";
        let expected = String::from_utf8_lossy(text);
        for size in 1..=text.len() {
            let mut repair = Utf8Repair::default();
            let pieces = text.chunks(size);
            let read: Vec<u8> = pieces
                .flat_map(|piece| repair.take(piece.to_vec()))
                .collect();
            assert_eq!(String::from_utf8(read).as_deref(), Ok(&*expected), "{size}");
        }
    }

    #[test]
    fn unknown_block_costs_itself() {
        let answer = r#"{"jsonrpc": "2.0", "id": 3, "result": {"content": [
            {"type": "text", "text": "a\ud83d"}, {"type": "hologram", "size": 3}]}}"#;
        let text = repair_text(answer).expect("a readable answer");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["result"]["content"][0]["text"], "a\u{fffd}");
        assert_eq!(
            value["result"]["content"][1]["text"],
            r#"{"type":"hologram","size":3}"#
        );
        assert!(repair_text(&text).is_none());
        assert!(read_message(b"{}").is_none());
    }
}
