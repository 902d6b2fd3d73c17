//! The row of a format.

use crate::syntax::engine::braces::{self, Braces};
use crate::syntax::engine::json::{self, Json};
use crate::syntax::engine::leftover::{Around, drop_with_leftover};
use crate::syntax::engine::named::{self, Named};
use crate::syntax::engine::python::{self, Python};
use crate::syntax::engine::suffixed::{self, Suffixed};
use crate::syntax::engine::tags::{self, TagStarts, Tags};
use crate::syntax::engine::{EngineStep, Source, code, framed, nested};
use crate::syntax::format::Format;

/// One way in which the calls of a format begin.
#[derive(Debug)]
pub(in crate::syntax) struct Row {
    pub(in crate::syntax) format: Format,
    /// The markers that begin a call.
    pub(in crate::syntax) marks: &'static [&'static str],
    pub(in crate::syntax) engine: Engine,
    /// Markers that may follow a call and belong to it.
    pub(in crate::syntax) after: &'static [&'static str],
    /// Formats whose calls may be in one answer have the same family.
    pub(in crate::syntax) family: Family,
    /// `true` if another row reads the same text in the same way. Only a caller who selects the
    /// format uses the row.
    pub(in crate::syntax) is_twin: bool,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "all rows are constants")]
pub(in crate::syntax) enum Engine {
    Json(Json),
    /// JSON in a frame whose header has the name.
    Framed(Json),
    Named(Named),
    Tags(Tags, TagStarts),
    Python(Python),
    Braces(Braces),
    Nested,
    Command,
    Code,
    /// Tags with a suffix.
    Suffixed(Suffixed),
}

/// A group of formats with common markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Family {
    /// Formats with `<tool_call>`, `<tool_calls>` or `<function=`.
    ToolCall,
    /// Formats without a marker.
    Bare,
    /// A format that shares no marker.
    Own(Format),
}

/// The start of the text behind a marker.
#[derive(Clone, Copy)]
pub(super) enum Behind {
    Tag,
    Name,
    Other,
}

impl Behind {
    pub(super) const ALL: [Self; 3] = [Self::Tag, Self::Name, Self::Other];

    pub(super) fn of(text: &[u8]) -> Self {
        match text {
            [b'<', b'a'..=b'z', ..] | [b'\n', b'<', b'a'..=b'z', ..] => Self::Tag,
            [b'a'..=b'z', ..] => Self::Name,
            _ => Self::Other,
        }
    }
}

/// Creates the row of a format that has its own family.
pub(super) const fn row(
    format: Format,
    marks: &'static [&'static str],
    engine: Engine,
    after: &'static [&'static str],
) -> Row {
    Row {
        format,
        marks,
        engine,
        after,
        family: Family::Own(format),
        is_twin: false,
    }
}

impl Row {
    /// Returns whether calls of this row may have such a text behind the marker.
    pub(super) fn may_precede(&self, behind: Behind, mark: &str) -> bool {
        match (&self.engine, behind) {
            (_, Behind::Other) => true,
            (Engine::Json(_), _) => false,
            // A tag around calls precedes another tag.
            (Engine::Tags(tags, _), Behind::Name) => tags.wrap.0 != mark,
            _ => true,
        }
    }

    pub(super) const fn closed_by(mut self, after: &'static [&'static str]) -> Self {
        self.after = after;
        self
    }

    pub(super) const fn of(mut self, family: Family) -> Self {
        self.family = family;
        self
    }

    pub(super) const fn tool_call(self) -> Self {
        self.of(Family::ToolCall)
    }

    /// Marks a row whose text another row reads in the same way.
    pub(super) const fn twin(mut self) -> Self {
        self.is_twin = true;
        self
    }

    /// Returns whether a marker of its own follows each call. The mark of a result, or a token at the
    /// end of the output, may be missing.
    pub(in crate::syntax) fn has_end(&self) -> bool {
        let is_optional = |mark: &&str| *mark == "</s>" || mark.starts_with('\n');
        self.after.is_empty() || !self.after.iter().all(is_optional)
    }

    /// Returns whether a marker begins a section whose calls have their own tags.
    pub(in crate::syntax) fn is_section(&self, mark: &str) -> bool {
        match &self.engine {
            Engine::Tags(tags, _) => tags.wrap.0 == mark,
            Engine::Nested => mark.ends_with("<tool_call>"),
            _ => false,
        }
    }

    /// Reads the calls at a position where the marker `mark` begins. Its section may be open.
    pub(in crate::syntax) fn read(
        &self,
        source: &Source<'_>,
        at: usize,
        mark: &str,
        in_section: bool,
    ) -> EngineStep {
        let step = self.read_calls(source, at, mark);
        let ends = if in_section { self.after } else { &[] };
        let (ends, parts) = match &self.engine {
            Engine::Json(_)
            | Engine::Framed(_)
            | Engine::Named(_)
            | Engine::Braces(_)
            | Engine::Python(_) => (self.after, &["{"][..]),
            Engine::Tags(tags, _) => (ends, &[tags.argument.open][..]),
            Engine::Nested => (ends, &[][..]),
            Engine::Command | Engine::Code | Engine::Suffixed(_) => return step,
        };
        let around = Around {
            marks: self.marks,
            ends,
            parts,
        };
        drop_with_leftover(&around, source, step)
    }

    fn read_calls(&self, source: &Source<'_>, at: usize, mark: &str) -> EngineStep {
        let behind = at + mark.len();
        match &self.engine {
            Engine::Json(row) => json::read(row, source, behind),
            Engine::Framed(row) => framed::read(row, source, behind),
            Engine::Named(row) => named::read(row, source, behind),
            Engine::Tags(row, starts) => tags::read(row, starts, source, at),
            Engine::Python(row) => python::read(row, source, behind, mark),
            Engine::Braces(row) => braces::read(row, source, behind),
            Engine::Nested => nested::read(source, at),
            Engine::Command => code::read_command(source, behind),
            Engine::Code => code::read(source, behind),
            Engine::Suffixed(row) => suffixed::read(row, source, at),
        }
    }
}
