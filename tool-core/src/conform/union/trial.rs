use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher};

use super::contents::Contents;
use super::sieve::Sieve;
use crate::conform::findings::Mark;
use crate::conform::guess::Fork;
use crate::conform::{Change, Conform, Findings, MOST_WORK, is_of};
use crate::issue::{Chain, Issue, IssueKind, Limit, Path, TypeSet};
use crate::plan::{Branch, Child, Node, UnionPlan};
use crate::tree::Tree;

/// What became of a value at a branch.
#[derive(Clone, Debug)]
pub(in crate::conform) struct Trial {
    pub(super) found: Findings,
    /// As owned data, since the memo outlives the borrow of what is tried.
    pub(super) change: Option<Change<'static>>,
    /// Whether a rule read the value for the branch, right or wrong.
    pub(super) reads: bool,
    pub(super) path: Path,
}

/// What is remembered of values, by their addresses.
#[derive(Debug, Default)]
pub(in crate::conform) struct Memo {
    /// What became of them at the branches of the union at hand.
    pub(super) trials: HashMap<TrialKey, Trial, WithoutRandomKeys>,
    /// Numbers the contents of repaired values, whose addresses are soon reused.
    pub(super) contents: Option<Box<Contents>>,
    /// Where they could not be read without a guess.
    pub(in crate::conform) unsure: HashSet<Fork, WithoutRandomKeys>,
}

/// Addresses are not the sender's to choose, and an empty memo has to cost nothing.
type WithoutRandomKeys = BuildHasherDefault<DefaultHasher>;

impl Trial {
    fn refused(path: Path, kind: IssueKind) -> Self {
        let mut found = Findings::default();
        found.issues.push(Issue::new(path.clone(), kind, None));
        Self {
            found,
            change: None,
            reads: false,
            path,
        }
    }

    fn is_clean(&self) -> bool {
        self.passes() && self.found.repairs.is_empty()
    }

    fn passes(&self) -> bool {
        self.found.counts() == 0
    }

    /// What the value is read as.
    pub(super) fn read<'r, 't>(&self, tree: &'r Tree<'t>) -> Cow<'r, Tree<'t>> {
        let Some(change) = self.change.clone() else {
            return Cow::Borrowed(tree);
        };
        let mut read = tree.clone();
        change.apply(&mut read);
        Cow::Owned(read)
    }
}

/// What a trial is remembered by: values by their address, which stays theirs
/// for as long as the memo is kept.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::conform) struct TrialKey {
    tree: usize,
    /// Whether `tree` is the number of a content, not an address.
    is_content: bool,
    child: Child,
    allowed: TypeSet,
    as_it_stands: bool,
    by_schema_alone: bool,
    as_text: bool,
    /// Whether it is the outcome of a union as a whole.
    as_union: bool,
    guessing: bool,
}

impl Conform<'_> {
    /// Whether the one branch for values of that type takes this one with no
    /// issue and no repair: the quick way of an optional value.
    pub(super) fn takes(
        &mut self,
        tree: &Tree<'_>,
        child: Child,
        allowed: TypeSet,
        path: &Chain<'_>,
    ) -> bool {
        if self.in_trial {
            // A trial is remembered, so that no value is looked at once for
            // each of the ways that lead to it.
            let trial = self.trial(tree, child, allowed, path);
            let clean = trial.is_clean();
            if clean {
                self.adopt(trial.found);
            }
            return clean;
        }
        let mark = self.found.mark();
        let change = self.place(tree, child, allowed, path);
        if self.found.issues_since(mark) == 0 && self.found.repairs_since(mark) == 0 {
            return true;
        }
        let trial = Trial {
            found: self.found.take_since(mark),
            change: change.map(Change::into_owned),
            reads: self.is_read,
            path: path.to_path(),
        };
        self.memo
            .trials
            .insert(self.key(tree, child, allowed), trial);
        false
    }

    /// What becomes of a value at a branch, found out once.
    pub(super) fn trial(
        &mut self,
        tree: &Tree<'_>,
        child: Child,
        allowed: TypeSet,
        path: &Chain<'_>,
    ) -> Trial {
        if self.is_cheap(tree, child) {
            return self.tried_out(Path::root(), |walk| walk.place(tree, child, allowed, path));
        }
        let key = self.key(tree, child, allowed);
        self.remembered(key, path, |walk| walk.place(tree, child, allowed, path))
    }

    /// Checks a value by one of the schemas that hold for it. The outcome is remembered, and
    /// is reported but for what was found since `mark`.
    pub(in crate::conform) fn held_in_trial<'t>(
        &mut self,
        value: &Tree<'t>,
        child: Child,
        mark: Mark,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        let trial = self.trial(value, child, TypeSet::EMPTY, path);
        let most = self.most_issues();
        self.found.extend_with_other_schema(mark, trial.found, most);
        self.is_read = trial.reads;
        trial.change
    }

    /// Whether a trial ends at the value itself, so that to remember it costs more.
    pub(super) fn is_cheap(&self, tree: &Tree<'_>, child: Child) -> bool {
        super::is_scalar(tree)
            && child.preprocess.is_none()
            && matches!(
                self.plan.node(child.node),
                Node::Null | Node::Boolean | Node::Number(_) | Node::String(_) | Node::Choice(_)
            )
    }

    /// What is found by a trial, and taken back.
    fn tried_out<'t>(
        &mut self,
        path: Path,
        find: impl FnOnce(&mut Self) -> Option<Change<'t>>,
    ) -> Trial {
        let outside = std::mem::replace(&mut self.in_trial, true);
        let mark = self.found.mark();
        let change = find(self);
        self.in_trial = outside;
        Trial {
            found: self.found.take_since(mark),
            change: change.map(Change::into_owned),
            reads: self.is_read,
            path,
        }
    }

    /// What JSON in a string is read as by a union, found out once: it is met
    /// again by each branch of what is around it.
    pub(super) fn text_trial(
        &mut self,
        tree: &Tree<'_>,
        child: Child,
        allowed: TypeSet,
        path: &Chain<'_>,
        read: impl FnOnce(&mut Self) -> Option<Change<'static>>,
    ) -> Trial {
        let key = TrialKey {
            as_text: true,
            ..self.key(tree, child, allowed)
        };
        self.remembered(key, path, read)
    }

    /// What becomes of a value at a union as a whole, found out once.
    pub(super) fn union_trial(
        &mut self,
        tree: &Tree<'_>,
        child: Child,
        allowed: TypeSet,
        path: &Chain<'_>,
        find: impl FnOnce(&mut Self) -> Option<Change<'static>>,
    ) -> Trial {
        let key = TrialKey {
            as_union: true,
            ..self.key(tree, child, allowed)
        };
        self.remembered(key, path, find)
    }

    fn remembered<'t>(
        &mut self,
        key: TrialKey,
        path: &Chain<'_>,
        find: impl FnOnce(&mut Self) -> Option<Change<'t>>,
    ) -> Trial {
        let here = path.to_path();
        if let Some(trial) = self.memo.trials.get(&key) {
            let mut trial = trial.clone();
            if trial.path != here {
                trial.found.move_to(&trial.path, &here);
                trial.path = here;
            }
            return trial;
        }
        if self.work == 0 {
            let kind = IssueKind::Limit {
                limit: Limit::Work,
                maximum: MOST_WORK,
            };
            return Trial::refused(here, kind);
        }
        self.work -= 1;
        // Met again before it is done, a branch leads to itself: it takes nothing.
        let unfinished = Trial::refused(here.clone(), IssueKind::NotAllowed);
        self.memo.trials.insert(key, unfinished);
        let trial = self.tried_out(here, find);
        self.memo.trials.insert(key, trial.clone());
        trial
    }

    /// The branches whose schema takes a value as it stands, by their numbers.
    pub(super) fn takers(
        &mut self,
        value: &Tree<'_>,
        union: &UnionPlan,
        path: &Chain<'_>,
    ) -> Vec<usize> {
        let stood = std::mem::replace(&mut self.as_it_stands, true);
        let counted = std::mem::replace(&mut self.by_schema_alone, true);
        let sieve = Sieve::new(value, union);
        let branches = union.branches.iter().enumerate();
        let may_take = |(_, branch): &(usize, &Branch)| {
            is_of(value, branch.types) && sieve.passes(branch, self.plan)
        };
        let branches: Vec<_> = branches.filter(may_take).collect();
        let mut takers = Vec::new();
        for (number, branch) in branches {
            if self.trial(value, branch.child, branch.types, path).passes() {
                takers.push(number);
            }
        }
        self.as_it_stands = stood;
        self.by_schema_alone = counted;
        takers
    }

    /// The same for a repaired value, which exists only here. The unions inside it have
    /// asked for their parts, so outcomes are remembered by content.
    pub(super) fn takers_of_repaired(
        &mut self,
        value: &Tree<'_>,
        union: &UnionPlan,
        path: &Chain<'_>,
    ) -> Vec<usize> {
        if self.as_it_stands {
            // A trial of an equal value may be unfinished.
            let memo = std::mem::take(&mut self.memo);
            let takers = self.takers(value, union, path);
            self.memo = memo;
            return takers;
        }
        let contents = self.memo.contents.get_or_insert_default();
        contents.enter(value);
        let takers = self.takers(value, union, path);
        if let Some(contents) = &mut self.memo.contents {
            contents.leave();
        }
        takers
    }

    fn key(&self, tree: &Tree<'_>, child: Child, allowed: TypeSet) -> TrialKey {
        let contents = self.memo.contents.as_ref();
        let content = contents.and_then(|contents| contents.of(tree));
        TrialKey {
            tree: content.unwrap_or_else(|| std::ptr::from_ref(tree).addr()),
            is_content: content.is_some(),
            child,
            allowed,
            as_it_stands: self.as_it_stands,
            by_schema_alone: self.by_schema_alone,
            as_text: false,
            as_union: false,
            guessing: self.guessing,
        }
    }
}
