use std::ops::ControlFlow;

use super::sieve::Sieve;
use crate::conform::diagnostics::Checkpoint;
use crate::conform::memo::{Trial, TrialKey, TrialKind};
use crate::conform::{Change, Conform, MAX_WORK, Mode, Site, is_of};
use crate::issue::{IssueKind, Limit, Path, TypeSet};
use crate::plan::{Branch, Child, Node, UnionPlan};
use crate::tree::Tree;

impl Conform<'_> {
    /// Returns whether the only branch for values of this type accepts the value without issues and
    /// repairs. This is the fast path for an optional value.
    pub(super) fn accepts(
        &mut self,
        tree: &Tree<'_>,
        child: Child,
        allowed: TypeSet,
        at: &Site<'_>,
    ) -> bool {
        if at.mode.in_trial {
            // The memo stores the trial. Otherwise, the value would be visited once for each way
            // that leads to it.
            let trial = self.try_branch(tree, child, allowed, at);
            let clean = trial.is_clean();
            if clean {
                self.add_all(trial.found, at);
            }
            return clean;
        }
        let mark = self.found.mark();
        let change = self.walk_value(tree, child, allowed, at);
        if self.found.count_issues_since(mark) == 0 && self.found.count_repairs_since(mark) == 0 {
            return true;
        }
        let trial = Trial {
            found: self.found.take_since(mark),
            change: change.map(Change::into_owned),
            reads: self.is_read,
            path: at.to_path(),
        };
        let key = self.trial_key(TrialKind::Branch, child, allowed, at);
        self.memo.trials.insert(key, trial);
        false
    }

    pub(in crate::conform) fn try_branch(
        &mut self,
        tree: &Tree<'_>,
        child: Child,
        allowed: TypeSet,
        at: &Site<'_>,
    ) -> Trial {
        if self.is_cheap(tree, child) {
            return self.try_out(Path::root(), at, |walk, at| {
                walk.walk_value(tree, child, allowed, at)
            });
        }
        let key = self.trial_key(TrialKind::Branch, child, allowed, at);
        self.remember(key, at, |walk, at| {
            walk.walk_value(tree, child, allowed, at)
        })
    }

    /// Checks a value against one of the schemas that apply to it. Stores the outcome, and reports
    /// it without the duplicates of findings since `mark`.
    pub(in crate::conform) fn hold_in_trial<'t>(
        &mut self,
        value: &Tree<'t>,
        child: Child,
        mark: Checkpoint,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let trial = self.try_branch(value, child, TypeSet::EMPTY, at);
        let most = self.max_issues(at);
        self.found.extend_with_other_schema(mark, trial.found, most);
        self.is_read = trial.reads;
        trial.change
    }

    /// Returns whether a trial ends at the value itself. Storing such a trial costs more than
    /// repeating it.
    pub(super) fn is_cheap(&self, tree: &Tree<'_>, child: Child) -> bool {
        is_scalar(tree)
            && child.preprocess.is_none()
            && matches!(
                self.plan.node(child.node),
                Node::Null | Node::Boolean | Node::Number(_) | Node::String(_) | Node::Choice(_)
            )
    }

    fn try_out<'t>(
        &mut self,
        path: Path,
        at: &Site<'_>,
        find: impl FnOnce(&mut Self, &Site<'_>) -> Option<Change<'t>>,
    ) -> Trial {
        let mode = Mode {
            in_trial: true,
            ..at.mode
        };
        let mark = self.found.mark();
        let change = find(self, &at.in_mode(mode));
        Trial {
            found: self.found.take_since(mark),
            change: change.map(Change::into_owned),
            reads: self.is_read,
            path,
        }
    }

    /// Runs a trial once and stores the outcome, because each branch of an outer union runs it
    /// again.
    pub(super) fn remember<'t>(
        &mut self,
        key: TrialKey,
        at: &Site<'_>,
        find: impl FnOnce(&mut Self, &Site<'_>) -> Option<Change<'t>>,
    ) -> Trial {
        let here = match self.begin_trial(key, at.to_path()) {
            ControlFlow::Break(trial) => return trial,
            ControlFlow::Continue(here) => here,
        };
        let trial = self.try_out(here, at, find);
        self.memo.keep_trial(key, trial.clone());
        trial
    }

    /// Returns the stored outcome of a trial, or the path for a new trial.
    #[inline(never)]
    fn begin_trial(&mut self, key: TrialKey, here: Path) -> ControlFlow<Trial, Path> {
        if let Some(trial) = self.memo.trials.get(&key) {
            let mut trial = trial.clone();
            if trial.path != here {
                trial.found.move_to(&trial.path, &here);
                trial.path = here;
            }
            return ControlFlow::Break(trial);
        }
        if self.work == 0 {
            let kind = IssueKind::Limit {
                limit: Limit::Work,
                maximum: MAX_WORK,
            };
            return ControlFlow::Break(Trial::refuse(here, kind));
        }
        self.work -= 1;
        // A recursive branch may reach itself before its trial is finished. It then accepts no
        // value.
        let unfinished = Trial::refuse(here.clone(), IssueKind::NotAllowed);
        self.memo.keep_trial(key, unfinished);
        ControlFlow::Continue(here)
    }

    pub(super) fn find_accepting(
        &mut self,
        value: &Tree<'_>,
        union: &UnionPlan,
        at: &Site<'_>,
    ) -> Vec<usize> {
        let mode = Mode {
            by_schema_alone: true,
            ..at.mode.without_changes()
        };
        let at = at.in_mode(mode);
        let sieve = Sieve::new(value, union);
        let branches = union.branches.iter().enumerate();
        let may_accept = |(_, branch): &(usize, &Branch)| {
            is_of(value, branch.types) && sieve.passes(branch, self.plan)
        };
        let branches: Vec<_> = branches.filter(may_accept).collect();
        let mut accepting = Vec::new();
        for (number, branch) in branches {
            let trial = self.try_branch(value, branch.child, branch.types, &at);
            if trial.found.counts() == 0 {
                accepting.push(number);
            }
        }
        accepting
    }

    /// Like [`Conform::find_accepting`], for a repaired value, which exists only here. The unions
    /// inside it have already checked their parts, so the memo stores outcomes by content.
    pub(super) fn find_accepting_repaired(
        &mut self,
        value: &Tree<'_>,
        union: &UnionPlan,
        at: &Site<'_>,
    ) -> Vec<usize> {
        let id = if at.mode.unchanged {
            // A trial of an equal value may be unfinished.
            self.memo.new_id()
        } else {
            self.memo.id_of_content(value)
        };
        let repaired = at.with_id(at.mode, id);
        self.find_accepting(value, union, &repaired)
    }

    pub(super) fn trial_key(
        &mut self,
        kind: TrialKind,
        child: Child,
        allowed: TypeSet,
        at: &Site<'_>,
    ) -> TrialKey {
        TrialKey {
            value: self.identify(at),
            kind,
            child,
            allowed,
            unchanged: at.mode.unchanged,
            by_schema_alone: at.mode.by_schema_alone,
            guesses: at.mode.guesses,
        }
    }
}

pub(super) fn is_scalar(tree: &Tree<'_>) -> bool {
    !matches!(tree, Tree::Array(_) | Tree::Object(_))
}

/// Applies the hints of a union to one of its branches. Omits the hints for JSON and XML text,
/// because such text never reaches a branch.
pub(super) fn inherit_hints(branch: Child, union: Child) -> Child {
    Child {
        one_of_many: union.one_of_many,
        is_alone: union.is_alone,
        beside_constants: union.beside_constants,
        guesses: branch.guesses.union(union.guesses),
        ..branch
    }
}
