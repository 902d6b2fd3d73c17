mod time;

use std::time::SystemTime;

use jiff::{Timestamp, Unit, Zoned};
use serde::Serialize;
use tool_core::{Tool, ToolArg};

use crate::Output;
use time::OUT_OF_RANGE;

/// Tell the current time, convert a time to another time zone, add a duration to it, or
/// measure from one time to another. Daylight saving time and leap years are respected.
#[derive(Clone, Debug, PartialEq, Tool)]
#[tool(read_only, idempotent, open_world = false)]
#[tool(example = r#"{"operation": "now", "time_zone": "Europe/Oslo"}"#)]
#[tool(example = r#"{"operation": "add", "time": "2026-01-31", "duration": "P1M"}"#)]
#[tool(output = DateTimeResult)]
pub struct DateTime {
    /// The operation.
    #[serde(flatten)]
    operation: DateTimeOperation,
    /// IANA name, such as Europe/Oslo: of the result, and of times without an offset.
    #[serde(default = "default_time_zone")]
    time_zone: String,
}

#[derive(Clone, Debug, PartialEq, ToolArg)]
#[serde(tag = "operation", rename_all = "snake_case")]
enum DateTimeOperation {
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
    /// The duration from one time to another.
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
enum LargestUnit {
    #[default]
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToolArg)]
#[serde(untagged)]
enum DateTimeResult {
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
    /// Runs the operation.
    ///
    /// Ambiguous and skipped local times follow RFC 5545. An ambiguous time is the first of the
    /// two. A skipped time is moved later by the length of the gap. The range is from the year
    /// -9999 to 9999.
    ///
    /// # Errors
    ///
    /// Fails if a time, a duration or a time zone is invalid, or if the result is out of range.
    pub fn run(self) -> Output {
        self.run_at(SystemTime::now())
    }

    /// Runs the operation with a fixed current time.
    ///
    /// ```
    /// use tool_builtins::DateTime;
    /// use tool_core::Tool;
    ///
    /// let call = DateTime::parse(r#"{"operation": "now", "time_zone": "Europe/Oslo"}"#)?;
    /// let moment = call.run_at(std::time::UNIX_EPOCH)?;
    /// assert_eq!(moment["time"], "1970-01-01T01:00:00+01:00");
    /// assert_eq!(moment["weekday"], "Thursday");
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`run`](Self::run).
    pub fn run_at(self, now: SystemTime) -> Output {
        Ok(serde_json::to_value(self.answer(now)?)?)
    }

    fn answer(self, now: SystemTime) -> Result<DateTimeResult, String> {
        let now = Timestamp::try_from(now).map_err(|_| OUT_OF_RANGE)?;
        // Fractions of a second cost tokens, and no operation needs them.
        let now = Timestamp::from_second(now.as_second()).unwrap_or(now);
        let zone = time::find_zone(&self.time_zone)?;
        let read = |text: &str| time::read(text, &zone, now);
        match self.operation {
            DateTimeOperation::Now => Ok(describe_moment(&now.to_zoned(zone))),
            DateTimeOperation::Convert {
                time,
                from_time_zone,
            } => {
                let from = from_time_zone.as_deref().map(time::find_zone).transpose()?;
                let from = from.unwrap_or_else(|| zone.clone());
                let time = time::read(&time, &from, now)?;
                Ok(describe_moment(&time.with_time_zone(zone)))
            }
            DateTimeOperation::Add { time, duration } => {
                let duration = time::parse_duration(&duration)?;
                let sum = read(&time)?.checked_add(duration);
                Ok(describe_moment(&sum.map_err(|_| OUT_OF_RANGE)?))
            }
            DateTimeOperation::Difference {
                from,
                to,
                largest_unit,
            } => measure(&read(&from)?, &read(&to)?, largest_unit),
        }
    }
}

fn default_time_zone() -> String {
    "UTC".to_owned()
}

fn describe_moment(at: &Zoned) -> DateTimeResult {
    DateTimeResult::Moment {
        time: at.timestamp().display_with_offset(at.offset()).to_string(),
        time_zone: at.time_zone().iana_name().unwrap_or("UTC").to_owned(),
        weekday: at.strftime("%A").to_string(),
    }
}

fn measure(from: &Zoned, to: &Zoned, largest: LargestUnit) -> Result<DateTimeResult, String> {
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
    let duration = duration.map_err(|_| OUT_OF_RANGE)?;
    Ok(DateTimeResult::Length {
        duration: duration.to_string(),
        total_seconds: from.duration_until(to).as_secs(),
    })
}
