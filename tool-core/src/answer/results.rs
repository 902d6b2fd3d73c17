use std::borrow::Cow;
use std::collections::VecDeque;

use serde_json::Value;

use super::error::ResultsError;
use super::whole::Answer;
use crate::call::wire::{CallResult, Content, TurnCall, add_report};
use crate::call::{DropReason, Dropped};
use crate::text::{neutralize_json_tags, neutralize_tags};

/// Text for the model, as the result of a call that is in neither list of the answer.
const UNREAD: &str = "The call could not be read, so it did not run.";

impl Answer {
    /// Returns the messages with the results, in the format of the API. Takes one result for each
    /// of [`calls`](Self::calls), in order. Answers dropped calls with
    /// [`Dropped::message`](crate::call::Dropped::message). For dropped calls that the turn cannot
    /// contain, such as a call without a name, the text is a part of the last message or, without
    /// results, a message of the user.
    ///
    /// Append them to the conversation after [`turn`](Self::turn). Markers of calls and control
    /// tokens in a result are [neutralized](crate::text::neutralize), unless it is
    /// [`verbatim`](CallResult::verbatim).
    ///
    /// ```
    /// use tool_core::answer::{Answer, CallResult};
    /// use tool_core::call::Api;
    /// use tool_core::json;
    ///
    /// let body = r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
    ///     {"id": "call_1", "function": {"name": "add", "arguments": "{\"a\": 1, \"b\": 2}"}}
    /// ]}}]}"#;
    /// let answer = Answer::from_body(Api::OpenAiChat, body)?;
    /// assert_eq!(
    ///     answer.results([CallResult::json(json!(3))])?,
    ///     [json!({"role": "tool", "tool_call_id": "call_1", "content": "3"})],
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the number of results differs from the number of calls.
    pub fn results(
        &self,
        results: impl IntoIterator<Item = CallResult>,
    ) -> Result<Vec<Value>, ResultsError> {
        let tools: Vec<&str> = self.calls.iter().map(|call| call.name.as_str()).collect();
        let results = results.into_iter();
        let results: Vec<_> = results
            .map(|result| neutralize_result(result, &tools))
            .collect();
        if results.len() != self.calls.len() {
            return Err(ResultsError {
                expected: self.calls.len(),
                got: results.len(),
            });
        }
        let mut results: VecDeque<_> = self.calls.iter().zip(results).collect();
        let mut answered = Vec::new();
        for call in &self.turn_calls.0 {
            // The calls of a stream are in the order of their beginning, and the turn may be in the
            // order of the last event.
            let found = results.iter().position(|(read, _)| call.is_call(read));
            let result = match found.and_then(|at| results.remove(at)) {
                Some((_, result)) => result,
                None => CallResult::error(self.dropped_message(call)),
            };
            answered.push((call, result));
        }
        let wire = self.api.wire();
        let written = answered.iter().map(|answered| wire.write_result(answered));
        let mut messages = wire.wrap(Some("user"), written.collect());
        if let Some(text) = self.report_dropped() {
            add_report(self.api, &text, &mut messages);
        }
        Ok(messages)
    }

    /// Returns the text about the dropped calls that are not in the turn. If the turn has calls, those
    /// of other choices are alternatives to them, which the model should not repeat.
    fn report_dropped(&self) -> Option<String> {
        let turn = &self.turn_calls.0;
        let unanswered = self.dropped.iter().filter(|dropped| {
            let is_alternative = dropped.reason == DropReason::OtherChoice && !turn.is_empty();
            !is_alternative && !turn.iter().any(|call| call.is_dropped(dropped))
        });
        let mut texts: Vec<_> = unanswered.map(Dropped::message).collect();
        texts.dedup();
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    fn dropped_message(&self, call: &TurnCall) -> &'static str {
        let mut dropped = self.dropped.iter();
        let found = dropped.find(|dropped| call.is_dropped(dropped));
        found.map_or(UNREAD, |dropped| dropped.message())
    }
}

/// Neutralizes all texts, unless the result is verbatim. The tags of the called tools count, too.
fn neutralize_result(mut result: CallResult, tools: &[&str]) -> CallResult {
    if result.is_verbatim {
        return result;
    }
    for part in &mut result.content {
        match part {
            Content::Text(text) => {
                if let Cow::Owned(changed) = neutralize_tags(text, tools) {
                    *text = changed;
                }
            }
            Content::Json(value) | Content::Block(value) => neutralize_json_tags(value, tools),
            Content::Image { .. } => {}
        }
    }
    result
}
