//! Decides which form of a union the keys of an object belong to.

use crate::conform::memo::Trial;
use crate::conform::{Conform, may_fit};
use crate::issue::{Issue, IssueKind, Segment};
use crate::plan::{ObjectForm, Property};
use crate::rules::is_dropped;
use crate::tree::Tree;

use super::compared_keys::ComparedKeys;

impl Conform<'_> {
    /// Returns the form that the keys belong to. If a key that another form declares too has a
    /// value of that other form's type, the keys alone decide nothing.
    pub(super) fn settle(
        &self,
        keys: &ComparedKeys<'_, '_>,
        forms: &[ObjectForm<'_>],
        trials: &[Trial],
        best: usize,
    ) -> Option<usize> {
        let depth = trials
            .first()
            .map_or(0, |trial| trial.path.segments().len());
        let fits = |value: &Tree<'_>, property: &Property| {
            may_fit(value, self.plan.types(property.child.node))
        };
        let is_contradicted = |branch: &usize| {
            let Some(own) = find_only(forms, *branch) else {
                return false;
            };
            let others = forms.iter().filter(|form| form.branch != *branch);
            let mut others = others.map(|other| (other, &trials[other.branch]));
            others.any(|(other, trial)| {
                let rejects_whole = |key: &str| {
                    let mut issues = trial.found.issues.iter();
                    let is_whole = |issue: &Issue| issue.path.segments().len() == depth + 1;
                    issues.any(|issue| is_whole(issue) && is_at(issue, key, depth))
                };
                let shared = keys.find_shared(own.object, other.object);
                shared.into_iter().any(|(entry, own, other)| {
                    // Null says that an argument is absent.
                    !is_dropped(&entry.value)
                        && !fits(&entry.value, own)
                        && fits(&entry.value, other)
                        && !self.is_box(&entry.value, own, other)
                        && !rejects_whole(&entry.key)
                })
            })
        };
        let (contradicted, owners): (Vec<usize>, Vec<usize>) = keys
            .find_owners(forms)
            .into_iter()
            .partition(is_contradicted);
        // A form that takes no sent value, beside keys that it does not declare, is a guess.
        let takes_nothing = |branch: &usize| {
            let rejects = |key: &str| rejects(&trials[*branch], key, depth);
            let form = find_only(forms, *branch);
            form.is_some_and(|form| keys.takes_nothing(form.object, rejects))
        };
        if forms.len() > 1 && owners.iter().any(takes_nothing) {
            return None;
        }
        let nearest = match owners.as_slice() {
            [only] => *only,
            several => *several.iter().find(|branch| **branch == best)?,
        };
        // A form that lacks a key and takes no sent value is a guess.
        let lacks_key = |issue: &Issue| {
            matches!(&issue.kind, IssueKind::Required { missing, .. } if missing.sent_as.is_none())
                && issue.path.segments().len() == depth + 1
        };
        let issues = &trials[nearest].found.issues;
        if forms.len() > 1
            && issues.iter().any(lacks_key)
            && keys.are_rejected(|key| rejects(&trials[nearest], key, depth))
        {
            return None;
        }
        // A form that lacks only another value is as near as one that lacks a key.
        let takes_keys = |branch: &usize| {
            let is_of_value =
                |issue: &Issue| issue.path.segments().len() > depth && !is_of_key(issue, depth);
            trials[*branch].found.issues.iter().all(is_of_value)
        };
        let counts = |branch: &usize| trials[*branch].found.counts();
        let is_nearer = |branch: &usize| {
            let is_same = contradicted.contains(branch) && counts(branch) == counts(&nearest);
            takes_keys(branch)
                && (counts(branch) < counts(&nearest) || is_same && !takes_keys(&nearest))
        };
        if forms.iter().any(|form| is_nearer(&form.branch)) {
            return None;
        }
        let is_other = |other: &&usize| **other != nearest;
        let mut others = owners.iter().filter(is_other);
        let differs = |other: &usize| Self::differs(&trials[nearest], &trials[*other]);
        (!others.any(differs)).then_some(nearest)
    }

    /// Returns whether an object has one key, which another form's property does not know, and a
    /// value for this form's property: `{"value": "a"}` for `"a"`.
    fn is_box(&self, value: &Tree<'_>, own: &Property, other: &Property) -> bool {
        let Tree::Object(entries) = value else {
            return false;
        };
        match entries.as_slice() {
            [only] => {
                may_fit(&only.value, self.plan.types(own.child.node))
                    && !self.plan.names_property(other.child.node, &only.key)
            }
            _ => false,
        }
    }

    /// Returns whether two forms are equally near for different reasons, or whether they expect
    /// different values of one property, and both reject the value that was sent. The issue of one
    /// form would hide what the other accepts.
    fn differs(one: &Trial, other: &Trial) -> bool {
        if one.found.counts() == other.found.counts() && one.found.issues != other.found.issues {
            return true;
        }
        let depth = one.path.segments().len();
        let of_value = |issue: &&Issue| !is_of_key(issue, depth);
        let same_property = |one: &Issue, other: &Issue| {
            let (one, other) = (one.path.segments(), other.path.segments());
            one.len() > depth && one.get(..=depth) == other.get(..=depth)
        };
        one.found.issues.iter().filter(of_value).any(|issue| {
            let mut others = other.found.issues.iter().filter(of_value);
            others.any(|other| same_property(issue, other) && !is_same(issue, other))
        })
    }
}

/// Returns the form of a branch, if it has exactly one.
fn find_only<'f, 'p>(forms: &'f [ObjectForm<'p>], branch: usize) -> Option<&'f ObjectForm<'p>> {
    let mut own = forms.iter().filter(|form| form.branch == branch);
    own.next().filter(|_| own.next().is_none())
}

/// Returns whether an issue is about the value of a key, or inside it.
pub(super) fn is_at(issue: &Issue, key: &str, depth: usize) -> bool {
    matches!(issue.path.segments().get(depth), Some(Segment::Key(at)) if at == key)
}

/// Returns whether a trial rejects the value of a key, or a part of it.
pub(super) fn rejects(trial: &Trial, key: &str, depth: usize) -> bool {
    let mut issues = trial.found.issues.iter();
    issues.any(|issue| is_at(issue, key, depth))
}

/// Returns whether an issue is about an absent or unknown key of the value at a depth.
fn is_of_key(issue: &Issue, depth: usize) -> bool {
    issue.path.segments().len() == depth + 1
        && matches!(
            issue.kind,
            IssueKind::Required { .. } | IssueKind::UnknownKey { .. }
        )
}

/// Returns whether two issues ask for the same change at the same place.
pub(super) fn is_same(one: &Issue, other: &Issue) -> bool {
    let is_at_place = one.path == other.path && one.kind == other.kind;
    is_at_place && one.shape == other.shape && one.hint == other.hint
}
