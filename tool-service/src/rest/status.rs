use std::time::SystemTime;

use reqwest::StatusCode;
use reqwest::header::{HeaderMap, RETRY_AFTER};

use crate::error::http::{class_of, retry_after};
use crate::{Failure, ToolError};

/// The longest piece of an answer that the model is shown, in characters.
const MAX_SHOWN: usize = 1000;

/// An answer that is no success.
pub(super) struct RefusedRequest<'a> {
    pub(super) status: StatusCode,
    pub(super) headers: &'a HeaderMap,
    pub(super) body: &'a str,
    /// Whether it is what a redirect led to.
    pub(super) is_redirected: bool,
    pub(super) tool: &'a str,
    /// Whether the body is JSON or plain text.
    pub(super) is_text: bool,
    /// Whether the model sees the body, if the author says so.
    pub(super) shows_body: Option<bool>,
}

impl RefusedRequest<'_> {
    /// The error that it stands for.
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
        match self.shown_body() {
            Some(said) => {
                let said = shorten(said);
                class(failure.with_model_message(format!("{words} The service said: {said}")))
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
        // Who redirected a request may have acted on it.
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

    /// Whether it is about the arguments. What a redirect led to need not be.
    fn rejects_arguments(&self) -> bool {
        matches!(self.status.as_u16(), 400 | 422) && !self.is_redirected
    }

    /// What the model is shown of the body: where it can do something about it.
    fn shown_body(&self) -> Option<&str> {
        let code = self.status.as_u16();
        let can_mend =
            self.status.is_client_error() && !matches!(code, 401 | 403 | 407 | 408 | 429);
        let is_shown = self.shows_body.unwrap_or(self.rejects_arguments()) && self.is_text;
        let said = self.body.trim();
        (is_shown && can_mend && !said.is_empty()).then_some(said)
    }
}

/// `404 Not Found`, or the number alone.
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
