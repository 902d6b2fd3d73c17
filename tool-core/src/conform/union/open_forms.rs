//! Joins the readings of several open forms that accept one object: each form repairs the
//! properties that it declares, and leaves the others to the other forms.

use std::collections::HashSet;
use std::rc::Rc;

use super::distance::Distance;
use super::sieve::Sieve;
use crate::conform::memo::Trial;
use crate::conform::{Change, Conform, Diagnostics, EntryChange, Site};
use crate::issue::{Path, Repair};
use crate::plan::{Branch, ObjectPlan, UnionPlan};
use crate::tree::{Entry, Tree};

/// An open form that accepts an object.
struct OpenForm<'f> {
    object: &'f ObjectPlan,
    trial: &'f Trial,
}

impl OpenForm<'_> {
    fn change_of(&self, index: usize) -> Option<&EntryChange<'static>> {
        let Some(Change::Entries(changes)) = &self.trial.change else {
            return None;
        };
        let number = changes.binary_search_by_key(&index, |(changed, _)| *changed);
        Some(&changes[number.ok()?].1)
    }
}

impl Conform<'_> {
    /// Returns whether another form may accept keys that this trial ignores.
    pub(super) fn leaves_keys_to_others(
        &self,
        union: &UnionPlan,
        branch: &Branch,
        trial: &Trial,
    ) -> bool {
        let is_of_other = |key: &str| {
            let mut others = union.branches.iter();
            others.any(|other| {
                other.child != branch.child && self.plan.names_property(other.child.node, key)
            })
        };
        !union.exactly_one && Self::find_ignored(trial).any(|(_, key)| is_of_other(key))
    }

    /// Returns the joined reading of all open forms that accept an object. Returns `None` if only
    /// one form accepts it, or if two forms read a property differently.
    pub(super) fn join_open_forms(
        &mut self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        trials: &[(Distance, Trial)],
        at: &Site<'_>,
    ) -> Option<Trial> {
        let Tree::Object(entries) = tree else {
            return None;
        };
        if union.exactly_one {
            return None;
        }
        let forms = self.find_open_forms(tree, union, trials)?;
        let changes = join_changes(entries, &forms)?;
        let [first, others @ ..] = forms.as_slice() else {
            return None;
        };
        let mut found = Diagnostics {
            ignored: first.trial.found.ignored.clone(),
            ..Diagnostics::default()
        };
        for other in others {
            let ignored = other.trial.found.ignored.iter();
            let ignored: HashSet<&Path> = ignored.map(|ignored| &ignored.path).collect();
            found.ignored.retain(|own| ignored.contains(&own.path));
        }
        let mut known = HashSet::new();
        for form in &forms {
            let repairs = || form.trial.found.repairs.iter();
            let is_new = |repair: &&Rc<Repair>| !known.contains(&(&repair.path, repair.rule));
            found.repairs.extend(repairs().filter(is_new).cloned());
            known.extend(repairs().map(|repair| (&repair.path, repair.rule)));
        }
        let joined = Trial {
            found,
            change: (!changes.is_empty()).then_some(Change::Entries(changes)),
            reads: true,
            path: first.trial.path.clone(),
        };
        let is_valid = joined.change.is_none()
            || !self
                .find_accepting_repaired(&joined.read(tree), union, at)
                .is_empty();
        is_valid.then_some(joined)
    }

    /// Returns the forms that accept an object, if there are several and all of them are open. If a
    /// form accepts the object as it was sent, only such forms count.
    fn find_open_forms<'f>(
        &'f self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        trials: &'f [(Distance, Trial)],
    ) -> Option<Vec<OpenForm<'f>>> {
        let sieve = Sieve::new(tree, union);
        let is_tried = |branch: &&Branch| {
            trials.len() == union.branches.len() || sieve.passes(branch, self.plan)
        };
        let is_as_sent = trials
            .iter()
            .any(|(distance, _)| *distance == Distance::default());
        let passes = |distance: &Distance| {
            !distance.fails && (!is_as_sent || *distance == Distance::default())
        };
        let tried = union.branches.iter().filter(is_tried).zip(trials);
        let passing = tried.filter(|(_, (distance, _))| passes(distance));
        let forms = passing.map(|(branch, (_, trial))| {
            let object = self.plan.object(branch.child.node);
            let object = object.filter(|object| object.is_open());
            let is_of_entries = matches!(trial.change, None | Some(Change::Entries(_)));
            object
                .filter(|_| is_of_entries)
                .map(|object| OpenForm { object, trial })
        });
        let forms: Vec<OpenForm<'_>> = forms.collect::<Option<_>>()?;
        (forms.len() > 1).then_some(forms)
    }
}

/// Returns the changes of all forms. A form has a say in the properties that it declares. Returns
/// `None` if two forms read a property differently.
fn join_changes(
    entries: &[Entry<'_>],
    forms: &[OpenForm<'_>],
) -> Option<Vec<(usize, EntryChange<'static>)>> {
    let mut joined = Vec::new();
    let mut keys = HashSet::new();
    for (index, entry) in entries.iter().enumerate() {
        let readings = forms.iter().filter_map(|form| {
            let change = form.change_of(index);
            let has_say = change.is_some() || form.object.has_property(&entry.key);
            has_say.then_some(change)
        });
        let readings: Vec<_> = readings.collect();
        let change = readings.first().copied().flatten();
        let read = apply_to(entry, change);
        let mut others = readings.into_iter().map(|other| apply_to(entry, other));
        let is_same = others.all(|other| match (&read, &other) {
            (Some(read), Some(other)) => read.key == other.key && read.value.is_same(&other.value),
            (read, other) => read.is_none() && other.is_none(),
        });
        if !is_same {
            return None;
        }
        if let Some(read) = read
            && !keys.insert(read.key.to_string())
        {
            return None;
        }
        joined.extend(change.map(|change| (index, change.clone())));
    }
    Some(joined)
}

/// Returns the changed entry. Returns `None` if it is dropped.
fn apply_to<'t>(entry: &Entry<'t>, change: Option<&EntryChange<'static>>) -> Option<Entry<'t>> {
    let mut entry = entry.clone();
    let value = match change.cloned() {
        None => None,
        Some(EntryChange::Drop) => return None,
        Some(EntryChange::Value(change)) => Some(change),
        Some(EntryChange::Rename(name, change)) => {
            entry.key = name.into();
            change
        }
    };
    if let Some(change) = value {
        change.apply(&mut entry.value);
    }
    Some(entry)
}
