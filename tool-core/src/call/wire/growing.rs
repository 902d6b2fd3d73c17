use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;

use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::places::Places;
use super::{Ending, FoundArguments, Node};
use crate::call::halves::{join_json, split_half};
use crate::call::partial::Paths;
use crate::call::{Call, Calls, DropReason, Partial, PartialTool};
use crate::finish::Finish;
use crate::issue::IssueKind;
use crate::json::{Builder, NodeContent, Tolerance, parse, parse_strict};
use crate::limits::Limits;
use crate::tree::{ByValue, ParseContext, Tree};

/// A call while it arrives.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(super) struct Growing {
    pub(super) id: Option<String>,
    pub(super) name: String,
    pub(super) namespace: Option<String>,
    pub(super) caller: Option<Value>,
    pub(super) is_async: bool,
    /// The received text of the arguments. Further text of closed ones belongs to another call.
    pub(super) raw: String,
    builder: Builder,
    /// The arguments that arrive as values at paths.
    paths: Option<Paths>,
    /// The arguments if no piece of them arrives, for providers that mark the end of each call.
    pub(super) without_pieces: Option<String>,
    /// The end of this call, for providers that report it for each call.
    pub(super) ending: Option<Ending>,
    /// The provider's report on further pieces.
    more: More,
    /// `true` if the provider marks the last piece. Without it, the call is incomplete.
    pub(super) awaits_end: bool,
    /// `true` if other output follows the call.
    pub(super) is_followed: bool,
    inconsistent: bool,
    /// `true` if two reports of the whole call differ. No later report settles this.
    is_contradicted: bool,
    /// `true` if the start of the call had its arguments, and no piece has arrived.
    pub(super) is_given: bool,
    /// `true` if the call is of a whole body, which has no further pieces.
    is_of_body: bool,
    /// `true` if the arguments are a value of the provider's JSON, which always closes it. A text is
    /// the model's own and shows a truncation.
    pub(super) is_value: bool,
    /// `true` if it turned out to be no call.
    pub(super) is_void: bool,
    /// `true` if the provider marks the call as a thought.
    pub(super) is_thought: bool,
    /// `true` if `id` is the ID that a result refers to, and not the ID of the item with the call.
    pub(super) has_call_id: bool,
    /// The ID of the item with the call.
    pub(super) item_id: Option<String>,
    /// The index of the start of the call.
    pub(super) index: Option<u64>,
    /// The index of its pieces, if it is not the index of the call.
    pub(super) piece_index: Option<u64>,
    /// `true` if an end with the index of the pieces has arrived, which is not the index of the call.
    pub(super) has_stray_end: bool,
    /// The first half of a character at the end of the last piece.
    half: String,
    /// The number of received pieces.
    pub(super) pushed: usize,
    /// The number of pieces and the lengths of the name and of the arguments at the last
    /// [`take_growth`](Self::take_growth).
    told: Option<(usize, usize, usize)>,
}

/// The provider's report on further pieces of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum More {
    /// More pieces may come.
    #[default]
    Maybe,
    /// No more pieces come, possibly because the output was truncated.
    None,
    /// No more pieces come, and the call is complete.
    Whole,
}

impl Growing {
    pub(super) fn new(id: Option<String>) -> Self {
        Self {
            id,
            ..Self::default()
        }
    }

    /// Creates a call of a whole body.
    pub(super) fn of_body(id: Option<String>, name: String, arguments: FoundArguments<'_>) -> Self {
        let mut call = Self::new(id);
        call.name = name;
        call.is_of_body = true;
        call.is_value = !arguments.value.is_string();
        call.raw = arguments.value.whole_arguments();
        call.note(arguments);
        call
    }

    /// Drops the call if it is unknown which member has the arguments.
    pub(super) fn note(&mut self, arguments: FoundArguments<'_>) {
        self.is_contradicted |= arguments.is_unclear;
    }

    /// Returns the text that was added to the arguments since the last call of this method.
    /// `None` if the call has not changed.
    pub(super) fn take_growth(&mut self) -> Option<String> {
        let size = (self.pushed, self.name.len(), self.raw.len());
        let told = self.told.replace(size);
        if told == Some(size) {
            return None;
        }
        let added = self.raw.get(told.map_or(0, |(.., raw)| raw)..);
        Some(added.unwrap_or_default().to_owned())
    }

    /// Returns whether the arguments are closed. Further text belongs to another call.
    pub(super) fn is_closed(&self) -> bool {
        let arguments = self.partial().arguments;
        arguments.is_some_and(Partial::is_complete)
    }

    /// Returns whether the arguments end in a string.
    pub(super) fn is_in_string(&self) -> bool {
        self.builder.is_in_string()
    }

    /// Returns whether no argument has arrived.
    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_none() && self.raw.trim().is_empty()
    }

    /// Returns whether no argument has arrived in the pieces of a stream.
    pub(super) fn lacks_pieces(&self) -> bool {
        !self.is_of_body && self.is_empty()
    }

    /// Returns whether the arguments are JSON, or none.
    pub(super) fn is_json(&self) -> bool {
        self.paths.is_some() || self.is_empty() || is_whole(&self.raw, false)
    }

    /// Returns whether another call has the same name and the same arguments.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.has_arguments(&other.arguments())
    }

    /// Returns whether these arguments have arrived.
    pub(super) fn has_arguments(&self, arguments: &str) -> bool {
        is_same_json(&self.arguments(), arguments)
    }

    /// Returns the arguments that have arrived.
    pub(super) fn arguments(&self) -> Cow<'_, str> {
        match (&self.paths, &self.without_pieces) {
            (Some(paths), _) => paths.to_text().into(),
            (None, Some(given)) if self.raw.trim().is_empty() => given.into(),
            _ => (&self.raw).into(),
        }
    }

    /// Returns whether the arguments are the start of an object.
    pub(super) fn is_start(&self) -> bool {
        self.raw.trim_start().starts_with('{') && is_cut_off(&self.raw)
    }

    /// Returns whether the call is shown while it arrives and may run as far as known: its name has a
    /// letter or a digit, and it is not a thought.
    pub(super) fn is_shown(&self) -> bool {
        !self.is_of_body && !self.is_thought && self.name.chars().any(char::is_alphanumeric)
    }

    /// Takes the doubt back.
    pub(super) fn trust(&mut self) {
        self.inconsistent = false;
    }

    /// Drops the call: some pieces may belong to it, or to another call.
    pub(super) fn doubt(&mut self) {
        self.inconsistent = true;
    }

    /// Drops the call, whatever follows: two reports of it differ.
    pub(super) fn contradict(&mut self) {
        self.is_contradicted = true;
    }

    pub(super) fn push(&mut self, piece: &str) {
        self.pushed += 1;
        if !piece.is_empty() && mem::take(&mut self.is_given) {
            // The pieces repeat the arguments of the start.
            self.clear();
            self.is_value = false;
        }
        let joined = self.join(piece);
        if self.paths.is_some() {
            return self.doubt();
        }
        self.raw.push_str(&joined);
        self.builder.push(&joined);
    }

    fn clear(&mut self) {
        (self.raw, self.builder, self.paths) = Default::default();
    }

    /// Joins a character whose halves are in two pieces. Keeps a first half at the end of a piece.
    fn join<'p>(&mut self, piece: &'p str) -> Cow<'p, str> {
        let before = mem::take(&mut self.half);
        let (text, half) = split_half(piece);
        half.clone_into(&mut self.half);
        if before.is_empty() {
            return join_json(text);
        }
        Cow::Owned(join_json(&(before + text)).into_owned())
    }

    /// Sets the whole text, which completes the pieces. Other arguments do not replace complete ones,
    /// and a placeholder for arguments that were lost does not replace received ones.
    pub(super) fn replace(&mut self, whole: &str) {
        if whole.is_empty() {
            return;
        }
        // An empty object may be a placeholder, until the end of the call.
        let is_known = !self.is_empty() && (self.has_ended() || !is_placeholder(&self.raw));
        let is_settled = self.is_closed() && self.is_json() && !self.inconsistent;
        if is_known && (is_settled || is_placeholder(whole)) && !self.has_arguments(whole) {
            self.is_contradicted = true;
            return;
        }
        self.inconsistent = false;
        if self.raw != whole {
            self.clear();
            self.push(whole);
        }
    }

    /// Sets the arguments that the start of a call has. They are an empty object if pieces follow.
    pub(super) fn start(&mut self, arguments: Node<'_>) {
        let given = arguments.arguments();
        if !given.trim().is_empty() && !is_placeholder(&given) {
            self.push(&given);
            self.is_given = true;
            self.is_value = !arguments.is_string();
        }
        self.without_pieces = Some(given);
    }

    pub(super) fn push_at(&mut self, path: &str, piece: Option<NodeContent>, open: bool) {
        self.pushed += 1;
        if self.raw.is_empty() {
            self.paths.get_or_insert_default();
        }
        let taken = self.paths.as_mut();
        let taken = taken.and_then(|paths| paths.push(path, piece, open));
        self.inconsistent |= taken.is_none();
    }

    /// Marks the end of the pieces.
    pub(super) fn end(&mut self) {
        self.more = More::None;
        if let Some(paths) = &mut self.paths {
            self.inconsistent |= paths.finish().is_none();
        }
    }

    /// Marks the end of the pieces of a complete call.
    pub(super) fn end_whole(&mut self) {
        self.end();
        self.more = More::Whole;
    }

    /// Returns whether the provider has marked the end of the pieces.
    pub(super) fn has_ended(&self) -> bool {
        self.more != More::Maybe
    }

    pub(super) fn partial(&self) -> PartialCall<'_> {
        PartialCall {
            id: self.id.as_deref(),
            name: &self.name,
            arguments: Partial::root(match &self.paths {
                Some(paths) => paths.nodes(),
                None => self.builder.nodes(),
            }),
        }
    }

    /// Adds the call to the calls or to the dropped ones.
    pub(super) fn finish(mut self, of_all: Ending, found: &mut Calls) {
        let ending = self.ending.unwrap_or(of_all);
        let goes_on = self.is_followed || ending.to_finish() == Finish::Complete;
        // A refusal takes back the whole answer, and not only its last call.
        let is_open = !self.is_followed || of_all == Ending::Refused;
        let may_cut = of_all.may_cut() || self.is_value && of_all.may_cut_value();
        let is_cut = may_cut && is_open;
        let cause = of_all.cause_of(self.ending);
        let cause = cause.or(is_cut.then_some(of_all));
        let is_settled = goes_on || self.more == More::Whole && !is_cut;
        let mut given = self.without_pieces.take().unwrap_or_default();
        // The mark of the end was lost, so arguments may have been lost, too. The reader decides.
        let lacks_end = self.is_empty() && is_settled && self.more == More::Maybe;
        let lacks_end = lacks_end && is_placeholder(&given) && of_all != Ending::Disconnected;
        if lacks_end {
            given.clear();
        }
        let (raw, whole) = if let Some(paths) = &self.paths {
            (paths.to_text(), self.more != More::Maybe)
        } else if self.raw.trim().is_empty() {
            let is_given = !given.trim().is_empty();
            let is_missing = of_all == Ending::Disconnected || is_given;
            let is_over = is_settled && (self.more != More::Maybe || !is_given);
            (given, is_over || !is_missing)
        } else {
            let is_body_value = self.is_of_body && self.is_value;
            let whole = is_body_value || is_whole(&self.raw, goes_on || self.is_of_body);
            self.inconsistent |= !is_start_of(&given, &self.raw);
            // The arguments may have been lost with the connection.
            let is_lost = of_all == Ending::Disconnected
                && !(is_settled || self.is_of_body || self.more != More::Maybe)
                && is_placeholder(&self.raw);
            (self.raw, whole && !is_lost)
        };
        let whole = whole && !(self.awaits_end && self.more == More::Maybe);
        let is_empty = raw.trim().is_empty();
        let reported = match ending.to_finish() {
            _ if lacks_end => Finish::Unknown,
            _ if is_empty && is_settled => Finish::Complete,
            reported => reported,
        };
        let mut call = Call::new(self.id, self.name, raw, reported);
        call.namespace = self.namespace;
        call.caller = self.caller;
        call.is_async = self.is_async;
        // The end of the answer has not cut a call that other output follows.
        let cut = if self.is_followed && of_all != Ending::Disconnected {
            Ending::Unknown
        } else {
            of_all
        };
        if self.is_thought {
            found.drop_named(call, DropReason::InReasoning);
        } else if self.inconsistent || self.is_contradicted {
            let is_lost = of_all == Ending::Disconnected && !whole;
            let reason = if is_lost {
                DropReason::Disconnected
            } else {
                DropReason::Inconsistent
            };
            found.drop(call, reason);
        } else if whole {
            found.take(call, cause.map(Ending::drop_reason));
        } else if is_empty {
            found.drop_named(call, cause.unwrap_or(cut).drop_reason());
        } else {
            found.take(call, Some(cause.unwrap_or(cut).drop_reason()));
        }
    }
}

/// Returns whether arguments are an empty object. Servers send it in place of arguments that follow.
pub(super) fn is_placeholder(arguments: &str) -> bool {
    let inside = arguments.trim().strip_prefix('{');
    inside.is_some_and(|inside| inside.trim_start() == "}")
}

/// Returns whether the arguments in the start of a call fit to the arguments: they are empty, or the
/// same.
fn is_start_of(given: &str, raw: &str) -> bool {
    let is_unset = given.trim().is_empty() || is_placeholder(given);
    is_unset || Places::of(raw).is_none() || is_same_json(given, raw)
}

/// Returns whether two texts are the same text, or the same JSON value.
pub(super) fn is_same_json(left: &str, right: &str) -> bool {
    let are_same = |(left, right): (Tree<'_>, Tree<'_>)| left.is_same(&right);
    left == right || read_json(left).zip(read_json(right)).is_some_and(are_same)
}

/// Returns a number that is the same for [the same](is_same_json) arguments.
pub(super) fn hash_arguments(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    match read_json(text) {
        Some(tree) => ByValue(&tree).hash(&mut hasher),
        None => text.hash(&mut hasher),
    }
    hasher.finish()
}

fn read_json(text: &str) -> Option<Tree<'_>> {
    parse_strict(text, &mut ParseContext::new(&Limits::default(), false)).ok()
}

/// Returns whether a text that arrived in pieces is complete: it is one closed JSON value, or,
/// if no more pieces come, it is invalid JSON and does not break off.
fn is_whole(raw: &str, is_over: bool) -> bool {
    if Places::of(raw).is_some() {
        // A received `1` may be the start of `12`.
        let is_closed = is_over || raw.trim_end().ends_with(['}', ']', '"']);
        // A closed string may contain truncated JSON.
        return is_closed && !(raw.trim_start().starts_with('"') && is_truncated(raw));
    }
    is_over && !is_cut_off(raw) && !is_truncated(raw)
}

/// Returns whether the JSON is only incomplete.
fn is_cut_off(text: &str) -> bool {
    let read = serde_json::from_str::<&RawValue>(text);
    read.is_err_and(|error| error.classify() == Category::Eof)
}

/// Returns whether the JSON in a text, or in a string in it, is incomplete.
fn is_truncated(text: &str) -> bool {
    if let Ok(inside) = serde_json::from_str::<String>(text) {
        return inside.trim_start().starts_with(['{', '[', '"']) && is_truncated(&inside);
    }
    let mut intake = ParseContext::new(&Limits::default(), true);
    let read = parse(text, Tolerance::STANDARD, &mut intake);
    let last = intake.issues.last();
    read.is_none() && last.is_some_and(|issue| issue.kind == IssueKind::Truncated)
}

/// A call while it arrives.
///
/// ```
/// use tool_core::call::{Api, Assembler};
///
/// let mut stream = Assembler::new(Api::OpenAiChat);
/// stream.push(
///     r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "1",
///         "function": {"name": "write", "arguments": "{\"path\": \"/a\", \"text\": \"Hel"}}]}}]}"#,
/// )?;
/// let call = stream.partial().next().unwrap();
/// assert_eq!((call.id, call.name), (Some("1"), "write"));
/// let text = call.arguments.and_then(|arguments| arguments.get("text")).unwrap();
/// assert_eq!((text.as_str(), text.is_complete()), (Some("Hel"), false));
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PartialCall<'a> {
    /// The provider's ID of the call, if it has arrived.
    pub id: Option<&'a str>,
    /// The received part of the name.
    pub name: &'a str,
    /// The known part of the arguments. `None` before their first character.
    pub arguments: Option<Partial<'a>>,
}

impl PartialCall<'_> {
    /// Reads the complete fields of the arguments with the rules of the tool. See
    /// [`PartialTool`](crate::call::PartialTool).
    #[must_use]
    pub fn read<T: PartialTool>(&self) -> T::Partial {
        self.arguments.map(Partial::read::<T>).unwrap_or_default()
    }
}
