use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use foldhash::HashSetExt;

use crate::issue::PathStack;
use crate::tree::{Entry, ParseContext, Tree};

/// The entries of an object that is being read. This type handles duplicate keys.
#[derive(Default)]
pub(crate) struct Entries<'a> {
    read: Vec<Entry<'a>>,
}

/// Maximum number of keys that are compared one by one. More keys use a hash set.
pub(crate) const FEW_KEYS: usize = 16;

/// The keys of one object, to detect duplicates. The hash is fast and seeded at random: a model
/// cannot cause collisions.
pub(crate) type KeySet<'a> = HashSet<Cow<'a, str>, foldhash::fast::RandomState>;

impl<'a> Entries<'a> {
    #[inline]
    pub(crate) fn push(&mut self, key: Cow<'a, str>, value: Tree<'a>) {
        self.read.push(Entry { key, value });
    }

    /// Returns the entries of the object at `chain`, each key once.
    ///
    /// For duplicate keys, the first entry is kept, and `intake` records the duplicate.
    pub(crate) fn finish(self, chain: &PathStack<'_>, intake: &mut ParseContext) -> Vec<Entry<'a>> {
        if repeats(&self.read) {
            return settle(self.read, chain, intake);
        }
        self.read
    }
}

fn repeats(entries: &[Entry<'_>]) -> bool {
    if entries.len() > FEW_KEYS {
        let mut seen = KeySet::with_capacity(entries.len());
        return !entries
            .iter()
            .all(|entry| seen.insert(Cow::Borrowed(&*entry.key)));
    }
    let mut bits = 0_u64;
    for (position, entry) in entries.iter().enumerate() {
        let bit = key_bit(entry.key.as_bytes());
        if bits & bit != 0 && precedes(entries, position) {
            return true;
        }
        bits |= bit;
    }
    false
}

#[inline(never)]
fn precedes(entries: &[Entry<'_>], position: usize) -> bool {
    let (before, rest) = entries.split_at(position.min(entries.len()));
    rest.first()
        .is_some_and(|entry| before.iter().any(|other| other.key == entry.key))
}

/// Returns one of 64 bits. Equal keys have the same bit, so most keys need no comparison.
#[inline]
pub(crate) fn key_bit(key: &[u8]) -> u64 {
    let [first, .., last] = key else {
        return 1;
    };
    // An odd factor: keys that differ in a digit at the end have different bits.
    let mixed = key.len() ^ (usize::from(*first) << 1) ^ (usize::from(*last) * 5);
    1 << (mixed & 63)
}

#[cold]
fn settle<'a>(
    mut entries: Vec<Entry<'a>>,
    chain: &PathStack<'_>,
    intake: &mut ParseContext,
) -> Vec<Entry<'a>> {
    let mut firsts: HashMap<Cow<'_, str>, usize> = HashMap::with_capacity(entries.len());
    let mut kept = Vec::with_capacity(entries.len());
    for (position, entry) in entries.iter().enumerate() {
        let first = *firsts.entry(Cow::Borrowed(&entry.key)).or_insert(position);
        if first != position {
            let first = &entries[first];
            intake.report_duplicate(chain, &entry.key, &first.value, &entry.value);
        }
        kept.push(first == position);
    }
    let mut kept = kept.into_iter();
    entries.retain(|_| kept.next().unwrap_or(true));
    entries
}
