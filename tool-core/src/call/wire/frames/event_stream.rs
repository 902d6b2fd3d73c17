//! Amazon's binary frames (`application/vnd.amazon.eventstream`): finds them, verifies their
//! checksums, and writes each as an event in JSON. What an event means is not decided here.

use std::ops::Range;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

/// Number of bytes before the headers of a frame: two lengths and a checksum.
const PRELUDE: usize = 12;

/// Number of bytes after the payload of a frame: a checksum.
const CHECKSUM: usize = 4;

/// Maximum length of a frame that the service sends.
const MAX_FRAME: usize = 16 << 20;

/// The type of a header with a string value.
const STRING: u8 = 7;

/// Base64 with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Splits bytes into frames, and converts each frame to an event as JSON text.
#[derive(Clone, Debug, Default)]
pub(super) struct EventStream {
    bytes: Vec<u8>,
    /// `true` after a frame with a wrong length or checksum. The start of the next frame is unknown.
    is_broken: bool,
}

impl EventStream {
    /// Returns whether the first byte of a body begins a frame: the length of a frame is
    /// below 2^24, and no JSON text begins with a zero byte.
    pub(super) fn is_begun_by(bytes: &[u8]) -> bool {
        bytes.first() == Some(&0)
    }

    /// Adds bytes, and returns the events that they complete: `{"contentBlockDelta": {..}}`, or
    /// `{"throttlingException": {..}}` for an exception. After a frame that was damaged on its way,
    /// returns a text that is not JSON, which the caller reports as an error, and no event after it.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut events = Vec::new();
        if self.is_broken {
            return events;
        }
        self.bytes.extend_from_slice(bytes);
        let mut at = 0;
        while let Some(prelude) = self.bytes.get(at..at + PRELUDE) {
            let Some(length) = read_frame_length(prelude) else {
                self.is_broken = true;
                break;
            };
            let Some(frame) = self.bytes.get(at..at + length) else {
                break;
            };
            if !ends_with_its_checksum(frame) {
                self.is_broken = true;
                break;
            }
            events.extend(read_frame(frame));
            at += frame.len();
        }
        self.bytes.drain(..at);
        if self.is_broken {
            self.bytes = Vec::new();
            events.push("a frame with a wrong length or checksum".to_owned());
        }
        events
    }
}

/// Returns the length of the frame with this prelude, if the length and its checksum are valid.
fn read_frame_length(prelude: &[u8]) -> Option<usize> {
    let length = read_number(prelude, 0, 4)?;
    ((PRELUDE + CHECKSUM..=MAX_FRAME).contains(&length) && ends_with_its_checksum(prelude))
        .then_some(length)
}

/// Returns whether the last four bytes are the checksum of the bytes before them.
fn ends_with_its_checksum(bytes: &[u8]) -> bool {
    bytes
        .split_last_chunk::<CHECKSUM>()
        .is_some_and(|(bytes, sum)| crc32fast::hash(bytes) == u32::from_be_bytes(*sum))
}

fn read_frame(frame: &[u8]) -> Option<String> {
    let headers_end = PRELUDE.checked_add(read_number(frame, 4, 4)?)?;
    let payload_end = frame.len().checked_sub(CHECKSUM)?;
    let headers = frame.get(PRELUDE..headers_end)?;
    let payload = frame.get(headers_end..payload_end)?;
    if let Some(error) = read_error(headers) {
        return Some(error);
    }
    let payload = String::from_utf8_lossy(payload);
    let name =
        find_header(headers, ":event-type").or_else(|| find_header(headers, ":exception-type"));
    let payload = if payload.trim().is_empty() {
        "{}"
    } else {
        &*payload
    };
    if name.as_deref() == Some("chunk")
        && let Some(event) = read_chunk(payload)
    {
        return Some(event);
    }
    Some(match name {
        // A name consists of ASCII letters, so `{:?}` writes it as JSON does.
        Some(name) => format!("{{{name:?}: {payload}}}"),
        None => payload.to_owned(),
    })
}

/// Reads a chunk of `InvokeModelWithResponseStream`: `{"bytes": ".."}`, with an event of the
/// model's own API in base64. Returns bytes that cannot be decoded as a JSON string: the caller then
/// gets an error, because the event is not an object.
fn read_chunk(payload: &str) -> Option<String> {
    let payload: Value = serde_json::from_str(payload).ok()?;
    let bytes = payload.get("bytes")?.as_str()?;
    let event = BASE64
        .decode(bytes)
        .ok()
        .and_then(|event| String::from_utf8(event).ok());
    Some(event.unwrap_or_else(|| Value::from(bytes).to_string()))
}

/// Reads an error that is not an exception of the service: it has headers, and no payload.
fn read_error(headers: &[u8]) -> Option<String> {
    let code = find_header(headers, ":error-code")?;
    let message = find_header(headers, ":error-message").unwrap_or_default();
    let error = serde_json::json!({format!("{code}Exception"): {"message": message}});
    Some(error.to_string())
}

/// Returns the string value of a header. Each header is the length of its name in one byte, the
/// name, its type in one byte, and the value.
fn find_header(headers: &[u8], wanted: &str) -> Option<String> {
    let mut at = 0;
    while at < headers.len() {
        let name = take(headers, &mut at, 1)?;
        let kind = *headers.get(at)?;
        at += 1;
        let value = match kind {
            0 | 1 => at..at,
            2..=5 => skip(&mut at, 1 << (kind - 2)),
            8 => skip(&mut at, 8),
            6 | STRING => take(headers, &mut at, 2)?,
            9 => skip(&mut at, 16),
            _ => return None,
        };
        if headers.get(name)? == wanted.as_bytes() && kind == STRING {
            return String::from_utf8(headers.get(value)?.to_vec()).ok();
        }
    }
    None
}

/// Skips a value of a known length.
fn skip(at: &mut usize, length: usize) -> Range<usize> {
    let start = *at;
    *at += length;
    start..*at
}

/// Skips a value after its length, which has `size` bytes.
fn take(bytes: &[u8], at: &mut usize, size: usize) -> Option<Range<usize>> {
    let length = read_number(bytes, *at, size)?;
    *at += size;
    Some(skip(at, length))
}

/// Reads a number of this many bytes, the highest first.
fn read_number(bytes: &[u8], at: usize, size: usize) -> Option<usize> {
    let digits = bytes.get(at..at + size)?.iter();
    Some(digits.fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
}
