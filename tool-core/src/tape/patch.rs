//! A tape on which some values are others than were sent.

use std::iter::Peekable;
use std::vec;

use crate::issue::Chain;
use crate::tape::{Cursor, Kind, Refusal, Tape, Token};
use crate::tree::Tree;

/// What becomes of the value of a property.
pub(crate) struct Patch {
    value: usize,
    made: Made,
}

enum Made {
    /// The property is left out.
    Nothing,
    /// A part of the value's own text, or a word.
    Token(Token),
    Tree(Tree<'static>),
}

impl Patch {
    pub(crate) fn replace(value: usize, made: Tree<'static>) -> Self {
        Self {
            value,
            made: Made::Tree(made),
        }
    }

    pub(crate) fn set(value: usize, token: Token) -> Self {
        Self {
            value,
            made: Made::Token(token),
        }
    }

    pub(crate) fn drop(value: usize) -> Self {
        Self {
            value,
            made: Made::Nothing,
        }
    }

    fn makes_scalar(&self) -> bool {
        match &self.made {
            Made::Nothing => false,
            Made::Token(_) => true,
            Made::Tree(made) => !matches!(made, Tree::Array(_) | Tree::Object(_)),
        }
    }
}

impl Tape<'_> {
    /// Applies patches, which stand in the order of their values.
    ///
    /// # Errors
    ///
    /// If there is more text than a tape holds, which leaves the tape as it was.
    pub(crate) fn patch(&mut self, patches: Vec<Patch>) -> Result<(), Refusal> {
        let (tokens, made) = (self.tokens.len(), self.made.len());
        let outcome = if patches.iter().all(Patch::makes_scalar) {
            self.set_scalars(patches)
        } else {
            self.rebuild(patches)
        };
        if outcome.is_err() {
            self.tokens.truncate(tokens);
            self.made.truncate(made);
        }
        outcome
    }

    /// A scalar takes no more room on the tape than the one whose place it takes.
    fn set_scalars(&mut self, patches: Vec<Patch>) -> Result<(), Refusal> {
        let end = self.tokens.len();
        for patch in &patches {
            self.add(&patch.made)?;
        }
        for (made, patch) in (end..).zip(patches) {
            self.tokens.swap(made, patch.value);
        }
        self.tokens.truncate(end);
        Ok(())
    }

    fn add(&mut self, made: &Made) -> Result<(), Refusal> {
        match made {
            Made::Nothing => {}
            Made::Token(token) => self.push(*token),
            Made::Tree(made) => self.record(made)?,
        }
        Ok(())
    }

    /// Writes the values anew.
    fn rebuild(&mut self, patches: Vec<Patch>) -> Result<(), Refusal> {
        let mut tape = Tape::new(self.text);
        tape.made = std::mem::take(&mut self.made);
        let copied = tape.copy(self, 0, &mut patches.into_iter().peekable());
        match copied {
            Ok(()) => *self = tape,
            Err(_) => self.made = std::mem::take(&mut tape.made),
        }
        copied
    }

    /// Copies a value; what no patch is about, in one go.
    fn copy(
        &mut self,
        source: &Self,
        number: usize,
        patches: &mut Peekable<vec::IntoIter<Patch>>,
    ) -> Result<(), Refusal> {
        let after = source.after(number);
        if patches.peek().is_none_or(|patch| patch.value >= after) {
            let same = source.tokens.get(number..after).unwrap_or_default();
            self.tokens.extend_from_slice(same);
            return Ok(());
        }
        if let Some(patch) = patches.next_if(|patch| patch.value == number) {
            return self.add(&patch.made);
        }
        let token = *source.token(number);
        let container = self.open(token.kind);
        let (mut length, mut at) = (0, number + 1);
        while at < after {
            if token.kind == Kind::Object {
                let drops =
                    |patch: &Patch| patch.value == at + 1 && matches!(patch.made, Made::Nothing);
                if patches.next_if(drops).is_some() {
                    at = source.after(at + 1);
                    continue;
                }
                self.push(*source.token(at));
                at += 1;
            }
            self.copy(source, at, patches)?;
            at = source.after(at);
            length += 1;
        }
        self.close(container, length);
        Ok(())
    }

    /// Calls a function with a value and the path of the object that it is a property of.
    pub(crate) fn at_path_of<R>(
        &self,
        value: usize,
        call: impl FnOnce(Cursor<'_>, &Chain<'_>) -> Option<R>,
    ) -> Option<R> {
        let mut call = Some(call);
        self.descend(0, value, &Chain::Root, &mut |path| {
            let call = call.take()?;
            call(Cursor::new(self, value), path)
        })
    }

    fn descend<R>(
        &self,
        container: usize,
        value: usize,
        path: &Chain<'_>,
        call: &mut dyn FnMut(&Chain<'_>) -> Option<R>,
    ) -> Option<R> {
        let (mut at, mut index) = (container + 1, 0);
        let is_object = self.token(container).kind == Kind::Object;
        while at < self.after(container) {
            let place = at + usize::from(is_object);
            if place == value {
                return call(path);
            }
            if value < self.after(place) {
                return if is_object {
                    let key = self.text_of(self.token(at));
                    self.descend(place, value, &path.key(key), call)
                } else {
                    self.descend(place, value, &path.index(index), call)
                };
            }
            at = self.after(place);
            index += 1;
        }
        None
    }
}
