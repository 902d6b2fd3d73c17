//! Finds the places of all values in a JSON text in one pass, without decoding them.

use std::borrow::Cow;
use std::cell::Cell;

use crate::call::halves::{mark_halves, without_nan};
use crate::json::{Scanner, Stopped};

/// A JSON text and the places of its values.
pub(crate) struct Places<'a> {
    text: Cow<'a, str>,
    /// In the order of the text. For a property, its key comes first, then its value.
    all: Vec<Place>,
    /// `true` if a string may have the half of a character. The text has marks in its place.
    pub(crate) has_halves: bool,
    /// `true` if a key that was read has two values.
    pub(super) is_contradictory: Cell<bool>,
}

/// The place of a value or a key.
#[derive(Clone, Copy, Default)]
struct Place {
    start: usize,
    end: usize,
    /// The number of the next place after this one and all places inside it.
    next: usize,
}

impl<'a> Places<'a> {
    /// Finds the values of a text. Returns `None` if the text is not JSON.
    pub(super) fn of(text: impl Into<Cow<'a, str>>) -> Option<Self> {
        let text = text.into();
        let mut pass = PlaceFinder {
            scanner: Scanner::new(&text, 0),
            all: Vec::new(),
            has_surrogates: false,
        };
        pass.find_all().ok()?;
        let (all, has_halves) = (pass.all, pass.has_surrogates);
        Some(Self {
            text,
            all,
            has_halves,
            is_contradictory: Cell::default(),
        })
    }

    /// Finds the values of a text of a provider. Accepts a byte order mark and numbers such as
    /// `NaN`, and marks the halves of characters in strings.
    pub(super) fn of_provider(text: &'a str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let found = Self::of(text).or_else(|| match without_nan(text) {
            Cow::Owned(cleaned) => Self::of(cleaned),
            Cow::Borrowed(_) => None,
        })?;
        let marked = found.has_halves.then(|| mark_halves(&found.text)).flatten();
        match marked {
            Some(marked) => Self::of(marked).map(|marked| Self {
                has_halves: true,
                ..marked
            }),
            None => Some(Self {
                has_halves: false,
                ..found
            }),
        }
    }

    /// Returns the text of a value or a key. Number 0 is the whole text.
    pub(super) fn source(&self, number: usize) -> &str {
        let place = self.all.get(number).copied().unwrap_or_default();
        self.text.get(place.start..place.end).unwrap_or_default()
    }

    /// Returns the numbers of the keys and values directly inside an array or an object.
    pub(super) fn children(&self, number: usize) -> impl Iterator<Item = usize> {
        let next = |number: usize| self.all.get(number).map_or(0, |place| place.next);
        let (mut at, end) = (number + 1, next(number));
        std::iter::from_fn(move || {
            let this = (at < end).then_some(at)?;
            at = next(this);
            Some(this)
        })
    }
}

struct PlaceFinder<'a> {
    scanner: Scanner<'a>,
    all: Vec<Place>,
    /// `true` if a string has the escape of a surrogate.
    has_surrogates: bool,
}

impl PlaceFinder<'_> {
    fn find_all(&mut self) -> Result<(), Stopped> {
        // The numbers of the open arrays and objects, and their closing brackets.
        let mut open: Vec<(usize, u8)> = Vec::new();
        loop {
            let (found, start) = (self.scanner.token(), self.scanner.at);
            if let b'{' | b'[' = found {
                // The closing brackets are two behind the opening ones.
                open.push((self.all.len(), found + 2));
                self.scanner.at += 1;
                self.add_place(start);
            } else {
                self.skip_scalar(found)?;
                self.add_place(start);
            }
            let mut is_begun = matches!(found, b'{' | b'[');
            // Closes what ends here. After a comma or a new opening bracket, another value follows.
            loop {
                let Some(&(number, closing)) = open.last() else {
                    return self.scanner.is_at_end().then_some(()).ok_or(Stopped);
                };
                let found = self.scanner.token();
                if found == closing {
                    self.scanner.at += 1;
                    open.pop();
                    (self.all[number].end, self.all[number].next) =
                        (self.scanner.at, self.all.len());
                    is_begun = false;
                    continue;
                }
                if !is_begun {
                    if found != b',' {
                        return Err(Stopped);
                    }
                    self.scanner.at += 1;
                }
                if closing == b'}' {
                    self.add_key()?;
                }
                break;
            }
        }
    }

    fn skip_scalar(&mut self, found: u8) -> Result<(), Stopped> {
        match found {
            b'"' => self.skip_string(),
            b't' => self.scanner.read_word("true"),
            b'f' => self.scanner.read_word("false"),
            b'n' => self.scanner.read_word("null"),
            _ => self.scanner.read_number().map(drop),
        }
    }

    /// Skips the key and the colon before a value of an object.
    fn add_key(&mut self) -> Result<(), Stopped> {
        if self.scanner.token() != b'"' {
            return Err(Stopped);
        }
        let start = self.scanner.at;
        self.skip_string()?;
        self.add_place(start);
        self.scanner.read_colon().map(drop)
    }

    /// Adds the place from this start to the current position.
    fn add_place(&mut self, start: usize) {
        self.all.push(Place {
            start,
            end: self.scanner.at,
            next: self.all.len() + 1,
        });
    }

    /// Skips the string that starts here. Does not decode its escapes.
    ///
    /// The scanner decodes strings and searches eight bytes at a time. Arguments inside a
    /// string have an escape every few bytes, so a response would cost 40 % more.
    fn skip_string(&mut self) -> Result<(), Stopped> {
        let bytes = self.scanner.text.as_bytes();
        let mut at = self.scanner.at + 1;
        loop {
            match bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    let rest = bytes.get(at + 1..).unwrap_or_default();
                    at += escape(rest)?;
                    self.has_surrogates |= matches!(
                        rest,
                        [
                            b'u',
                            b'd' | b'D',
                            b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F',
                            ..,
                        ]
                    );
                }
                Some(b' '..) => at += 1,
                _ => return Err(Stopped),
            }
        }
        self.scanner.at = at + 1;
        Ok(())
    }
}

/// Returns the number of bytes of an escape after its backslash.
fn escape(rest: &[u8]) -> Result<usize, Stopped> {
    match rest {
        [b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => Ok(2),
        [b'u', hex @ ..] => match hex.first_chunk::<4>() {
            Some(hex) if hex.iter().all(u8::is_ascii_hexdigit) => Ok(6),
            _ => Err(Stopped),
        },
        _ => Err(Stopped),
    }
}
