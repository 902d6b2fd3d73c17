//! The row of a format with tags.

use crate::syntax::engine::Source;
use crate::syntax::engine::typing::Marked;

/// A format with tags.
#[derive(Debug)]
pub(in crate::syntax) struct Tags {
    /// Tags around calls, or empty. The opening one is optional.
    pub(in crate::syntax) wrap: (&'static str, &'static str),
    pub(in crate::syntax) call: Tag,
    pub(in crate::syntax) argument: Tag,
    /// Tags around the type of a value, which may be missing, or empty. The schema decides on types.
    pub(in crate::syntax) type_tag: (&'static str, &'static str),
    /// The opening tag of a value, for formats that write the name of an argument before it, or
    /// empty.
    pub(in crate::syntax) value_open: &'static str,
    /// `true` if one line break after the opening and before the closing tag of an argument
    /// belongs to the tags.
    pub(in crate::syntax) strips_lines: bool,
    pub(in crate::syntax) typing: Typing,
}

/// A pair of tags.
#[derive(Debug)]
pub(in crate::syntax) struct Tag {
    /// The opening tag up to the name.
    pub(in crate::syntax) open: &'static str,
    pub(in crate::syntax) name: NamePosition,
    /// The text after the name. It may be missing after a name on its own line.
    pub(in crate::syntax) end: &'static str,
    pub(in crate::syntax) close: &'static str,
}

/// The place of the name of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum NamePosition {
    /// All text between the opening and `end`: `<function=NAME>`.
    Plain,
    /// An attribute: `<invoke name="NAME">`.
    Attribute(Attribute),
    /// The first line: `<tool_call>NAME`.
    Line,
}

/// An attribute of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct Attribute {
    pub(in crate::syntax) name: &'static str,
    /// A space, the name, an equals sign and a quote.
    pub(in crate::syntax) open: &'static str,
}

/// The types of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Typing {
    /// The schema decides.
    Schema,
    /// The schema decides, and the text of a CDATA section is its content.
    SchemaAndCdata,
    /// The attribute `string` is `true` for strings and `false` for JSON.
    StringAttribute,
    /// The attribute `type` has the name of the type.
    TypeAttribute,
    /// Strings may be in JSON quotes.
    Quoted,
}

impl Typing {
    /// Returns the attribute that marks the type of a value.
    pub(in crate::syntax) fn attribute(self) -> Option<&'static str> {
        match self {
            Self::StringAttribute => Some("string"),
            Self::TypeAttribute => Some("type"),
            _ => None,
        }
    }

    /// Returns the usual texts between the key and the value of an argument whose key is an
    /// attribute, with their marks.
    pub(in crate::syntax) fn usual_ends(self) -> &'static [(&'static str, Marked)] {
        match self {
            Self::StringAttribute => &[
                (" string=\"true\">", Marked::String),
                (" string=\"false\">", Marked::Json),
            ],
            Self::TypeAttribute => &[
                (" type=\"string\"<|sep|>", Marked::String),
                (" type=\"number\"<|sep|>", Marked::Json),
                (" type=\"boolean\"<|sep|>", Marked::Json),
                (" type=\"object\"<|sep|>", Marked::Json),
                (" type=\"array\"<|sep|>", Marked::Json),
            ],
            _ => &[(">", Marked::No)],
        }
    }

    /// Reads the value of that attribute.
    pub(in crate::syntax) fn read_mark(self, value: Option<&str>) -> Marked {
        match (self, value) {
            (Self::StringAttribute, Some("true")) | (Self::TypeAttribute, Some("string")) => {
                Marked::String
            }
            (Self::StringAttribute, Some("false")) | (Self::TypeAttribute, Some(_)) => Marked::Json,
            _ => Marked::No,
        }
    }
}

/// The first bytes of the tags that a value may end with, after their bracket. Most brackets in a
/// value belong to no tag of the format. 0 stands for a shorter tag, which any bytes may begin.
#[derive(Debug)]
pub(in crate::syntax) struct TagStarts([u32; 4]);

impl TagStarts {
    pub(in crate::syntax) const fn of(row: &Tags) -> Self {
        let (call, argument) = (&row.call, &row.argument);
        Self([
            read_start(argument.close),
            read_start(argument.open),
            read_start(call.close),
            read_start(call.open),
        ])
    }

    /// Returns whether a tag may begin with these bytes. Compares all tags at once.
    #[inline]
    pub(super) fn contain(&self, start: [u8; 4]) -> bool {
        let start = u32::from_le_bytes(start);
        self.0.map(|known| known == start || known == 0) != [false; 4]
    }
}

const fn read_start(tag: &str) -> u32 {
    match tag.as_bytes() {
        [_, first, second, third, fourth, ..] => {
            u32::from_le_bytes([*first, *second, *third, *fourth])
        }
        _ => 0,
    }
}

/// Reads one call of a format.
pub(super) struct TagReader<'r, 's> {
    pub(super) row: &'r Tags,
    pub(super) starts: &'r TagStarts,
    pub(super) source: &'r Source<'s>,
}
