//! Unions: values of one of several forms.
//!
//! A tag, or a key that only one branch has, selects the branch. Otherwise, the branches are tried,
//! and the one with the fewest issues, then the fewest repairs, is chosen. Only its issues are
//! reported.

mod as_sent;
mod branches;
mod compared_keys;
mod constants;
mod discriminator;
mod distance;
mod failed;
mod failed_object;
mod open_forms;
mod settle;
mod several_forms;
mod sieve;
#[cfg(test)]
mod tests;
mod text;
mod trial;

use std::ops::ControlFlow;

use super::memo::TrialKind;
use super::{Change, Conform, PlanStep, Site, is_of};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::plan::{Child, NodeId, UnionPlan};
use crate::rules::names_member;
use crate::tree::Tree;

use discriminator::BranchDecision;
use failed::FailedValue;
use trial::{inherit_hints, is_scalar};

/// Minimum number of branches for which the memo also stores the outcome of the whole union.
const MIN_REMEMBERED_BRANCHES: usize = 8;

impl Conform<'_> {
    pub(super) fn walk_union<'t>(
        &mut self,
        tree: &Tree<'t>,
        union: &UnionPlan,
        child: Child,
        beside: TypeSet,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let step = PlanStep::Node(child.node);
        let mark = self.found.mark();
        let change = self.try_without_guesses_first(at, step, |walk, at| {
            if !at.mode.in_trial
                || union.branches.len() < MIN_REMEMBERED_BRANCHES
                || is_scalar(tree)
            {
                return walk.choose_or_try(tree, union, child, beside, at);
            }
            // Otherwise, each branch of an outer union would repeat the trials of all branches
            // here.
            let key = walk.trial_key(TrialKind::Union, child, beside, at);
            let trial = walk.remember(key, at, |walk, at| {
                walk.choose_or_try(tree, union, child, beside, at)
            });
            walk.add_all(trial.found, at);
            walk.is_read = trial.reads;
            trial.change
        });
        if union.types.contains(JsonType::Null) {
            let depth = at.depth();
            for issue in self.found.issues_from(mark) {
                let is_of_value = issue.path.segments().len() == depth;
                issue.takes_null |= is_of_value && issue.kind.is_of_one_type();
            }
        }
        // The memo drops the trials, because later values cannot reuse them.
        if !at.mode.in_trial {
            self.memo.forget_trials();
        }
        change
    }

    fn choose_or_try<'t>(
        &mut self,
        tree: &Tree<'t>,
        union: &UnionPlan,
        child: Child,
        beside: TypeSet,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        if let Some(text) = self.read_exact_text(tree, union, child, at) {
            self.repair(at, Rule::ScalarToString, tree, Some(&text));
            self.is_read = true;
            return Some(Change::Replace(text));
        }
        let all = beside.union(union.types);
        let (allowed, child) = self.exclude_constants(tree, union, child, beside);
        let allowed = if self.is_text_of_container(tree, union, child.node, beside) {
            allowed.without(TypeSet::STRING)
        } else {
            allowed
        };
        if let Some(rule) = self.find_rule_of_text(tree, union, child, allowed, at) {
            let key = self.trial_key(TrialKind::Text, child, allowed, at);
            let trial = self.remember(key, at, |walk, at| {
                walk.read_text_of_another(tree, rule, union, child, (allowed, all), at)
            });
            self.add_all(trial.found, at);
            self.is_read = trial.reads;
            return trial.change;
        }
        let failed = FailedValue {
            tree,
            union,
            allowed: all,
            at,
        };
        match self.choose_branch(failed) {
            BranchDecision::Branch(branch) => {
                let mark = self.found.mark();
                let change = self.walk_value(tree, inherit_hints(branch.child, child), allowed, at);
                if self.found.count_issues_since(mark) > 0 {
                    self.name_branch(mark, tree, union, at);
                }
                change
            }
            BranchDecision::Refused => None,
            BranchDecision::Open => {
                if let Some(value) = union.optional()
                    && let ControlFlow::Break(change) =
                        self.try_optional(tree, inherit_hints(value, child), allowed, at)
                {
                    return change;
                }
                let mut fitting = union.branches.iter().filter(|b| is_of(tree, b.types));
                if let (Some(only), None) = (fitting.next(), fitting.next())
                    && self.accepts(tree, inherit_hints(only.child, child), allowed, at)
                {
                    return None;
                }
                let mark = self.found.mark();
                let change = self.try_branches(tree, union, child, (allowed, all), at);
                self.name_all_constants(mark, union, at);
                change
            }
        }
    }

    /// Returns the allowed types and the hints for the branches. Excludes strings if the union
    /// accepts only constants as strings, and the value is a string that matches no constant.
    fn exclude_constants(
        &self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        mut child: Child,
        beside: TypeSet,
    ) -> (TypeSet, Child) {
        let all = beside.union(union.types);
        let may_be_none = matches!(tree, Tree::String(_))
            && union.types.contains(JsonType::String)
            && !beside.contains(JsonType::String);
        let is_other = |text: &NodeId| {
            let choice = self.plan.choice(*text);
            choice.is_some_and(|choice| !names_member(choice, tree))
        };
        let texts = self.plan.texts(child.node);
        if !may_be_none || texts.is_empty() || !texts.iter().all(is_other) {
            return (all, child);
        }
        child.beside_constants = true;
        (all.without(TypeSet::STRING), child)
    }

    /// Tries the branch of an optional scalar, if the value is not null. If it succeeds, the branch
    /// for null needs no trial, because it never reads the same value.
    fn try_optional<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        allowed: TypeSet,
        at: &Site<'_>,
    ) -> ControlFlow<Option<Change<'t>>> {
        if matches!(tree, Tree::Null) || !self.is_cheap(tree, child) {
            return ControlFlow::Continue(());
        }
        let mark = self.found.mark();
        let change = self.walk_value(tree, child, allowed, at);
        if self.found.count_issues_since(mark) > 0 {
            self.found.take_since(mark);
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(change)
    }
}
