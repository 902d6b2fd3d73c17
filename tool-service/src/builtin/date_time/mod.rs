mod error;
mod time;

use std::time::SystemTime;

use jiff::{Timestamp, Unit, Zoned};
use serde::Serialize;
use tool_core::{Tool, ToolArg};

pub use error::DateTimeError;

/// Tell the current time, convert a time to another time zone, add a duration to it, or
/// measure from one time to another. Daylight saving time and leap years are respected.
#[derive(Clone, Debug, PartialEq, Tool)]
#[tool(read_only, idempotent, open_world = false)]
#[tool(example = r#"{"operation": "now", "time_zone": "Europe/Oslo"}"#)]
#[tool(example = r#"{"operation": "add", "time": "2026-01-31", "duration": "P1M"}"#)]
#[tool(output = "DateTimeResult")]
pub struct DateTime {
    /// What to do.
    #[serde(flatten)]
    pub operation: DateTimeOperation,
    /// IANA name, such as Europe/Oslo: of the result, and of times without an offset.
    #[serde(default = "utc")]
    pub time_zone: String,
}

/// What a [`DateTime`] does.
#[derive(Clone, Debug, PartialEq, ToolArg)]
#[serde(tag = "operation", rename_all = "snake_case")]
#[non_exhaustive]
pub enum DateTimeOperation {
    /// The current time.
    Now,
    /// The same moment in `time_zone`.
    Convert {
        /// `now`, or such as 2026-03-01, 2026-03-01T10:00 or 2026-03-01T10:00+01:00.
        time: String,
        /// IANA name of the zone of a time without an offset; otherwise `time_zone`.
        from_time_zone: Option<String>,
    },
    /// A time plus a duration.
    Add {
        /// `now`, or such as 2026-03-01, 2026-03-01T10:00 or 2026-03-01T10:00+01:00.
        time: String,
        /// In ISO 8601, such as P1M or -P2DT3H.
        duration: String,
    },
    /// How long it is from one time to another.
    Difference {
        /// `now`, or such as 2026-03-01, 2026-03-01T10:00 or 2026-03-01T10:00+01:00.
        from: String,
        /// As `from`.
        to: String,
        /// The largest unit of the duration.
        #[serde(default)]
        largest_unit: LargestUnit,
    },
}

/// The largest unit of the duration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToolArg)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum LargestUnit {
    #[default]
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
}

/// What a [`DateTime`] gives back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToolArg)]
#[serde(untagged)]
pub enum DateTimeResult {
    /// A moment, in a time zone.
    Moment {
        /// RFC 3339, with the offset of the time zone at that time.
        time: String,
        /// IANA name.
        time_zone: String,
        /// The day of the week, in English.
        weekday: String,
    },
    /// A length of time.
    Length {
        /// ISO 8601; with a minus if `to` is before `from`.
        duration: String,
        /// All of it in seconds; a fraction is cut off.
        total_seconds: i64,
    },
}

impl DateTime {
    /// Does the operation.
    ///
    /// A time that clocks skip or show twice is read as RFC 5545 has it: the first
    /// of two, and a skipped one later by as much as was skipped. Times are from the year
    /// -9999 to 9999.
    ///
    /// # Errors
    ///
    /// If a time, a duration or a time zone cannot be read, or the result is out of range.
    pub fn run(self) -> Result<DateTimeResult, DateTimeError> {
        self.run_at(SystemTime::now())
    }

    /// Does the operation as if it were that time now.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_service::builtin::{DateTime, DateTimeResult};
    ///
    /// let call = DateTime::parse(r#"{"operation": "now", "time_zone": "Europe/Oslo"}"#)?;
    /// let DateTimeResult::Moment { time, weekday, .. } = call.run_at(std::time::UNIX_EPOCH)? else {
    ///     unreachable!("a moment was asked for");
    /// };
    /// assert_eq!((time.as_str(), weekday.as_str()), ("1970-01-01T01:00:00+01:00", "Thursday"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    pub fn run_at(self, now: SystemTime) -> Result<DateTimeResult, DateTimeError> {
        let now = Timestamp::try_from(now).map_err(|_| DateTimeError::OutOfRange)?;
        // No call takes less than seconds, and the digits of a fraction are tokens.
        let now = Timestamp::from_second(now.as_second()).unwrap_or(now);
        let zone = time::zone(&self.time_zone)?;
        let read = |text: &str| time::read(text, &zone, now);
        match self.operation {
            DateTimeOperation::Now => Ok(moment(&now.to_zoned(zone))),
            DateTimeOperation::Convert {
                time,
                from_time_zone,
            } => {
                let from = from_time_zone.as_deref().map(time::zone).transpose()?;
                let from = from.unwrap_or_else(|| zone.clone());
                let time = time::read(&time, &from, now)?;
                Ok(moment(&time.with_time_zone(zone)))
            }
            DateTimeOperation::Add { time, duration } => {
                let duration = time::duration(&duration)?;
                let sum = read(&time)?.checked_add(duration);
                Ok(moment(&sum.map_err(|_| DateTimeError::OutOfRange)?))
            }
            DateTimeOperation::Difference {
                from,
                to,
                largest_unit,
            } => length(&read(&from)?, &read(&to)?, largest_unit),
        }
    }
}

fn utc() -> String {
    "UTC".to_owned()
}

fn moment(at: &Zoned) -> DateTimeResult {
    DateTimeResult::Moment {
        time: at.timestamp().display_with_offset(at.offset()).to_string(),
        time_zone: at.time_zone().iana_name().unwrap_or("UTC").to_owned(),
        weekday: at.strftime("%A").to_string(),
    }
}

fn length(from: &Zoned, to: &Zoned, largest: LargestUnit) -> Result<DateTimeResult, DateTimeError> {
    let largest = match largest {
        LargestUnit::Year => Unit::Year,
        LargestUnit::Month => Unit::Month,
        LargestUnit::Week => Unit::Week,
        LargestUnit::Day => Unit::Day,
        LargestUnit::Hour => Unit::Hour,
        LargestUnit::Minute => Unit::Minute,
        LargestUnit::Second => Unit::Second,
    };
    let duration = from.until((largest, to));
    let duration = duration.map_err(|_| DateTimeError::OutOfRange)?;
    Ok(DateTimeResult::Length {
        duration: duration.to_string(),
        total_seconds: from.duration_until(to).as_secs(),
    })
}
