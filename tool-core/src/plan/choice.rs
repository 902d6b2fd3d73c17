use serde_json::Value;

use crate::issue::{IssueKind, TypeSet, nearest};
use crate::tree::Tree;

/// The members of an `enum`, or the one of a `const`.
#[derive(Debug, Default)]
pub(crate) struct Choice {
    members: Vec<Member>,
}

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
        }
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        other.members.iter().any(|member| self.holds(&member.tree))
    }

    pub(super) fn absorb(&mut self, other: Self) {
        self.members.extend(other.members);
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
        match tree {
            Tree::String(text) => self.has(text),
            tree => self.members.iter().any(|member| member.tree.same(tree)),
        }
    }

    /// Whether a string is a member.
    pub(crate) fn has(&self, text: &str) -> bool {
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
