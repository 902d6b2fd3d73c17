//! Reads bodies and events into a draft. Finds errors in them, and output that no interpreter reads.

use serde_json::Value;

use super::output::{has_output, has_value};
use super::places::Places;
use super::{Draft, Ending, Node, WireError};
use crate::call::Api;

/// Members of an error that a gateway sends as an event.
const ERROR_MEMBERS: &str = "detail message status code";

/// Members with output in the events of all APIs.
const OUTPUT_MEMBERS: &str = "delta content_block step item arguments tool_calls";

impl Draft {
    /// Reads the body of a whole answer, an array of the events of a stream, or the line of a batch.
    pub(crate) fn of_body(api: Api, body: &str) -> Result<Self, WireError> {
        let list = body.trim_start_matches('\u{feff}').trim_start();
        let list = list.strip_prefix('[');
        let mut draft = Self::new(api);
        draft.is_streamed = list.is_some_and(|items| items.trim_start().starts_with('{'));
        if draft.is_streamed {
            draft.push(body)?;
        } else {
            draft.read_text(body)?;
        }
        Ok(draft)
    }

    /// Reads one event, or an array of events. Reads the other events of an array after one that is
    /// not an object.
    pub(crate) fn push(&mut self, text: &str) -> Result<(), WireError> {
        if text.trim().trim_matches('"') == "[DONE]" {
            self.calls.is_ended = true;
            return Ok(());
        }
        let Some(places) = Places::of_provider(text) else {
            return Err(self.report_broken(text));
        };
        self.has_halves |= places.has_halves;
        let root = Node::root(&places);
        if !root.is_object() && !root.is_array() {
            return Err(self.report_broken(text));
        }
        let mut result = Ok(());
        for event in root.elements() {
            if event.is_object() {
                self.read_event(event);
            } else {
                result = result.and(Err(self.report_broken(event.source())));
            }
        }
        result
    }

    /// Returns the error of an event that is not an object. Each open call may lack a piece that it
    /// had, unless it is only a word, such as `ping`.
    fn report_broken(&mut self, event: &str) -> WireError {
        if event.contains(['{', '}', '"']) {
            self.calls.report_unread(event);
            self.calls.has_broken = true;
        }
        WireError::of(event)
    }

    fn read_event(&mut self, event: Node<'_>) {
        let wire = self.api.wire();
        if wire.is_body(event) {
            return self.read_body(event);
        }
        self.calls.begin_event();
        // An exception in one of Amazon's binary frames, which contain the streams of several APIs.
        if let Some((name, exception)) = event.find_ending_in("Exception") {
            let mut error = exception.json();
            if error.is_object() {
                error["type"] = name.into();
            }
            self.fail(&error);
        } else {
            let is_own = wire.is_event(event);
            self.is_recognized |= is_own;
            let has_member = || {
                let mut keys = event.entries().map(|(key, _)| key);
                keys.any(|key| key.is_one_of(OUTPUT_MEMBERS))
            };
            let is_of_other = || Api::all().any(|api| api.wire().is_event(event));
            let is_stray = match wire.members_of(event) {
                Some(known) if is_own => event.entries().any(|(key, value)| {
                    let is_output = key.is_one_of(OUTPUT_MEMBERS) || key.is("content");
                    is_output && !key.is_one_of(known) && has_value(value)
                }),
                None if is_own => false,
                _ => (has_member() || is_of_other()) && has_output(event),
            };
            // The type of the event was lost or is wrong, or a gateway mixes the streams of two APIs.
            if is_stray {
                self.report_unread(event);
            }
            wire.read_event(event, self);
        }
        self.report_contradiction(event);
        self.place_calls();
        // Gateways and servers send an error in these forms within the stream of each API.
        let error = event.get("error");
        if error.is_object() || error.is_string() {
            self.set_error(error);
        } else if event.get("object").is("error") {
            self.set_error(event);
        } else if event.has_only(ERROR_MEMBERS) {
            self.set_error(event.get("detail"));
        }
        self.keep_unread(event);
    }

    /// Drops the open calls, to which an event that was not read may belong.
    pub(super) fn report_unread(&mut self, event: Node<'_>) {
        self.calls.report_unread(event.source());
    }

    /// Drops all calls if a key of the JSON has two values: another reader may take the other one.
    fn report_contradiction(&mut self, json: Node<'_>) {
        if json.take_contradiction() {
            self.report_unread(json);
            self.calls.contradict_all();
        }
    }

    /// Reads the body of a whole answer.
    fn read_body(&mut self, body: Node<'_>) {
        let (is_event, shown) = (self.is_streamed, self.deltas.len());
        self.is_streamed = false;
        self.calls.is_ended = true;
        self.api.wire().read_body(body, self);
        for call in body.get("tool_calls").items() {
            self.report_call(call);
        }
        self.report_contradiction(body);
        self.place_calls();
        self.keep_unread(body);
        if is_event && shown == 0 && self.deltas.is_empty() {
            let (text, reasoning) = self.collect_texts();
            self.push_reasoning(&reasoning);
            self.push_text(&text);
        }
    }

    /// Reads the text of a whole answer, which may be a part of the line of a batch.
    fn read_text(&mut self, text: &str) -> Result<(), WireError> {
        let places = Places::of_provider(text).filter(|places| Node::root(places).is_object());
        let places = places.ok_or_else(|| WireError::of(text))?;
        self.has_halves |= places.has_halves;
        let root = Node::root(&places);
        self.read_body(root.find_in_batch().unwrap_or(root));
        Ok(())
    }

    /// Stores an error of the provider. Keeps the first one. Ignores an empty member, which some
    /// servers add to each answer.
    pub(super) fn set_error(&mut self, error: Node<'_>) {
        if error.is_present() {
            self.set_error_json(&error.json());
        }
    }

    pub(super) fn set_error_json(&mut self, error: &Value) {
        let is_empty = match error {
            Value::Null => true,
            Value::Bool(is_error) => !is_error,
            Value::Number(code) => code.as_f64() == Some(0.0),
            Value::String(text) => text.is_empty(),
            Value::Array(errors) => errors.is_empty(),
            Value::Object(members) => members.values().all(Value::is_null),
        };
        if !is_empty {
            self.calls.set_ending(0, Ending::Failed);
            self.error.get_or_insert_with(|| error.clone());
        }
    }

    /// Stores an error that ends the answer, even without a text.
    pub(super) fn fail(&mut self, error: &Value) {
        self.calls.set_ending(0, Ending::Failed);
        self.set_error_json(error);
    }

    /// Keeps a body or an event if nothing of the API's shape has arrived.
    fn keep_unread(&mut self, json: Node<'_>) {
        if !self.is_recognized && self.error.is_none() {
            self.unread = Some(json.json());
        }
    }

    /// Looks for an error in text without the API's shape. Gateways and servers send errors in
    /// forms that are not the API's: `{"detail"}`, `{"message", "code"}`, `{"msg", "code"}`.
    pub(crate) fn find_error(&mut self) {
        let Some(unread) = self.unread.take().filter(|_| !self.is_recognized) else {
            return;
        };
        // `base_resp` is the status of MiniMax.
        let members = ["error", "detail", "errors", "base_resp"];
        let inner = members
            .iter()
            .map(|key| &unread[*key])
            .find(|inner| !inner.is_null());
        let texts = ["message", "Message", "msg"];
        if let Some(inner) = inner {
            self.set_error_json(inner);
        } else if texts.iter().any(|key| unread[*key].is_string()) {
            self.set_error_json(&unread);
        }
    }
}
