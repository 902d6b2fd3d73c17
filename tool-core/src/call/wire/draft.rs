//! The received part of an answer: the only place to which the interpreters of the APIs pass what
//! they have read. Each call of a function is one part, so it is in the turn once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;

use serde_json::{Map, Value};

use super::output::has_value;
use super::positions::Positions;
use super::streamed::{FoundCalls, Key, Owner, Streamed};
use super::texts::read_texts;
use super::usage::Counts;
use super::{BuiltinCall, Delta, DraftPart, Ending, Node, Pointers};
use crate::call::halves::{join_text, split_half};
use crate::call::{Api, Calls, DropReason, Dropped, ObjectInText};

/// The received part of an answer.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(crate) struct Draft {
    pub(crate) api: Api,
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
    pub(super) others: BTreeMap<u64, Map<String, Value>>,
    /// The call of an older chat, which has no list of calls.
    pub(super) function_call: Option<usize>,
    pub(super) has_function_call: bool,
    /// The end of the answer, after it.
    ending: Ending,
    /// The provider's words for the ends of the alternative answers.
    reasons: HashMap<u64, String>,
    /// The provider's sentence about the end of the answer.
    pub(crate) stop_message: Option<String>,
    pub(crate) usage: Counts,
    pub(crate) error: Option<Value>,
    /// The last body or event without the API's shape, until another one has it.
    pub(super) unread: Option<Value>,
    /// Whether anything of the API's shape has arrived.
    pub(crate) is_recognized: bool,
    pub(crate) deltas: Vec<Delta>,
    /// `true` if a string has the half of a character, whose other half may be in the next event.
    pub(super) has_halves: bool,
    /// The first half of a character at the end of the text or of the reasoning.
    half: String,
    /// The value of a response format in the text of a stream.
    pub(crate) value: ObjectInText,
}

/// The members of all APIs with the ID of the call that a result belongs to.
const RESULT_IDS: [&str; 4] = ["call_id", "tool_use_id", "toolUseId", "tool_call_id"];

impl Draft {
    pub(crate) fn new(api: Api) -> Self {
        Self {
            api,
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
            reasons: HashMap::new(),
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

    /// Adds a part for each new call, behind the parts before it.
    pub(super) fn place_calls(&mut self) {
        let new = self.placed..self.calls.count();
        self.placed = new.end;
        for call in new {
            self.add_part(DraftPart::new(None, Value::Null, Some(call)));
        }
    }

    /// Adds a part that is not a call of a function. A part that is not an object is not read.
    pub(super) fn add(&mut self, index: Option<u64>, item: Node<'_>) {
        self.note_result(item);
        self.report_untyped(item);
        if item.is_object() {
            self.add_json(index, item.json());
        } else if has_value(item) {
            self.report_unread(item);
        }
    }

    /// Drops an item that has the name of a call and no type.
    pub(super) fn report_untyped(&mut self, item: Node<'_>) {
        if item.get("name").some_text().is_some() && item.get("type").some_text().is_none() {
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
        self.ending.may_cut_value() || self.is_streamed && self.ending == Ending::Unknown
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
        let is_done = matches!(self.ending, Ending::Done | Ending::ToolCalls);
        let (mut whole, mut cut) = (Vec::new(), Vec::new());
        while let Some(part) = parts.next() {
            let (item, is_last) = (&part.json, parts.peek().is_none());
            // In a complete answer, the call of a program has the status `in_progress`.
            let is_program = !item["caller"].is_null() && is_done;
            let is_unfinished =
                item["status"] == "incomplete" || item["status"] == "in_progress" && !is_program;
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
            ending: Ending::Unknown,
        }
    }

    /// Returns the calls of the answer with the output, and the provider's word for its end. Moves the
    /// output of another choice into the answer.
    pub(crate) fn finish(&mut self) -> (FoundCalls, Option<String>) {
        let answer = self.find_answer();
        if answer != 0 {
            let own = self.calls.ending(answer);
            self.calls.set_ending(answer, self.calls.ending(0));
            self.calls.set_ending(answer, own);
            self.take_other_choice(answer);
        }
        let found = mem::take(&mut self.calls).finish(answer);
        self.ending = found.ending;
        let reason = self.reasons.remove(&answer);
        (found, reason.or_else(|| self.reasons.remove(&0)))
    }

    /// Returns the number of the answer with the output: usually the first one. Some servers give their
    /// only answer another number.
    fn find_answer(&self) -> u64 {
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

    /// Sets the end of one of several answers.
    pub(super) fn set_reason_as(&mut self, answer: u64, reason: Option<String>, ending: Ending) {
        if answer != 0 {
            self.others.entry(answer).or_default();
        }
        let is_new = self.calls.set_ending(answer, ending);
        if let Some(reason) = reason {
            self.calls.end_answer(answer);
            let known = self.reasons.entry(answer).or_default();
            if is_new || known.is_empty() {
                *known = reason;
            }
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
        if usage.is_object() {
            self.usage.update(usage, pointers);
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
        if text.is_empty() {
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
