use std::borrow::Cow;

use super::answer::{TextAnswer, TextDelta};
use super::options::TextOptions;
use crate::call::{Definitions, DropReason, Partial, PartialCall};
use crate::finish::Finish;
use crate::json::Builder;
use crate::syntax::{Collected, Found, Machine, Piece, Source, Wait, is_blank};

/// Reads the calls of a text that arrives in pieces.
///
/// The pieces may be split anywhere. The calls equal the result of
/// [`read_text`](super::read_text). The
/// reader holds back text that may become a marker, and releases it as text if it does not.
///
/// ```
/// use tool_core::text::{TextDelta, TextOptions, TextReader};
/// use tool_core::{Definitions, Finish};
///
/// let tools = Definitions::default();
/// let mut reader = TextReader::new(&tools, TextOptions::new());
/// reader.push("One moment. <tool_call>{\"name\": \"wait\", ");
/// assert_eq!(reader.take_deltas(), [TextDelta::Text("One moment. ".into())]);
/// // The text behind a call shows that no sentence quotes it.
/// reader.push("\"arguments\": {}}</tool_call>");
/// let answer = reader.finish(Finish::Complete);
/// assert_eq!(answer.calls[0].name, "wait");
/// ```
#[derive(Clone, Debug)]
pub struct TextReader<'d> {
    tools: Cow<'d, Definitions>,
    options: TextOptions,
    text: String,
    machine: Machine,
    collected: Collected,
    /// The amount of text that may be read again. It grows with the text, so the total time is
    /// linear.
    credit: usize,
    wait: Wait,
    /// `true` if the end of a call may have arrived, but the credit was used up.
    is_due: bool,
    /// The calls that have begun, in order. A call that turned out to be none keeps its place.
    begun: Vec<ShownCall>,
    /// The position of the call that is arriving.
    arriving: Option<usize>,
    /// The amount of text of the calls that are arriving when they were read. A format may have a
    /// list of calls.
    open_size: usize,
    /// The calls before this position are settled.
    settled: usize,
    /// The number of complete calls among them.
    complete: usize,
    /// The calls before this position have not changed since
    /// [`take_growth`](Self::take_growth).
    told_calls: usize,
    /// The other calls, as they were returned.
    told: Vec<Told>,
}

/// The known part of a call.
#[derive(Clone, Debug)]
struct ShownCall {
    id: Option<String>,
    name: String,
    raw: String,
    arguments: Builder,
}

/// The part of a call that [`take_growth`](TextReader::take_growth) has returned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Told {
    name: String,
    raw: String,
}

impl ShownCall {
    fn new(id: Option<String>, name: String, raw: &str) -> Self {
        let mut arguments = Builder::default();
        arguments.push(raw);
        Self {
            id,
            name,
            raw: raw.to_owned(),
            arguments,
        }
    }

    fn from_call(call: &Found) -> Self {
        Self::new(call.id.clone(), call.name.clone(), &call.raw)
    }

    /// Makes the known part of a call that breaks off.
    fn from_cut(cut: Found) -> Self {
        // Before its arguments, a call may consist of other text.
        let raw = cut.raw.trim_start();
        let raw = if raw.starts_with('{') { raw } else { "" };
        Self::new(cut.id, cut.name, raw)
    }

    fn as_partial(&self) -> PartialCall<'_> {
        PartialCall {
            id: self.id.as_deref(),
            name: &self.name,
            arguments: Partial::root(self.arguments.nodes()),
        }
    }

    /// Returns whether a call is the same one after more text has arrived: its name and its
    /// arguments have only grown.
    fn continues(&self, before: &Self) -> bool {
        self.name.starts_with(&*before.name)
            && (self.raw.starts_with(&*before.raw) || self.has_arguments_of(before))
    }

    fn has_arguments_of(&self, before: &Self) -> bool {
        let (now, before) = (self.as_partial().arguments, before.as_partial().arguments);
        let (Some(now), Some(before)) = (now, before) else {
            return before.is_none();
        };
        let mut now = now.entries();
        before.entries().all(|(key, value)| {
            now.next().is_some_and(|(name, now)| {
                let is_longer = now.as_str().zip(value.as_str());
                name == key
                    && match is_longer.filter(|_| !value.is_complete()) {
                        Some((now, before)) => now.starts_with(before),
                        None => !value.is_complete() || now.to_value() == value.to_value(),
                    }
            })
        })
    }
}

/// The last characters of calls and of reasoning.
const ENDS: [char; 6] = ['>', '}', ']', ')', '\n', '`'];

/// Maximum number of times that a byte is read again, on average.
const CREDIT: usize = 8;

/// Length of an incomplete call that is read again with each piece.
const SHORT: usize = 128;

impl<'d> TextReader<'d> {
    /// Creates a reader for one text.
    #[must_use]
    pub fn new(tools: &'d Definitions, options: TextOptions) -> Self {
        Self::with_tools(Cow::Borrowed(tools), options)
    }

    pub(crate) fn with_tools(tools: Cow<'d, Definitions>, options: TextOptions) -> Self {
        Self {
            tools,
            options,
            text: String::new(),
            machine: Machine::new(options.starts_in_reasoning),
            collected: Collected::with_deltas(),
            credit: 0,
            wait: Wait::No,
            is_due: false,
            begun: Vec::new(),
            arriving: None,
            open_size: 0,
            settled: 0,
            complete: 0,
            told_calls: 0,
            told: Vec::new(),
        }
    }

    pub(crate) fn options(&self) -> TextOptions {
        self.options
    }

    /// Adds a piece of the text.
    pub fn push(&mut self, piece: &str) {
        self.text.push_str(piece);
        self.credit = self.credit.saturating_add(piece.len() * CREDIT);
        let pending = self.text.len() - self.machine.at;
        let may_settle = match self.wait {
            Wait::No => true,
            // A long incomplete marker is white space before a marker.
            Wait::Marker => !is_blank(piece.as_bytes()) || self.credit >= pending,
            // Each call ends with a bracket, a tag or a line.
            Wait::Call => piece.contains(ENDS) && self.credit >= pending,
        };
        if !may_settle && !self.is_due && pending > SHORT {
            self.is_due = self.wait == Wait::Call && piece.contains(ENDS);
            return;
        }
        if self.is_due && self.credit < pending {
            return;
        }
        self.is_due = false;
        self.credit = self.credit.saturating_sub(pending);
        let source = make_source(&self.text, &self.tools, self.options);
        self.wait = self.machine.run(&source, &mut self.collected);
    }

    /// Returns the output since the last call of this method, in order.
    #[must_use]
    pub fn take_deltas(&mut self) -> Vec<TextDelta> {
        list_deltas(self.collected.take_deltas())
    }

    /// Returns the known part of the call that is arriving, for a user interface. Never run a tool
    /// with it.
    ///
    /// Texts appear before their end, all other values after it. For a long call, the part may lag
    /// behind the text by an eighth, which keeps the total time linear.
    ///
    /// ```
    /// use tool_core::Definitions;
    /// use tool_core::text::{TextOptions, TextReader};
    ///
    /// let tools = Definitions::default();
    /// let mut reader = TextReader::new(&tools, TextOptions::new());
    /// reader.push("<tool_call>{\"name\": \"write\", \"arguments\": {\"text\": \"Once up");
    /// let call = reader.partial().unwrap();
    /// let text = call.arguments.and_then(|arguments| arguments.get("text")).unwrap();
    /// assert_eq!((call.name, text.as_str()), ("write", Some("Once up")));
    /// ```
    pub fn partial(&mut self) -> Option<PartialCall<'_>> {
        self.update_calls();
        let arriving = self.arriving.and_then(|at| self.begun.get(at));
        arriving.map(ShownCall::as_partial)
    }

    /// Updates the calls of [`partial_calls`](Self::partial_calls).
    fn update_calls(&mut self) {
        let new = self.collected.calls().skip(self.complete);
        let new: Vec<_> = new.map(ShownCall::from_call).collect();
        self.complete += new.len();
        for call in new {
            self.settled = self.place(call, self.settled);
        }
        let size = self.text.len() - self.machine.at;
        if self.wait != Wait::Call {
            self.arriving = None;
            self.open_size = 0;
        } else if is_outdated(self.open_size, size) {
            self.open_size = size;
            let (calls, is_cut) = self.read_open_block();
            let mut at = self.settled;
            for call in calls {
                at = self.place(call, at);
            }
            self.arriving = at.checked_sub(1).filter(|_| is_cut);
        }
    }

    /// Puts a call into the place in which it began, at `from` or after it. Returns the next place.
    fn place(&mut self, call: ShownCall, from: usize) -> usize {
        let mut begun = self.begun.iter().skip(from);
        if let Some(at) = begun.position(|before| call.continues(before)) {
            self.begun[from + at] = call;
            from + at + 1
        } else {
            self.begun.push(call);
            self.begun.len()
        }
    }

    /// Returns the known part of all calls, in the order in which they began.
    pub(crate) fn partial_calls(&self) -> impl Iterator<Item = PartialCall<'_>> {
        self.begun.iter().map(ShownCall::as_partial)
    }

    /// Returns the calls that have begun or have grown since the last call of this method: their
    /// positions in [`partial_calls`](Self::partial_calls), and the text that was added to their
    /// arguments.
    pub(crate) fn take_growth(&mut self) -> Vec<(usize, String)> {
        self.update_calls();
        let settled = self.settled;
        let mut grown = Vec::new();
        for (at, call) in self.begun.iter().enumerate().skip(self.told_calls) {
            let number = at - self.told_calls;
            if number == self.told.len() {
                self.told.push(Told::default());
            } else if self.told[number].raw == call.raw && self.told[number].name == call.name {
                continue;
            }
            let told = &mut self.told[number];
            // A call that was read differently when more arrived adds nothing.
            let added = call.raw.strip_prefix(&*told.raw);
            let Some(added) = added.map(str::to_owned) else {
                continue;
            };
            told.name.clone_from(&call.name);
            told.raw.push_str(&added);
            grown.push((at, added));
        }
        self.told
            .drain(..self.told.len().min(settled - self.told_calls));
        self.told_calls = settled;
        grown
    }

    /// Reads the calls that are arriving as if the text ended here. Returns whether the last one is
    /// incomplete, too.
    fn read_open_block(&self) -> (Vec<ShownCall>, bool) {
        let source = Source {
            is_over: true,
            finish: Finish::Truncated,
            ..make_source(&self.text, &self.tools, self.options)
        };
        let mut collected = Collected::default();
        self.machine.clone().run(&source, &mut collected);
        let answer = collected.finish(Finish::Truncated, &self.text);
        let complete = answer.calls.iter().map(ShownCall::from_call);
        // A call before the last one also waits for the end of a list without a marker.
        let is_meant = |dropped: &(Found, DropReason)| dropped.1 != DropReason::NotMeant;
        let mut dropped = answer.dropped.into_iter().filter(is_meant);
        let last = dropped.next_back().map(|(cut, _)| cut);
        let waiting = dropped.filter(|(_, reason)| *reason == DropReason::Incomplete);
        let cut = waiting.map(|(cut, _)| cut).chain(last);
        let is_named = |cut: &Found| cut.name.chars().any(char::is_alphanumeric);
        let cut: Vec<_> = cut.filter(is_named).map(ShownCall::from_cut).collect();
        let is_cut = !cut.is_empty();
        (complete.chain(cut).collect(), is_cut)
    }

    /// Ends the text, and returns all of its output. `finish` is the end of the output as the
    /// server reported it; it replaces the finish of the options.
    #[must_use]
    pub fn finish(self, finish: Finish) -> TextAnswer {
        self.end(finish).0
    }

    fn end(mut self, finish: Finish) -> (TextAnswer, Vec<TextDelta>) {
        let source = Source {
            is_over: true,
            finish,
            ..make_source(&self.text, &self.tools, self.options)
        };
        self.machine.run(&source, &mut self.collected);
        let output = self.collected.finish(finish, &self.text);
        let deltas = list_deltas(self.collected.take_deltas());
        (TextAnswer::new(output, finish), deltas)
    }
}

fn list_deltas(pieces: Vec<Piece>) -> Vec<TextDelta> {
    pieces.into_iter().map(TextDelta::from).collect()
}

/// Returns whether a call has grown so much that its known part is read again.
fn is_outdated(before: usize, now: usize) -> bool {
    now < before || now <= SHORT && now != before || now > before + before / 8
}

/// Reads the calls in a whole text.
///
/// The tools decide on the types of values that a format writes as text, and on output without
/// markers, which is a call only if it names a tool. Without tools, such values are text, and
/// output without markers counts only at the start. Arguments are not checked:
/// [`Call::read`](crate::call::Call::read) does this.
///
/// ```
/// use tool_core::text::{Format, TextOptions, read_text};
/// use tool_core::{Definition, Definitions, json};
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let tools = Definitions::new([Definition::new("wait", "Waits.", schema)?])?;
/// let text = "<tool_call>\n<function=wait>\n<parameter=seconds>\n5\n</parameter>\n</function>\n</tool_call>";
/// let answer = read_text(text, &tools, &TextOptions::new());
/// assert_eq!(answer.format, Some(Format::Qwen3Coder));
/// assert_eq!(answer.calls[0].raw, r#"{"seconds": 5}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn read_text(text: &str, tools: &Definitions, options: &TextOptions) -> TextAnswer {
    let mut machine = Machine::new(options.starts_in_reasoning);
    let mut collected = Collected::default();
    let source = Source {
        is_over: true,
        finish: options.finish,
        ..make_source(text, tools, *options)
    };
    machine.run(&source, &mut collected);
    TextAnswer::new(collected.finish(options.finish, text), options.finish)
}

/// Returns a text to which more may be added.
fn make_source<'t>(text: &'t str, tools: &'t Definitions, options: TextOptions) -> Source<'t> {
    Source {
        text,
        is_over: false,
        finish: Finish::Unknown,
        tools,
        selected: options.format,
        is_start: true,
    }
}
