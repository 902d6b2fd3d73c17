//! A value of one of several forms.
//!
//! A tag or a key that only one branch has decides. Otherwise the branches are
//! tried, and the one with the fewest issues, then repairs, is taken; its own
//! issues are what is reported.

mod discriminator;
mod trial;

pub(super) use trial::Memo;

use super::{Change, Conform, is_of};
use crate::issue::{Chain, IssueKind, TypeSet};
use crate::plan::{Branch, Child, Node, UnionPlan};
use crate::tree::Tree;

use discriminator::Decided;
use trial::Trial;

/// How far a branch is from the value: the least is taken.
type Distance = (bool, bool, usize, usize, bool);

impl Conform<'_> {
    pub(super) fn union<'t>(
        &mut self,
        tree: &Tree<'t>,
        union: &UnionPlan,
        child: Child,
        beside: TypeSet,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        let allowed = beside.union(union.types);
        match self.decided(tree, union, path) {
            Decided::Branch(branch) => {
                let mark = self.found.mark();
                let change = self.place(tree, hinted(branch.child, child), allowed, path);
                if self.found.issues_since(mark) > 0 {
                    self.name_branch(mark, tree, union);
                }
                change
            }
            Decided::Refused => None,
            Decided::Open => {
                let mut fitting = union.branches.iter().filter(|b| is_of(tree, b.types));
                if let (Some(only), None) = (fitting.next(), fitting.next())
                    && self.takes(tree, hinted(only.child, child), allowed, path)
                {
                    return None;
                }
                self.tried(tree, union, child, allowed, path)
            }
        }
    }

    /// Whether the one branch for values of that type takes this one with no
    fn tried<'t>(
        &mut self,
        tree: &Tree<'t>,
        union: &UnionPlan,
        child: Child,
        allowed: TypeSet,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        let mut trials: Vec<(Distance, Trial)> = Vec::new();
        for branch in &union.branches {
            let trial = self.trial(tree, hinted(branch.child, child), allowed, path);
            let distance = self.distance(tree, branch, &trial);
            let clean = distance == (false, false, 0, 0, false);
            trials.push((distance, trial));
            if clean && !union.exactly_one {
                break;
            }
        }
        let Some(least) = trials.iter().map(|(distance, _)| *distance).min() else {
            self.issue(path, IssueKind::NotAllowed, tree);
            return None;
        };
        let mut best = trials
            .into_iter()
            .filter(|(distance, _)| *distance == least);
        let (_, taken) = best.next()?;
        let fails = least.0;
        if fails && least.1 {
            let expected = allowed;
            self.issue(path, IssueKind::Type { expected }, tree);
            return None;
        }
        if !fails && self.is_ambiguous(tree, union, &taken, best.map(|(_, trial)| trial), path) {
            self.issue(path, IssueKind::Ambiguous, tree);
            return None;
        }
        self.found.extend(taken.found);
        taken.change.filter(|_| !fails)
    }

    fn distance(&self, tree: &Tree<'_>, branch: &Branch, trial: &Trial) -> Distance {
        let issues = trial.found.issues.len() + trial.found.omitted;
        let repairs = trial.found.repairs.len();
        let is_boolean = matches!(self.plan.node(branch.child.node), Node::Boolean);
        (
            issues > 0,
            issues > 0 && !is_of(tree, branch.types),
            issues,
            repairs,
            // A boolean is what is meant only where nothing else fits.
            repairs > 0 && is_boolean,
        )
    }

    /// Whether another branch, as near, reads the value otherwise; or, where
    /// exactly one branch may take it, a second one does.
    fn is_ambiguous(
        &mut self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        taken: &Trial,
        mut others: impl Iterator<Item = Trial>,
        path: &Chain<'_>,
    ) -> bool {
        let value = taken.read(tree);
        if others.any(|other| !other.read(tree).same(&value)) {
            return true;
        }
        if !union.exactly_one {
            return false;
        }
        if taken.change.is_none() {
            return self.takers(tree, union, path) != 1;
        }
        let memo = std::mem::take(&mut self.memo);
        let takers = self.takers(&value, union, path);
        self.memo = memo;
        takers != 1
    }
}

/// The hint of a union holds for its branches.
fn hinted(branch: Child, union: Child) -> Child {
    Child {
        node: branch.node,
        json_string: branch.json_string || union.json_string,
    }
}
