//! Undeclared keys that belong inside a property of the same object.

use super::object_walk::ObjectWalk;
use super::{Conform, may_fit};
use crate::issue::{
    Hint, IssueKind, JsonType, Missing, TypeSet, find_inner_name, fold, folds_alike,
    measure_nearness,
};
use crate::limits::COMPARED_KEYS;
use crate::plan::{Additional, Node, ObjectPlan, Property};
use crate::rules::{is_dropped, names_member};
use crate::tree::{Entry, Tree};

pub(super) const MAX_PROPERTIES: usize = 64;
impl Conform<'_> {
    /// Finds undeclared keys that exactly one property of the same object declares, each with the
    /// number of that property: `lat` for `loc: {lat, lon}`. Also finds `loc.lat`.
    ///
    /// In an open object an undeclared key is valid. There, the property must be missing. In a map,
    /// its name must also begin the key.
    pub(super) fn find_inner_keys(
        &self,
        walk: &ObjectWalk<'_, '_>,
        strangers: &[usize],
        meant: &[Option<usize>],
    ) -> Vec<(usize, usize)> {
        if self.is_full(walk.at) {
            return Vec::new();
        }
        // Each other key of a map is data.
        let is_map = matches!(walk.plan.additional, Additional::Map(_));
        let is_closed = matches!(walk.plan.additional, Additional::Closed);
        let properties = walk.plan.properties();
        let is_missing = |number: usize, property: &Property| {
            property.required && !walk.seen.contains(number) && !meant.contains(&Some(number))
        };
        let may_contain = |(number, property): &(usize, &Property)| {
            let is_missing = is_missing(*number, property);
            let types = self.plan.types(property.child.node);
            (is_closed || is_missing) && types != TypeSet::ALL && types.contains(JsonType::Object)
        };
        let outer = properties.iter().enumerate().filter(may_contain);
        let outer: Vec<(usize, &Property)> = outer.take(MAX_PROPERTIES).collect();
        let mut found = Vec::new();
        for (index, meant) in strangers.iter().zip(meant).take(COMPARED_KEYS) {
            let entry = &walk.entries[*index];
            let is_read = meant.is_some() || walk.plan.has_match(&entry.key);
            if is_read || is_dropped(&entry.value) || self.is_filler(entry, walk.at) {
                continue;
            }
            let declares = |(_, property): &&(usize, &Property)| {
                let name = self.find_name_inside(property, &entry.key);
                let is_dotted = name != entry.key;
                let spells = |object: &ObjectPlan| object.has_folded(&fold(name));
                let object = self.plan.object(property.child.node);
                (is_dotted
                    || !is_map
                        && (self.plan.names_property(property.child.node, name)
                            || object.is_some_and(spells)))
                    && !contains(walk, &property.name, name)
            };
            // A similar name of this object, whose property takes the value, is nearer.
            let is_of_this_object = || {
                let absent = properties.iter().enumerate().take(MAX_PROPERTIES);
                let mut absent = absent.filter(|(number, _)| !walk.seen.contains(*number));
                absent.any(|(_, property)| {
                    let types = self.plan.types(property.child.node);
                    may_fit(&entry.value, types)
                        && measure_nearness(&entry.key, &property.name).is_some()
                })
            };
            let takes_value = |number: usize, property: &Property| {
                let is_dotted = self.find_name_inside(property, &entry.key) != entry.key;
                is_dotted && !is_of_this_object()
                    || self.may_contain(walk, property, is_missing(number, property), entry)
            };
            let all = outer.iter().filter(declares);
            let mut owners = all.filter(|(number, property)| takes_value(*number, property));
            let only = owners.next().filter(|_| owners.next().is_none());
            found.extend(only.map(|(number, _)| (*index, *number)));
        }
        found
    }

    /// Like [`find_inner_name`], also for `loc_lat` if the objects of the property declare `lat`.
    pub(super) fn find_name_inside<'k>(&self, property: &Property, key: &'k str) -> &'k str {
        let rest = key.strip_prefix(property.name.as_str());
        let inside = rest.and_then(|rest| rest.strip_prefix('_'));
        let is_declared = |name: &&str| self.plan.names_property(property.child.node, name);
        inside
            .filter(is_declared)
            .unwrap_or_else(|| find_inner_name(&property.name, key))
    }

    /// Returns whether the object of a property may get a key of the object around it. The form
    /// whose tag was sent must declare the key and take its value. A new object must be complete
    /// with the undeclared keys, unless the object around it lacks it anyway. Otherwise, a model that
    /// moves the key would have to invent the rest of an object that it did not mean.
    pub(super) fn may_contain(
        &self,
        walk: &ObjectWalk<'_, '_>,
        property: &Property,
        is_missing: bool,
        entry: &Entry<'_>,
    ) -> bool {
        let name = self.find_name_inside(property, &entry.key);
        let inner = find_inner_entries(walk, &property.name);
        let value = walk.entries.iter().find(|entry| entry.key == property.name);
        let has_value = value.is_some();
        // A text that the property takes as it is has no room for keys.
        let takes_text = self
            .plan
            .types(property.child.node)
            .contains(JsonType::String);
        let takes_keys = |entry: &Entry<'_>| match &entry.value {
            Tree::Object(_) | Tree::Null => true,
            Tree::String(text) => !takes_text || text.trim_start().starts_with('{'),
            _ => false,
        };
        if !value.is_none_or(takes_keys) {
            return false;
        }
        let is_sent = |required: &Property| {
            let mut entries = walk.entries.iter().chain(inner);
            entries.any(|entry| {
                folds_alike(self.find_name_inside(property, &entry.key), &required.name)
            })
        };
        let agrees = |form: &ObjectPlan| {
            inner.iter().all(|entry| {
                let declared = form.find(entry.key.as_bytes(), 0);
                let choice =
                    declared.and_then(|(_, declared)| self.plan.choice(declared.child.node));
                choice.is_none_or(|choice| names_member(choice, &entry.value))
            })
        };
        let takes = |form: &ObjectPlan| {
            let exact = form.find(name.as_bytes(), 0).map(|(_, own)| own);
            let spelt = || {
                form.properties()
                    .iter()
                    .find(|own| folds_alike(name, &own.name))
            };
            let own = exact.or_else(spelt);
            let required = || form.properties().iter().filter(|own| own.required);
            own.is_some_and(|own| may_fit(&entry.value, self.plan.types(own.child.node)))
                && agrees(form)
                && (is_missing || has_value || required().all(is_sent))
        };
        let mut forms = self.plan.objects(property.child.node);
        !contains(walk, &property.name, name) && forms.any(takes)
    }

    /// Reports an undeclared key that belongs inside a property.
    pub(super) fn report_inner_key(&mut self, walk: &ObjectWalk<'_, '_>, index: usize) -> bool {
        let Some((_, number)) = walk.inner.iter().find(|(inner, _)| *inner == index) else {
            return false;
        };
        let entry = &walk.entries[index];
        let kind = IssueKind::UnknownKey { nearest: None };
        let outer = walk.plan.properties()[*number].name.clone();
        self.issue_with_hint(
            &walk.at.entry(&entry.key, index),
            kind,
            &entry.value,
            || Some(Hint::Inside(outer)),
        );
        true
    }

    /// Reports the keys that are still missing in an absent property, if some of its keys were sent
    /// beside it. Returns `false` if none was.
    pub(super) fn report_absent_inside(
        &mut self,
        walk: &ObjectWalk<'_, '_>,
        number: usize,
    ) -> bool {
        let property = &walk.plan.properties()[number];
        let sent = walk.inner.iter().filter(|(_, outer)| *outer == number);
        let sent =
            sent.map(|(index, _)| self.find_name_inside(property, &walk.entries[*index].key));
        let sent: Vec<&str> = sent.collect();
        if sent.is_empty() {
            return false;
        }
        if let Node::Object(object) = self.plan.node(property.child.node) {
            let at = walk.at.entry(&property.name, 0);
            for inner in object.properties() {
                if inner.required && !sent.iter().any(|sent| folds_alike(sent, &inner.name)) {
                    let node = inner.child.node;
                    let missing = Missing {
                        shape: self.plan.write_container_shape(node),
                        ..Missing::default()
                    };
                    let kind = IssueKind::Required {
                        expected: self.plan.types(node),
                        missing: Box::new(missing),
                    };
                    self.push(&at.entry(&inner.name, 0), kind, None);
                }
            }
        }
        true
    }
}

/// Returns whether the value of a property contains a key.
fn contains(walk: &ObjectWalk<'_, '_>, property: &str, key: &str) -> bool {
    find_sent(walk, property, key).is_some()
}

/// Returns the value of a key in the object of a property.
pub(super) fn find_sent<'w, 't>(
    walk: &ObjectWalk<'w, 't>,
    property: &str,
    key: &str,
) -> Option<&'w Tree<'t>> {
    let mut inner = find_inner_entries(walk, property).iter();
    inner
        .find(|entry| entry.key == key)
        .map(|entry| &entry.value)
}

pub(super) fn find_inner_entries<'w, 't>(
    walk: &ObjectWalk<'w, 't>,
    property: &str,
) -> &'w [Entry<'t>] {
    let mut entries = walk.entries.iter();
    match entries.find(|entry| entry.key == property) {
        Some(Entry {
            value: Tree::Object(inner),
            ..
        }) => inner,
        _ => &[],
    }
}
