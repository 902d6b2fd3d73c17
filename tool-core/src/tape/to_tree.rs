use std::borrow::Cow;

use crate::issue::Chain;
use crate::tape::{Kind, Tape, Token};
use crate::tree::{Entries, Intake, Tree};

impl<'a> Tape<'a> {
    /// The same values as a tree. Of two properties with one key the first is kept; the
    /// intake is told.
    pub(crate) fn tree(&self, intake: &mut Intake) -> Tree<'a> {
        self.tree_at(&mut 0, &Chain::Root, intake)
    }

    /// One of the values.
    pub(super) fn tree_of(&self, mut at: usize) -> Tree<'a> {
        self.tree_at(&mut at, &Chain::Root, &mut Intake::unlimited())
    }

    /// The value at a token, which is moved behind it.
    fn tree_at(&self, at: &mut usize, chain: &Chain<'_>, intake: &mut Intake) -> Tree<'a> {
        let token = self.token(*at);
        *at += 1;
        match token.kind {
            Kind::Null => Tree::Null,
            Kind::True => Tree::Bool(true),
            Kind::False => Tree::Bool(false),
            Kind::Number => Tree::Number(self.text_in_tree(token)),
            Kind::String => Tree::String(self.text_in_tree(token)),
            Kind::Array => {
                let items = (0..token.length as usize)
                    .map(|index| self.tree_at(at, &chain.index(index), intake));
                Tree::Array(items.collect())
            }
            Kind::Object => {
                let mut entries = Entries::with_capacity(token.length as usize);
                for _ in 0..token.length {
                    let key = self.text_in_tree(self.token(*at));
                    *at += 1;
                    let value = self.tree_at(at, &chain.key(&key), intake);
                    entries.push(key, value);
                }
                Tree::Object(entries.finish(chain, intake))
            }
        }
    }

    fn text_in_tree(&self, token: &Token) -> Cow<'a, str> {
        let start = token.start as usize;
        match self.text.get(start..start + token.length as usize) {
            Some(text) if start < self.text.len() => Cow::Borrowed(text),
            _ => Cow::Owned(self.text_of(token).to_owned()),
        }
    }

    /// A scalar as a tree; nothing for what holds others.
    pub(crate) fn scalar(&self, token: Token) -> Option<Tree<'_>> {
        let text = || Cow::Borrowed(self.text_of(&token));
        match token.kind {
            Kind::Null => Some(Tree::Null),
            Kind::True => Some(Tree::Bool(true)),
            Kind::False => Some(Tree::Bool(false)),
            Kind::Number => Some(Tree::Number(text())),
            Kind::String => Some(Tree::String(text())),
            Kind::Array | Kind::Object => None,
        }
    }
}
