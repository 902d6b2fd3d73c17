//! Unions: values of one of several forms.
//!
//! A tag, or a key that only one branch has, selects the branch. Otherwise, the branches are tried,
//! and the one with the fewest issues, then the fewest repairs, is chosen. Only its issues are
//! reported.

mod as_sent;
mod compared_keys;
mod constants;
mod discriminator;
mod distance;
mod failed;
mod open_forms;
mod settle;
mod several_forms;
mod sieve;
#[cfg(test)]
mod tests;
mod trial;

use std::ops::ControlFlow;

use serde_json::Value;

use super::memo::{Trial, TrialKind};
use super::{Change, Conform, Mode, PlanStep, Site, is_of};
use crate::issue::{Issue, IssueKind, JsonType, Rule, Segment, TypeSet, find_nearest};
use crate::plan::{Branch, Child, Node, NodeId, UnionPlan};
use crate::rules::{RuleContext, ValueRule, find_faults, fold_key, names_member, rule_of_text};
use crate::tree::{Tree, is_kept_by_float};

use as_sent::find_form_beyond_bounds;
use discriminator::BranchDecision;
use distance::Distance;
use failed::FailedValue;
use sieve::Sieve;
use trial::is_scalar;

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

    /// Returns the text of a number that an `f64` would round, if the schema accepts the text, too.
    fn read_exact_text<'t>(
        &self,
        tree: &Tree<'t>,
        union: &UnionPlan,
        child: Child,
        at: &Site<'_>,
    ) -> Option<Tree<'t>> {
        let Tree::Number(text) = tree else {
            return None;
        };
        if !union.keeps_digits || !self.uses_rules(at) || is_kept_by_float(text) {
            return None;
        }
        let branches = self.plan.with_branches(child.node);
        // A number beyond its bounds is an issue, whether or not a string may hold it.
        let is_number = |node: &&NodeId| {
            matches!(self.plan.node(**node), Node::Number(_))
                && self.check(tree, **node, at).is_ok()
        };
        branches.iter().find(is_number)?;
        let made = Tree::String(text.clone());
        let source = self.restore_source_text(made.clone(), Rule::ScalarToString, at);
        let takes = |made: &Tree<'_>| {
            let mut branches = branches.iter();
            branches.any(|node| match (self.plan.node(*node), made) {
                (Node::String(string), Tree::String(text)) => {
                    string.check(text, &self.pattern_work).is_ok()
                }
                _ => false,
            })
        };
        source.into_iter().chain([made]).find(takes)
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

    /// Returns whether a string may be the JSON text of a container. No branch may accept it as a
    /// string.
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

    /// Returns the rule for a string that no branch accepts as text, but that may contain JSON or
    /// XML for a branch.
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

    /// Reads JSON or XML in a string once for all branches. If each branch read it separately,
    /// nested text would be read again and again.
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
            self.repair(at, rule.rule, tree, Some(&made));
            let mode = Mode {
                in_xml: at.mode.in_xml || rule.rule == Rule::XmlString,
                ..at.mode
            };
            let inside = self.new_site(at, mode);
            let change = self.walk_union(&made, union, child, allowed, &inside);
            let here = at.to_path();
            // If no branch accepts the inner value, an issue about the sent string is more useful.
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

    /// Returns the keys of this object that a trial ignores.
    fn find_ignored(trial: &Trial) -> impl Iterator<Item = (usize, &str)> {
        let depth = trial.path.segments().len();
        let ignored = trial.found.ignored.iter().enumerate();
        ignored.filter_map(
            move |(number, ignored)| match ignored.path.segments().get(depth..) {
                Some([Segment::Key(key)]) => Some((number, key.as_str())),
                _ => None,
            },
        )
    }

    fn count_misspelt(&self, union: &UnionPlan, trial: &Trial) -> usize {
        if trial.found.ignored.is_empty() {
            return 0;
        }
        let Some(forms) = self.plan.collect_object_forms(union) else {
            return 0;
        };
        let is_misspelt = |(_, key): &(usize, &str)| {
            let folded = fold_key(key);
            let objects = || forms.iter().map(|form| form.object);
            !folded.is_empty()
                && objects().any(|object| object.has_folded(&folded))
                && !objects().any(|object| object.find(key.as_bytes(), 0).is_some())
        };
        Self::find_ignored(trial).filter(is_misspelt).count()
    }

    /// Names the property of another branch that is similar to an ignored key.
    fn name_near_properties(&mut self, tree: &Tree<'_>, union: &UnionPlan, trial: &mut Trial) {
        let (false, Tree::Object(entries)) = (trial.found.ignored.is_empty(), tree) else {
            return;
        };
        let Some(forms) = self.plan.collect_object_forms(union) else {
            return;
        };
        let names = forms.iter().flat_map(|form| form.object.properties());
        let names = names.map(|property| property.name.as_str());
        let is_absent = |name: &&str| !entries.iter().any(|entry| entry.key == **name);
        let names: Vec<&str> = names.filter(is_absent).collect();
        let mut near = Vec::new();
        for (number, key) in Self::find_ignored(trial) {
            if !self.may_compare(names.len()) {
                break;
            }
            let nearest = find_nearest(key, names.iter().copied());
            near.extend(nearest.map(|nearest| (number, nearest.to_owned())));
        }
        for (number, nearest) in near {
            trial.found.ignored[number].nearest.get_or_insert(nearest);
        }
    }

    fn measure_distance(
        &self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        branch: &Branch,
        trial: &Trial,
    ) -> Distance {
        let issues = trial.found.issues.len() + trial.found.omitted;
        let repairs = &trial.found.repairs;
        let of = |rule: Rule| repairs.iter().filter(|repair| repair.rule == rule).count();
        let number_forms = of(Rule::FloatToInteger);
        Distance {
            fails: issues > 0,
            is_of_another_type: issues > 0 && !is_of(tree, branch.types),
            misses_constant: misses_constant(trial),
            issues,
            misspelt: self.count_misspelt(union, trial),
            fillers: of(Rule::FillerOfOtherVariant),
            repairs: repairs.len() - number_forms,
            is_not_numeric_text: repairs.len() > number_forms && of(Rule::NumericText) == 0,
            dropped: of(Rule::UnknownNull),
            number_forms,
        }
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

/// Applies the hints of a union to one of its branches. Omits the hints for JSON and XML text,
/// because such text never reaches a branch.
fn inherit_hints(branch: Child, union: Child) -> Child {
    Child {
        one_of_many: union.one_of_many,
        is_alone: union.is_alone,
        beside_constants: union.beside_constants,
        guesses: branch.guesses.union(union.guesses),
        ..branch
    }
}

fn misses_constant(trial: &Trial) -> bool {
    let depth = trial.path.segments().len();
    trial.found.issues.iter().any(|issue| {
        let is_property = matches!(issue.path.segments().get(depth..), Some([Segment::Key(_)]));
        is_property && matches!(&issue.kind, IssueKind::Enum { members, .. } if members.len() == 1)
    })
}
