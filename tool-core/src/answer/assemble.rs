//! Makes an answer from its draft.

use serde_json::Value;

use super::error::{AnswerError, ProviderError};
use super::failed_generation::read_failed_generation;
use super::stop::StopReason;
use super::whole::Answer;
use crate::call::wire::{Draft, Ending, FoundCalls, TurnCalls};
use crate::call::{Api, DropReason, Dropped};

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
        Self::from_draft(Draft::of_body(api, body)?)
    }

    pub(super) fn from_draft(mut draft: Draft) -> Result<Self, AnswerError> {
        draft.find_error();
        if let Some(error) = draft.error.take() {
            return Err(AnswerError::Provider(Box::new(make_error(draft, &error))));
        }
        if !draft.is_recognized {
            return Err(AnswerError::OtherShape(draft.api));
        }
        let (found, reason) = draft.finish();
        Ok(Self::of_calls(draft, found, reason))
    }

    /// Makes the answer with these calls.
    fn of_calls(mut draft: Draft, found: FoundCalls, reason: Option<String>) -> Self {
        let (api, wire) = (draft.api, draft.api.wire());
        draft.join_halves();
        let is_refused = found.ending.with_refusal(found.refusal == Some(true)) == Ending::Refused;
        let (builtin_calls, cut) = draft.builtin_calls(is_refused);
        let mut turn_calls = TurnCalls::default();
        draft.write_calls(&found);
        let (mut calls, is_answered) = (found.calls, !found.answered.is_empty());
        let turn = wire.write_turn(&draft, &cut, &mut turn_calls);
        let (text, reasoning) = draft.collect_texts();
        let of_cut = if is_refused {
            DropReason::Refused
        } else {
            DropReason::Incomplete
        };
        let cut = cut.iter().map(|call| call.to_dropped(of_cut));
        calls.dropped.extend(cut);
        let is_silent = text.trim().is_empty() && builtin_calls.is_empty() && !is_answered;
        if found.ending == Ending::ToolCalls
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
        let ending = match found.ending {
            _ if is_refused => Ending::Refused,
            Ending::Done | Ending::Unknown if waits => Ending::ToolCalls,
            Ending::ToolCalls if is_answered && !waits => Ending::Done,
            Ending::Done if found.refusal.is_some() => Ending::Refused,
            ending => ending,
        };
        Self {
            stop: StopReason::new(ending, reason),
            stop_message: draft.stop_message,
            text,
            reasoning,
            builtin_calls,
            calls: calls.calls,
            dropped: calls.dropped,
            usage: draft.usage.to_usage(api),
            api,
            turn,
            turn_calls,
        }
    }
}

/// Makes the error, with the calls that the provider rejected if it shows them.
fn make_error(mut draft: Draft, error: &Value) -> ProviderError {
    let rejected = read_failed_generation(draft.api, error).map(|calls| {
        let found = draft.replace_calls(calls, false);
        Box::new(Answer::of_calls(draft, found, None))
    });
    ProviderError::new(error, rejected)
}
