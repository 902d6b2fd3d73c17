//! The received part of an answer: the only place to which the interpreters of the APIs pass what
//! they have read. Each call of a function is one part, so it is in the turn once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;

use serde_json::{Map, Value};

use super::places::Places;
use super::positions::Positions;
use super::streamed::{FoundCalls, Key, Owner, Streamed};
use super::texts::read_texts;
use super::usage::Counts;
use super::{BuiltinCall, Delta, DraftPart, Ending, Node, Pointers, WireError};
use crate::call::halves::{join_text, split_half};
use crate::call::{Api, Calls, DropReason, Dropped, ObjectInText};

/// The received part of an answer.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(crate) struct Draft {
    pub(crate) api: Api,
    /// `true` if only the calls are read. The other output is not kept.
    pub(crate) has_only_calls: bool,
    /// `true` if the answer arrives in events.
    pub(crate) is_streamed: bool,
    pub(crate) calls: Streamed,
    /// The number of calls that have a part.
    placed: usize,
    /// `true` if a list of all parts has arrived. Later pieces of text are late.
    pub(super) is_listed: bool,
    /// The blocks, items or steps of an answer that is a list, and the calls of a message.
    pub(crate) parts: Vec<DraftPart>,
    /// Without it, each piece would search its part from the end.
    places: HashMap<Key, usize>,
    /// The message of an answer that is one message, without its calls.
    pub(crate) message: Map<String, Value>,
    pub(super) positions: Positions,
    /// The alternative answers by their number, which may have the output.
    pub(super) others: BTreeMap<u64, OtherChoice>,
    /// The call of an older chat, which has no list of calls.
    pub(super) function_call: Option<usize>,
    pub(super) has_function_call: bool,
    /// The end of the answer. `reason` contains the provider's value.
    pub(crate) ending: Ending,
    pub(crate) reason: Option<String>,
    /// The provider's sentence about the end of the answer.
    pub(crate) stop_message: Option<String>,
    pub(crate) usage: Counts,
    pub(crate) error: Option<Value>,
    /// The last body or event without the API's shape, until another one has it.
    unread: Option<Value>,
    /// Whether anything of the API's shape has arrived.
    pub(crate) is_recognized: bool,
    pub(crate) deltas: Vec<Delta>,
    /// `true` if a string has the half of a character, whose other half may be in the next event.
    has_halves: bool,
    /// The first half of a character at the end of the text or of the reasoning.
    half: String,
    /// The value of a response format in the text of a stream.
    pub(crate) value: ObjectInText,
}

/// A choice of a chat, or a candidate, that is not the first one.
#[derive(Clone, Debug, Default)]
pub(super) struct OtherChoice {
    /// The message of a chat. A candidate has parts of the draft.
    pub(super) message: Map<String, Value>,
    pub(super) ending: Ending,
    pub(super) reason: Option<String>,
}

/// Members of an error that a gateway sends as an event.
const ERROR_MEMBERS: &str = "detail message status code";

/// Members with output in the events of all APIs.
const OUTPUT_MEMBERS: &str = "delta content_block step item arguments tool_calls";

/// The members of all APIs that describe an answer or its request. Only the other members have output.
const DESCRIPTIONS: &str = "event role id event_id item_id response_id interaction_id model \
    modelVersion model_version index output_index content_index sequence_number object created \
    created_at createTime system_fingerprint service_tier usage usageMetadata usage_metadata \
    promptFeedback prompt_feedback status stop_reason finish_reason finishReason logprobs tools \
    tool_choice instructions metadata temperature top_p reasoning truncation";

/// Returns whether an event has output of the model: it names the type of a call, or has a text or a
/// number that does not only describe the answer.
fn has_output(event: Node<'_>) -> bool {
    let is_call = |kind: Node<'_>| {
        let kind = kind.text().unwrap_or_default();
        kind.contains("tool") || kind.contains("call")
    };
    let mut members = event.entries();
    members.any(|(key, value)| {
        if key.is_one_of("type event_type") {
            is_call(value)
        } else {
            !key.is_one_of(DESCRIPTIONS) && has_value(value)
        }
    })
}

pub(super) fn has_value(value: Node<'_>) -> bool {
    if value.is_object() {
        has_output(value)
    } else if value.is_array() {
        value.elements().any(has_value)
    } else {
        !matches!(value.source(), "" | "\"\"" | "null" | "true" | "false")
    }
}

/// The members of all APIs with the ID of the call that a result belongs to.
const RESULT_IDS: [&str; 4] = ["call_id", "tool_use_id", "toolUseId", "tool_call_id"];

impl Draft {
    pub(crate) fn new(api: Api) -> Self {
        Self {
            api,
            has_only_calls: false,
            is_streamed: false,
            calls: Streamed::default(),
            placed: 0,
            is_listed: false,
            parts: Vec::new(),
            places: HashMap::new(),
            message: Map::new(),
            positions: Positions::default(),
            others: BTreeMap::new(),
            function_call: None,
            has_function_call: false,
            ending: Ending::Unknown,
            reason: None,
            stop_message: None,
            usage: Counts::default(),
            error: None,
            unread: None,
            is_recognized: false,
            deltas: Vec::new(),
            has_halves: false,
            half: String::new(),
            value: ObjectInText::default(),
        }
    }

    /// Creates a draft of a stream.
    pub(crate) fn of_stream(api: Api) -> Self {
        Self {
            is_streamed: true,
            ..Self::new(api)
        }
    }

    /// Reads the body of a whole answer, an array of the events of a stream, or the line of a batch.
    pub(crate) fn of_body(api: Api, has_only_calls: bool, body: &str) -> Result<Self, WireError> {
        let list = body.trim_start_matches('\u{feff}').trim_start();
        let list = list.strip_prefix('[');
        let mut draft = Self::new(api);
        draft.has_only_calls = has_only_calls;
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

    /// Reads the body of a whole answer.
    fn read_body(&mut self, body: Node<'_>) {
        let (is_event, shown) = (self.is_streamed, self.deltas.len());
        self.is_streamed = false;
        self.calls.is_ended = true;
        self.api.wire().read_body(body, self);
        for call in body.get("tool_calls").items() {
            self.report_call(call);
        }
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

    /// Adds a part for each new call, behind the parts before it.
    pub(super) fn place_calls(&mut self) {
        let new = self.placed..self.calls.count();
        self.placed = new.end;
        for call in new {
            self.add_part(DraftPart::new(None, Value::Null, Some(call)));
        }
    }

    /// Adds a part that is not a call of a function. A part that is not an object is left out.
    pub(super) fn add(&mut self, index: Option<u64>, item: Node<'_>) {
        self.note_result(item);
        self.report_untyped(item);
        if !self.has_only_calls && item.is_object() {
            self.add_json(index, item.json());
        }
    }

    /// Drops an item that has the name of a call and no type.
    pub(super) fn report_untyped(&mut self, item: Node<'_>) {
        if item.get("name").some_text().is_some() && !item.get("type").is_string() {
            self.report_call(item);
        }
    }

    /// Drops a call at a place where its API has none.
    pub(super) fn report_call(&mut self, item: Node<'_>) {
        let function = item.get("function");
        let name = item.get("name").some_text();
        let name = name.or_else(|| function.get("name").some_text());
        let name = name.unwrap_or_default();
        let (id, raw) = (item.get("id").some_text(), item.source().to_owned());
        let dropped = Dropped::new(id, name, raw, DropReason::Inconsistent);
        self.calls.drop(dropped);
    }

    /// Adds a text that a server sends in place of an item.
    pub(super) fn add_text(&mut self, answer: u64, text: Node<'_>) {
        if text.has_content() {
            self.calls.output(answer);
            if answer == 0 {
                self.push_text(&text.piece());
                let block = self.api.wire().write_text_block(&text.piece());
                self.add_json(None, block);
            }
        }
    }

    /// Adds a part that is not a call of a function.
    pub(super) fn add_json(&mut self, index: Option<u64>, json: Value) {
        self.place_calls();
        if json.is_object() {
            self.add_part(DraftPart::new(index, json, None));
        }
    }

    pub(super) fn add_part(&mut self, part: DraftPart) {
        if !self.has_only_calls {
            let id = part.json["id"].as_str();
            let keys = [
                part.index.map(Key::Index),
                part.call.map(Key::Call),
                id.map(|id| Key::Id(id.to_owned())),
            ];
            let keys = keys.into_iter().flatten();
            self.places.extend(keys.map(|key| (key, self.parts.len())));
            self.parts.push(part);
        }
    }

    /// Returns the part with this ID, or adds it.
    pub(super) fn part_with_id(&mut self, id: &str, item: Value) -> Option<&mut DraftPart> {
        let key = Key::Id(id.to_owned());
        let at = self.place_of(&key).or_else(|| {
            self.add_json(None, item);
            self.parts.len().checked_sub(1)
        })?;
        self.places.insert(key, at);
        self.parts.get_mut(at)
    }

    pub(super) fn place_of(&self, key: &Key) -> Option<usize> {
        self.places.get(key).copied()
    }

    /// Returns the position of the latest part with this index. Without an index, returns the last
    /// one.
    pub(super) fn place(&self, index: Option<u64>) -> Option<usize> {
        let Some(number) = index else {
            return self.parts.len().checked_sub(1);
        };
        let at = self.place_of(&Key::Index(number))?;
        (self.parts[at].index == index).then_some(at)
    }

    /// Takes the parts, which another list replaces.
    pub(super) fn take_parts(&mut self) -> Vec<DraftPart> {
        self.places.clear();
        mem::take(&mut self.parts)
    }

    /// Sets the index of the part of a call.
    pub(super) fn set_index(&mut self, call: usize, index: Option<u64>) {
        if let Some(part) = self.part_of(call) {
            part.index = index;
            let at = self.places[&Key::Call(call)];
            self.places
                .extend(index.map(|index| (Key::Index(index), at)));
        }
    }

    /// Records the result of a call if an item is one: the provider has run the call.
    pub(super) fn note_result(&mut self, item: Node<'_>) {
        let kind = item.get("type").piece();
        let is_result = kind.ends_with("result") || kind.ends_with("_output");
        let result = if is_result {
            item
        } else {
            item.get("toolResult")
        };
        let id = RESULT_IDS
            .iter()
            .find_map(|key| result.get(key).some_text());
        self.calls.answer(id, None);
    }

    /// Returns the part of a call.
    pub(super) fn part_of(&mut self, call: usize) -> Option<&mut DraftPart> {
        self.place_calls();
        let at = self.place_of(&Key::Call(call))?;
        self.parts.get_mut(at)
    }

    /// Returns the part at this [`place`](Self::place).
    pub(super) fn part(&mut self, index: Option<u64>) -> Option<&mut DraftPart> {
        let at = self.place(index)?;
        self.parts.get_mut(at)
    }

    /// Returns whether the last output may be cut off: the API reported it, or the stream ended
    /// without a report.
    pub(crate) fn may_be_cut(&self) -> bool {
        self.ending.may_cut() || self.is_streamed && self.ending == Ending::Unknown
    }

    /// Returns whether the part at this position is the last one and may be cut off.
    pub(super) fn is_cut_at(&self, position: usize) -> bool {
        position + 1 == self.parts.len() && self.may_be_cut()
    }

    /// Returns the calls that are not calls of functions: the whole ones, and those that may be cut
    /// off.
    pub(crate) fn builtin_calls(&self, is_refused: bool) -> (Vec<BuiltinCall>, Vec<BuiltinCall>) {
        let items = self.parts.iter().map(|part| &part.json);
        // The server ran the calls with a result.
        let answered = items.filter_map(|item| {
            let is_result = item["type"].as_str()?.ends_with("_output");
            item["call_id"].as_str().filter(|_| is_result)
        });
        let answered: HashSet<_> = answered.collect();
        let mut parts = self.parts.iter().peekable();
        let (mut whole, mut cut) = (Vec::new(), Vec::new());
        while let Some(part) = parts.next() {
            let (item, is_last) = (&part.json, parts.peek().is_none());
            // In a complete answer, the call of a program has the status `in_progress`.
            let is_done = matches!(self.ending, Ending::Done | Ending::ToolCalls);
            let is_unfinished =
                item["status"] == "incomplete" || item["status"] == "in_progress" && !is_done;
            let is_cut =
                is_refused || part.is_open || is_unfinished || is_last && self.may_be_cut();
            let call = BuiltinCall::from_item(item).filter(|_| part.call.is_none());
            if let Some(call) = call.filter(|call| !answered.contains(&*call.id)) {
                if is_cut { &mut cut } else { &mut whole }.push(call);
            }
        }
        (whole, cut)
    }

    /// Replaces the calls of the answer by others. The turn has the dropped ones only if they are
    /// listed.
    pub(crate) fn replace_calls(&mut self, calls: Calls, are_dropped_listed: bool) -> FoundCalls {
        self.parts.retain(|part| part.call.is_none());
        let dropped = if are_dropped_listed {
            calls.dropped.len()
        } else {
            0
        };
        let of_calls = (0..calls.calls.len()).map(Owner::Call);
        let owners = of_calls.chain((0..dropped).map(Owner::Dropped));
        let owners: Vec<_> = owners.map(Some).collect();
        for call in 0..owners.len() {
            let mut part = DraftPart::new(None, Value::Null, Some(call));
            part.is_listed = true;
            self.parts.push(part);
        }
        FoundCalls {
            calls,
            owners,
            answered: Vec::new(),
            refusal: self.calls.refusal(0),
        }
    }

    /// Returns the number of the answer with the output: usually the first one. Some servers give their
    /// only answer another number.
    pub(crate) fn find_answer(&self) -> u64 {
        let of_first = |part: &DraftPart| part.call.is_none() && part.answer == 0;
        let has_items = self.parts.iter().any(of_first);
        let has_output = has_items || !self.collect_texts().0.trim().is_empty();
        let is_missing = !has_output && !self.calls.has_answer_number(0);
        let only = self.others.keys().next().filter(|_| is_missing);
        only.copied()
            .unwrap_or_else(|| self.calls.find_answer(has_output))
    }

    /// Returns the text for the user, and the reasoning.
    pub(crate) fn collect_texts(&self) -> (String, String) {
        let (mut text, mut reasoning) = (String::new(), String::new());
        read_texts(&self.message, &mut text, &mut reasoning);
        for part in self.parts.iter().filter(|part| part.answer == 0) {
            let wire = self.api.wire();
            wire.read_texts(&part.json, &mut text, &mut reasoning);
        }
        (text, reasoning)
    }

    /// Sets the end of one of several answers from the provider's value. Ignores an absent one.
    pub(super) fn set_reason(&mut self, answer: u64, reason: Node<'_>) {
        let text = if reason.is_string() {
            reason.text()
        } else {
            // Some clients of an API ask for numbers in place of names.
            reason.index().map(|number| number.to_string())
        };
        if let Some(text) = text {
            let ending = self.api.wire().read_reason(&text);
            self.set_reason_as(answer, Some(text), ending);
        }
    }

    /// Sets the end of one of several answers. The API's word may be unknown.
    pub(super) fn set_reason_as(&mut self, answer: u64, reason: Option<String>, ending: Ending) {
        self.calls.is_ended |= reason.is_some();
        self.calls.set_ending(answer, ending);
        if answer == 0 {
            return self.set_first_reason(reason, ending);
        }
        let other = self.others.entry(answer).or_default();
        let undoes_cut = other.ending.may_cut() && !ending.may_cut();
        if reason.is_some() && !undoes_cut {
            (other.reason, other.ending) = (reason, ending);
        }
    }

    /// Sets the end of the answer. Ignores a report that undoes a possible truncation.
    pub(super) fn set_first_reason(&mut self, reason: Option<String>, ending: Ending) {
        let undoes_cut = self.ending.may_cut() && !ending.may_cut();
        if reason.is_some() && !undoes_cut {
            self.ending = ending;
            self.reason = reason;
        }
    }

    /// Stores the provider's sentence about the end of the answer. Keeps the first one.
    pub(super) fn set_stop_message(&mut self, message: Node<'_>) {
        if let Some(message) = message.some_text() {
            self.stop_message.get_or_insert(message);
        }
    }

    /// Adds the numbers of a report. Most events have none, and looking for numbers costs time.
    pub(super) fn set_usage(&mut self, usage: Node<'_>, pointers: &Pointers) {
        if !self.has_only_calls && usage.is_object() {
            self.usage.update(usage, pointers);
        }
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
            self.error.get_or_insert_with(|| error.clone());
        }
    }

    /// Stores an error that ends the answer.
    pub(super) fn fail(&mut self, error: &Value) {
        self.calls.set_ending(0, Ending::Failed);
        self.set_error_json(error);
    }

    /// Keeps a body or an event if nothing of the API's shape has arrived.
    fn keep_unread(&mut self, json: Node<'_>) {
        if !self.is_recognized && self.error.is_none() && !self.has_only_calls {
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

    /// Joins a character whose halves are in two events. Keeps a first half at the end.
    fn join(&mut self, text: &str) -> String {
        if !self.has_halves {
            return text.to_owned();
        }
        let whole = mem::take(&mut self.half) + text;
        let (text, half) = split_half(&whole);
        half.clone_into(&mut self.half);
        join_text(text).into_owned()
    }

    /// Joins the halves of characters in all texts.
    pub(crate) fn join_halves(&mut self) {
        if !self.has_halves {
            return;
        }
        self.message.values_mut().for_each(join_strings);
        for part in &mut self.parts {
            join_strings(&mut part.json);
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        self.push_delta(text, Delta::Text);
    }

    pub(super) fn push_reasoning(&mut self, text: &str) {
        self.push_delta(text, Delta::Reasoning);
    }

    fn push_delta(&mut self, text: &str, make_delta: fn(String) -> Delta) {
        if text.is_empty() || self.has_only_calls {
            return;
        }
        let text = self.join(text);
        if text.is_empty() {
            return;
        }
        let delta = make_delta(text);
        if let Delta::Text(text) = &delta {
            self.value.push(text);
        }
        self.deltas.push(delta);
    }
}

fn join_strings(value: &mut Value) {
    match value {
        Value::String(text) => *text = join_text(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(join_strings),
        Value::Object(object) => object.values_mut().for_each(join_strings),
        _ => {}
    }
}
