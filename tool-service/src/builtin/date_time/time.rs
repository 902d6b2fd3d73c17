use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, Zoned, civil};

use super::DateTimeError;

pub(super) fn zone(name: &str) -> Result<TimeZone, DateTimeError> {
    TimeZone::get(name).map_err(|_| DateTimeError::UnknownTimeZone {
        name: name.to_owned(),
    })
}

/// The moment that a text means, in that zone; a text without an offset is read there.
pub(super) fn read(text: &str, zone: &TimeZone, now: Timestamp) -> Result<Zoned, DateTimeError> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("now") {
        return Ok(now.to_zoned(zone.clone()));
    }
    if text.contains('[') {
        let zoned = text.parse::<Zoned>().map_err(|_| not_a_time(text))?;
        return Ok(zoned.with_time_zone(zone.clone()));
    }
    // A civil time passes over an offset, so that moments come first.
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Ok(moment.to_zoned(zone.clone()));
    }
    let civil: civil::DateTime = text.parse().map_err(|_| not_a_time(text))?;
    let zoned = civil.to_zoned(zone.clone());
    zoned.map_err(|_| DateTimeError::OutOfRange)
}

pub(super) fn duration(text: &str) -> Result<Span, DateTimeError> {
    text.trim()
        .parse()
        .map_err(|_| DateTimeError::NotADuration {
            text: text.to_owned(),
        })
}

fn not_a_time(text: &str) -> DateTimeError {
    let text = text.to_owned();
    DateTimeError::NotATime { text }
}
