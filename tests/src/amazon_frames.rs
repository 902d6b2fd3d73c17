//! Writes Amazon's binary frames (`application/vnd.amazon.eventstream`), with their checksums.

/// Writes a frame with headers that have string values, and a payload.
///
/// # Panics
///
/// Panics if a header is longer than its length field allows.
#[must_use]
pub fn write_frame(headers: &[(&str, &str)], payload: &str) -> Vec<u8> {
    let mut written = Vec::new();
    for (name, value) in headers {
        written.push(u8::try_from(name.len()).expect("a short name"));
        written.extend(name.bytes());
        // The type of a string.
        written.push(7);
        let length = u16::try_from(value.len()).expect("a short value");
        written.extend(length.to_be_bytes());
        written.extend(value.bytes());
    }
    let length = |bytes: usize| u32::try_from(bytes).expect("a short text").to_be_bytes();
    let mut frame = Vec::new();
    frame.extend(length(16 + written.len() + payload.len()));
    frame.extend(length(written.len()));
    add_checksum(&mut frame);
    frame.extend(written);
    frame.extend(payload.bytes());
    add_checksum(&mut frame);
    frame
}

fn add_checksum(bytes: &mut Vec<u8>) {
    let sum = crc32fast::hash(bytes);
    bytes.extend(sum.to_be_bytes());
}
