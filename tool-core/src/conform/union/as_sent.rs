//! Finds the form that an object was meant for, if the nearest form accepts it only because a
//! scalar was converted. Reports nothing.

use std::collections::HashMap;

use super::distance::Distance;
use super::trial::is_scalar;
use crate::conform::memo::Trial;
use crate::conform::{Conform, Site};
use crate::issue::{Issue, IssueKind, Segment};
use crate::plan::{ObjectPlan, UnionPlan};
use crate::rules::is_dropped;
use crate::tree::{Entry, Tree};

impl Conform<'_> {
    /// Returns a form that declares a key of an object, if the nearest form does not declare it and
    /// needs a conversion of a scalar. The nearest form would take the key for data of its own, so
    /// it would lose an argument of the other form.
    pub(super) fn find_form_as_sent(
        &self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        trials: &[(Distance, Trial)],
        least: Distance,
        at: &Site<'_>,
    ) -> Option<usize> {
        let Tree::Object(entries) = tree else {
            return None;
        };
        // Not all forms have a trial if one accepts the value unchanged.
        if least == Distance::default() || trials.len() != union.branches.len() {
            return None;
        }
        let object = |number: usize| self.plan.object(union.branches[number].child.node);
        let taken = trials.iter().position(|(distance, _)| *distance == least)?;
        let of_taken = object(taken)?;
        let declares = |object: &ObjectPlan, key: &str| object.find(key.as_bytes(), 0).is_some();
        if entries.iter().all(|entry| declares(of_taken, &entry.key)) {
            return None;
        }
        let (_, taken) = &trials[taken];
        let depth = taken.path.segments().len();
        if !changes_scalar(tree, taken) {
            return None;
        }
        let is_meant = |(number, (distance, trial)): &(usize, &(Distance, Trial))| {
            let Some(object) = object(*number) else {
                return false;
            };
            let is_lost = |entry: &Entry<'_>| {
                let is_other = declares(object, &entry.key) && !declares(of_taken, &entry.key);
                is_other && !is_dropped(&entry.value) && !self.is_filler(entry, at)
            };
            let is_absent = |issue: &Issue| {
                issue.path.segments().len() == depth + 1
                    && matches!(issue.kind, IssueKind::Required { .. })
            };
            distance.fails
                && !distance.misses_constant
                && trial.found.omitted == 0
                && entries.iter().any(is_lost)
                && !trial.found.issues.iter().any(is_absent)
        };
        let found = trials.iter().enumerate().find(is_meant);
        found.map(|(number, _)| number)
    }
}

/// Returns a form that has the type of each value as it was sent, and only refuses the bounds of a
/// number or boolean that the nearest form converts. The model meant that form: `{"items": -7}` is
/// no text for the other one. A string may be a quoted number, so its bounds decide nothing.
pub(super) fn find_form_beyond_bounds(
    tree: &Tree<'_>,
    trials: &[(Distance, Trial)],
    least: Distance,
) -> Option<usize> {
    if matches!(tree, Tree::String(_)) || least.repairs == 0 {
        return None;
    }
    let refuses_bounds = |(_, (distance, trial)): &(usize, &(Distance, Trial))| {
        let mut kinds = trial.found.issues.iter().map(|issue| &issue.kind);
        let is_as_sent = distance.repairs == 0 && trial.found.omitted == 0;
        distance.fails && is_as_sent && kinds.all(IssueKind::is_of_one_type)
    };
    let mut forms = trials.iter().enumerate().filter(refuses_bounds).peekable();
    forms.peek()?;
    let (_, taken) = trials.iter().find(|(distance, _)| *distance == least)?;
    let depth = taken.path.segments().len();
    let read = taken.read(tree);
    let is_converted = |issue: &Issue| {
        let path = issue.path.segments().get(depth..).unwrap_or_default();
        let sent = find_value(tree, path);
        let sent = sent.filter(|sent| matches!(sent, Tree::Number(_) | Tree::Bool(_)));
        let both = sent.zip(find_value(&read, path));
        both.is_some_and(|(sent, read)| !sent.is_same(read))
    };
    let is_meant = |(_, (_, trial)): &(usize, &(Distance, Trial))| {
        // A form that ignores more keys is not the one that they were sent for.
        trial.found.ignored.len() <= taken.found.ignored.len()
            && trial.found.issues.iter().any(is_converted)
    };
    forms.find(is_meant).map(|(number, _)| number)
}

/// Returns the value at a path. Of properties with the same name, the first.
fn find_value<'t, 'a>(tree: &'t Tree<'a>, path: &[Segment]) -> Option<&'t Tree<'a>> {
    path.iter()
        .try_fold(tree, |tree, segment| match (tree, segment) {
            (Tree::Object(entries), Segment::Key(key)) => {
                let entry = entries.iter().find(|entry| entry.key == **key)?;
                Some(&entry.value)
            }
            (Tree::Array(items), Segment::Index(index)) => items.get(*index),
            _ => None,
        })
}

/// Returns whether a trial converts a scalar value of an object. The repairs of a trial may be
/// counted only, so the values are compared.
fn changes_scalar(tree: &Tree<'_>, trial: &Trial) -> bool {
    let read = trial.read(tree);
    let (Tree::Object(entries), Tree::Object(read)) = (tree, &*read) else {
        return false;
    };
    let read = read.iter().map(|entry| (&*entry.key, &entry.value));
    let read: HashMap<&str, &Tree<'_>> = read.collect();
    entries.iter().any(|entry| {
        let value = read.get(&*entry.key);
        // Text that is JSON of an array or object says that this form is meant.
        let is_other = value.is_some_and(|value| is_scalar(value) && !value.is_same(&entry.value));
        is_other && is_scalar(&entry.value)
    })
}
