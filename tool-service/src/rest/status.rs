use std::time::SystemTime;

use reqwest::StatusCode;
use reqwest::header::{HeaderMap, RETRY_AFTER};

use crate::error::http::{class_of, retry_after};
use crate::{Failure, ToolError};

/// Maximum number of characters of an error body that the model sees.
const MAX_SHOWN: usize = 1000;

/// A response with an error status.
pub(super) struct RefusedRequest<'a> {
    pub(super) status: StatusCode,
    pub(super) headers: &'a HeaderMap,
    pub(super) body: &'a str,
    /// `true` if it follows a redirect.
    pub(super) is_redirected: bool,
    pub(super) tool: &'a str,
    /// `true` if the body is JSON or plain text.
    pub(super) is_text: bool,
    /// Setting of the author on showing bodies to the model.
    pub(super) shows_body: Option<bool>,
}

impl RefusedRequest<'_> {
    /// Returns the error for this status.
    pub(super) fn error(&self) -> ToolError {
        let status = name_status(self.status);
        let failure = self.failure(&status);
        let class = if self.rejects_arguments() {
            ToolError::Rejected
        } else {
            class_of(self.status.as_u16())
        };
        let error = class(failure.clone());
        let words = match &error {
            ToolError::ToolExecution(_) => {
                format!(
                    "The tool {} failed: the service answered {status}.",
                    self.tool
                )
            }
            error => error.for_model(self.tool),
        };
        match self.select_shown_body() {
            Some(body_text) => {
                let body_text = shorten(body_text);
                class(failure.with_model_message(format!("{words} The service said: {body_text}")))
            }
            None if matches!(error, ToolError::ToolExecution(_)) => {
                class(failure.with_model_message(words))
            }
            None => error,
        }
    }

    fn failure(&self, status: &str) -> Failure {
        let code = self.status.as_u16();
        let mut failure = Failure::new(format!("the service answered {status}"))
            .with_status(code)
            .with_body(self.body);
        // A redirecting server may have run the call.
        if matches!(code, 401 | 407 | 429) && !self.is_redirected {
            failure = failure.not_run();
        }
        let asked = self.headers.get(RETRY_AFTER);
        let asked = asked.and_then(|text| text.to_str().ok());
        match asked.and_then(|text| retry_after(text, SystemTime::now())) {
            Some(wait) if matches!(code, 408 | 429 | 500..=599) => failure.with_retry_after(wait),
            _ => failure,
        }
    }

    /// Returns whether the arguments were rejected. After a redirect, the status may have another
    /// cause.
    fn rejects_arguments(&self) -> bool {
        matches!(self.status.as_u16(), 400 | 422) && !self.is_redirected
    }

    /// Returns the part of the body that the model sees, for errors that it can react to.
    fn select_shown_body(&self) -> Option<&str> {
        let code = self.status.as_u16();
        let can_correct =
            self.status.is_client_error() && !matches!(code, 401 | 403 | 407 | 408 | 429);
        let is_shown = self.shows_body.unwrap_or(self.rejects_arguments()) && self.is_text;
        let body_text = self.body.trim();
        (is_shown && can_correct && !body_text.is_empty()).then_some(body_text)
    }
}

/// Returns `404 Not Found`, or the number alone.
fn name_status(status: StatusCode) -> String {
    match status.canonical_reason() {
        Some(reason) => format!("{} {reason}", status.as_u16()),
        None => status.as_u16().to_string(),
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
