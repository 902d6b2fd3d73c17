//! Undeclared keys of an object.

use std::collections::{HashMap, HashSet};

use super::diagnostics::Checkpoint;
use super::object_walk::ObjectWalk;
use super::{Change, Conform, EntryChange, Site};
use crate::issue::{Ignored, IssueKind, Rule, RuleClass, TypeSet, is_part, may_differ_in_meaning};
use crate::plan::{Additional, Child, Property};
use crate::rules::{find_meant_property, is_alias, is_blank, is_dropped, is_filler};
use crate::tree::{Entry, Tree};

impl Conform<'_> {
    /// Classifies each undeclared key: a spelling of a declared key, a key of a map, or unknown.
    #[cold]
    pub(super) fn check_strangers(&mut self, walk: &mut ObjectWalk<'_, '_>, strangers: &[usize]) {
        let meant: Vec<Option<usize>> = strangers
            .iter()
            .map(|index| self.find_meant(walk, &walk.entries[*index]))
            .collect();
        walk.inner = self.find_inner_keys(walk, strangers, &meant);
        walk.pairs = self.pair_keys(walk, strangers, &meant);
        let mut nulls = find_nulls(walk, strangers, &meant);
        let contradicted = find_contradicted(walk, strangers, &meant);
        let renamed = self.find_renamed_key(walk, strangers, &meant);
        for (position, index) in strangers.iter().copied().enumerate() {
            if let Some((_, property)) = renamed.filter(|(renamed, _)| *renamed == index)
                && self.read_if_renamed(walk, index, property)
            {
                continue;
            }
            let is_null = matches!(walk.entries[index].value, Tree::Null);
            match meant[position] {
                // Another spelling has the value.
                Some(property) if is_null && nulls.contains_key(&property) => {
                    self.drop_null(walk, index);
                }
                Some(property) if contradicted.contains(&property) => {
                    self.report_ambiguous_key(walk, index, property);
                }
                Some(property) if nulls.get(&property).is_some_and(Option::is_some) => {
                    if let Some(null) = nulls.insert(property, None).flatten() {
                        self.drop_null(walk, null);
                    }
                    self.read_renamed(walk, index, property, Rule::PropertyName);
                    walk.seen.insert(property);
                }
                // An earlier spelling has the same value.
                Some(property) if walk.seen.contains(property) => {
                    self.note_renamed(walk, index, property, Rule::PropertyName);
                    walk.changes.push((index, EntryChange::Drop));
                }
                Some(property) => {
                    self.read_renamed(walk, index, property, Rule::PropertyName);
                    walk.seen.insert(property);
                }
                None => self.check_undeclared(walk, index),
            }
        }
        for property in meant.into_iter().flatten() {
            // The input contains a spelling of this property, so the property is not reported as
            // missing.
            walk.seen.insert(property);
        }
    }

    /// Returns the property that a key spells. In an object that accepts other keys on request, the
    /// property must be absent, and required unless the key is an alias.
    fn find_meant(&self, walk: &ObjectWalk<'_, '_>, entry: &Entry<'_>) -> Option<usize> {
        let matching = || walk.plan.find_matching(&entry.key, &self.pattern_work);
        if !self.uses_rules(walk.at) || matching().map_or(true, |matching| !matching.is_empty()) {
            return None;
        }
        let property = find_meant_property(walk.plan, &entry.key)?;
        let takes_others = matches!(walk.plan.additional, Additional::Open | Additional::Map(_));
        let is_required = walk.plan.properties()[property].required;
        let is_read = !takes_others || is_required || is_alias(walk.plan, property, &entry.key);
        // Two nulls say the same.
        let has_value = || {
            let name = &walk.plan.properties()[property].name;
            let mut entries = walk.entries.iter();
            entries.any(|entry| entry.key == *name && !is_dropped(&entry.value))
        };
        let is_other_key = walk.seen.contains(property)
            && (takes_others || is_dropped(&entry.value) && (is_required || has_value()));
        (is_read && !is_other_key).then_some(property)
    }

    fn read_renamed(
        &mut self,
        walk: &mut ObjectWalk<'_, '_>,
        index: usize,
        number: usize,
        rule: Rule,
    ) {
        let property = &walk.plan.properties()[number];
        self.note_renamed(walk, index, number, rule);
        let change = match self.walk_property(walk, index, number) {
            Some(EntryChange::Value(change)) => {
                EntryChange::Rename(property.name.clone(), Some(change))
            }
            Some(drop @ EntryChange::Drop) => drop,
            _ => EntryChange::Rename(property.name.clone(), None),
        };
        walk.changes.push((index, change));
    }

    fn note_renamed(&mut self, walk: &ObjectWalk<'_, '_>, index: usize, number: usize, rule: Rule) {
        let property = &walk.plan.properties()[number];
        let (before, after) = (
            Tree::String(walk.entries[index].key.clone()),
            Tree::String(property.name.as_str().into()),
        );
        let renamed = walk.at.entry(&property.name, index);
        self.repair(&renamed, rule, &before, Some(&after));
    }

    /// Returns whether an unknown key belongs to another form of the arguments and has a filler
    /// value. A strict export merges all forms into one object that requires each key.
    pub(super) fn is_filler(&self, entry: &Entry<'_>, at: &Site<'_>) -> bool {
        let declares = |forms| self.plan.names_property(forms, &entry.key);
        at.is_root()
            && self.uses_rules(at)
            && is_filler(&entry.value)
            && self.forms.is_some_and(declares)
    }

    /// Guesses a renamed key: returns the only unknown key and the only absent required property,
    /// if their names share words.
    fn find_renamed_key(
        &self,
        walk: &ObjectWalk<'_, '_>,
        strangers: &[usize],
        meant: &[Option<usize>],
    ) -> Option<(usize, usize)> {
        let is_on = walk.at.mode.guesses
            && !walk.at.mode.unchanged
            && !matches!(walk.plan.additional, Additional::Map(_))
            && (self.settings.class == Some(RuleClass::Generous)
                || walk.guesses.contains(Rule::RenamedKey));
        if !is_on {
            return None;
        }
        let key = |index: usize| &*walk.entries[index].key;
        let is_unknown = |(index, meant): &(&usize, &Option<usize>)| {
            meant.is_none()
                && !is_dropped(&walk.entries[**index].value)
                && !walk.plan.has_match(key(**index))
        };
        let mut unknown = strangers.iter().zip(meant).filter(is_unknown);
        let (index, _) = unknown.next()?;
        let is_absent = |(number, property): &(usize, &Property)| {
            property.required && !walk.seen.contains(*number) && !meant.contains(&Some(*number))
        };
        let properties = walk.plan.properties().iter().enumerate();
        let mut absent = properties.filter(is_absent);
        let (number, property) = absent.next()?;
        let is_only = unknown.next().is_none() && absent.next().is_none();
        let (sent, name) = (key(*index), &property.name);
        let is_meant = is_only && is_part(sent, name) && !may_differ_in_meaning(sent, name);
        is_meant.then_some((*index, number))
    }

    fn read_if_renamed(
        &mut self,
        walk: &mut ObjectWalk<'_, '_>,
        index: usize,
        number: usize,
    ) -> bool {
        let (mark, changes) = (self.found.mark(), walk.changes.len());
        self.read_renamed(walk, index, number, Rule::RenamedKey);
        if self.found.count_issues_since(mark) > 0 {
            self.found.take_since(mark);
            walk.changes.truncate(changes);
            return false;
        }
        walk.seen.insert(number);
        true
    }

    /// Drops the null under one spelling of an optional property whose value is under another one.
    fn drop_null(&mut self, walk: &mut ObjectWalk<'_, '_>, index: usize) {
        if walk.changes.iter().any(|(changed, _)| *changed == index) {
            return;
        }
        let entry = &walk.entries[index];
        let here = walk.at.entry(&entry.key, index);
        self.repair(&here, Rule::UnknownNull, &entry.value, None);
        walk.changes.push((index, EntryChange::Drop));
    }

    fn report_ambiguous_key(&mut self, walk: &ObjectWalk<'_, '_>, index: usize, number: usize) {
        let entry = &walk.entries[index];
        let property = walk.plan.properties()[number].name.clone();
        let kind = IssueKind::AmbiguousKey { property };
        self.issue(&walk.at.entry(&entry.key, index), kind, &entry.value);
    }

    fn check_undeclared(&mut self, walk: &mut ObjectWalk<'_, '_>, index: usize) {
        let entry = &walk.entries[index];
        let at = walk.at;
        let here = at.entry(&entry.key, index);
        if self.report_inner_key(walk, index) {
            return;
        }
        if !self.uses_rules(at) && walk.plan.with_alias(&entry.key).is_some() {
            let kind = IssueKind::UnknownKey { nearest: None };
            self.issue(&here, kind, &entry.value);
            return;
        }
        let patterns = match walk.plan.find_matching(&entry.key, &self.pattern_work) {
            Ok(matching) => matching,
            Err(kind) => return self.issue(&here, *kind, &entry.value),
        };
        let patterns: Vec<Child> = patterns
            .into_iter()
            .map(|child| child.granting(walk.guesses))
            .collect();
        if !patterns.is_empty() {
            let change = self.check_by_all(&entry.value, &patterns, &here);
            walk.changes
                .extend(change.map(|change| (index, EntryChange::Value(change))));
            return;
        }
        match walk.plan.additional {
            // The issue of the property that this key probably means reports the key.
            Additional::Map(_) | Additional::Closed if walk.pairs.holds(index) => {}
            Additional::Map(child) => {
                let child = child.granting(walk.guesses);
                let change = self.walk_value(&entry.value, child, TypeSet::EMPTY, &here);
                walk.changes
                    .extend(change.map(|change| (index, EntryChange::Value(change))));
            }
            Additional::Open | Additional::Unspecified => {
                // An object without declared properties is a free map, so no key can be misspelled.
                if !walk.plan.properties().is_empty() {
                    let nearest = self
                        .find_near_name(walk, &entry.key)
                        .or_else(|| find_name_in(walk, entry));
                    let path = here.to_path();
                    self.found.ignored.push(Ignored { path, nearest });
                }
                self.check_free(&entry.value, &here);
            }
            Additional::Closed if is_dropped(&entry.value) && self.uses_rules(at) => {
                self.repair(&here, Rule::UnknownNull, &entry.value, None);
                walk.changes.push((index, EntryChange::Drop));
            }
            Additional::Closed if self.is_filler(entry, at) => {
                self.repair(&here, Rule::FillerOfOtherVariant, &entry.value, None);
                walk.changes.push((index, EntryChange::Drop));
            }
            Additional::Closed if is_blank(entry) && self.uses_rules(at) => {
                self.repair(&here, Rule::EmptyKey, &entry.value, None);
                walk.changes.push((index, EntryChange::Drop));
            }
            Additional::Closed => {
                if self.is_full(at) {
                    let kind = IssueKind::UnknownKey { nearest: None };
                    self.issue(&here, kind, &entry.value);
                    return;
                }
                let nearest = self.find_near_name(walk, &entry.key);
                match walk.plan.fault_of_key(nearest.as_deref()) {
                    Some(fault) => {
                        let fault = Box::new(fault);
                        let key = Tree::String(entry.key.clone());
                        self.issue(&here, IssueKind::Key { fault }, &key);
                    }
                    None => self.report_undeclared_key(walk, &here, nearest, &entry.value),
                }
            }
        }
    }

    /// Checks a value against several schemas. The first schema reads the value, and the others
    /// validate the result.
    ///
    /// The memo stores the outcomes of the other schemas by value. Otherwise, each nested value
    /// would be walked once for each schema of each level around it.
    pub(super) fn check_by_all<'t>(
        &mut self,
        value: &Tree<'t>,
        children: &[Child],
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let first = children.first()?;
        if children.len() == 1 {
            return self.walk_value(value, *first, TypeSet::EMPTY, at);
        }
        let mark = self.found.mark();
        let change = if at.mode.in_trial {
            self.hold_in_trial(value, *first, mark, at)
        } else {
            self.walk_value(value, *first, TypeSet::EMPTY, at)
        };
        if let Some(change) = change.clone() {
            let mut read = value.clone();
            change.apply(&mut read);
            let made = self.new_site(at, at.mode.without_changes());
            self.check_others(&read, children, mark, &made);
        } else {
            self.check_others(value, children, mark, &at.without_changes());
        }
        change
    }

    fn check_others(
        &mut self,
        value: &Tree<'_>,
        children: &[Child],
        mark: Checkpoint,
        at: &Site<'_>,
    ) {
        let mut held = HashSet::new();
        for (number, child) in children.iter().enumerate() {
            if held.insert(child.node) && number > 0 {
                self.hold_in_trial(value, *child, mark, at);
            }
        }
    }
}

/// Returns the optional properties with a null under one spelling and a value under another one,
/// with the index of the null under the declared name. Such a null says that the property is
/// absent.
fn find_nulls(
    walk: &ObjectWalk<'_, '_>,
    strangers: &[usize],
    meant: &[Option<usize>],
) -> HashMap<usize, Option<usize>> {
    let declared = walk
        .entries
        .iter()
        .enumerate()
        .filter_map(|(index, entry)| {
            let (number, _) = walk.plan.find(entry.key.as_bytes(), 0)?;
            Some((number, index))
        });
    let spelt = strangers.iter().zip(meant);
    let spelt = spelt.filter_map(|(index, meant)| Some(((*meant)?, *index)));
    let spelt: Vec<(usize, usize)> = spelt.collect();
    if spelt.is_empty() {
        return HashMap::new();
    }
    let (mut nulls, mut values) = (HashMap::new(), HashSet::new());
    for (number, index) in declared {
        if walk.plan.properties()[number].required {
            continue;
        }
        if matches!(walk.entries[index].value, Tree::Null) {
            nulls.insert(number, Some(index));
        } else {
            values.insert(number);
        }
    }
    for (number, index) in spelt {
        if walk.plan.properties()[number].required {
            continue;
        }
        if matches!(walk.entries[index].value, Tree::Null) {
            nulls.entry(number).or_insert(None);
        } else {
            values.insert(number);
        }
    }
    nulls.retain(|number, _| values.contains(number));
    nulls
}

/// Returns the properties with several spellings whose values differ. A null of an optional
/// property does not count.
fn find_contradicted(
    walk: &ObjectWalk<'_, '_>,
    strangers: &[usize],
    meant: &[Option<usize>],
) -> HashSet<usize> {
    let mut values: HashMap<usize, &Tree<'_>> = HashMap::new();
    for entry in walk.entries {
        if let Some((number, property)) = walk.plan.find(entry.key.as_bytes(), 0)
            && (property.required || !matches!(entry.value, Tree::Null))
        {
            values.insert(number, &entry.value);
        }
    }
    let mut contradicted = HashSet::new();
    for (index, meant) in strangers.iter().zip(meant) {
        if let Some(property) = meant {
            let value = &walk.entries[*index].value;
            let is_optional = !walk.plan.properties()[*property].required;
            if is_optional && matches!(value, Tree::Null) {
                continue;
            }
            if !values.entry(*property).or_insert(value).is_same(value) {
                contradicted.insert(*property);
            }
        }
    }
    contradicted
}

/// Returns the absent property that the first word of a key names, as in `tags[0]`, `loc.lat` or
/// `$limit`, or that the object under the key contains.
fn find_name_in(walk: &ObjectWalk<'_, '_>, entry: &Entry<'_>) -> Option<String> {
    let find_absent = |key: &str| {
        let (number, property) = walk.plan.find(key.as_bytes(), 0)?;
        (!walk.seen.contains(number)).then(|| property.name.clone())
    };
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let word = entry.key.trim_start_matches(|c: char| !is_of_name(c));
    let word = &word[..word.find(|c| !is_of_name(c)).unwrap_or(word.len())];
    find_absent(word).or_else(|| match &entry.value {
        Tree::Object(inside) => inside.iter().find_map(|entry| find_absent(&entry.key)),
        _ => None,
    })
}
