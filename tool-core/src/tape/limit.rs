//! Where the next value would stand, for the issue of a limit.

use crate::issue::{Path, Segment};
use crate::tape::{Kind, OPEN, Tape};

impl Tape<'_> {
    /// The path of the value that would be written next.
    #[cold]
    pub(crate) fn next_path(&self) -> Path {
        let mut segments = Vec::new();
        // What is open holds the place: there is one such value at each level.
        let mut open = 0;
        while let Some(container) = self.tokens.get(open) {
            let keyed = container.kind == Kind::Object;
            let (mut index, mut at) = (0, open + 1);
            loop {
                let value = at + usize::from(keyed);
                match self.tokens.get(value) {
                    Some(token) if !token.is_open() => at = self.after(value),
                    _ => break,
                }
                index += 1;
            }
            segments.push(match self.tokens.get(at) {
                Some(key) if keyed => Segment::from(self.text_of(key)),
                _ => Segment::Index(index),
            });
            open = at + usize::from(keyed);
        }
        segments.into_iter().collect()
    }
}

impl super::Token {
    fn is_open(self) -> bool {
        matches!(self.kind, Kind::Array | Kind::Object) && self.length == OPEN
    }
}
