use std::borrow::Cow;
use std::mem;

use serde_json::Value;

use super::whole::{is_cut_off, is_whole};
use super::{Ending, Node};
use crate::call::halves::{join_json, split_half};
use crate::call::partial::{Paths, ValuePiece};
use crate::call::{Call, Calls, DropReason, Partial, PartialTool};
use crate::finish::Finish;
use crate::json::Builder;

/// A call while it arrives.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(super) struct Growing {
    pub(super) id: Option<String>,
    pub(super) name: String,
    pub(super) namespace: Option<String>,
    pub(super) caller: Option<Value>,
    pub(super) is_async: bool,
    pub(super) arguments: GrowingArguments,
    /// The arguments if no piece of them arrives, for providers that mark the end of each call.
    pub(super) without_pieces: Option<String>,
    /// The end of this call, for providers that report it for each call.
    pub(super) ending: Option<Ending>,
    /// The provider's report on further pieces.
    more: More,
    /// `true` if other output follows the call.
    pub(super) is_followed: bool,
    inconsistent: bool,
    /// `true` if the start of the call had its arguments, and no piece has arrived.
    is_given: bool,
    /// `true` if the call is of a whole body, which has no further pieces.
    is_of_body: bool,
    /// `true` if the arguments are a value of the provider's JSON, which always closes it. A text is
    /// the model's own and shows a truncation.
    is_value: bool,
    /// `true` if it turned out to be no call.
    pub(super) is_void: bool,
    /// `true` if the provider marks the call as a thought.
    pub(super) is_thought: bool,
    /// `true` if `id` is the ID that a result refers to, and not the ID of the item with the call.
    pub(super) has_call_id: bool,
    /// The ID of the item with the call.
    pub(super) item_id: Option<String>,
    /// The index of its pieces, if it is not the index of the call.
    pub(super) piece_index: Option<u64>,
    /// The first half of a character at the end of the last piece.
    half: String,
    /// The number of received pieces.
    pub(super) pushed: usize,
    /// The size at the last [`take_growth`](Self::take_growth).
    told: Option<Size>,
}

/// The size of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    pieces: usize,
    name: usize,
    raw: usize,
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

#[derive(Clone, Debug)]
pub(super) enum GrowingArguments {
    Text { raw: String, builder: Builder },
    Paths(Paths),
}

impl Growing {
    pub(super) fn new(id: Option<String>) -> Self {
        Self {
            id,
            ..Self::default()
        }
    }

    /// Creates a call of a whole body.
    pub(super) fn of_body(id: Option<String>, name: String, arguments: Node<'_>) -> Self {
        let mut call = Self::new(id);
        call.name = name;
        call.is_of_body = true;
        call.is_value = !arguments.is_string();
        if let GrowingArguments::Text { raw, .. } = &mut call.arguments {
            *raw = arguments.whole_arguments();
        }
        call
    }

    /// Returns the text that was added to the arguments since the last call of this method.
    /// `None` if the call has not changed.
    pub(super) fn take_growth(&mut self) -> Option<String> {
        let size = Size {
            pieces: self.pushed,
            name: self.name.len(),
            raw: self.raw().len(),
        };
        let told = self.told.replace(size);
        if told == Some(size) {
            return None;
        }
        let added = self.raw().get(told.map_or(0, |told| told.raw)..);
        Some(added.unwrap_or_default().to_owned())
    }

    /// Returns the received text of the arguments.
    pub(super) fn raw(&self) -> &str {
        match &self.arguments {
            GrowingArguments::Text { raw, .. } => raw,
            GrowingArguments::Paths(_) => "",
        }
    }

    /// Returns whether the arguments are closed. Further text belongs to another call.
    pub(super) fn is_closed(&self) -> bool {
        let arguments = self.partial().arguments;
        arguments.is_some_and(Partial::is_complete)
    }

    /// Returns whether no argument has arrived.
    pub(super) fn is_empty(&self) -> bool {
        match &self.arguments {
            GrowingArguments::Text { raw, .. } => raw.trim().is_empty(),
            GrowingArguments::Paths(_) => false,
        }
    }

    /// Returns whether the arguments are JSON, or none.
    pub(super) fn is_json(&self) -> bool {
        match &self.arguments {
            GrowingArguments::Text { raw, .. } => self.is_empty() || is_whole(raw, false),
            GrowingArguments::Paths(_) => true,
        }
    }

    /// Returns whether the arguments are the start of an object.
    pub(super) fn is_start(&self) -> bool {
        self.raw().trim_start().starts_with('{') && is_cut_off(self.raw())
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

    /// Returns whether the arguments are those of the start of the call.
    pub(super) fn is_given(&self) -> bool {
        self.is_given
    }

    /// Drops the call: some pieces may belong to it, or to another call.
    pub(super) fn doubt(&mut self) {
        self.inconsistent = true;
    }

    pub(super) fn push(&mut self, piece: &str) {
        self.pushed += 1;
        if !piece.is_empty() && mem::take(&mut self.is_given) {
            // The pieces repeat the arguments of the start.
            self.arguments = GrowingArguments::default();
        }
        let joined = self.join(piece);
        match &mut self.arguments {
            GrowingArguments::Text { raw, builder } => {
                raw.push_str(&joined);
                builder.push(&joined);
            }
            GrowingArguments::Paths(_) => self.inconsistent = true,
        }
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

    /// Sets the whole text, which overrides the pieces.
    pub(super) fn replace(&mut self, whole: &str) {
        if whole.is_empty() {
            return;
        }
        self.inconsistent = false;
        if self.raw() != whole {
            self.arguments = GrowingArguments::default();
            self.push(whole);
        }
    }

    /// Sets the arguments that the start of a call has. They are an empty object if pieces follow.
    pub(super) fn start(&mut self, arguments: String) {
        if !matches!(
            &*arguments.split_whitespace().collect::<String>(),
            "" | "{}"
        ) {
            self.push(&arguments);
            self.is_given = true;
        }
        self.without_pieces = Some(arguments);
    }

    pub(super) fn push_at(&mut self, path: &str, piece: ValuePiece, open: bool) {
        self.pushed += 1;
        if self.raw().is_empty()
            && let GrowingArguments::Text { .. } = self.arguments
        {
            self.arguments = GrowingArguments::Paths(Paths::default());
        }
        let taken = match &mut self.arguments {
            GrowingArguments::Paths(paths) => paths.push(path, piece, open),
            GrowingArguments::Text { .. } => None,
        };
        self.inconsistent |= taken.is_none();
    }

    /// Marks the end of the pieces.
    pub(super) fn end(&mut self) {
        self.more = More::None;
        if let GrowingArguments::Paths(paths) = &mut self.arguments {
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
            arguments: Partial::root(match &self.arguments {
                GrowingArguments::Text { builder, .. } => builder.nodes(),
                GrowingArguments::Paths(paths) => paths.nodes(),
            }),
        }
    }

    /// Adds the call to the calls or to the dropped ones.
    pub(super) fn finish(mut self, of_all: Ending, found: &mut Calls) {
        let ending = self.ending.unwrap_or(of_all);
        let goes_on = self.is_followed || ending.to_finish() == Finish::Complete;
        // A refusal takes back the whole answer, and not only its last call.
        let is_open = !self.is_followed || of_all == Ending::Refused;
        let is_cut = of_all.may_cut() && is_open;
        let cause = of_all.cause_of(self.ending);
        let cause = cause.or(is_cut.then_some(of_all));
        let is_settled = goes_on || self.more == More::Whole && !is_cut;
        let (raw, whole) = match mem::take(&mut self.arguments) {
            GrowingArguments::Text { raw, .. } if !raw.trim().is_empty() => {
                let whole = self.is_value || is_whole(&raw, goes_on || self.is_of_body);
                let given = self.without_pieces.as_deref().unwrap_or_default();
                self.inconsistent |= !is_start_of(given, &raw);
                (raw, whole)
            }
            GrowingArguments::Text { .. } => {
                let given = self.without_pieces.take().unwrap_or_default();
                let is_missing = of_all == Ending::Disconnected || !given.trim().is_empty();
                let is_given = !given.trim().is_empty();
                let is_over = is_settled && (self.more != More::Maybe || !is_given);
                (given, is_over || !is_missing)
            }
            GrowingArguments::Paths(paths) => (paths.to_text(), self.more != More::Maybe),
        };
        let is_empty = raw.trim().is_empty();
        let mut call = Call::new(self.id, self.name, raw, ending.to_finish());
        if is_empty && is_settled {
            call.reported = Finish::Complete;
        }
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
        } else if self.inconsistent {
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

/// Returns whether the arguments in the start of a call fit to the arguments: they are empty, or the
/// same.
fn is_start_of(given: &str, raw: &str) -> bool {
    let is_empty = matches!(&*given.split_whitespace().collect::<String>(), "" | "{}");
    is_empty || given == raw || {
        let read = |text: &str| serde_json::from_str::<Value>(text).ok();
        read(raw).is_none_or(|raw| read(given).as_ref() == Some(&raw))
    }
}

impl Default for GrowingArguments {
    fn default() -> Self {
        Self::Text {
            raw: String::new(),
            builder: Builder::default(),
        }
    }
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
