use serde_json::Value;

use super::api;
use super::draft::Draft;
use super::error::{AnswerError, ProviderError};
use super::stop::StopReason;
use super::stream::AnswerStream;
use super::turn::TurnCalls;
use super::whole::Answer;
use crate::call::{
    Api, Calls, Choices, DropReason, Dropped, Ending, is_list_of_events, is_whole_body, parse,
    read_body, without_mark, without_nan,
};

impl Answer {
    /// Reads the body of a response that was not streamed. The body may also be an array of the
    /// events of a stream, or a line of a batch.
    ///
    /// ```
    /// use tool_core::answer::{Answer, AnswerError};
    /// use tool_core::call::Api;
    ///
    /// let body = r#"{"error": {"type": "rate_limit_error", "message": "slow down"}}"#;
    /// let error = Answer::from_body(Api::Anthropic, body).unwrap_err();
    /// assert_eq!(error.to_string(), "the provider reported an error: slow down (rate_limit_error)");
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the body is not a JSON object, reports an error, or has the shape of another API.
    /// The calls that Groq rejects as `tool_use_failed` are in [`ProviderError::rejected`].
    pub fn from_body(api: Api, body: &str) -> Result<Self, AnswerError> {
        let body = &*without_nan(without_mark(body));
        if is_list_of_events(body) {
            let mut stream = AnswerStream::new(api);
            stream.push(body)?;
            return stream.finish();
        }
        let (calls, body) = read_body(api, body, Choices::First)?;
        let body = parse(&body).map_err(|error| AnswerError::from_json(&error))?;
        let mut draft = Draft::new(api);
        draft.read_body(body);
        draft.into_answer(calls)
    }
}

impl Draft {
    fn read_body(&mut self, body: Value) {
        self.is_streamed = false;
        api::read_body(self.api, &body, self);
        self.keep_unread(body);
    }

    pub(super) fn read_event(&mut self, event: Value) {
        if is_whole_body(self.api, |key| !event[key].is_null()) {
            return self.read_body(event);
        }
        api::read_event(self.api, &event, self);
        // Gateways and servers send an error in these forms within the stream of each API.
        if event["error"].is_object() || event["error"].is_string() {
            self.set_error(&event["error"]);
        } else if event["object"] == "error" {
            self.set_error(&event);
        } else if is_only(&event, &["detail", "message", "status", "code"]) {
            self.set_error(&event["detail"]);
        }
        self.keep_unread(event);
    }

    pub(super) fn into_answer(mut self, calls: Calls) -> Result<Answer, AnswerError> {
        self.find_error();
        if let Some(error) = self.error.take() {
            return Err(AnswerError::Provider(Box::new(self.into_error(&error))));
        }
        if !self.is_recognized {
            return Err(AnswerError::OtherShape(self.api));
        }
        Ok(self.into_answer_of(calls))
    }

    /// Makes the error, with the calls that the provider rejected if it shows them.
    fn into_error(mut self, error: &Value) -> ProviderError {
        let rejected = api::read_failed_generation(self.api, error).map(|calls| {
            api::list_rejected(&calls, &mut self);
            Box::new(self.into_answer_of(calls))
        });
        ProviderError::new(error, rejected)
    }

    /// Returns whether the answer ended in a refusal.
    fn is_refused(&self) -> bool {
        self.ending.with_refusal(api::ends_in_refusal(self)) == Ending::Refused
    }

    fn into_answer_of(mut self, mut calls: Calls) -> Answer {
        let api = self.api;
        self.join_halves();
        let mut turn_calls = TurnCalls::default();
        let (builtin_calls, cut) = self.builtin_calls(self.is_refused());
        api::add_other_choice(&mut self, &calls);
        let sent = self.agree(&mut calls);
        let turn = api::build_turn(api, &self, &calls, &cut, &mut turn_calls);
        turn_calls.know(sent);
        let (text, reasoning) = api::collect_texts(api, &self);
        let reason = if self.is_refused() {
            DropReason::Refused
        } else {
            DropReason::Incomplete
        };
        let cut = cut.iter().map(|call| call.to_dropped(reason));
        calls.dropped.extend(cut);
        let is_silent = text.trim().is_empty() && builtin_calls.is_empty();
        if self.ending == Ending::ToolCalls
            && is_silent
            && calls.calls.is_empty()
            && calls.dropped.is_empty()
        {
            // The provider reports calls, and they are not where its API has them.
            let reason = DropReason::Inconsistent;
            let dropped = Dropped::new(None, String::new(), String::new(), reason);
            calls.dropped.push(dropped);
        }
        // A dropped call of the turn has to be answered, too.
        let waits =
            !calls.calls.is_empty() || !turn_calls.0.is_empty() || !builtin_calls.is_empty();
        let ending = match self.ending {
            Ending::Unknown if self.is_broken_off && self.reason.is_none() => Ending::Disconnected,
            Ending::Done | Ending::Unknown if self.is_refused() => Ending::Refused,
            Ending::Done | Ending::Unknown if waits => Ending::ToolCalls,
            Ending::Done if api::has_refusal(api, &self) => Ending::Refused,
            ending => ending,
        };
        Answer {
            stop: StopReason::new(ending, self.reason),
            stop_message: self.stop_message,
            text,
            reasoning,
            builtin_calls,
            calls: calls.calls,
            dropped: calls.dropped,
            usage: self.usage.to_usage(api),
            api,
            turn,
            turn_calls,
        }
    }
}

/// Returns whether all members of an object are in this list.
fn is_only(event: &Value, keys: &[&str]) -> bool {
    let members = event.as_object();
    members.is_some_and(|members| members.keys().all(|key| keys.contains(&key.as_str())))
}
