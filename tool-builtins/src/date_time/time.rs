use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, Zoned, civil};

use crate::Quoted;

pub(super) const OUT_OF_RANGE: &str = "the time is out of the years -9999 to 9999";

pub(super) fn find_zone(name: &str) -> Result<TimeZone, String> {
    TimeZone::get(name).map_err(|_| {
        let name = Quoted(name);
        format!("unknown time zone {name}; use an IANA name like Europe/Oslo")
    })
}

/// Parses a time. `zone` is the time zone of the result and the default for a text without an
/// offset.
pub(super) fn read(text: &str, zone: &TimeZone, now: Timestamp) -> Result<Zoned, String> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("now") {
        return Ok(now.to_zoned(zone.clone()));
    }
    if text.contains('[') {
        let zoned = text.parse::<Zoned>().map_err(|_| describe_no_time(text))?;
        return Ok(zoned.with_time_zone(zone.clone()));
    }
    // Timestamps first: the parser of civil times ignores an offset.
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Ok(moment.to_zoned(zone.clone()));
    }
    let civil: civil::DateTime = text.parse().map_err(|_| describe_no_time(text))?;
    let zoned = civil.to_zoned(zone.clone());
    zoned.map_err(|_| OUT_OF_RANGE.to_owned())
}

pub(super) fn parse_duration(text: &str) -> Result<Span, String> {
    text.trim().parse().map_err(|_| {
        let text = Quoted(text);
        format!("{text} is not a duration; write it like P1Y2M3DT4H5M, or -P1D to go back")
    })
}

fn describe_no_time(text: &str) -> String {
    format!(
        "{} is not a time; \
         write it like 2026-03-01, 2026-03-01T10:00 or 2026-03-01T10:00+01:00, or `now`",
        Quoted(text)
    )
}
