//! The markers of all formats, and a quick search for them.

use std::sync::LazyLock;

use super::lists::{HIDDEN, SECTIONS, SUFFIXED, WRAPPERS};
use super::row::Behind;
use super::{Meaning, Row, list_rows};
use crate::marks::{
    HERE_DOCUMENTS, QUOTATION_BLOCKS, QUOTATION_TAGS, QUOTATIONS, REASONING, STARTS_OF_ANSWERS,
    TOKENS, TURNS, begins_with_mark, ignores_case, lone_ends,
};
use crate::syntax::engine::python::is_name_byte;
use crate::syntax::engine::{MarkerMatch, begins_with};
use crate::syntax::format::Format;

/// A marker and its meanings. The calls come first.
pub(crate) struct Marker {
    pub(crate) text: &'static str,
    /// The rows with this marker.
    rows: Vec<&'static Row>,
    /// The rows that are not twins, for each kind of text behind the marker.
    usual: [Vec<&'static Row>; 3],
    pub(crate) meanings: Vec<Meaning>,
    ignores_case: bool,
}

impl Marker {
    fn new(text: &'static str) -> Self {
        Self {
            text,
            ignores_case: false,
            rows: Vec::new(),
            usual: Default::default(),
            meanings: Vec::new(),
        }
    }

    fn add_row(&mut self, row: &'static Row) {
        self.rows.push(row);
        if !row.is_twin {
            for kind in Behind::ALL {
                if row.may_precede(kind, self.text) {
                    self.usual[kind as usize].push(row);
                }
            }
        }
    }

    /// Returns whether a text begins with this marker.
    #[inline]
    fn begins(&self, text: &str) -> bool {
        begins_with(text.as_bytes(), self.text)
            || self.ignores_case && self.has_same_end(text) && begins_with_mark(text, self.text)
    }

    /// Returns whether the last byte of this marker is at its place in a text. Few other tags with
    /// the same start have it there.
    #[inline]
    fn has_same_end(&self, text: &str) -> bool {
        let last = self.text.len().wrapping_sub(1);
        let byte = self.text.as_bytes().get(last);
        byte.is_some_and(|byte| text.as_bytes().get(last) == Some(byte))
    }

    /// Returns whether a text is the beginning of this marker.
    fn is_begun_by(&self, text: &str) -> bool {
        self.text.len() > text.len()
            && (self.text.starts_with(text)
                || self.ignores_case && begins_with_mark(self.text, text))
    }

    /// Returns whether calls begin with this marker.
    pub(crate) fn begins_calls(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Returns whether no marker counts after this one, up to its end.
    pub(in crate::syntax) fn is_quotation(&self) -> bool {
        self.meanings.iter().any(Meaning::is_quotation)
    }

    /// Returns the rows that a reader may [use](super::is_read) for a text behind the marker, in
    /// the order in which they are tried.
    pub(in crate::syntax) fn rows(
        &self,
        selected: Option<Format>,
        behind: &[u8],
    ) -> &[&'static Row] {
        match selected {
            Some(_) => &self.rows,
            None => &self.usual[Behind::of(behind) as usize],
        }
    }
}

/// All markers.
pub(crate) struct Markers {
    /// By the first byte.
    by_byte: Vec<Vec<&'static str>>,
    /// By the first three bytes. The list 0 is empty.
    by_start: Vec<MarkerList>,
    /// The number of the list in `by_start` for each [`slot`].
    slots: Box<[u16; SLOTS]>,
    /// Markers of fewer than three bytes.
    short: Vec<Marker>,
    /// A bit for each first byte of a marker. Other bytes are 0.
    begins: [u16; 256],
    /// The bits of the first bytes that may precede each byte.
    follows: [u16; 256],
}

/// Markers whose first three bytes share a slot.
#[derive(Default)]
struct MarkerList {
    markers: Vec<Marker>,
    starts: Vec<Start>,
}

/// The bit of lower case in each of eight letters.
const LOWER_CASE: u64 = 0x2020_2020_2020_2020;

/// The first bytes of a marker, at most eight, as a number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Start {
    bytes: u64,
    mask: u64,
    /// The bits of lower case, if case does not count.
    case: u64,
}

impl Start {
    fn of(mark: &[u8], ignores_case: bool) -> Self {
        let (mut bytes, mut bits) = ([0; 8], [0; 8]);
        for (at, byte) in mark.iter().take(8).enumerate() {
            (bytes[at], bits[at]) = (*byte, 0xff);
        }
        let all = u64::from_le_bytes(bits);
        let case = if ignores_case { all & LOWER_CASE } else { 0 };
        Self {
            bytes: u64::from_le_bytes(bytes) | case,
            mask: all,
            case,
        }
    }

    fn begins(self, text: [u8; 8]) -> bool {
        (u64::from_le_bytes(text) | self.case) & self.mask == self.bytes
    }
}

/// Decides whether a byte may follow.
type Follows = fn(u8) -> bool;

/// The first bytes of JSON, lines and code, and the bytes that may follow. All
/// markers of fewer than three bytes are among them.
const OTHERS: [(u8, Follows); 4] = [
    // An object.
    (b'{', |second| {
        is_space(second) || matches!(second, b'"' | b'\'')
    }),
    // A list of objects or calls.
    (b'[', |second| {
        is_space(second) || second == b'{' || is_name_byte(second)
    }),
    // A line.
    (b'\n', |second| second != b'\n'),
    // Code.
    (b'`', |_| true),
];

/// The bits of [`OTHERS`].
const OTHER_BITS: u16 = (1 << OTHERS.len()) - 1;

/// Returns whether a byte may belong to white space.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r') || !byte.is_ascii()
}

/// Maximum number of lists in `by_start`.
const SLOTS: usize = 1 << 12;

/// Returns the slot of the first three bytes of a text. Markers that differ there may share a slot.
fn slot([first, second, third]: [u8; 3]) -> usize {
    let [first, second, third] = [first, second, third].map(usize::from);
    (first << 10 ^ second << 5 ^ third) % SLOTS
}

/// Returns the first three bytes of a tag in each case of their letters.
fn spell_start(tag: &str) -> Vec<[u8; 3]> {
    let Some(&[first, second, third]) = tag.as_bytes().first_chunk() else {
        return Vec::new();
    };
    let spell = |byte: u8| [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()];
    let mut starts = Vec::new();
    for second in spell(second) {
        for third in spell(third) {
            let start = [first, second, third];
            if !starts.contains(&start) {
                starts.push(start);
            }
        }
    }
    starts
}

static MARKERS: LazyLock<Markers> = LazyLock::new(|| Markers::collect(&[], &[]));

impl Markers {
    pub(crate) fn all() -> &'static Self {
        &MARKERS
    }

    /// Returns all markers. A selected format of a host adds its markers.
    #[inline]
    pub(in crate::syntax) fn of(selected: Option<Format>) -> &'static Self {
        match selected {
            Some(Format::Custom(format)) => format.syntax().unwrap_or(&MARKERS),
            _ => &MARKERS,
        }
    }

    /// Collects the markers of all formats. A host adds rows and sections.
    pub(super) fn collect(rows: &[&'static Row], sections: &[(&'static str, Meaning)]) -> Self {
        let mut markers = Self {
            by_byte: vec![Vec::new(); 256],
            by_start: vec![MarkerList::default()],
            slots: Box::new([0; SLOTS]),
            short: Vec::new(),
            begins: [0; 256],
            follows: [0; 256],
        };
        for (bit, (first, precedes)) in OTHERS.iter().enumerate() {
            markers.begins[usize::from(*first)] = 1 << bit;
            for second in (0..=u8::MAX).filter(|second| precedes(*second)) {
                markers.follows[usize::from(second)] |= 1 << bit;
            }
        }
        // At a marker that both have, the format of the host is tried first.
        for row in rows.iter().copied().chain(list_rows()) {
            for mark in row.marks {
                markers.find_or_add(mark).add_row(row);
            }
        }
        for marks in REASONING {
            markers.add_meaning(marks.open, Meaning::Reasoning(marks.close));
        }
        for end in lone_ends() {
            markers.add_meaning(end, Meaning::EndOfReasoning);
        }
        for (open, close) in QUOTATIONS.iter().chain(QUOTATION_TAGS) {
            markers.add_meaning(open, Meaning::Code(close));
        }
        for (open, close) in QUOTATION_BLOCKS {
            markers.add_meaning(open, Meaning::CodeBlock(close));
        }
        for (open, close) in HERE_DOCUMENTS {
            markers.add_meaning(open, Meaning::HereDocument(close));
        }
        let groups: [(&[&str], Meaning); 12] = [
            (STARTS_OF_ANSWERS, Meaning::Answer),
            (HIDDEN, Meaning::Hidden),
            (&[SUFFIXED.0], Meaning::Reasoning(SUFFIXED.1)),
            (&[SUFFIXED.1], Meaning::EndOfReasoning),
            (SECTIONS, Meaning::Section),
            (WRAPPERS, Meaning::Wrapper),
            (TOKENS, Meaning::Trailing),
            (&["<|plamo:tag|>"], Meaning::EndOfTurn),
            (&["<|start|>", "<|channel|>"], Meaning::Header),
            (&["</response>", "</answer>"], Meaning::Closing),
            (&["<response>"], Meaning::Opening("</response>")),
            (&["<answer>"], Meaning::Opening("</answer>")),
        ];
        for (marks, meaning) in groups {
            for mark in marks {
                markers.find_or_add(mark).meanings.push(meaning);
            }
        }
        // Some of these tokens end an output, too.
        for (open, close) in TURNS {
            markers.add_meaning(open, Meaning::Code(close));
        }
        for (mark, meaning) in sections {
            markers.find_or_add(mark).meanings.push(*meaning);
        }
        // Headers without their special tokens.
        for header in [&b"assistantcommentary"[..], b"commentary"] {
            markers.add_start(header, Start::of(header, false));
        }
        // A marker comes after those that it begins. The others keep their order.
        for list in &mut markers.by_start {
            let texts: Vec<_> = list.markers.iter().map(|marker| marker.text).collect();
            list.markers.sort_by_cached_key(|marker| {
                let begun = texts.iter().filter(|text| text.starts_with(marker.text));
                begun.count()
            });
        }
        markers
    }

    /// Adds a marker of reasoning or of a quotation. A tag counts in any case.
    fn add_meaning(&mut self, text: &'static str, meaning: Meaning) {
        if !ignores_case(text) {
            self.find_or_add(text).meanings.push(meaning);
            return;
        }
        for start in spell_start(text) {
            let marker = self.find_or_add_at(&start, text, true);
            marker.ignores_case = true;
            marker.meanings.push(meaning);
        }
    }

    /// Returns the marker with this text, which is added if it is new.
    fn find_or_add(&mut self, text: &'static str) -> &mut Marker {
        self.find_or_add_at(text.as_bytes(), text, false)
    }

    /// Returns the marker with this text, which may begin with these bytes.
    fn find_or_add_at(
        &mut self,
        start: &[u8],
        text: &'static str,
        ignores_case: bool,
    ) -> &mut Marker {
        let known = match self.add_start(start, Start::of(text.as_bytes(), ignores_case)) {
            Some(list) => &mut self.by_start[list].markers,
            None => &mut self.short,
        };
        let at = known.iter().position(|marker| marker.text == text);
        let at = at.unwrap_or_else(|| {
            self.by_byte[usize::from(text.as_bytes()[0])].push(text);
            known.push(Marker::new(text));
            known.len() - 1
        });
        &mut known[at]
    }

    /// Adds a text that begins a marker. Returns its list, unless the text is short.
    fn add_start(&mut self, mark: &[u8], bytes: Start) -> Option<usize> {
        let start @ [first, second, _] = mark.first_chunk()?;
        if self.begins[usize::from(*first)] == 0 {
            // If there are too many first bytes, they share the last bit.
            let known = self.begins.iter().filter(|bit| **bit != 0).count();
            self.begins[usize::from(*first)] = 1 << known.min(15);
        }
        self.follows[usize::from(*second)] |= self.begins[usize::from(*first)];
        let list = &mut self.slots[slot(*start)];
        if *list == 0
            && let Ok(free) = u16::try_from(self.by_start.len())
        {
            *list = free;
            self.by_start.push(MarkerList::default());
        }
        let list = usize::from(*list);
        let starts = &mut self.by_start[list].starts;
        if !starts.contains(&bytes) {
            starts.push(bytes);
        }
        Some(list)
    }

    /// Returns the next position at which a marker, a line, code or JSON may begin.
    #[inline]
    pub(in crate::syntax) fn next(&self, bytes: &[u8], at: usize) -> usize {
        let mut rest = bytes.get(at..).unwrap_or_default();
        loop {
            rest = &rest[self.count_plain(rest)..];
            match *rest {
                [first, second, ..] => {
                    let fits = self.begins[usize::from(first)] & self.follows[usize::from(second)];
                    if fits != 0 && self.is_start(rest) {
                        break;
                    }
                }
                // The end of a text may be the beginning of a marker.
                _ => break,
            }
            rest = &rest[1..];
        }
        bytes.len() - rest.len()
    }

    /// Returns the number of bytes that begin nothing. Looks at eight bytes in each step.
    fn count_plain(&self, bytes: &[u8]) -> usize {
        let begins = |byte: &u8| self.begins[usize::from(*byte)] != 0;
        let mut rest = bytes;
        while let Some((chunk, tail)) = rest.split_first_chunk::<8>() {
            if let Some(plain) = chunk.iter().position(begins) {
                return bytes.len() - rest.len() + plain;
            }
            rest = tail;
        }
        let plain = rest.iter().position(begins).unwrap_or(rest.len());
        bytes.len() - rest.len() + plain
    }

    fn is_start(&self, text: &[u8]) -> bool {
        self.begins[usize::from(text[0])] & OTHER_BITS != 0 || self.may_begin(text)
    }

    /// Returns whether a marker of at least three bytes may begin a text. The end of a text may be
    /// the beginning of a marker.
    pub(in crate::syntax) fn may_begin(&self, text: &[u8]) -> bool {
        let Some(start) = text.first_chunk() else {
            return true;
        };
        let list = self.slots[slot(*start)];
        let mut starts = self.by_start[usize::from(list)].starts.iter();
        match text.first_chunk() {
            Some(text) => starts.any(|start| start.begins(*text)),
            None => list != 0,
        }
    }

    /// Returns the markers at the start of a text, the longest first.
    #[inline]
    pub(crate) fn at_start<'m>(
        &'m self,
        text: &'m str,
    ) -> impl Iterator<Item = &'m Marker> + Clone + 'm {
        let bytes = text.as_bytes();
        let list = bytes
            .first_chunk()
            .map_or(0, |start| self.slots[slot(*start)]);
        let markers = self.by_start[usize::from(list)].markers.iter();
        let markers = markers.chain(&self.short);
        markers.filter(move |marker| marker.begins(text))
    }

    /// Looks for a special token at the start of a text, which ends the output.
    pub(in crate::syntax) fn trailing(&self, text: &str, is_over: bool) -> MarkerMatch {
        let is_token = |meaning: &Meaning| {
            matches!(
                meaning,
                Meaning::Trailing
                    | Meaning::Answer
                    | Meaning::Hidden
                    | Meaning::Section
                    | Meaning::EndOfTurn
            )
        };
        let mut found = self.at_start(text);
        let found = found.find(|marker| marker.meanings.iter().any(is_token));
        match found {
            Some(marker) => MarkerMatch::At(marker.text.len()),
            None if !is_over && self.is_partial(text) => MarkerMatch::Partly,
            None => MarkerMatch::No,
        }
    }

    /// Returns whether a text is the beginning of a longer marker.
    pub(in crate::syntax) fn is_partial(&self, text: &str) -> bool {
        let is_beginning = |mark: &str| {
            // Whether case counts is only known of a longer text.
            mark.len() > text.len() && begins_with_mark(mark, text)
        };
        match *text.as_bytes() {
            [first, second, third, ..] => {
                let list = self.slots[slot([first, second, third])];
                let mut markers = self.by_start[usize::from(list)].markers.iter();
                markers.any(|marker| marker.is_begun_by(text))
            }
            [first, ..] => {
                let mut markers = self.by_byte[usize::from(first)].iter();
                markers.any(|mark| is_beginning(mark))
            }
            [] => false,
        }
    }
}
