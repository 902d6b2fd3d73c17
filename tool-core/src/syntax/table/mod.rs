//! The formats, as data for the engines.

/// Writes the rows of a file. A row has the format, the markers that begin a call, the other
/// arguments of the file's function `row`, and the methods that change the row.
macro_rules! rows {
    ($(
        $format:ident [$($mark:literal),+] $($argument:expr),+
        $(=> $($change:ident($($value:expr)?))+)?;
    )*) => {
        pub(super) static ROWS: &[Row] = &[$(
            row(Format::$format, &[$($mark),+], $($argument),+)
                $($(.$change($($value)?))+)?,
        )*];
    };
}

/// Writes the forms of a file: the format, the text before the first call, the template of a call,
/// the texts between two calls and after the last one, and the style of the arguments.
macro_rules! forms {
    ($(
        $format:ident: $open:literal, $call:expr, $between:expr, $close:literal => $arguments:expr;
    )*) => {
        #[cfg(feature = "text")]
        pub(in crate::syntax::table) static FORMS: &[crate::syntax::written::CallGrammar] = {
            #[allow(unused_imports, reason = "a file has some of the styles")]
            use crate::syntax::written::ArgumentStyle::{FunctionGemma, Gemma, Json, Keywords, Tags};

            &[$(
                crate::syntax::written::CallGrammar {
                    format: Format::$format,
                    open: $open,
                    call: $call,
                    between: $between,
                    close: $close,
                    arguments: $arguments,
                },
            )*]
        };
    };
}

mod custom;
mod json;
mod lists;
mod markers;
mod named;
mod other;
mod row;
#[macro_use]
mod tag_shapes;
mod tags;
#[cfg(test)]
mod tests;

use lists::PROMPTED_ENDS;

use super::format::Format;
#[cfg(feature = "text")]
use super::written::CallGrammar;
use crate::marks::{find_in_any_case, find_partial_in_any_case, lone_ends};
pub use custom::TemplateError;
pub(crate) use custom::{Templates, add_format, list_added_markers};
pub(super) use lists::{STRAY_ENDS, SUFFIXED};
pub(super) use markers::Marker;
pub(crate) use markers::Markers;
pub(super) use row::{Family, Row};

/// Returns all rows, in the order in which they are tried at one marker.
pub(super) fn list_rows() -> impl Iterator<Item = &'static Row> {
    let lists = [json::ROWS, tags::ROWS, named::ROWS, other::ROWS];
    lists.into_iter().flatten()
}

/// Returns the form in which models write the calls of a format, if the format has a grammar.
#[cfg(feature = "text")]
pub(crate) fn find_form(format: Format) -> Option<&'static CallGrammar> {
    let lists = [json::FORMS, tags::FORMS, named::FORMS, other::FORMS];
    lists
        .into_iter()
        .flatten()
        .find(|form| form.format == format)
}

/// Returns whether a reader uses a row. A caller who selects a format gets its own family, too: the
/// names of two versions of a model differ little.
pub(super) fn is_read(row: &Row, selected: Option<Format>) -> bool {
    let Some(format) = selected else {
        return !row.is_twin;
    };
    let is_sibling = || {
        let has_own_marks = matches!(row.family, Family::Own(_)) && !row.is_twin;
        let is_family = |other: &Row| other.format == format && other.family == row.family;
        has_own_marks && list_rows().any(is_family)
    };
    row.format == format || is_sibling()
}

/// A meaning of a marker, apart from calls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// Reasoning begins. Holds the marker that ends it.
    Reasoning(&'static str),
    /// Reasoning ends.
    EndOfReasoning,
    /// The marker is not part of any text.
    Hidden,
    /// A hidden marker that begins a section of calls.
    Section,
    /// A tag that models also write before or after calls of other formats. Directly before a
    /// call, it is not part of any text.
    Wrapper,
    /// The marker is not part of any text, and nothing after it counts.
    EndOfTurn,
    /// The marker is not part of any text at the start and at the end of the output, and directly
    /// behind a call.
    Trailing,
    /// The same for the marker of the model's turn.
    Answer,
    /// A message with a header begins.
    Header,
    /// The marker is not part of any text at the start of the answer. Holds its closing marker.
    Opening(&'static str),
    /// The closing marker of an opening one.
    Closing,
    /// Code, a comment of HTML or the turn of another speaker begins: no marker counts up to this
    /// text.
    Code(&'static str),
    /// The same, at the start of a line.
    CodeBlock(&'static str),
    /// The same, at the end of a line.
    HereDocument(&'static str),
}

impl Meaning {
    /// Returns whether no marker counts after this one, up to its end.
    pub(crate) fn is_quotation(&self) -> bool {
        matches!(
            self,
            Self::Code(_) | Self::CodeBlock(_) | Self::HereDocument(_)
        )
    }
}

/// Returns the position of the first marker that ends reasoning, and the position after it.
/// `close` is the marker for reasoning whose start is in the text.
pub(super) fn find_end_of_reasoning(
    text: &str,
    close: Option<&'static str>,
) -> Option<(usize, usize)> {
    find_in_any_case(text, &ends_of_reasoning(close)).map(|(at, end)| (at, at + end.len()))
}

/// Returns the markers that end reasoning: its own one, or all if the prompt has the start.
fn ends_of_reasoning(close: Option<&'static str>) -> Vec<&'static str> {
    if let Some(close) = close {
        return vec![close];
    }
    let ends = lone_ends().chain(PROMPTED_ENDS.iter().copied());
    ends.chain([SUFFIXED.1]).collect()
}

/// Returns the length of the text that cannot be the beginning of an end marker.
pub(super) fn find_partial_end(text: &str, close: Option<&'static str>) -> usize {
    find_partial_in_any_case(text, &ends_of_reasoning(close))
}

/// Returns whether an unclosed reasoning ends at the calls of this format: its models skip the
/// closing marker.
pub(super) fn ends_reasoning(format: Format) -> bool {
    matches!(
        format,
        Format::KimiK2
            | Format::Glm45
            | Format::Glm47
            | Format::DeepSeekV32
            | Format::DeepSeekV4
            | Format::DeepSeekV41
    )
}
