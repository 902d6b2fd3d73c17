//! The expectations of the constraints and formats of JSON Schema, as text.

use std::fmt::{self, Write};

use serde_json::Number;

use super::cut::fits;
use crate::issue::IssueKind;
use crate::schema::NumberFormat;

/// Maximum length of a pattern in a message. The model finds a longer one in the schema.
pub(super) const PATTERN: usize = 200;

/// Number of characters for the rest of an issue with a pattern.
const BESIDE_PATTERN: usize = 50;

/// Writes the expectation of a constraint: `at least 5 characters`. A pattern
/// is written completely or not at all.
pub(super) fn write_constraint(
    text: &mut String,
    kind: &IssueKind,
    characters: usize,
) -> fmt::Result {
    match kind {
        IssueKind::Excluded { excluded } if excluded.is_string() => {
            text.write_str("another string")
        }
        IssueKind::Excluded { excluded } => write!(text, "a number other than {excluded}"),
        IssueKind::OutOfRange {
            format,
            minimum,
            maximum,
        } => write_range(text, format, minimum.as_ref(), maximum.as_ref()),
        IssueKind::Contains {
            minimum,
            maximum,
            form,
            count,
        } => {
            let bound = match *maximum {
                Some(maximum) if *count > maximum => IssueKind::MaxItems { maximum },
                _ => IssueKind::MinItems { minimum: *minimum },
            };
            text.write_str(&bound.expectation().unwrap_or_default())?;
            if form.is_empty() {
                return Ok(());
            }
            write!(text, " of the form {form}")
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
        kind => text.write_str(kind.expectation().as_deref().unwrap_or("another value")),
    }
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

/// Writes the range of a number format: `an integer from 0 to 255`. The bounds of the schema replace
/// the bounds of the format.
///
/// The bounds of wide ranges are written as powers: their digits take up to 40 characters.
fn write_range(
    text: &mut String,
    format: &str,
    minimum: Option<&Number>,
    maximum: Option<&Number>,
) -> fmt::Result {
    let (noun, least, greatest) = match NumberFormat::named(format) {
        Some(NumberFormat::Integer(least, greatest)) if greatest > u32::MAX.into() => {
            let bits = greatest.count_ones();
            let negative = format!("-2^{bits}");
            let least = if least == 0 { "0".into() } else { negative };
            ("an integer", least, format!("2^{bits}-1"))
        }
        Some(NumberFormat::Integer(least, greatest)) => {
            ("an integer", least.to_string(), greatest.to_string())
        }
        Some(NumberFormat::Float) => ("a number", "-3.4e38".into(), "3.4e38".into()),
        Some(NumberFormat::Double) => ("a number", "-1.8e308".into(), "1.8e308".into()),
        None => return write!(text, "a number that fits {format}"),
    };
    let bound = |limit: Option<&Number>, own| limit.map_or(own, Number::to_string);
    let (least, greatest) = (bound(minimum, least), bound(maximum, greatest));
    write!(text, "{noun} from {least} to {greatest}")
}

/// Returns the noun of a date or time that has the right form and does not exist: `2026-02-30`.
pub(super) fn find_nonexistent(format: &str, sent: &str) -> Option<&'static str> {
    let text = sent.strip_prefix('"')?.strip_suffix('"')?;
    let is_form = |form: &str, text: &str| {
        let mut pairs = form.chars().zip(text.chars());
        let same = |(form, c): (char, char)| match form {
            '0' => c.is_ascii_digit(),
            form => form == c,
        };
        text.is_ascii() && text.len() >= form.len() && pairs.all(same)
    };
    let is_time = |text: &str| {
        let rest = text.get(8..).unwrap_or_default();
        let digits = rest.strip_prefix('.');
        let zone = digits.map(|digits| digits.trim_start_matches(|c: char| c.is_ascii_digit()));
        let zone = zone.filter(|zone| digits.is_some_and(|digits| digits.len() > zone.len()));
        let zone = zone.unwrap_or(rest);
        let is_zone = matches!(zone, "Z" | "z") || zone.len() == 6 && is_form("00:00", &zone[1..]);
        is_form("00:00:00", text) && is_zone
    };
    match format {
        "date" if text.len() == 10 && is_form("0000-00-00", text) => Some("date"),
        "time" if is_time(text) => Some("time"),
        "date-time" if is_form("0000-00-00", text) => {
            let time = text.get(10..)?.strip_prefix(['T', 't'])?;
            is_time(time).then_some("date and time")
        }
        _ => None,
    }
}
