//! The value at hand: its path, its identity, and how the walk reads it.

#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::num::NonZeroUsize;

use crate::issue::{Path, PathStack};
use crate::plan::NodeId;

/// How the walk reads a value.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Mode<'c> {
    /// Whether values have to pass as they stand: no rule is tried.
    pub(super) as_it_stands: bool,
    /// Whether only the schema counts, and the 64-bit range of the result is ignored.
    pub(super) by_schema_alone: bool,
    /// Whether the value comes from XML, whose leaves are all text.
    pub(super) in_xml: bool,
    /// Whether a branch of a union is being tried.
    pub(super) in_trial: bool,
    /// Whether rules that guess are tried.
    pub(super) guesses: bool,
    /// Whether issues are only counted.
    pub(super) is_silent: bool,
    /// The functions of the tool that made the value.
    pub(super) functions: Option<&'c Functions<'c>>,
}

/// The functions of the tool that made a value, by number, the last one first.
pub(super) struct Functions<'c> {
    pub(super) number: u16,
    pub(super) before: Option<&'c Functions<'c>>,
}

impl Mode<'_> {
    pub(super) fn as_it_stands(self) -> Self {
        Self {
            as_it_stands: true,
            ..self
        }
    }

    pub(super) fn made_by(&self, number: u16) -> bool {
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

/// A value of the walk.
///
/// Equal identities are the same value: the memo goes by them. A value that the call holds has
/// the identity of its place in what holds it. A value that a rule makes has a new one.
pub(super) struct Site<'c> {
    pub(super) path: PathStack<'c>,
    pub(super) mode: Mode<'c>,
    /// The value that holds this one, and the index in it.
    pub(super) holder: Option<(&'c Site<'c>, usize)>,
    /// The identity. It is looked up when the memo first asks for it.
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

    /// The value of an entry, which may be the value of a property with another name.
    pub(super) fn entry(&'c self, key: &'c str, index: usize) -> Self {
        self.part(self.path.key(key), index)
    }

    pub(super) fn item(&'c self, index: usize) -> Self {
        self.part(self.path.index(index), index)
    }

    /// The value that the value at hand holds at an index, for the same path.
    pub(super) fn inner(&'c self, index: usize) -> Self {
        self.part(self.path, index)
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

    pub(super) fn as_it_stands(&self) -> Self {
        self.in_mode(self.mode.as_it_stands())
    }

    pub(super) fn is_root(&self) -> bool {
        matches!(self.path, PathStack::Root)
    }

    pub(super) fn depth(&self) -> usize {
        self.path.depth()
    }

    pub(super) fn to_path(&self) -> Path {
        self.path.to_path()
    }
}

/// A part of the plan at which there is a choice of ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    Root,
    Node(NodeId),
    /// A node, behind the function that maps the value first.
    Mapped(NodeId, u16),
    /// A property of an object, by its number.
    Property(NodeId, usize),
}

/// A place where there is a choice of ways: a value, and the part of the plan that it is
/// walked along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MemoKey {
    pub(super) value: ValueId,
    pub(super) step: Step,
}
