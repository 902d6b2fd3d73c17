//! The current value: its path, its identity, and the mode of the walk.

#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::num::NonZeroUsize;

use crate::issue::{Path, PathStack};
use crate::plan::NodeId;

/// The mode in which the walk reads a value.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Mode<'c> {
    /// `true` if values must be valid as sent, without lenient rules.
    pub(super) unchanged: bool,
    /// `true` if only the schema counts, and the 64-bit range of the result is ignored.
    pub(super) by_schema_alone: bool,
    /// `true` if the value comes from XML, in which all leaves are text.
    pub(super) in_xml: bool,
    /// `true` while a branch of a union is tried.
    pub(super) in_trial: bool,
    /// `true` if guessing rules are tried.
    pub(super) guesses: bool,
    /// `true` if issues are only counted.
    pub(super) is_silent: bool,
    /// The functions of the tool that produced the value.
    pub(super) functions: Option<&'c Functions<'c>>,
}

/// The functions of the tool that produced a value, by number. The last one comes first.
pub(super) struct Functions<'c> {
    pub(super) number: u16,
    pub(super) before: Option<&'c Functions<'c>>,
}

impl Mode<'_> {
    pub(super) fn without_changes(self) -> Self {
        Self {
            unchanged: true,
            ..self
        }
    }

    pub(super) fn is_made_by(&self, number: u16) -> bool {
        let mut functions = self.functions;
        while let Some(function) = functions {
            if function.number == number {
                return true;
            }
            functions = function.before;
        }
        false
    }
}

/// A value in the walk.
///
/// The memo uses the identity as a key: equal identities mean the same value. The identity of a
/// value in the call depends on its container and its index there. The result of a rule has a new
/// identity.
pub(super) struct Site<'c> {
    pub(super) path: PathStack<'c>,
    pub(super) mode: Mode<'c>,
    /// The container of the value, and the index there.
    pub(super) holder: Option<(&'c Site<'c>, usize)>,
    /// The identity, which is assigned when the memo first needs it.
    pub(super) id: Cell<Option<ValueId>>,
}

/// The identity of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ValueId(NonZeroUsize);

impl ValueId {
    pub(super) const ROOT: Self = Self(NonZeroUsize::MIN);

    pub(super) fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl<'c> Site<'c> {
    pub(super) fn root(mode: Mode<'c>) -> Self {
        Self {
            path: PathStack::Root,
            mode,
            holder: None,
            id: Cell::new(Some(ValueId::ROOT)),
        }
    }

    /// Returns the site of an entry's value. `key` is the name of its property, which may differ
    /// from the sent key.
    pub(super) fn entry(&'c self, key: &'c str, index: usize) -> Self {
        self.part(self.path.key(key), index)
    }

    pub(super) fn item(&'c self, index: usize) -> Self {
        self.part(self.path.index(index), index)
    }

    /// Returns the site of a nested value that keeps the path of its container.
    pub(super) fn inner(&'c self, index: usize) -> Self {
        self.part(self.path, index)
    }

    /// Returns the site of the value itself as the only item of an array. No nested value has the
    /// same identity.
    pub(super) fn only_item(&'c self) -> Self {
        self.part(self.path.index(0), usize::MAX)
    }

    fn part(&'c self, path: PathStack<'c>, index: usize) -> Self {
        Self {
            path,
            mode: self.mode,
            holder: Some((self, index)),
            id: Cell::new(None),
        }
    }

    pub(super) fn in_mode(&self, mode: Mode<'c>) -> Self {
        Self {
            path: self.path,
            mode,
            holder: self.holder,
            id: self.id.clone(),
        }
    }

    pub(super) fn with_id(&self, mode: Mode<'c>, id: ValueId) -> Self {
        Self {
            path: self.path,
            mode,
            holder: None,
            id: Cell::new(Some(id)),
        }
    }

    pub(super) fn without_changes(&self) -> Self {
        self.in_mode(self.mode.without_changes())
    }

    pub(super) fn is_root(&self) -> bool {
        matches!(self.path, PathStack::Root)
    }

    /// Returns the key of the value.
    pub(super) fn key(&self) -> Option<String> {
        match &self.path {
            PathStack::Key { key, .. } => Some((*key).to_owned()),
            _ => None,
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.path.depth()
    }

    pub(super) fn to_path(&self) -> Path {
        self.path.to_path()
    }
}

/// A part of the plan that offers several ways to read a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PlanStep {
    Root,
    Node(NodeId),
    /// A node, after the function that maps the value first.
    Mapped(NodeId, u16),
    /// A property of an object, by its number.
    Property(NodeId, usize),
}

/// A value, and the part of the plan that it is checked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MemoKey {
    pub(super) value: ValueId,
    pub(super) step: PlanStep,
}
