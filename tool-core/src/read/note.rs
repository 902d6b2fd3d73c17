//! The repairs that are made in place, as they are reported.

use crate::issue::{Chain, Path, Repair, Rule};
use crate::json::Scanner;
use crate::tree::Tree;

/// A number or a boolean that was read from a string.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note<'a> {
    /// Where the string starts.
    at: usize,
    rule: Rule,
    before: &'a str,
    /// The JSON text of the value.
    after: &'a str,
}

impl<'a> Note<'a> {
    pub(super) fn new(at: usize, rule: Rule, before: &'a str, after: &'a str) -> Self {
        Self {
            at,
            rule,
            before,
            after,
        }
    }

    /// The repair, if it is not reported.
    pub(super) fn untold(&self) -> Repair {
        Repair::untold(self.rule)
    }

    fn repair(&self, path: Path) -> Repair {
        let after = match self.after {
            "true" => Tree::Bool(true),
            "false" => Tree::Bool(false),
            number => Tree::Number(number.into()),
        };
        Repair {
            path,
            rule: self.rule,
            before: Tree::String(self.before.into()).to_value(),
            after: Some(after.to_value()),
        }
    }
}

/// The repairs of a text that was read, with their paths.
#[cold]
pub(super) fn repairs(text: &str, notes: &[Note<'_>]) -> Vec<Repair> {
    let mut finder = Finder {
        scanner: Scanner::new(text, 0),
        notes: notes.iter().peekable(),
        repairs: Vec::with_capacity(notes.len()),
    };
    finder.value(&Chain::Root);
    finder.repairs
}

/// Passes over a text that is JSON, and finds the paths of the notes.
struct Finder<'t, 'n> {
    scanner: Scanner<'t>,
    notes: std::iter::Peekable<std::slice::Iter<'n, Note<'n>>>,
    repairs: Vec<Repair>,
}

impl Finder<'_, '_> {
    fn value(&mut self, chain: &Chain<'_>) -> Option<()> {
        let found = self.scanner.token();
        if let Some(note) = self.notes.next_if(|note| note.at == self.scanner.at) {
            self.repairs.push(note.repair(chain.to_path()));
        }
        self.notes.peek()?;
        match found {
            b'{' => self.inside(b'}', |finder, _| {
                let key = finder.scanner.string().ok()?;
                let key = finder.scanner.keep(key);
                finder.scanner.colon().ok()?;
                finder.value(&chain.key(&key))
            }),
            b'[' => self.inside(b']', |finder, index| finder.value(&chain.index(index))),
            b'"' => self.scanner.string().ok().map(drop),
            b't' => self.scanner.word("true").ok(),
            b'f' => self.scanner.word("false").ok(),
            b'n' => self.scanner.word("null").ok(),
            _ => self.scanner.number().ok().map(drop),
        }
    }

    fn inside(
        &mut self,
        closing: u8,
        mut read: impl FnMut(&mut Self, usize) -> Option<()>,
    ) -> Option<()> {
        self.scanner.at += 1;
        let mut count = 0;
        while self.scanner.token() != closing {
            if count > 0 {
                self.scanner.at += 1;
                self.scanner.token();
            }
            read(self, count)?;
            count += 1;
        }
        self.scanner.at += 1;
        Some(())
    }
}
