use super::whole::is_whole;
use crate::call::partial::{Builder, Paths, Piece};
use crate::call::{Call, DropReason, Partial, PartialCall};
use crate::finish::Finish;

/// A call while it arrives.
#[derive(Clone, Debug)]
pub(super) struct Growing {
    pub(super) id: Option<String>,
    pub(super) name: String,
    pub(super) arguments: Arguments,
    /// The arguments if no piece of them comes.
    pub(super) without_pieces: Option<String>,
    /// How this call ended, where the provider says so of each.
    pub(super) finish: Option<Finish>,
    /// Whether the provider says that no more pieces of it come.
    pub(super) ended: bool,
    /// Whether that means that it was not cut off.
    whole: bool,
    inconsistent: bool,
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
            arguments: Arguments::text(),
            without_pieces: None,
            finish: None,
            ended: false,
            whole: false,
            inconsistent: false,
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
        self.ended = true;
        if let Arguments::Paths(paths) = &mut self.arguments {
            paths.finish();
        }
    }

    /// No more pieces come, and none is missing.
    pub(super) fn end_whole(&mut self) {
        self.end();
        self.whole = true;
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

    /// The call, and why it is none.
    pub(super) fn finish(self, of_all: Finish) -> (Call, Option<DropReason>) {
        let finish = self.finish.unwrap_or(of_all);
        let over = match finish {
            Finish::Complete => true,
            Finish::Truncated => self.whole,
            Finish::Unknown => self.ended,
        };
        let (raw, whole) = match self.arguments {
            Arguments::Text { raw, .. } if !raw.trim().is_empty() => {
                let whole = is_whole(&raw, finish);
                (raw, whole)
            }
            Arguments::Text { raw, .. } if !over => (raw, false),
            Arguments::Text { .. } => (self.without_pieces.unwrap_or_default(), true),
            Arguments::Paths(paths) => (paths.to_text(), self.ended),
        };
        let dropped = if self.inconsistent {
            Some(DropReason::Inconsistent)
        } else if !whole {
            Some(DropReason::Incomplete)
        } else {
            None
        };
        let (id, name) = (self.id, self.name);
        let call = Call {
            id,
            name,
            raw,
            finish,
        };
        (call, dropped)
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
