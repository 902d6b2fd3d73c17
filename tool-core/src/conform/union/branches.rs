//! Tries all branches of a union, and takes the nearest one.

use serde_json::Value;

use super::as_sent::find_form_beyond_bounds;
use super::distance::Distance;
use super::failed::FailedValue;
use super::sieve::Sieve;
use super::trial::{inherit_hints, is_scalar};
use crate::conform::memo::Trial;
use crate::conform::{Change, Conform, Site, is_of};
use crate::issue::{Issue, IssueKind, Rule, TypeSet};
use crate::plan::{Branch, Child, UnionPlan};
use crate::tree::Tree;

impl Conform<'_> {
    pub(super) fn try_branches<'t>(
        &mut self,
        tree: &Tree<'t>,
        union: &UnionPlan,
        child: Child,
        (allowed, all): (TypeSet, TypeSet),
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        self.is_read = false;
        let mut trials = self.try_all(tree, union, child, allowed, at);
        let Some(least) = trials.iter().map(|(distance, _)| *distance).min() else {
            self.issue(at, IssueKind::NotAllowed, tree);
            return None;
        };
        let failed = FailedValue {
            tree,
            union,
            allowed: all,
            at,
        };
        if least.fails && self.is_full(at) {
            // Beyond the limit of issues, trials contain only counts.
            self.found.omitted += least.issues;
            return None;
        }
        if least.fails {
            let branches = union.branches.iter().zip(&trials).enumerate();
            let reads = |branch: &Branch, trial: &Trial| trial.reads && !is_of(tree, branch.types);
            let mut reading = branches.filter(|(_, (branch, (_, trial)))| reads(branch, trial));
            // If a rule reads the value for only one branch, that branch is the intended one,
            // unless another branch accepts the type of the value.
            if let (Some((only, (_, (_, trial)))), None) = (reading.next(), reading.next())
                && !(union.has_several_forms() && is_wrapped(tree, trial))
                && !self.is_box_of_another_form(failed, trial)
                && (is_read_as_container(tree, trial, at)
                    || !union
                        .branches
                        .iter()
                        .any(|branch| is_of(tree, branch.types)))
            {
                let (_, trial) = trials.swap_remove(only);
                self.is_read = true;
                self.add_all(trial.found, at);
                return trial.change;
            }
        }
        let passing = trials.iter().filter(|(distance, _)| !distance.fails);
        let passing = passing.count();
        if passing > 1
            && let Some(mut joined) = self.join_open_forms(tree, union, &trials, at)
        {
            self.name_near_properties(tree, union, &mut joined);
            self.add_all(joined.found, at);
            return joined.change;
        }
        let other = (!least.fails).then(|| {
            find_form_beyond_bounds(tree, &trials, least)
                .or_else(|| self.find_form_as_sent(tree, union, &trials, least, at))
        });
        if let Some(other) = other.flatten() {
            let mark = self.found.mark();
            let mut trials: Vec<Trial> = trials.into_iter().map(|(_, trial)| trial).collect();
            let found = trials.swap_remove(other).found;
            self.add_all(found, at);
            if self.found.count_issues_since(mark) == 0 {
                self.issue(at, ambiguous_kind(Vec::new()), tree);
            }
            return None;
        }
        if least.fails {
            let best = trials.iter().position(|(distance, _)| *distance == least);
            let trials = trials.into_iter().map(|(_, trial)| trial).collect();
            self.report_failure(failed, trials, best.unwrap_or_default());
            return None;
        }
        let number = trials.iter().position(|(distance, _)| *distance == least)?;
        if least.fillers + least.dropped > 0 && self.loses_all_keys(tree, union, number) {
            self.report_alternatives(failed, None, Vec::new());
            return None;
        }
        let mut best = trials
            .into_iter()
            .filter(|(distance, _)| *distance == least);
        let (_, taken) = best.next()?;
        // If keys of another form were dropped, no other form may accept the value.
        let mut repairs = taken.found.repairs.iter();
        let drops_fillers = repairs.any(|repair| repair.rule == Rule::FillerOfOtherVariant);
        let is_settled = !drops_fillers || passing == 1;
        let others = best.map(|(_, trial)| trial);
        let ambiguity = if is_settled {
            self.find_ambiguity(tree, union, &taken, others, at)
        } else {
            Some(ambiguous_kind(Vec::new()))
        };
        if let Some(kind) = ambiguity {
            self.issue(at, kind, tree);
            return None;
        }
        let mut taken = taken;
        self.name_near_properties(tree, union, &mut taken);
        self.add_all(taken.found, at);
        taken.change
    }

    /// Returns whether a form declares no key of an object, and another form does. Without the keys
    /// that belong to the other form, nothing says which form is meant.
    fn loses_all_keys(&self, tree: &Tree<'_>, union: &UnionPlan, taken: usize) -> bool {
        let Tree::Object(entries) = tree else {
            return false;
        };
        let declares = |(number, key): (usize, &str)| {
            let node = union.branches[number].child.node;
            self.plan.names_property(node, key)
        };
        let keys = entries.iter().map(|entry| &*entry.key);
        let mut others = (0..union.branches.len()).filter(|number| *number != taken);
        !keys.clone().any(|key| declares((taken, key)))
            && others.any(|number| keys.clone().any(|key| declares((number, key))))
    }

    /// Tries the branches in order and stops at the first that accepts the value unchanged. A
    /// branch whose required key is absent is tried only if every other branch fails and there
    /// is room for another issue.
    fn try_all(
        &mut self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        child: Child,
        allowed: TypeSet,
        at: &Site<'_>,
    ) -> Vec<(Distance, Trial)> {
        // A guess may supply any of the required keys.
        let sieve = if at.mode.guesses {
            Sieve::default()
        } else {
            Sieve::new(tree, union)
        };
        let passes = |branch: &&Branch| sieve.passes(branch, self.plan);
        let passing: Vec<&Branch> = union.branches.iter().filter(passes).collect();
        let mut trials = Vec::new();
        for branch in &passing {
            let trial = self.try_branch(tree, inherit_hints(branch.child, child), allowed, at);
            let distance = self.measure_distance(tree, union, branch, &trial);
            let is_only = distance == Distance::default()
                && !self.leaves_keys_to_others(union, branch, &trial);
            trials.push((distance, trial));
            // `find_ambiguity` checks whether other branches accept the value, too.
            if is_only {
                return trials;
            }
        }
        let is_decided = trials.iter().any(|(distance, _)| !distance.fails) || self.is_full(at);
        if is_decided || passing.len() == union.branches.len() {
            return trials;
        }
        let mut known = trials.into_iter();
        let all = union.branches.iter().map(|branch| {
            if sieve.passes(branch, self.plan)
                && let Some(known) = known.next()
            {
                return known;
            }
            let trial = self.try_branch(tree, inherit_hints(branch.child, child), allowed, at);
            (self.measure_distance(tree, union, branch, &trial), trial)
        });
        all.collect()
    }

    /// Returns the issue for an ambiguous value. Either an equally near branch reads it
    /// differently, or a second branch accepts it although exactly one may.
    fn find_ambiguity(
        &mut self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        taken: &Trial,
        others: impl Iterator<Item = Trial>,
        at: &Site<'_>,
    ) -> Option<IssueKind> {
        let mut others = others.peekable();
        if others.peek().is_none() && !union.exactly_one {
            return None;
        }
        let value = taken.read(tree);
        let mut others = others.map(|other| other.read(tree));
        if let Some(other) = others.find(|other| !other.is_same(&value)) {
            return Some(ambiguous_kind(vec![value.to_value(), other.to_value()]));
        }
        if !union.exactly_one {
            return None;
        }
        let accepting = if taken.change.is_none() {
            self.find_accepting(tree, union, at)
        } else {
            self.find_accepting_repaired(&value, union, at)
        };
        match accepting.len() {
            0 => Some(ambiguous_kind(Vec::new())),
            1 => None,
            _ if self.is_full(at) => Some(ambiguous_kind(Vec::new())),
            _ => Some(self.describe_several_forms(&value, union, &accepting)),
        }
    }
}

/// Returns whether the text looks like a container, or its reading has an issue inside it.
fn is_read_as_container(tree: &Tree<'_>, trial: &Trial, at: &Site<'_>) -> bool {
    let is_inside = |issue: &Issue| issue.path.segments().len() > at.depth();
    let is_text =
        matches!(tree, Tree::String(text) if text.trim_start().starts_with(['[', '{', '<']));
    is_text || trial.found.issues.iter().any(is_inside)
}

/// Returns whether a scalar was only put into an array. It may be meant for another form.
fn is_wrapped(tree: &Tree<'_>, trial: &Trial) -> bool {
    is_scalar(tree)
        && matches!(&*trial.read(tree), Tree::Array(items) if matches!(&items[..], [only] if only.is_same(tree)))
}

fn ambiguous_kind(readings: Vec<Value>) -> IssueKind {
    IssueKind::Ambiguous { readings }
}
