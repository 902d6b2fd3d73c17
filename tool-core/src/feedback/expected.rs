//! The expectations of the constraints and formats of JSON Schema, as text.

use std::fmt::{self, Write};

use super::cut::fits;
use crate::issue::IssueKind;

/// Maximum length of a pattern in a message. The model finds a longer one in the schema.
pub(super) const PATTERN: usize = 200;

/// Number of characters for the rest of an issue with a pattern.
const BESIDE_PATTERN: usize = 50;

/// Writes the expectation of a constraint: `at least 5 characters`. Writes nothing for any
/// other issue. A pattern is written completely or not at all.
pub(super) fn write_constraint(
    text: &mut String,
    kind: &IssueKind,
    characters: usize,
) -> fmt::Result {
    match kind {
        IssueKind::Minimum { minimum, exclusive } => {
            let bound = if *exclusive { "more than" } else { "at least" };
            write!(text, "{bound} {minimum}")
        }
        IssueKind::Maximum { maximum, exclusive } => {
            let bound = if *exclusive { "less than" } else { "at most" };
            write!(text, "{bound} {maximum}")
        }
        IssueKind::MultipleOf { divisor } => write!(text, "a multiple of {divisor}"),
        IssueKind::Excluded { excluded } => write!(text, "a number other than {excluded}"),
        IssueKind::OutOfRange { format } => write_number_format(text, format),
        IssueKind::MinLength { minimum } => {
            write_size(text, "at least", *minimum, ["character", "characters"])
        }
        IssueKind::MaxLength { maximum } => {
            write_size(text, "at most", *maximum, ["character", "characters"])
        }
        IssueKind::MinItems { minimum } => {
            write_size(text, "at least", *minimum, ["item", "items"])
        }
        IssueKind::MaxItems { maximum } => write_size(text, "at most", *maximum, ["item", "items"]),
        IssueKind::MinProperties { minimum } => {
            write_size(text, "at least", *minimum, ["property", "properties"])
        }
        IssueKind::MaxProperties { maximum } => {
            write_size(text, "at most", *maximum, ["property", "properties"])
        }
        IssueKind::Pattern { pattern } => {
            let room = characters.saturating_sub(BESIDE_PATTERN);
            let is_shown = fits(pattern, PATTERN.min(room));
            let shown = if is_shown {
                pattern
            } else {
                "the pattern in the schema"
            };
            write!(text, "text that matches {shown}")
        }
        IssueKind::Format { format } => text.write_str(&describe_text_format(format)),
        _ => Ok(()),
    }
}

fn write_size(text: &mut String, bound: &str, limit: u64, [one, many]: [&str; 2]) -> fmt::Result {
    let noun = if limit == 1 { one } else { many };
    write!(text, "{bound} {limit} {noun}")
}

/// Returns a format with one example: `a date such as 2024-05-17`.
fn describe_text_format(format: &str) -> String {
    let known = match format {
        "date-time" => "a date-time such as 2024-05-17T09:30:00Z",
        "date" => "a date such as 2024-05-17",
        "time" => "a time such as 09:30:00Z",
        "uuid" => "a UUID such as 67e55044-10b1-426f-9247-bb680e5fe0c8",
        "email" => "an email address such as ada@example.com",
        "uri" => "a URI such as https://example.com/a",
        "ip" => "an IP address such as 192.0.2.1",
        "ipv4" => "an IPv4 address such as 192.0.2.1",
        "ipv6" => "an IPv6 address such as 2001:db8::1",
        other => return format!("text in the format {other}"),
    };
    known.to_owned()
}

/// Writes a number format with its range: `an integer that fits uint8 (0 to 255)`.
///
/// The bounds of wide ranges are written as powers: their digits take up to 40 characters.
fn write_number_format(text: &mut String, format: &str) -> fmt::Result {
    let range = match format {
        "int8" => "-128 to 127",
        "int16" => "-32768 to 32767",
        "int32" => "-2147483648 to 2147483647",
        "int64" => "-2^63 to 2^63-1",
        "int128" => "-2^127 to 2^127-1",
        "uint8" => "0 to 255",
        "uint16" => "0 to 65535",
        "uint32" => "0 to 4294967295",
        "uint64" => "0 to 2^64-1",
        "uint128" => "0 to 2^128-1",
        // As wide as a pointer.
        "int" => {
            let power = usize::BITS - 1;
            return write!(text, "an integer that fits int (-2^{power} to 2^{power}-1)");
        }
        "uint" => {
            let power = usize::BITS;
            return write!(text, "an integer that fits uint (0 to 2^{power}-1)");
        }
        "float" => return text.write_str("a number that fits float (-3.4e38 to 3.4e38)"),
        "double" => return text.write_str("a number that fits double (-1.8e308 to 1.8e308)"),
        other => return write!(text, "a number that fits {other}"),
    };
    for part in ["an integer that fits ", format, " (", range, ")"] {
        text.push_str(part);
    }
    Ok(())
}
