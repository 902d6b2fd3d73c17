//! What is remembered of values: identities, trials, and what only a guess could read.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher};

use super::site::{MemoKey, ValueId};
use super::{Change, Diagnostics};
use crate::issue::{Issue, IssueKind, Path, TypeSet};
use crate::plan::Child;
use crate::tree::Tree;

/// What is remembered of values, by their identities.
#[derive(Debug)]
pub(super) struct Memo {
    /// What became of them at the branches of the union at hand.
    pub(super) trials: HashMap<TrialKey, Trial, WithoutRandomKeys>,
    /// Numbers the contents of repaired values.
    contents: HashMap<Content, ValueId>,
    /// Where they could not be read without a guess.
    pub(super) unsure: HashSet<MemoKey, WithoutRandomKeys>,
    /// The values that are held by others, by the identity of the holder and the index.
    parts: HashMap<(ValueId, usize), ValueId, WithoutRandomKeys>,
    next_id: ValueId,
}

/// The sender does not choose identities, and an empty memo has to cost nothing.
type WithoutRandomKeys = BuildHasherDefault<DefaultHasher>;

impl Default for Memo {
    fn default() -> Self {
        Self {
            trials: HashMap::default(),
            contents: HashMap::new(),
            unsure: HashSet::default(),
            parts: HashMap::default(),
            next_id: ValueId::ROOT.next(),
        }
    }
}

impl Memo {
    pub(super) fn forget_trials(&mut self) {
        self.trials = HashMap::default();
        self.contents.clear();
    }

    pub(super) fn new_id(&mut self) -> ValueId {
        let id = self.next_id;
        self.next_id = id.next();
        id
    }

    pub(super) fn part(&mut self, holder: ValueId, index: usize) -> ValueId {
        if let Some(id) = self.parts.get(&(holder, index)) {
            return *id;
        }
        let id = self.new_id();
        self.parts.insert((holder, index), id);
        id
    }

    /// The identity of a repaired value: that of all values of equal content.
    pub(super) fn id_of_content(&mut self, value: &Tree<'_>) -> ValueId {
        let parts: Vec<ValueId> = match value {
            Tree::Array(items) => items.iter().map(|item| self.id_of_content(item)).collect(),
            Tree::Object(entries) => {
                let values = entries.iter().map(|entry| &entry.value);
                values.map(|value| self.id_of_content(value)).collect()
            }
            _ => Vec::new(),
        };
        let content = Content::of(value, &parts);
        if let Some(id) = self.contents.get(&content) {
            return *id;
        }
        let id = self.new_id();
        self.contents.insert(content, id);
        for (index, part) in parts.into_iter().enumerate() {
            self.parts.insert((id, index), part);
        }
        id
    }
}

/// A repaired value, with the identities of the values that it holds.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Content {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<ValueId>),
    Object(Vec<(String, ValueId)>),
}

impl Content {
    fn of(value: &Tree<'_>, parts: &[ValueId]) -> Self {
        match value {
            Tree::Null => Self::Null,
            Tree::Bool(value) => Self::Bool(*value),
            Tree::Number(text) => Self::Number(text.to_string()),
            Tree::String(text) => Self::String(text.to_string()),
            Tree::Array(_) => Self::Array(parts.to_vec()),
            Tree::Object(entries) => {
                let keys = entries.iter().map(|entry| entry.key.to_string());
                Self::Object(keys.zip(parts.iter().copied()).collect())
            }
        }
    }
}

/// What a trial is remembered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TrialKey {
    pub(super) value: ValueId,
    pub(super) kind: TrialKind,
    pub(super) child: Child,
    pub(super) allowed: TypeSet,
    pub(super) as_it_stands: bool,
    pub(super) by_schema_alone: bool,
    pub(super) guesses: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TrialKind {
    Branch,
    /// The text of JSON or XML, read for a union.
    Text,
    /// A union as a whole.
    Union,
}

/// What became of a value at a branch.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) found: Diagnostics,
    /// As owned data, since the memo outlives the borrow of what is tried.
    pub(super) change: Option<Change<'static>>,
    /// Whether a rule read the value for the branch, right or wrong.
    pub(super) reads: bool,
    pub(super) path: Path,
}

impl Trial {
    pub(super) fn refuse(path: Path, kind: IssueKind) -> Self {
        let mut found = Diagnostics::default();
        found.issues.push(Issue::new(path.clone(), kind, None));
        Self {
            found,
            change: None,
            reads: false,
            path,
        }
    }

    pub(super) fn is_clean(&self) -> bool {
        self.found.counts() == 0 && self.found.repairs.is_empty()
    }

    pub(super) fn read<'r, 't>(&self, tree: &'r Tree<'t>) -> Cow<'r, Tree<'t>> {
        let Some(change) = self.change.clone() else {
            return Cow::Borrowed(tree);
        };
        let mut read = tree.clone();
        change.apply(&mut read);
        Cow::Owned(read)
    }
}
