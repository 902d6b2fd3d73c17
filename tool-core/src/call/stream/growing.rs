use crate::call::answer::Ending;
use crate::call::partial::{Builder, Paths, Piece};
use crate::call::whole::is_whole;
use crate::call::{Call, Calls, DropReason, Partial, PartialCall};
use crate::finish::Finish;

/// A call while it arrives.
#[derive(Clone, Debug)]
pub(super) struct Growing {
    pub(super) id: Option<String>,
    pub(super) name: String,
    pub(super) namespace: Option<String>,
    pub(super) arguments: Arguments,
    /// The arguments if no piece of them comes, where the provider says of each call
    /// when no more pieces come.
    pub(super) without_pieces: Option<String>,
    /// How this call ended, where the provider says so of each.
    pub(super) ending: Option<Ending>,
    /// What the provider says of more pieces.
    more: More,
    /// Whether other output follows it.
    pub(super) is_followed: bool,
    inconsistent: bool,
    /// How many pieces have arrived.
    pub(super) pushed: usize,
}

/// Whether more pieces of a call come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum More {
    /// They may.
    Maybe,
    /// None comes, perhaps since the output was cut off.
    None,
    /// None comes, and none is missing.
    Whole,
}

#[derive(Clone, Debug)]
pub(super) enum Arguments {
    Text { raw: String, builder: Builder },
    Paths(Paths),
}

impl Growing {
    pub(super) fn new(id: Option<String>) -> Self {
        Self {
            id,
            name: String::new(),
            namespace: None,
            arguments: Arguments::text(),
            without_pieces: None,
            ending: None,
            more: More::Maybe,
            is_followed: false,
            inconsistent: false,
            pushed: 0,
        }
    }

    /// The arguments as text, so far.
    pub(super) fn raw(&self) -> &str {
        match &self.arguments {
            Arguments::Text { raw, .. } => raw,
            Arguments::Paths(_) => "",
        }
    }

    /// Whether the arguments are closed: what comes next belongs to another call.
    pub(super) fn is_closed(&self) -> bool {
        let arguments = self.partial().arguments;
        arguments.is_some_and(Partial::is_complete)
    }

    pub(super) fn push(&mut self, piece: &str) {
        self.pushed += 1;
        match &mut self.arguments {
            Arguments::Text { raw, builder } => {
                raw.push_str(piece);
                builder.push(piece);
            }
            Arguments::Paths(_) => self.inconsistent = true,
        }
    }

    /// Takes the whole text, which has the last word over its pieces.
    pub(super) fn replace(&mut self, whole: &str) {
        if !whole.is_empty() && self.raw() != whole {
            self.arguments = Arguments::text();
            self.push(whole);
        }
    }

    pub(super) fn push_at(&mut self, path: &str, piece: Piece, open: bool) {
        self.pushed += 1;
        if self.raw().is_empty()
            && let Arguments::Text { .. } = self.arguments
        {
            self.arguments = Arguments::Paths(Paths::default());
        }
        let taken = match &mut self.arguments {
            Arguments::Paths(paths) => paths.push(path, piece, open),
            Arguments::Text { .. } => None,
        };
        self.inconsistent |= taken.is_none();
    }

    /// No more pieces come.
    pub(super) fn end(&mut self) {
        self.more = More::None;
        if let Arguments::Paths(paths) = &mut self.arguments {
            paths.finish();
        }
    }

    /// No more pieces come, and none is missing.
    pub(super) fn end_whole(&mut self) {
        self.end();
        self.more = More::Whole;
    }

    /// Whether the provider says that no more pieces come.
    pub(super) fn has_ended(&self) -> bool {
        self.more != More::Maybe
    }

    pub(super) fn partial(&self) -> PartialCall<'_> {
        PartialCall {
            id: self.id.as_deref(),
            name: &self.name,
            arguments: Partial::root(match &self.arguments {
                Arguments::Text { builder, .. } => builder.nodes(),
                Arguments::Paths(paths) => paths.nodes(),
            }),
        }
    }

    /// Puts the call where it belongs.
    pub(super) fn finish(self, of_all: Ending, found: &mut Calls) {
        let reported = self.ending.unwrap_or(of_all).reported();
        let is_last_of_cut = of_all.may_cut() && !self.is_followed;
        let may_be_cut = is_last_of_cut || self.ending.is_some_and(Ending::cuts_call);
        let may_be_empty = self.more == More::Whole || self.is_over_without_pieces(reported);
        let (raw, whole) = match self.arguments {
            Arguments::Text { raw, .. } if !raw.trim().is_empty() => {
                let is_over = self.is_followed || reported == Finish::Complete;
                let whole = is_whole(&raw, is_over);
                (raw, whole)
            }
            Arguments::Text { .. } if may_be_empty => {
                (self.without_pieces.unwrap_or_default(), true)
            }
            Arguments::Text { raw, .. } => (raw, false),
            Arguments::Paths(paths) => (paths.to_text(), self.more != More::Maybe),
        };
        let mut call = Call::new(self.id, self.name, raw, reported);
        call.namespace = self.namespace;
        if self.inconsistent {
            found.drop(call, DropReason::Inconsistent);
        } else if !whole {
            found.drop(call, DropReason::Incomplete);
        } else {
            found.take(call, may_be_cut);
        }
    }

    /// Whether no piece came because there is none, by the provider's word for the end of
    /// this call and by what came after it. Where the output is cut off, the provider says
    /// that the call ended as well.
    fn is_over_without_pieces(&self, reported: Finish) -> bool {
        let goes_on = self.is_followed || reported == Finish::Complete;
        self.without_pieces.is_some() && self.has_ended() && goes_on
    }
}

impl Arguments {
    fn text() -> Self {
        Self::Text {
            raw: String::new(),
            builder: Builder::default(),
        }
    }
}
