//! Looks ahead for the tag of an object.

use super::direct::{Direct, SelectedBranch};
use crate::json::Stopped;
use crate::plan::{Names, Tag, UnionPlan, is_same};

/// The end of a container of at least this many bytes is remembered.
const MIN_REMEMBERED: usize = 64;

impl<'p> Direct<'_, 'p> {
    /// Returns the branch for the tag of the object at the current position. Each branch requires
    /// its tag.
    #[inline(never)]
    pub(super) fn tagged_branch(
        &mut self,
        union: &'p UnionPlan,
        Tag {
            property,
            written,
            values,
        }: &'p Tag,
    ) -> Result<SelectedBranch<'p>, Stopped> {
        let text = self.scanner.text.as_bytes().get(self.scanner.at + 1..);
        let text = text.unwrap_or_default().trim_ascii_start();
        let value = if let Some((key, value)) = text.split_at_checked(written.len())
            && is_same(key, written.as_bytes())
        {
            self.first_expected = 0;
            Some(value)
        } else {
            self.first_expected = 1;
            find_flat_key(text, written.as_bytes())
        };
        let branch = match value {
            Some([b' ', value @ ..] | value) => values.find_in_text(value),
            None => None,
        };
        let branch = branch.or_else(|| self.find_any_branch(property, values));
        match branch.and_then(|branch| union.branches.get(branch)) {
            Some(branch) => self.resolve_branch(branch.child, b'{'),
            None => Err(Stopped),
        }
    }

    /// Does the same as [`Self::tagged_branch`] for any text. Returns the number of the branch.
    #[inline(never)]
    fn find_any_branch(&mut self, name: &str, values: &Names) -> Option<usize> {
        let (start, depth_left) = (self.scanner.at, self.depth_left);
        let is_tagged = self.find_property(name) && self.scanner.token() == b'"';
        let tag = if is_tagged {
            self.scanner.read_string().ok()
        } else {
            None
        };
        (self.scanner.at, self.depth_left) = (start, depth_left);
        values.find_exact(self.scanner.text_of(tag?))
    }

    /// Moves to the value of a property of the object at the current position. Returns whether it
    /// is found.
    fn find_property(&mut self, name: &str) -> bool {
        self.scanner.at += 1;
        while self.scanner.token() == b'"'
            && let Ok(key) = self.scanner.read_string()
        {
            let is_it = self.scanner.text_of(key) == name;
            let Ok(found) = self.scanner.read_colon() else {
                return false;
            };
            if is_it {
                return true;
            }
            if self.skip(found).is_none() || self.scanner.token() != b',' {
                return false;
            }
            self.scanner.at += 1;
        }
        false
    }

    /// Skips a value that is read and checked later. Remembers the ends of nested containers.
    /// Otherwise each level of nesting would be skipped once for every enclosing level.
    fn skip(&mut self, found: u8) -> Option<()> {
        match found {
            b'"' => self.scanner.read_string().ok().map(drop),
            b'{' | b'[' => self.skip_entries(),
            _ => {
                let is_behind = |byte: &u8| matches!(byte, b',' | b'}' | b']' | ..=b' ');
                let rest = self.scanner.text.as_bytes().get(self.scanner.at..)?;
                self.scanner.at += rest.iter().position(is_behind)?;
                Some(())
            }
        }
    }

    fn skip_entries(&mut self) -> Option<()> {
        let start = self.scanner.at;
        if let Some(end) = self.known.end(start) {
            self.scanner.at = end;
            return Some(());
        }
        self.depth_left = self.depth_left.checked_sub(1)?;
        self.scanner.at += 1;
        loop {
            match self.scanner.token() {
                b'}' | b']' => break,
                b',' | b':' => self.scanner.at += 1,
                0 => return None,
                found => self.skip(found)?,
            }
        }
        self.end_entries();
        if self.scanner.at - start >= MIN_REMEMBERED {
            self.known.keep_end(start, self.scanner.at);
        }
        Some(())
    }
}

/// Returns the text after the first such key with its colon. Returns `None` if a bracket, a
/// backslash or a character that resembles them precedes it, or if it is close to the end of the
/// text.
///
/// Before the first bracket, all quotes without a backslash belong to the keys and values of one
/// object. A string in front of a colon is a key there.
///
/// Processes eight bytes at once, like the search for the end of a string. Without the bits for
/// case and for non-ASCII bytes, the brackets and the backslash are the bytes from `[` to `]`.
#[inline]
fn find_flat_key<'t>(text: &'t [u8], written: &[u8]) -> Option<&'t [u8]> {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    let mut start = 0;
    while let Some(chunk) = text.get(start..)?.first_chunk() {
        let word = u64::from_le_bytes(*chunk);
        let colon = word ^ (ONES * 0x3A);
        let colons = colon.wrapping_sub(ONES) & !colon;
        let folded = word & (ONES * 0x5F);
        let brackets = (folded + ONES * 0x25) & !(folded + ONES * 0x22);
        let mut found = (colons | brackets) & HIGHS;
        while found != 0 {
            let at = start + (found.trailing_zeros() / 8) as usize;
            if text.get(at) != Some(&b':') {
                return None;
            }
            let key = text.get((at + 1).wrapping_sub(written.len())..=at);
            if key.is_some_and(|key| is_same(key, written)) {
                return text.get(at + 1..);
            }
            found &= found - 1;
        }
        start += 8;
    }
    None
}
