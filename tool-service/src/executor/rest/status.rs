use std::time::{Duration, SystemTime};

use reqwest::StatusCode;
use reqwest::header::{HeaderMap, RETRY_AFTER};

use crate::{Failure, ToolError};

/// The longest piece of an answer that the model is shown, in characters.
const MAX_SHOWN: usize = 1000;

/// The error that a status stands for, where it is no success, with what the service said
/// of it for the host, and for the model where that is shown.
pub(super) fn error_of(
    status: StatusCode,
    headers: &HeaderMap,
    body: &str,
    tool: &str,
    is_shown: bool,
) -> ToolError {
    let mut failure = Failure::new(format!("the service answered {}", named(status)))
        .status(status.as_u16())
        .body(body);
    let code = status.as_u16();
    if matches!(code, 401 | 407 | 429) {
        failure = failure.not_run();
    }
    if let Some(wait) = retry_after(headers, SystemTime::now())
        && matches!(code, 408 | 429 | 500..=599)
    {
        failure = failure.retry_after(wait);
    }
    let class = match code {
        401 | 407 => ToolError::Authentication,
        403 => ToolError::Permission,
        404 | 410 => ToolError::NotFound,
        408 => ToolError::Timeout,
        429 => ToolError::RateLimit,
        500..=599 => ToolError::Server,
        _ => {
            let status = named(status);
            let words = format!("The tool {tool} failed: the service answered {status}.");
            failure = failure.for_model(words);
            ToolError::ToolExecution
        }
    };
    let can_mend = status.is_client_error() && !matches!(code, 401 | 403 | 407 | 408 | 429);
    let (error, said) = (class(failure.clone()), body.trim());
    if is_shown && can_mend && !said.is_empty() {
        let words = error.for_model(tool);
        return class(failure.for_model(format!("{words} The service said: {}", cut(said))));
    }
    error
}

/// `404 Not Found`, or the number alone.
fn named(status: StatusCode) -> String {
    match status.canonical_reason() {
        Some(reason) => format!("{} {reason}", status.as_u16()),
        None => status.as_u16().to_string(),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// How long `Retry-After` asks to wait: seconds, or a date.
fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // What is no number of 64 bits is longer than any wait.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let date = httpdate::parse_http_date(text).ok()?;
    // A date that has passed asks for no wait.
    Some(date.duration_since(now).unwrap_or_default())
}
