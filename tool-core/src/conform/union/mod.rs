//! A value of one of several forms.
//!
//! A tag or a key that only one branch has decides. Otherwise the branches are
//! tried, and the one with the fewest issues, then repairs, is taken; its own
//! issues are what is reported.

mod constants;
mod discriminator;
mod failed;
mod sieve;
#[cfg(test)]
mod tests;
mod trial;

use std::ops::ControlFlow;

use serde_json::Value;

use super::memo::{Trial, TrialKind};
use super::{Change, Conform, Mode, Site, Step, is_of};
use crate::issue::{Issue, IssueKind, JsonType, Rule, TypeSet};
use crate::plan::{Branch, Child, Node, NodeId, UnionPlan};
use crate::rules::{RuleContext, ValueRule, find_faults, names_member, rule_of_text};
use crate::tree::Tree;

use discriminator::Decision;
use failed::FailedValue;
use sieve::Sieve;
use trial::is_scalar;

/// The outcome of a union of so many branches is remembered, beside those of its branches.
const MIN_REMEMBERED_BRANCHES: usize = 8;

/// How far a branch is from the value: the least is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    fails: bool,
    /// Whether it fails, and takes no value of that type.
    is_of_another_type: bool,
    /// Whether a property has another value than the one that the branch takes there: such a
    /// constant tells branches apart.
    misses_constant: bool,
    issues: usize,
    /// Values other than null that were dropped as those of another form.
    fillers: usize,
    repairs: usize,
    /// Keys that hold null and that the branch does not declare, so that it drops them. A
    /// branch that declares them, as an alias for one, is nearer.
    dropped: usize,
    /// Integers that were sent with a fraction of zero: JSON Schema takes them as they are.
    number_forms: usize,
}

impl Conform<'_> {
    pub(super) fn walk_union<'t>(
        &mut self,
        tree: &Tree<'t>,
        union: &UnionPlan,
        child: Child,
        beside: TypeSet,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let step = Step::Node(child.node);
        let change = self.try_without_guesses_first(at, step, |walk, at| {
            if !at.mode.in_trial
                || union.branches.len() < MIN_REMEMBERED_BRANCHES
                || is_scalar(tree)
            {
                return walk.choose_or_try(tree, union, child, beside, at);
            }
            // Each branch of a union around this one comes by, and would go through the
            // trials of all branches here.
            let key = walk.trial_key(TrialKind::Union, child, beside, at);
            let trial = walk.remember(key, at, |walk, at| {
                walk.choose_or_try(tree, union, child, beside, at)
            });
            walk.add_all(trial.found, at);
            walk.is_read = trial.reads;
            trial.change
        });
        // Nothing asks for these trials again.
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
            Decision::Branch(branch) => {
                let mark = self.found.mark();
                let change = self.walk_value(tree, inherit_hints(branch.child, child), allowed, at);
                if self.found.issues_since(mark) > 0 {
                    self.name_branch(mark, tree, union, at);
                }
                change
            }
            Decision::Refused => None,
            Decision::Open => {
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

    /// The types that the branches are to take for taken, and the place of the union. A
    /// string that is none of its constants cannot stand where a union takes no other.
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

    /// Whether a string that no branch takes as text may be the JSON text of a container.
    fn is_text_of_container(
        &self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        id: NodeId,
        beside: TypeSet,
    ) -> bool {
        let Tree::String(text) = tree else {
            return false;
        };
        let rejects = |id: &NodeId| match self.plan.node(*id) {
            Node::String(string) => string.check(text, &self.pattern_work).is_err(),
            Node::Choice(choice) => !names_member(choice, tree),
            _ => false,
        };
        let texts = self.plan.texts(id);
        text.trim_start().starts_with(['[', '{'])
            && union.types.meets(TypeSet::CONTAINER)
            && !beside.contains(JsonType::String)
            && !texts.is_empty()
            && texts.iter().all(rejects)
    }

    /// What is made of an optional scalar that is there, if it passes: none that does is
    /// read as null as well.
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
        if self.found.issues_since(mark) > 0 {
            self.found.take_since(mark);
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(change)
    }

    /// The rule for a value that is text, as no branch takes it, and that may
    /// hold JSON or XML for one of them.
    fn find_rule_of_text(
        &self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        child: Child,
        allowed: TypeSet,
        at: &Site<'_>,
    ) -> Option<&'static ValueRule> {
        let rule = match tree {
            Tree::String(text) if !allowed.contains(JsonType::String) => rule_of_text(text)?,
            _ => return None,
        };
        let mut branches = union.branches.iter();
        let is_on = self.is_on(rule, child, at)
            || branches.any(|branch| self.is_on(rule, branch.child, at));
        is_on.then_some(rule)
    }

    /// Reads JSON or XML in a string once for all branches: read by each of them,
    /// what is nested so several times would be read over and over.
    fn read_text_of_another<'t>(
        &mut self,
        tree: &Tree<'t>,
        rule: &ValueRule,
        union: &UnionPlan,
        child: Child,
        (allowed, all): (TypeSet, TypeSet),
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let context = RuleContext {
            allowed,
            ..self.rule_context(child, allowed, at)
        };
        if let Some(mut made) = rule.apply(tree, &context) {
            let mark = self.found.mark();
            self.repair(at, rule.info.rule, tree, Some(&made));
            let mode = Mode {
                in_xml: at.mode.in_xml || rule.info.rule == Rule::XmlString,
                ..at.mode
            };
            let inside = self.new_site(at, mode);
            let change = self.walk_union(&made, union, child, allowed, &inside);
            let here = at.to_path();
            // That no branch takes such a value says less than what was sent.
            let is_of_another_type = |issue: &Issue| {
                let is_told_of_all = matches!(
                    issue.kind,
                    IssueKind::Type { .. } | IssueKind::Enum { .. } | IssueKind::Union { .. }
                );
                is_told_of_all && issue.path == here
            };
            if !self.found.issues_from(mark).iter().any(is_of_another_type) {
                if let Some(change) = change {
                    change.apply(&mut made);
                }
                self.is_read = true;
                return Some(Change::Replace(made));
            }
            self.found.take_since(mark);
        } else if let Some(faulty) = find_faults(tree, &context) {
            self.is_read = true;
            return self.report_faults(faulty, tree, child, at);
        }
        self.is_read = false;
        let failed = FailedValue {
            tree,
            union,
            allowed: all,
            at,
        };
        self.report_alternatives(failed, None, Vec::new());
        None
    }

    fn try_branches<'t>(
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
        if least.fails && self.is_full(at) {
            // Trials beyond the limit of issues have only counts.
            self.found.omitted += least.issues;
            return None;
        }
        if least.fails {
            let branches = union.branches.iter().zip(&trials).enumerate();
            let reads = |branch: &Branch, trial: &Trial| trial.reads && !is_of(tree, branch.types);
            let mut reading = branches.filter(|(_, (branch, (_, trial)))| reads(branch, trial));
            // The one branch that a rule reads the value for is the one that is meant, unless
            // another takes values of its type.
            if let (Some((only, (_, (_, trial)))), None) = (reading.next(), reading.next())
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
        if least.fails {
            let best = trials.iter().position(|(distance, _)| *distance == least);
            let trials = trials.into_iter().map(|(_, trial)| trial).collect();
            let failed = FailedValue {
                tree,
                union,
                allowed: all,
                at,
            };
            self.report_failure(failed, trials, best.unwrap_or_default());
            return None;
        }
        let mut best = trials
            .into_iter()
            .filter(|(distance, _)| *distance == least);
        let (_, taken) = best.next()?;
        // Where keys were dropped as those of another form, no other form may take the value.
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
        self.add_all(taken.found, at);
        taken.change
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
        // Keys that are guessed may be any of the required ones.
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
            let distance = Self::measure_distance(tree, branch, &trial);
            trials.push((distance, trial));
            // Whether it has to be the only one is asked below.
            if distance == Distance::default() {
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
            (Self::measure_distance(tree, branch, &trial), trial)
        });
        all.collect()
    }

    fn measure_distance(tree: &Tree<'_>, branch: &Branch, trial: &Trial) -> Distance {
        let issues = trial.found.issues.len() + trial.found.omitted;
        let repairs = &trial.found.repairs;
        let of = |rule: Rule| repairs.iter().filter(|repair| repair.rule == rule).count();
        let number_forms = of(Rule::FloatToInteger);
        Distance {
            fails: issues > 0,
            is_of_another_type: issues > 0 && !is_of(tree, branch.types),
            misses_constant: misses_constant(trial),
            issues,
            fillers: of(Rule::FillerOfOtherVariant),
            repairs: repairs.len() - number_forms,
            dropped: of(Rule::UnknownNull),
            number_forms,
        }
    }

    /// The issue of a value that another branch, as near, reads otherwise, or that a second
    /// branch takes where exactly one may.
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
        if let Some(other) = others.find(|other| !other.same(&value)) {
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

/// Whether the text is that of a container, or what is wrong is inside of what it was read as.
fn is_read_as_container(tree: &Tree<'_>, trial: &Trial, at: &Site<'_>) -> bool {
    let is_inside = |issue: &Issue| issue.path.segments().len() > at.depth();
    let is_text =
        matches!(tree, Tree::String(text) if text.trim_start().starts_with(['[', '{', '<']));
    is_text || trial.found.issues.iter().any(is_inside)
}

fn ambiguous_kind(readings: Vec<Value>) -> IssueKind {
    IssueKind::Ambiguous { readings }
}

/// What is asked for at a union holds for its branches; text that is to be read as one
/// of them never gets there.
fn inherit_hints(branch: Child, union: Child) -> Child {
    Child {
        one_of_many: union.one_of_many,
        beside_constants: union.beside_constants,
        guesses: branch.guesses.union(union.guesses),
        ..branch
    }
}

fn misses_constant(trial: &Trial) -> bool {
    let depth = trial.path.segments().len();
    trial.found.issues.iter().any(|issue| {
        let is_property = issue.path.segments().len() == depth + 1;
        is_property && matches!(&issue.kind, IssueKind::Enum { members, .. } if members.len() == 1)
    })
}
