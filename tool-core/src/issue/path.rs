use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;

/// A place in the arguments: `edits[0].old`.
///
/// The empty path is the arguments as a whole. A key with characters other than letters,
/// digits, `_`, `-` and `$` is written in brackets and quotes: `headers["a.b"]`.
///
/// ```
/// use tool_core::issue::{Path, Segment};
///
/// let path: Path = [Segment::from("edits"), Segment::from(0), Segment::from("old")]
///     .into_iter()
///     .collect();
/// assert_eq!(path.to_string(), "edits[0].old");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(Vec<Segment>);

/// One step of a [`Path`]: into a property of an object or an item of an array.
///
/// ```
/// use tool_core::issue::{Path, Segment};
///
/// let path = Path::from("edits[1].old");
/// assert_eq!(path.segments()[1], Segment::Index(1));
/// assert_eq!(path.segments()[2], Segment::Key("old".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Segment {
    /// The property with this name.
    Key(String),
    /// The item at this index, counted from 0.
    Index(usize),
}

impl Path {
    /// Returns the path of the arguments as a whole.
    #[must_use]
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// Returns the segments from the arguments as a whole to the place.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Returns whether this is the path of the arguments as a whole.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns this path with one more segment.
    #[must_use]
    pub fn join(&self, segment: impl Into<Segment>) -> Self {
        let mut segments = self.0.clone();
        segments.push(segment.into());
        Self(segments)
    }

    /// Follows the path in a value as far as possible. Returns the existing part and the value
    /// there.
    pub(crate) fn follow<'v>(&self, value: &'v Value) -> (Self, &'v Value) {
        let mut place = value;
        let mut known = Vec::new();
        for segment in &self.0 {
            let next = match segment {
                Segment::Key(key) => place.get(key),
                Segment::Index(index) => place.get(*index),
            };
            let Some(next) = next else { break };
            known.push(segment.clone());
            place = next;
        }
        (Self(known), place)
    }

    pub(crate) fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for (position, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Index(index) => write!(out, "[{index}]")?,
                Segment::Key(key) if !is_plain(key) => write!(out, "[{key:?}]")?,
                Segment::Key(key) => {
                    if position > 0 {
                        out.write_char('.')?;
                    }
                    out.write_str(key)?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn segments_mut(&mut self) -> &mut Vec<Segment> {
        &mut self.0
    }
}

impl FromIterator<Segment> for Path {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Self {
        Self(segments.into_iter().collect())
    }
}

impl From<&str> for Segment {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<String> for Segment {
    fn from(key: String) -> Self {
        Self::Key(key)
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// Parses a path from its displayed form. Text that has another form becomes a key.
impl From<&str> for Path {
    fn from(text: &str) -> Self {
        let mut segments = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (segment, after) = split_first_segment(rest);
            segments.push(segment);
            rest = after.strip_prefix('.').unwrap_or(after);
        }
        Self(segments)
    }
}

fn split_first_segment(text: &str) -> (Segment, &str) {
    if let Some((inside, after)) = text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        if let Ok(index) = inside.parse::<usize>() {
            return (Segment::Index(index), after);
        }
        if let Some(key) = inside
            .strip_prefix('"')
            .and_then(|key| key.strip_suffix('"'))
        {
            return (Segment::from(key), after);
        }
    }
    // The first character always belongs to the key.
    let end = text
        .char_indices()
        .skip(1)
        .find(|(_, c)| matches!(c, '.' | '['))
        .map_or(text.len(), |(at, _)| at);
    (Segment::from(&text[..end]), &text[end..])
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

fn is_plain(key: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$');
    !key.is_empty() && key.chars().all(is_plain)
}

/// Serializes as the displayed form.
impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The path of the current value, as a linked list on the stack. It costs nothing until it is
/// reported.
#[derive(Clone, Copy)]
pub(crate) enum PathStack<'c> {
    Root,
    Key {
        parent: &'c PathStack<'c>,
        key: &'c str,
    },
    Index {
        parent: &'c PathStack<'c>,
        index: usize,
    },
}

impl<'c> PathStack<'c> {
    pub(crate) fn key(&'c self, key: &'c str) -> Self {
        Self::Key { parent: self, key }
    }

    /// Returns the last key, without the indices after it.
    pub(crate) fn find_last_key(&self) -> Option<&'c str> {
        let mut here = *self;
        loop {
            match here {
                Self::Root => return None,
                Self::Key { key, .. } => return Some(key),
                Self::Index { parent, .. } => here = *parent,
            }
        }
    }

    pub(crate) fn index(&'c self, index: usize) -> Self {
        Self::Index {
            parent: self,
            index,
        }
    }

    pub(crate) fn depth(self) -> usize {
        let (mut depth, mut here) = (0, self);
        while let Self::Key { parent, .. } | Self::Index { parent, .. } = here {
            depth += 1;
            here = *parent;
        }
        depth
    }

    pub(crate) fn to_path(self) -> Path {
        let mut segments = Vec::with_capacity(self.depth());
        let mut here = self;
        loop {
            here = match here {
                Self::Root => break,
                Self::Key { parent, key } => {
                    segments.push(Segment::from(key));
                    *parent
                }
                Self::Index { parent, index } => {
                    segments.push(Segment::from(index));
                    *parent
                }
            };
        }
        segments.reverse();
        Path(segments)
    }
}
