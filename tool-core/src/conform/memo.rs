//! Data stored about values: identities, trials, and values that only a guess could read.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher};

use super::site::{MemoKey, ValueId};
use super::{Change, Diagnostics};
use crate::issue::{Issue, IssueKind, Path, TypeSet};
use crate::plan::Child;
use crate::tree::Tree;

/// Data stored about values, by identity.
#[derive(Debug)]
pub(super) struct Memo {
    /// Outcomes of values at the branches of the current union.
    pub(super) trials: HashMap<TrialKey, Trial, WithoutRandomKeys>,
    /// Identities of repaired values, by content.
    contents: HashMap<RepairedContent, ValueId>,
    /// Values that failed without a guess, with the part of the plan.
    pub(super) unsure: HashSet<MemoKey, WithoutRandomKeys>,
    /// Identities of nested values, by the identity of the container and the index.
    parts: HashMap<(ValueId, usize), ValueId, WithoutRandomKeys>,
    next_id: ValueId,
}

/// Random keys are unnecessary, because the sender cannot choose identities. Without them, an empty
/// memo costs nothing.
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

    #[inline(never)]
    pub(super) fn keep_trial(&mut self, key: TrialKey, trial: Trial) {
        self.trials.insert(key, trial);
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

    /// Returns the identity of a repaired value. Values with equal content share one identity.
    pub(super) fn id_of_content(&mut self, value: &Tree<'_>) -> ValueId {
        let parts: Vec<ValueId> = match value {
            Tree::Array(items) => items.iter().map(|item| self.id_of_content(item)).collect(),
            Tree::Object(entries) => {
                let values = entries.iter().map(|entry| &entry.value);
                values.map(|value| self.id_of_content(value)).collect()
            }
            _ => Vec::new(),
        };
        let content = RepairedContent::of(value, &parts);
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

/// The content of a repaired value, with the identities of its nested values.
#[derive(Debug, PartialEq, Eq, Hash)]
enum RepairedContent {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<ValueId>),
    Object(Vec<(String, ValueId)>),
}

impl RepairedContent {
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

/// The key of a stored trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TrialKey {
    pub(super) value: ValueId,
    pub(super) kind: TrialKind,
    pub(super) child: Child,
    pub(super) allowed: TypeSet,
    pub(super) unchanged: bool,
    pub(super) by_schema_alone: bool,
    pub(super) guesses: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TrialKind {
    Branch,
    /// JSON or XML text that is read once for all branches of a union.
    Text,
    /// A whole union.
    Union,
}

/// The outcome of a value at a branch.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) found: Diagnostics,
    /// Owned, because the memo outlives the borrow of the value.
    pub(super) change: Option<Change<'static>>,
    /// `true` if a rule read the value for the branch, even if the result is invalid.
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
