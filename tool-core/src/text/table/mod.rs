//! The formats, as data for the engines.

mod json;
mod lists;
mod named;
mod other;
mod row;
mod tags;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use lists::{HIDDEN, LONE_ENDS, PROMPTED_ENDS, REASONING, TRAILING};

use super::engine::{MarkerMatch, find_first};
use super::format::Format;
pub(super) use row::{Family, Row};

/// Returns all rows, in the order in which they are tried at one marker.
fn list_rows() -> impl Iterator<Item = &'static Row> {
    let lists = [json::ROWS, tags::ROWS, named::ROWS, other::ROWS];
    lists.into_iter().flatten()
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

/// The meaning of a marker.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// A call may begin.
    Call(&'static Row),
    /// Reasoning begins. Holds the marker that ends it.
    Reasoning(&'static str),
    /// Reasoning ends.
    EndOfReasoning,
    /// The marker is not part of any text.
    Hidden,
    /// The marker is not part of any text, and nothing after it counts.
    EndOfTurn,
    /// The marker is not part of any text at the end of the output.
    Trailing,
    /// A message with a header begins.
    Header,
    /// The marker is not part of any text at the start of the answer. Holds its closing marker.
    Opening(&'static str),
    /// The closing marker of an opening one.
    Closing,
}

/// The markers with one first byte.
pub(super) struct Markers {
    /// Markers that begin with `<`, by their second byte, and all others by the first byte.
    by_byte: Vec<Vec<(&'static str, Meaning)>>,
    /// The kind of text that may begin with each byte.
    begins: [Begins; 256],
    /// The first three bytes of all markers, as a set of bits.
    triples: Box<[u64; TRIPLES / 64]>,
}

/// The kind of text that may begin with a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begins {
    Nothing,
    /// A marker, if the next two bytes fit.
    Marker,
    /// Something else, too: JSON, a line or code.
    Anything,
}

/// The number of bits in the set of triples. Two triples may have the same bit: then the text is
/// compared with the markers without a result.
const TRIPLES: usize = 1 << 16;

fn triple([first, second, third]: [u8; 3]) -> usize {
    let pair = usize::from(first) << 8 | usize::from(second);
    (pair * 31 + usize::from(third) * 7) % TRIPLES
}

static MARKERS: LazyLock<Markers> = LazyLock::new(Markers::collect);

impl Markers {
    pub(super) fn all() -> &'static Self {
        &MARKERS
    }

    fn collect() -> Self {
        let mut markers = Self {
            by_byte: vec![Vec::new(); 512],
            begins: [Begins::Nothing; 256],
            triples: Box::new([0; TRIPLES / 64]),
        };
        for row in list_rows() {
            for mark in row.marks {
                markers.add(mark, Meaning::Call(row));
            }
        }
        for (open, close) in REASONING {
            markers.add(open, Meaning::Reasoning(close));
        }
        let groups: [(&[&str], Meaning); 8] = [
            (LONE_ENDS, Meaning::EndOfReasoning),
            (HIDDEN, Meaning::Hidden),
            (TRAILING, Meaning::Trailing),
            (&["<|plamo:tag|>"], Meaning::EndOfTurn),
            (&["<|start|>", "<|channel|>"], Meaning::Header),
            (&["</response>", "</answer>"], Meaning::Closing),
            (&["<response>"], Meaning::Opening("</response>")),
            (&["<answer>"], Meaning::Opening("</answer>")),
        ];
        for (marks, meaning) in groups {
            for mark in marks {
                markers.add(mark, meaning);
            }
        }
        for byte in b"{[\n`" {
            markers.begins[usize::from(*byte)] = Begins::Anything;
        }
        // Headers without their special tokens.
        markers.add_begin(b"assistantcommentary");
        markers.add_begin(b"commentary");
        // Longer markers first: one marker may begin another.
        for list in &mut markers.by_byte {
            list.sort_by_key(|(mark, _)| std::cmp::Reverse(mark.len()));
        }
        markers
    }

    fn add(&mut self, mark: &'static str, meaning: Meaning) {
        let bytes = mark.as_bytes();
        self.by_byte[Self::slot(bytes)].push((mark, meaning));
        self.add_begin(bytes);
    }

    fn add_begin(&mut self, mark: &[u8]) {
        let begins = &mut self.begins[usize::from(mark[0])];
        match mark {
            [first, second, third, ..] => {
                if *begins == Begins::Nothing {
                    *begins = Begins::Marker;
                }
                let bit = triple([*first, *second, *third]);
                self.triples[bit / 64] |= 1 << (bit % 64);
            }
            _ => *begins = Begins::Anything,
        }
    }

    /// Returns the next position at which a marker, a line or JSON may begin.
    pub(super) fn next(&self, bytes: &[u8], at: usize) -> usize {
        let rest = bytes.get(at..).unwrap_or_default();
        let begin = rest.windows(3).position(|next| match *next {
            [first, second, third] => match self.begins[usize::from(first)] {
                Begins::Nothing => false,
                Begins::Anything => true,
                Begins::Marker => {
                    let bit = triple([first, second, third]);
                    self.triples[bit / 64] & 1 << (bit % 64) != 0
                }
            },
            _ => false,
        });
        if let Some(begin) = begin {
            return at + begin;
        }
        // The last two bytes may be the beginning of a marker.
        let last = rest.len().saturating_sub(2);
        let mut tail = rest[last..].iter();
        let begin = tail.position(|byte| self.begins[usize::from(*byte)] != Begins::Nothing);
        begin.map_or(bytes.len(), |begin| at + last + begin)
    }

    /// The number of the list for a text: markers that begin with `<` differ in the second byte.
    fn slot(bytes: &[u8]) -> usize {
        match bytes {
            [b'<', second, ..] => 256 + usize::from(*second),
            [first, ..] => usize::from(*first),
            [] => 0,
        }
    }

    /// Returns the markers at the start of a text, the longest first.
    pub(super) fn at_start(
        &self,
        text: &str,
    ) -> impl Iterator<Item = (&'static str, Meaning)> + Clone {
        let bytes = text.as_bytes();
        let third = bytes.get(2);
        let begins = move |mark: &&'static str| {
            // Most markers differ in the third byte.
            let own = mark.as_bytes().get(2);
            (own.is_none() || own == third) && bytes.starts_with(mark.as_bytes())
        };
        let markers = self.at(text).iter();
        markers.filter(move |(mark, _)| begins(mark)).copied()
    }

    /// Returns the markers that may begin a text, the longest first.
    pub(super) fn at(&self, text: &str) -> &[(&'static str, Meaning)] {
        &self.by_byte[Self::slot(text.as_bytes())]
    }

    /// Looks for a special token at the start of a text, which ends the output.
    pub(super) fn trailing(&self, text: &str, is_over: bool) -> MarkerMatch {
        let found = self.at_start(text).find(|(_, meaning)| {
            matches!(
                meaning,
                Meaning::Trailing | Meaning::Hidden | Meaning::EndOfTurn
            )
        });
        match found {
            Some((mark, _)) => MarkerMatch::At(mark.len()),
            None if !is_over && self.is_partial(text) => MarkerMatch::Partly,
            None => MarkerMatch::No,
        }
    }

    /// Returns whether a text is the beginning of a longer marker.
    pub(super) fn is_partial(&self, text: &str) -> bool {
        let is_beginning =
            |(mark, _): &(&str, Meaning)| mark.len() > text.len() && mark.starts_with(text);
        match text {
            "<" => true,
            _ => self.at(text).iter().any(is_beginning),
        }
    }
}

/// Returns the position of the first marker that ends reasoning, and the position after it.
/// `close` is the marker for reasoning whose start is in the text.
pub(super) fn find_end_of_reasoning(
    text: &str,
    close: Option<&'static str>,
) -> Option<(usize, usize)> {
    find_first(text, &ends_of_reasoning(close)).map(|(at, end)| (at, at + end.len()))
}

/// Returns the markers that end reasoning: its own one, or all if the prompt has the start.
fn ends_of_reasoning(close: Option<&'static str>) -> Vec<&'static str> {
    close.map_or_else(|| [LONE_ENDS, PROMPTED_ENDS].concat(), |close| vec![close])
}

/// Returns the length of the text that cannot be the beginning of an end marker.
pub(super) fn find_partial_end(text: &str, close: Option<&'static str>) -> usize {
    let partial = |end: &&str| {
        let most = text.len().min(end.len() - 1);
        (1..=most)
            .rev()
            .find(|length| text.as_bytes().ends_with(&end.as_bytes()[..*length]))
    };
    let ends = ends_of_reasoning(close);
    text.len() - ends.iter().filter_map(partial).max().unwrap_or(0)
}

/// Returns whether an unclosed reasoning ends at the calls of this format: its models skip the
/// closing marker.
pub(super) fn ends_reasoning(format: Format) -> bool {
    matches!(
        format,
        Format::KimiK2 | Format::Glm45 | Format::Glm47 | Format::DeepSeekV32 | Format::DeepSeekV4
    )
}
