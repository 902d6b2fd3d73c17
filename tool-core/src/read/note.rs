//! Repairs in place, and their conversion to reported repairs.

use crate::issue::{Path, PathStack, Repair, Rule};
use crate::json::Scanner;
use crate::tree::Tree;

/// Maximum number of repairs in place. The walk is faster for more repairs.
pub(super) const MAX_REPAIRED: usize = 32;

/// The repairs made in place.
#[derive(Debug, Default)]
pub(super) struct Notes<'a, 'p> {
    /// The recorded repairs. Empty if the caller cannot see repairs.
    pub(super) kept: Vec<RepairNote<'a, 'p>>,
    pub(super) count: usize,
    // The path of a comma contains the keys of the input. The path of a key contains the names of
    // the properties. The walk repairs a text that needs both.
    pub(super) has_key: bool,
    pub(super) has_comma: bool,
}

impl<'a, 'p> Notes<'a, 'p> {
    pub(super) fn kept(&self) -> &[RepairNote<'a, 'p>] {
        &self.kept
    }
}

/// A repair made in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct RepairNote<'a, 'p> {
    /// The start of the value, the key or the comma.
    pub(super) at: usize,
    pub(super) repaired: Repaired<'a, 'p>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Repaired<'a, 'p> {
    /// A string, read as a number or a boolean.
    Value {
        rule: Rule,
        before: &'a str,
        /// The JSON text of the value.
        after: &'a str,
    },
    /// A key, read as the name of a property.
    Key { before: &'a str, name: &'p str },
    /// A comma after the last entry of an array or an object.
    Comma,
}

impl RepairNote<'_, '_> {
    fn rule(&self) -> Rule {
        match self.repaired {
            Repaired::Value { rule, .. } => rule,
            Repaired::Key { .. } => Rule::PropertyName,
            Repaired::Comma => Rule::Comma,
        }
    }

    fn repair(&self, path: Path) -> Repair {
        let (before, after) = match self.repaired {
            Repaired::Value { before, after, .. } => (before, Some(value_of(after))),
            Repaired::Key { before, name } => (before, Some(Tree::String(name.into()))),
            Repaired::Comma => (",", None),
        };
        Repair {
            path,
            rule: self.rule(),
            before: Tree::String(before.into()).to_value(),
            after: after.map(|after| after.to_value()),
        }
    }
}

fn value_of(text: &str) -> Tree<'_> {
    match text {
        "true" => Tree::Bool(true),
        "false" => Tree::Bool(false),
        number => Tree::Number(number.into()),
    }
}

/// Returns the repairs of a text with their paths, in the order of the tolerant reader and the
/// walk.
#[cold]
pub(super) fn collect_repairs(text: &str, notes: &[RepairNote<'_, '_>]) -> Vec<Repair> {
    let mut finder = Finder {
        scanner: Scanner::new(text, 0),
        notes: notes.iter().peekable(),
        commas: Vec::new(),
        repairs: Vec::with_capacity(notes.len()),
    };
    finder.value(&PathStack::Root);
    finder.commas.append(&mut finder.repairs);
    finder.commas
}

/// Scans a text again, and finds the paths of the notes.
struct Finder<'t, 'n> {
    scanner: Scanner<'t>,
    notes: std::iter::Peekable<std::slice::Iter<'n, RepairNote<'n, 'n>>>,
    commas: Vec<Repair>,
    repairs: Vec<Repair>,
}

impl<'n> Finder<'_, 'n> {
    /// Returns the note for the current position.
    fn note(&mut self) -> Option<&'n RepairNote<'n, 'n>> {
        self.notes.next_if(|note| note.at == self.scanner.at)
    }

    fn value(&mut self, chain: &PathStack<'_>) -> Option<()> {
        let found = self.scanner.token();
        if let Some(note) = self.note() {
            self.repairs.push(note.repair(chain.to_path()));
        }
        self.notes.peek()?;
        match found {
            b'{' => self.object(chain),
            b'[' => self.visit_children(chain, b']', |finder, index| {
                finder.value(&chain.index(index))
            }),
            b'"' => self.scanner.read_string().ok().map(drop),
            b't' => self.scanner.read_word("true").ok(),
            b'f' => self.scanner.read_word("false").ok(),
            b'n' => self.scanner.read_word("null").ok(),
            _ => self.scanner.read_number().ok().map(drop),
        }
    }

    /// Puts the repairs of renamed properties last, because the walk repairs properties with
    /// declared keys first.
    fn object(&mut self, chain: &PathStack<'_>) -> Option<()> {
        let mut renamed = Vec::new();
        let all = self.visit_children(chain, b'}', |finder, _| {
            let note = finder.note();
            let key = finder.scanner.read_string().ok()?;
            let key = finder.scanner.keep(key);
            finder.scanner.read_colon().ok()?;
            let Some(note) = note else {
                return finder.value(&chain.key(&key));
            };
            let Repaired::Key { name, .. } = note.repaired else {
                return None;
            };
            let chain = chain.key(name);
            let first = finder.repairs.len();
            finder.repairs.push(note.repair(chain.to_path()));
            let read = finder.value(&chain);
            renamed.extend(finder.repairs.drain(first..));
            read
        });
        self.repairs.append(&mut renamed);
        all
    }

    fn visit_children(
        &mut self,
        chain: &PathStack<'_>,
        closing: u8,
        mut read: impl FnMut(&mut Self, usize) -> Option<()>,
    ) -> Option<()> {
        self.scanner.at += 1;
        let mut count = 0;
        while self.scanner.token() != closing {
            if count > 0 {
                if let Some(comma) = self.note() {
                    self.commas.push(comma.repair(chain.to_path()));
                }
                self.scanner.at += 1;
                if self.scanner.token() == closing {
                    break;
                }
            }
            read(self, count)?;
            count += 1;
        }
        self.scanner.at += 1;
        Some(())
    }
}
