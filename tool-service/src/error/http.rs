//! Classification of HTTP failures.

use std::time::{Duration, SystemTime};

use super::{Failure, ToolError};

/// Returns the error class of an HTTP status outside 2xx.
pub(crate) fn class_of(status: u16) -> fn(Failure) -> ToolError {
    match status {
        401 | 407 => ToolError::Authentication,
        403 => ToolError::Permission,
        404 | 410 => ToolError::NotFound,
        408 => ToolError::Timeout,
        429 => ToolError::RateLimit,
        500.. => ToolError::Server,
        _ => ToolError::ToolExecution,
    }
}

/// Parses `Retry-After` as a delay: seconds or a date.
pub(crate) fn retry_after(text: &str, now: SystemTime) -> Option<Duration> {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number beyond 64 bits is longer than any delay.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    // A date in the past means no delay.
    Some(date.duration_since(now).unwrap_or_default())
}
