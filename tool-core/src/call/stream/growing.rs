use serde_json::Value;

use crate::call::answer::Ending;
use crate::call::partial::{Builder, Paths, ValuePiece};
use crate::call::whole::is_whole;
use crate::call::{Call, Calls, DropReason, Partial, PartialTool};
use crate::finish::Finish;

/// A call while it arrives.
#[derive(Clone, Debug)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum More {
    /// More pieces may come.
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
            name: String::new(),
            namespace: None,
            caller: None,
            is_async: false,
            arguments: GrowingArguments::text(),
            without_pieces: None,
            ending: None,
            more: More::Maybe,
            is_followed: false,
            inconsistent: false,
            pushed: 0,
            told: None,
        }
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

    pub(super) fn push(&mut self, piece: &str) {
        self.pushed += 1;
        match &mut self.arguments {
            GrowingArguments::Text { raw, builder } => {
                raw.push_str(piece);
                builder.push(piece);
            }
            GrowingArguments::Paths(_) => self.inconsistent = true,
        }
    }

    /// Sets the whole text, which overrides the pieces.
    pub(super) fn replace(&mut self, whole: &str) {
        if !whole.is_empty() && self.raw() != whole {
            self.arguments = GrowingArguments::text();
            self.push(whole);
        }
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
            paths.finish();
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
    pub(super) fn finish(self, of_all: Ending, found: &mut Calls) {
        let reported = self.ending.unwrap_or(of_all).to_finish();
        let is_last_of_cut = of_all.may_cut() && !self.is_followed;
        let may_be_cut = is_last_of_cut || self.ending.is_some_and(Ending::cuts_call);
        let may_be_empty = self.more == More::Whole || self.is_over_without_pieces(reported);
        let (raw, whole) = match self.arguments {
            GrowingArguments::Text { raw, .. } if !raw.trim().is_empty() => {
                let is_over = self.is_followed || reported == Finish::Complete;
                let whole = is_whole(&raw, is_over);
                (raw, whole)
            }
            GrowingArguments::Text { .. } if may_be_empty => {
                (self.without_pieces.unwrap_or_default(), true)
            }
            GrowingArguments::Text { raw, .. } => (raw, false),
            GrowingArguments::Paths(paths) => (paths.to_text(), self.more != More::Maybe),
        };
        let mut call = Call::new(self.id, self.name, raw, reported);
        call.namespace = self.namespace;
        call.caller = self.caller;
        call.is_async = self.is_async;
        if self.inconsistent {
            found.drop(call, DropReason::Inconsistent);
        } else if !whole {
            found.drop(call, DropReason::Incomplete);
        } else {
            found.take(call, may_be_cut);
        }
    }

    /// Returns whether a call without pieces is complete, according to its reported end and the
    /// output after it. For truncated output, providers mark the end of the call, too.
    fn is_over_without_pieces(&self, reported: Finish) -> bool {
        let goes_on = self.is_followed || reported == Finish::Complete;
        self.without_pieces.is_some() && self.has_ended() && goes_on
    }
}

impl GrowingArguments {
    fn text() -> Self {
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
