use std::fmt;

use crate::builtin::quoted::Quoted;

/// Why an operation on times has no result. Its text is for the model.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::builtin::{DateTime, DateTimeError};
///
/// let call = DateTime::parse(r#"{"operation": "now", "time_zone": "Europe/Olso"}"#)?;
/// let name = "Europe/Olso".to_owned();
/// assert_eq!(call.run().unwrap_err(), DateTimeError::UnknownTimeZone { name });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DateTimeError {
    /// A text is no time, or one that does not exist, such as the 30th of February.
    NotATime {
        /// The text.
        text: String,
    },
    /// A text is no duration.
    NotADuration {
        /// The text.
        text: String,
    },
    /// There is no time zone of that name.
    UnknownTimeZone {
        /// The name.
        name: String,
    },
    /// A result is before the year -9999 or after 9999.
    OutOfRange,
}

impl fmt::Display for DateTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATime { text } => write!(
                f,
                "{} is not a time; \
                 write it like 2026-03-01, 2026-03-01T10:00 or 2026-03-01T10:00+01:00, or `now`",
                Quoted(text)
            ),
            Self::NotADuration { text } => write!(
                f,
                "{} is not a duration; write it like P1Y2M3DT4H5M, or -P1D to go back",
                Quoted(text)
            ),
            Self::UnknownTimeZone { name } => write!(
                f,
                "unknown time zone {}; use an IANA name like Europe/Oslo",
                Quoted(name)
            ),
            Self::OutOfRange => f.write_str("the time is out of the years -9999 to 9999"),
        }
    }
}

impl std::error::Error for DateTimeError {}
