use std::collections::HashSet;

use serde_json::Value;

use crate::issue::{IssueKind, TypeSet, nearest};
use crate::tree::{Tree, as_integer};

/// The members of an `enum`, or the one of a `const`.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    members: Vec<Member>,
    /// What members are looked up in, if there are many. Boxed, since nodes are passed
    /// on at each step of a recursion.
    index: Option<Box<Index>>,
}

/// The members that are text, and those that are integers.
#[derive(Debug, Default)]
struct Index {
    texts: HashSet<String>,
    integers: HashSet<String>,
}

/// Up to here members are compared one by one.
const LINEAR: usize = 32;

#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) value: Value,
    pub(crate) tree: Tree<'static>,
    /// Further names that serde takes for it.
    pub(crate) aliases: Vec<String>,
}

impl Choice {
    /// Adds a member, if it is of one of the types.
    pub(super) fn push(&mut self, value: &Value, aliases: Vec<String>, types: TypeSet) {
        let tree = Tree::from(value).into_owned();
        if types.contains(tree.json_type()) {
            self.members.push(Member {
                value: value.clone(),
                tree,
                aliases,
            });
            self.index(self.members.len() - 1);
        }
    }

    /// Writes the members from a number on into the sets that they are looked up in, if
    /// there are many.
    fn index(&mut self, new: usize) {
        if self.members.len() <= LINEAR {
            return;
        }
        let from = if self.index.is_some() { new } else { 0 };
        let index = self.index.get_or_insert_default();
        for member in self.members.iter().skip(from) {
            match &member.tree {
                Tree::String(text) => index.texts.insert(text.to_string()),
                Tree::Number(text) => {
                    as_integer(text).is_some_and(|integer| index.integers.insert(integer.into()))
                }
                _ => false,
            };
        }
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        other.members.iter().any(|member| self.holds(&member.tree))
    }

    pub(super) fn absorb(&mut self, other: Self) {
        let new = self.members.len();
        self.members.extend(other.members);
        self.index(new);
    }

    pub(crate) fn members(&self) -> &[Member] {
        &self.members
    }

    pub(super) fn types(&self) -> TypeSet {
        self.members
            .iter()
            .map(|member| member.tree.json_type())
            .collect()
    }

    /// Whether the value is a member.
    pub(crate) fn holds(&self, tree: &Tree<'_>) -> bool {
        match (tree, &self.index) {
            (Tree::String(text), _) => self.has(text),
            (Tree::Number(text), Some(index)) => match as_integer(text) {
                Some(integer) => index.integers.contains(&*integer),
                None => self.has_same(tree),
            },
            (tree, _) => self.has_same(tree),
        }
    }

    fn has_same(&self, tree: &Tree<'_>) -> bool {
        self.members.iter().any(|member| member.tree.same(tree))
    }

    /// Whether a string is a member.
    pub(crate) fn has(&self, text: &str) -> bool {
        if let Some(index) = &self.index {
            return index.texts.contains(text);
        }
        let mut members = self.members.iter();
        members.any(|member| matches!(&member.tree, Tree::String(name) if name == text))
    }

    pub(crate) fn issue(&self, tree: &Tree<'_>) -> IssueKind {
        let names = self
            .members
            .iter()
            .filter_map(|member| member.value.as_str());
        let near = match tree {
            Tree::String(text) => nearest(text, names),
            _ => None,
        };
        IssueKind::Enum {
            nearest: near.map(Value::from),
            members: self
                .members
                .iter()
                .map(|member| member.value.clone())
                .collect(),
        }
    }
}
