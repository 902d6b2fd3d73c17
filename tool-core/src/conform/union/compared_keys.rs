//! Compares the keys of an object with the forms of a union.

use std::collections::HashSet;

use crate::issue::{find_nearest, measure_nearness, sort};
use crate::limits::COMPARED_KEYS;
use crate::plan::{Additional, ObjectForm, ObjectPlan, Property};
use crate::rules::{fold_key, is_dropped, is_filler};
use crate::tree::Entry;

/// The keys of an object, compared with forms.
pub(super) struct ComparedKeys<'k, 't> {
    entries: &'k [Entry<'t>],
    /// The keys, folded to ignore case and style.
    folded: Vec<String>,
    /// `true` for each key that some form declares.
    are_declared: Vec<bool>,
    /// `true` for each key such as `loc.lat`, if some form declares `loc`. It resembles no name.
    are_dotted: Vec<bool>,
    /// The names that all forms declare.
    common: HashSet<&'k str>,
    /// `true` if some value is more than a filler. Fillers then say nothing about the form.
    has_value: bool,
}

impl<'k, 't> ComparedKeys<'k, 't> {
    pub(super) fn new(entries: &'k [Entry<'t>], forms: &[ObjectForm<'k>]) -> Self {
        let folded = entries.iter().map(|entry| fold_key(&entry.key));
        let folded: Vec<String> = folded.collect();
        let is_declared = |(entry, folded): (&Entry<'t>, &String)| {
            let mut objects = forms.iter().map(|form| form.object);
            objects.any(|object| {
                declares(object, &entry.key) || !folded.is_empty() && object.has_folded(folded)
            })
        };
        let are_declared = entries.iter().zip(&folded).map(is_declared).collect();
        let is_dotted = |entry: &Entry<'t>| {
            let outer = entry.key.split_once('.').map(|(outer, _)| outer);
            outer.is_some_and(|outer| forms.iter().any(|form| declares(form.object, outer)))
        };
        let of_first = forms
            .first()
            .map_or(&[][..], |form| form.object.properties());
        let names = of_first.iter().map(|property| property.name.as_str());
        let is_common = |name: &&str| forms.iter().all(|form| declares(form.object, name));
        Self {
            entries,
            folded,
            are_declared,
            are_dotted: entries.iter().map(is_dotted).collect(),
            common: names.filter(is_common).collect(),
            has_value: !entries.iter().all(|entry| is_filler(&entry.value)),
        }
    }

    /// Returns the branches that the keys belong to. Their own names must match the most keys,
    /// including all keys that other branches match.
    pub(super) fn find_owners(&self, forms: &[ObjectForm<'_>]) -> Vec<usize> {
        let evidence = forms
            .iter()
            .map(|form| (form.branch, self.find_evidence(form.object)));
        let evidence: Vec<(usize, Vec<usize>)> = evidence.collect();
        let keys = evidence.iter().map(|(_, keys)| keys);
        let Some(most) = keys.max_by_key(|keys| keys.len()) else {
            return Vec::new();
        };
        // The keys are in ascending order.
        let is_within = |(_, keys): &(usize, Vec<usize>)| {
            keys.iter().all(|key| most.binary_search(key).is_ok())
        };
        if most.is_empty() || !evidence.iter().all(is_within) {
            return Vec::new();
        }
        let with_most = evidence.iter().filter(|(_, keys)| keys.len() == most.len());
        let mut branches: Vec<usize> = with_most.map(|(branch, _)| *branch).collect();
        branches.dedup();
        branches
    }

    /// Returns the entries whose keys two forms declare, with the property of each.
    pub(super) fn find_shared<'o>(
        &self,
        one: &'o ObjectPlan,
        other: &'o ObjectPlan,
    ) -> Vec<(&'k Entry<'t>, &'o Property, &'o Property)> {
        let shared = self.entries.iter().filter_map(|entry| {
            let (_, of_one) = one.find(entry.key.as_bytes(), 0)?;
            let (_, of_other) = other.find(entry.key.as_bytes(), 0)?;
            Some((entry, of_one, of_other))
        });
        shared.collect()
    }

    /// Returns whether a closed form rejects the value of each key that it declares, and knows no
    /// other key, also none with a similar name.
    pub(super) fn takes_nothing(
        &self,
        object: &ObjectPlan,
        is_rejected: impl Fn(&str) -> bool,
    ) -> bool {
        let indices = (0..self.entries.len()).filter(|index| self.says_something(*index));
        let (declared, others): (Vec<usize>, Vec<usize>) =
            indices.partition(|index| self.find_declared(object, *index).is_some());
        let is_near = |index: &usize| {
            let mut names = object.properties().iter().map(|property| &property.name);
            names.any(|name| measure_nearness(&self.entries[*index].key, name).is_some())
        };
        matches!(object.additional, Additional::Closed)
            && !others.is_empty()
            && !declared.is_empty()
            && !others.iter().take(COMPARED_KEYS).any(is_near)
            && declared
                .iter()
                .all(|index| is_rejected(&self.entries[*index].key))
    }

    /// Returns whether a value may show which form is meant.
    fn says_something(&self, index: usize) -> bool {
        let value = &self.entries[index].value;
        !(is_dropped(value) || self.is_filler(index))
    }

    /// Returns whether a declared key has a filler beside a value: it may belong to a form that is
    /// not meant.
    fn is_filler(&self, index: usize) -> bool {
        self.has_value && self.are_declared[index] && is_filler(&self.entries[index].value)
    }

    /// Returns whether some form declares each key, and each value is rejected.
    pub(super) fn are_rejected(&self, is_rejected: impl Fn(&str) -> bool) -> bool {
        let sent = self.entries.iter().zip(&self.are_declared);
        let mut sent = sent.filter(|(entry, _)| !is_dropped(&entry.value));
        sent.all(|(entry, is_declared)| *is_declared && is_rejected(&entry.key))
    }

    /// Returns the indices of the entries that belong to a form, but not to all forms.
    fn find_evidence(&self, object: &ObjectPlan) -> Vec<usize> {
        let is_own = |name: &str| !self.common.contains(name);
        let names = object.properties().iter();
        let own = names.map(|property| property.name.as_str());
        let own: Vec<&str> = own.filter(|name| is_own(name)).collect();
        let mut compared = 0;
        let mut belongs = |index: &usize| {
            let entry = &self.entries[*index];
            if self.are_declared[*index] {
                return !self.is_filler(*index)
                    && self.find_declared(object, *index).is_some_and(is_own);
            }
            if self.are_dotted[*index] {
                let outer = entry.key.split_once('.').map(|(outer, _)| outer);
                return outer.is_some_and(|outer| own.contains(&outer));
            }
            compared += 1;
            compared <= COMPARED_KEYS
                && !is_dropped(&entry.value)
                && own
                    .iter()
                    .any(|name| measure_nearness(&entry.key, name).is_some())
        };
        (0..self.entries.len())
            .filter(|index| belongs(index))
            .collect()
    }

    fn find_declared<'o>(&self, object: &'o ObjectPlan, index: usize) -> Option<&'o str> {
        if let Some((_, property)) = object.find(self.entries[index].key.as_bytes(), 0) {
            return Some(&property.name);
        }
        let folded = &self.folded[index];
        let spelt = (!folded.is_empty()).then(|| object.with_folded(folded))??;
        Some(&object.properties()[spelt].name)
    }

    /// Returns the fewest declared names of the entries that no form has together. Ignores open
    /// forms, which may also contain the names of other forms.
    pub(super) fn find_mixed(&self, forms: &[ObjectForm<'_>]) -> Vec<String> {
        let is_closed = |form: &ObjectForm<'_>| {
            matches!(form.object.additional, Additional::Closed) && !form.object.has_patterns()
        };
        if !forms.iter().all(is_closed) {
            return Vec::new();
        }
        let names = |form: &ObjectForm<'_>| {
            let indices = 0..self.entries.len();
            let names = indices.filter_map(|index| self.find_declared(form.object, index));
            names.map(str::to_owned).collect::<HashSet<_>>()
        };
        let of_forms: Vec<HashSet<String>> = forms.iter().map(names).collect();
        let is_mixed = |name: &&String| !of_forms.iter().all(|names| names.contains(*name));
        let mut mixed: Vec<String> = of_forms
            .iter()
            .flatten()
            .filter(is_mixed)
            .cloned()
            .collect();
        sort(&mut mixed, Ord::cmp);
        mixed.dedup();
        let count_missing = |names: &HashSet<String>| {
            let missing = mixed.iter().filter(|name| !names.contains(*name));
            missing.count()
        };
        let mut missing: Vec<usize> = of_forms.iter().map(count_missing).collect();
        if missing.contains(&0) {
            return Vec::new();
        }
        for place in (0..mixed.len()).rev() {
            let lacks = |names: &HashSet<String>| usize::from(!names.contains(&mixed[place]));
            let rest = missing.iter().zip(&of_forms);
            let rest: Vec<usize> = rest
                .map(|(missing, names)| missing - lacks(names))
                .collect();
            if !rest.contains(&0) {
                missing = rest;
                mixed.remove(place);
            }
        }
        mixed
    }

    /// Returns the name that is similar to the only unknown key, and that was not sent. Excludes names
    /// that all forms declare, because these are reported at their own paths.
    pub(super) fn find_near(&self, unknown: &[usize], forms: &[ObjectForm<'k>]) -> Option<&'k str> {
        let [only] = unknown else {
            return None;
        };
        // Under the name alone, the value of `loc.lat` would lose its key.
        if self.are_dotted[*only] {
            return None;
        }
        let names = forms.iter().flat_map(|form| form.object.properties());
        let names = names.map(|property| property.name.as_str());
        let is_sent = |name: &str| self.entries.iter().any(|entry| entry.key == name);
        find_nearest(&self.entries[*only].key, names)
            .filter(|name| !self.common.contains(name) && !is_sent(name))
    }

    pub(super) fn find_unknown(&self, forms: &[ObjectForm<'_>]) -> Vec<usize> {
        let is_unknown = |index: &usize| {
            let entry = &self.entries[*index];
            !self.are_declared[*index]
                && !is_dropped(&entry.value)
                && !forms.iter().any(|form| form.object.has_match(&entry.key))
        };
        (0..self.entries.len()).filter(is_unknown).collect()
    }
}

fn declares(object: &ObjectPlan, name: &str) -> bool {
    object.find(name.as_bytes(), 0).is_some()
}
